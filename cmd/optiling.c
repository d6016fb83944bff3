/* optiling: runs an operator's shape inference and tiling and shows what they decided. The operator's own
 * code runs in a child process with limits: it may crash or hang without taking this program down. */
#include "base/proc.h"
#include "runner/tiling_call.h"

#include <string.h>

static const char USAGE[] =
    "Usage: optiling OPTYPE --soc=CHIP --lib=FILE [--lib=FILE]... --in NAME:DTYPE:DIMS[:FORMAT]... "
    "[options]\n"
    "\n"
    "  --soc=CHIP          ascend950 (default), or a full name like Ascend950PR_9599\n"
    "  --cores=N           as if it had N vector cores, and its share of cube cores\n"
    "  --lib=FILE          operators' library (libophost_*.so); default: build/libophost_*.so\n"
    "  --in NAME:DTYPE:DIMS[:FORMAT]  one input; DIMS as 1,64,2 (empty: a scalar). The same name again is "
    "the\n"
    "                      next tensor of a dynamic input; NAME:none is an absent optional input\n"
    "  --out NAME:DTYPE[:DIMS[:FORMAT]]  one output; default: one output with input 0's dtype\n"
    "  --value NAME=1,2,3  the elements of an input that the host may read\n"
    "  --attr NAME=VALUE   an attribute: 3, 0.5, true, text, [1,2], [0.5,1], [[1,2],[3]]\n"
    "  --desc=FILE         the operator's kernel description (.yaml): orders and completes the attributes,\n"
    "                      decodes template keys. Without it attributes count in the order given\n"
    "  --deterministic     ask for deterministic computation\n"
    "  --log=LEVEL         keep the operator's log from this level (debug, info, warn, error)\n"
    "  --timeout=SECONDS   end the operator's code after this time (default 20)\n"
    "  --memory=MIB        address space the operator's code may use (default 4096)\n"
    "  --json              print one JSON object\n";

/* Begins what the child found. */
#define RESULT_MARK "@result\n"

/* ---- the parent: limits, and the report of an end by force --------------------------------------------- */

static const char *last_stage(struct opf_buf *err)
{
    const char *last = "starting";
    for (char *at = err->data; at && (at = strstr(at, "@stage ")); at++)
        last = at + 7;
    return last;
}

/* What the operator itself wrote to stderr, without our marks. */
static void pass_errors(const struct opf_buf *err)
{
    for (const char *line = opf_buf_text(err); *line;) {
        const char *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) + 1 : strlen(line);
        if (strncmp(line, "@stage ", 7) != 0)
            fwrite(line, 1, len, stderr);
        line += len;
    }
}

/* The operator may have printed something of its own before the result. */
static opf_status *show_output(opf_arena *arena, struct opf_tiling_args *o, const char *output)
{
    const char *found = strstr(output, RESULT_MARK);
    fwrite(output, 1, found ? (size_t)(found - output) : strlen(output), o->json ? stderr : stdout);
    if (!found)
        return NULL;
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_status *status = opf_tiling_show(arena, o, found + strlen(RESULT_MARK), &text);
    fputs(opf_buf_text(&text), stdout);
    opf_buf_free(&text);
    return status;
}

static opf_status *run_parent(opf_arena *arena, int argc, char **argv, struct opf_tiling_args *o, int *code)
{
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_strvec_push(&args, "/proc/self/exe");
    opf_strvec_push(&args, "--child");
    for (int i = 1; i < argc; i++)
        opf_strvec_push(&args, argv[i]);
    opf_status *status = opf_strvec_finish(&args);
    struct opf_proc_spec spec = {.argv = (const char *const *)args.items,
                                 .timeout_s = o->timeout_s,
                                 .memory_bytes = (size_t)o->memory_mib << 20};
    struct opf_proc_result result;
    if (!status)
        status = opf_proc_run(&spec, &result);
    opf_strvec_free(&args);
    if (status)
        return status;
    pass_errors(&result.err);
    const char *stage_line = last_stage(&result.err);
    int stage_len = (int)strcspn(stage_line, "\n");
    if (result.timed_out)
        status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %.*s did not end within %g s", o->op_type, stage_len,
                          stage_line, o->timeout_s);
    else if (result.signal)
        status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %.*s was ended by signal %d (%s)", o->op_type,
                          stage_len, stage_line, result.signal, strsignal(result.signal));
    opf_status *shown = show_output(arena, o, opf_buf_text(&result.out));
    if (status)
        opf_status_free(shown);
    else
        status = shown;
    *code = status ? 1 : result.exit_code;
    opf_proc_result_free(&result);
    return status;
}

static int run_child(opf_arena *arena, struct opf_tiling_args *o)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    int code = opf_tiling_call(arena, o, &text);
    fputs(RESULT_MARK, stdout);
    fputs(opf_buf_text(&text), stdout);
    opf_buf_free(&text);
    return fflush(stdout) == 0 ? code : 1;
}

int main(int argc, char **argv)
{
    static struct opf_tiling_args o;
    o.soc = "ascend950";
    o.log_level = 3;
    o.timeout_s = 20;
    o.memory_mib = 4096;
    opf_strvec_init(&o.libs);
    bool child = argc > 1 && strcmp(argv[1], "--child") == 0;
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(USAGE, stdout);
        return argc < 2;
    }
    opf_arena *arena = NULL;
    int code = 1;
    opf_status *status = opf_arena_create(&arena);
    if (!status)
        status = opf_tiling_args_parse(arena, argc, argv, &o);
    if (!status && o.output_num == 0) {
        o.outputs[o.output_num++] = o.inputs[0];
        o.outputs[0].name = "y";
        o.outputs[0].has_shape = false;
        o.outputs[0].tensor.data = NULL;
    }
    if (!status && child)
        code = run_child(arena, &o);
    else if (!status)
        status = run_parent(arena, argc, argv, &o, &code);
    if (status) {
        opf_status_print(stderr, status);
        code = 1;
    }
    opf_status_free(status);
    opf_strvec_free(&o.libs);
    opf_arena_destroy(arena);
    return code;
}

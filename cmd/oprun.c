/* oprun: runs one operator from the command line, or a file of golden cases. */
#include "runner/npy.h"
#include "runner/run_cases.h"
#include "runner/tensor_spec.h"
#include "runner/tiling_fields.h"

#include "acl/acl.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "opforge/runtime_api.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "Usage: oprun OP [--in SPEC]... [--out SPEC]... [--attr NAME=VALUE]... [options]\n"
    "       oprun --cases FILE [--case NAME] [options]\n"
    "\n"
    "Runs operator OP (its type, e.g. Relu) on the emulator and prints what tiling decided and how long the "
    "kernel\n"
    "took. SPEC is [name:]dtype:dims (x:float32:2,3; values are generated), [name:][dtype:]FILE.npy, or none "
    "for "
    "an\n"
    "absent optional input. Without --out, types and shapes of the outputs are inferred.\n"
    "\n"
    "  --soc=NAME        chip, short name (default ascend950) or full one\n"
    "  --cores=N         as if it had N vector cores, and its share of cube cores\n"
    "  --opp=DIR         operator package, default $ASCEND_OPP_PATH, else ./build/opp\n"
    "  --fill=RULE       generated values: random (default), arange, zeros, ones\n"
    "  --seed=N          of the random values, default 1\n"
    "  --deterministic   ask for a deterministic kernel\n"
    "  --repeat=N        launch N times and report the shortest time\n"
    "  --pace            read numbers from standard input until it ends: launch so often at once, print the "
    "nanoseconds\n"
    "  --save=DIR        write the outputs as DIR/<name>.npy\n"
    "  --print=N         show the first N values of each output, default 8\n"
    "  --tiling-only     stop before the kernel, and show the tiling data field by field\n"
    "  --cases=FILE      run golden cases; exit 1 when one fails; with --tiling-only show which tiling key "
    "each "
    "takes\n";

enum { MAX_SPECS = 256 };

struct options {
    const char *op, *soc, *cores, *package, *fill, *save, *cases, *only;
    struct opf_run_tensor inputs[MAX_SPECS], outputs[MAX_SPECS];
    struct opf_run_attr attrs[MAX_SPECS];
    size_t input_num, output_num, attr_num;
    uint64_t seed, repeat, print;
    bool deterministic, tiling_only, pace, help;
};

static opf_status *take_tensor(const char *spec, struct opf_run_tensor *list, size_t *num)
{
    if (*num == MAX_SPECS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "more than %d tensors", MAX_SPECS);
    OPF_TRY(opf_run_tensor_parse(spec, &list[*num]));
    (*num)++;
    return NULL;
}

static opf_status *take_attr(char *text, struct options *o)
{
    char *equals = strchr(text, '=');
    if (!equals || o->attr_num == MAX_SPECS)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--attr %s: NAME=VALUE expected", text);
    *equals = '\0';
    o->attrs[o->attr_num++] = (struct opf_run_attr){text, equals + 1};
    return NULL;
}

static opf_status *take_number(const char *option, const char *text, uint64_t *out)
{
    return opf_text_to_u64(text, out)
               ? NULL
               : OPF_FAIL(OPF_INVALID_ARGUMENT, "--%s=%s: a whole number expected", option, text);
}

static opf_status *parse_options(int argc, char **argv, struct options *o)
{
    static const struct option LONG[] = {
        {"in", 1, NULL, 'i'},     {"out", 1, NULL, 'o'},         {"attr", 1, NULL, 'a'},
        {"soc", 1, NULL, 's'},    {"cores", 1, NULL, 'k'},       {"opp", 1, NULL, 'p'},
        {"fill", 1, NULL, 'f'},   {"seed", 1, NULL, 'S'},        {"deterministic", 0, NULL, 'd'},
        {"repeat", 1, NULL, 'r'}, {"pace", 0, NULL, 'P'},        {"save", 1, NULL, 'w'},
        {"print", 1, NULL, 'n'},  {"tiling-only", 0, NULL, 't'}, {"cases", 1, NULL, 'c'},
        {"case", 1, NULL, 'C'},   {"help", 0, NULL, 'h'},        {NULL, 0, NULL, 0},
    };
    opf_status *status = NULL;
    int c;
    while (!status && (c = getopt_long(argc, argv, "h", LONG, NULL)) != -1) {
        switch (c) {
        case 'i':
            status = take_tensor(optarg, o->inputs, &o->input_num);
            break;
        case 'o':
            status = take_tensor(optarg, o->outputs, &o->output_num);
            break;
        case 'a':
            status = take_attr(optarg, o);
            break;
        case 's':
            o->soc = opf_text_lower(optarg);
            break;
        case 'k':
            o->cores = optarg;
            break;
        case 'p':
            o->package = optarg;
            break;
        case 'f':
            o->fill = optarg;
            break;
        case 'S':
            status = take_number("seed", optarg, &o->seed);
            break;
        case 'd':
            o->deterministic = true;
            break;
        case 'r':
            status = take_number("repeat", optarg, &o->repeat);
            break;
        case 'P':
            o->pace = true;
            break;
        case 'w':
            o->save = optarg;
            break;
        case 'n':
            status = take_number("print", optarg, &o->print);
            break;
        case 't':
            o->tiling_only = true;
            break;
        case 'c':
            o->cases = optarg;
            break;
        case 'C':
            o->only = optarg;
            break;
        case 'h':
            o->help = true;
            break;
        default:
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "see oprun --help");
            break;
        }
    }
    if (!status && optind < argc)
        o->op = argv[optind++];
    if (!status && optind < argc)
        status = OPF_FAIL(OPF_INVALID_ARGUMENT, "`%s`: one operator at a time", argv[optind]);
    if (!status && !o->help && !o->op == !o->cases)
        status = OPF_FAIL(OPF_INVALID_ARGUMENT, "give an operator's type or --cases=FILE; see oprun --help");
    return status;
}

static opf_status *fill_inputs(struct options *o)
{
    static const char *const RULES[] = {"random", "arange", "zeros", "ones"};
    size_t rule = 0;
    while (rule < 4 && strcmp(RULES[rule], o->fill) != 0)
        rule++;
    if (rule == 4)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--fill=%s: random, arange, zeros or ones expected", o->fill);
    for (size_t i = 0; i < o->input_num; i++) {
        if (!o->inputs[i].absent && !o->inputs[i].from_file)
            OPF_TRY(opf_run_tensor_fill(&o->inputs[i], (enum opf_run_fill)rule, o->seed + i));
    }
    return NULL;
}

/* Only when nothing but tiling was asked for: debug information may have to be compiled. */
static opf_status *add_fields(const struct options *o, opf_arena *arena, struct opf_run_result *result,
                              opf_value *fields)
{
    const struct opf_host_tiling tiling = {
        .tiling_key = result->tiling_key, .data = result->tiling, .size = result->tiling_size};
    OPF_TRY(opf_tiling_fields_registered(arena, o->op, &tiling, fields));
    if (fields->first || !result->tiling_type)
        return NULL;
    const struct opf_tiling_bytes bytes = {o->op, result->tiling_type, result->tiling, result->tiling_size};
    struct opf_strvec libraries;
    opf_strvec_init(&libraries);
    opf_status *status = opf_op_facts_host_libraries(o->package, &libraries);
    if (!status)
        status = opf_tiling_fields_add(arena, &libraries, &bytes, fields);
    opf_strvec_free(&libraries);
    if (opf_status_code(status) != OPF_NOT_FOUND)
        return status;
    printf("            (%s)\n", opf_status_message(status));
    opf_status_free(status);
    return NULL;
}

static opf_status *show_fields(const struct options *o, struct opf_run_result *result)
{
    opf_arena *arena;
    OPF_TRY(opf_arena_create(&arena));
    opf_value *fields = opf_value_object(arena);
    opf_status *status =
        fields ? add_fields(o, arena, result, fields) : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for fields");
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    for (const opf_value *m = status ? NULL : fields->first; m; m = m->next) {
        opf_buf_printf(&text, "  %s = ", m->name);
        opf_json_write(&text, m, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
        opf_buf_putc(&text, '\n');
    }
    fputs(opf_buf_text(&text), stdout);
    opf_buf_free(&text);
    opf_arena_destroy(arena);
    return status;
}

static opf_status *show_result(const struct options *o, struct opf_run_result *result)
{
    printf("tiling key  %llu\nblock dim   %u\nworkspace   %llu bytes\ntiling data %zu bytes:",
           (unsigned long long)result->tiling_key, result->block_dim, (unsigned long long)result->workspace,
           result->tiling_size);
    for (size_t i = 0; i < result->tiling_size && i < 64; i++)
        printf("%s%02x", i % 8 == 0 ? " " : "", result->tiling[i]);
    printf("%s\n", result->tiling_size > 64 ? " ..." : "");
    if (o->tiling_only && result->tiling_size > 0)
        OPF_TRY(show_fields(o, result));
    if (result->object_path)
        printf("kernel      %s\ntime        %.3f us on %u threads\n", result->object_path,
               (double)result->kernel_ns / 1e3, result->threads);
    for (size_t i = 0; i < result->output_num; i++) {
        const struct opf_run_tensor *out = &result->outputs[i];
        char *text = opf_run_tensor_describe(out);
        printf("%-11s %s", out->name, text ? text : "?");
        opf_free(text);
        int64_t count = opf_run_tensor_count(&out->shape);
        for (int64_t k = 0; !o->tiling_only && k < count && (uint64_t)k < o->print; k++)
            printf("%s%g", k ? " " : " = ", opf_run_tensor_value(out, k));
        printf("%s\n", !o->tiling_only && (uint64_t)count > o->print ? " ..." : "");
        if (o->save && !o->tiling_only) {
            char *path = opf_asprintf("%s/%s.npy", o->save, out->name);
            opf_status *status =
                path ? opf_npy_write(path, out) : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
            opf_free(path);
            OPF_TRY(status);
        }
    }
    return NULL;
}

/* What a benchmark that alternates with something else drives. */
static unsigned next_launches(void *ctx, uint64_t last_ns)
{
    unsigned times;
    (void)ctx;
    if (last_ns > 0)
        printf("%llu\n", (unsigned long long)last_ns);
    else
        puts("ready");
    fflush(stdout);
    return scanf("%u", &times) == 1 ? times : 0;
}

static opf_status *run_one(struct options *o)
{
    opf_arena *arena;
    struct opf_op_facts facts;
    struct opf_run_result result = {0};
    OPF_TRY(opf_arena_create(&arena));
    opf_status *status = opf_op_facts_find(arena, o->package, o->soc, o->op, &facts);
    if (!status)
        status = fill_inputs(o);
    if (!status) {
        struct opf_run_request request = {.facts = &facts,
                                          .soc = o->soc,
                                          .inputs = o->inputs,
                                          .input_num = o->input_num,
                                          .outputs = o->outputs,
                                          .output_num = o->output_num,
                                          .attrs = o->attrs,
                                          .attr_num = o->attr_num,
                                          .deterministic = o->deterministic,
                                          .repeat = (unsigned)o->repeat,
                                          .next = o->pace ? next_launches : NULL};
        status = opf_run_op(&request, !o->tiling_only, &result);
    }
    if (!status)
        status = show_result(o, &result);
    opf_run_result_free(&result);
    opf_arena_destroy(arena);
    return status;
}

struct tally {
    const char *file;
    int passed, failed;
    bool show_keys;
};

static void report_case(void *ctx, const struct opf_run_case_result *result)
{
    struct tally *tally = ctx;
    if (result->failure)
        printf("%s: %s: FAILED: %s\n", tally->file, result->name, result->failure);
    else if (tally->show_keys)
        printf("%s: %s: tiling key %llu\n", tally->file, result->name,
               (unsigned long long)result->tiling_key);
    *(result->failure ? &tally->failed : &tally->passed) += 1;
}

static opf_status *run_file(const struct options *o)
{
    struct tally tally = {.file = opf_path_base(o->cases), .show_keys = o->tiling_only};
    OPF_TRY(opf_run_cases(o->cases, o->only, o->package, o->soc, o->tiling_only, report_case, &tally));
    printf("%s: %d passed, %d failed\n", tally.file, tally.passed, tally.failed);
    return tally.failed ? OPF_FAIL(OPF_MISMATCH, "%d golden cases failed", tally.failed) : NULL;
}

static opf_status *run(struct options *o)
{
    OPF_TRY(opf_run_op_prepare(o->package, o->soc));
    if (setenv("OPF_SOC", o->soc, 1) != 0 || setenv("ASCEND_OPP_PATH", o->package, 1) != 0 ||
        (o->cores && setenv("OPF_CORES", o->cores, 1) != 0))
        return OPF_FAIL(OPF_IO, "the environment cannot be set");
    if (aclInit(NULL) != 0 || aclrtSetDevice(0) != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "the emulated device does not start: %s", aclGetRecentErrMsg());
    o->soc = opf_runtime_soc_short_name(); /* packages keep files by it */
    return o->cases ? run_file(o) : run_one(o);
}

int main(int argc, char **argv)
{
    static struct options o = {.soc = "ascend950", .fill = "random", .seed = 1, .repeat = 1, .print = 8};
    (void)setenv("OPF_GM_GUARD", "1", 0); /* kernels that are tried out here are those that make mistakes */
    const char *package = getenv("ASCEND_OPP_PATH");
    o.package = package && *package ? package : "build/opp";
    opf_status *status = parse_options(argc, argv, &o);
    if (!status && o.help)
        fputs(USAGE, stdout);
    else if (!status)
        status = run(&o);
    for (size_t i = 0; i < MAX_SPECS; i++) {
        opf_run_tensor_free(&o.inputs[i]);
        opf_run_tensor_free(&o.outputs[i]);
    }
    if (!status)
        return 0;
    opf_status_print(stderr, status);
    opf_status_free(status);
    return 1;
}

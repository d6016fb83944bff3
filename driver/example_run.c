/* Example programs. */
#include "driver/example_run.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "driver/console.h"
#include "driver/ninja_text.h"
#include "driver/soc_names.h"

#include <stdlib.h>
#include <string.h>

#define LINES_SHOWN 10

static opf_status *add_sources(struct opf_build_run *run, const char *dir, const char *prefix,
                               struct opf_strvec *sources)
{
    const char *pattern = opf_run_text(run, "%s*.cpp", prefix);
    if (!opf_path_is_dir(dir))
        return NULL;
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(dir, pattern, 1, &files);
    for (size_t i = 0; i < files.len; i++) {
        const char *only = run->options->example_name;
        const char *base = opf_path_base(files.items[i]);
        char *stem = opf_strndup(base, strlen(base) - strlen(".cpp"));
        bool wanted =
            !only || (stem && (strcmp(stem, only) == 0 || strcmp(stem + strlen(prefix), only) == 0));
        opf_free(stem);
        if (wanted)
            opf_strvec_push(sources, files.items[i]);
    }
    opf_strvec_free(&files);
    return status;
}

opf_status *opf_example_find(struct opf_build_run *run, const char *op_name, const char *mode,
                             const char *soc, struct opf_strvec *sources)
{
    const char *prefix = strcmp(mode, "eager") == 0 ? "test_aclnn_" : "test_geir_";
    const struct opf_soc_name *known = opf_soc_match(soc);
    for (size_t i = 0; i < run->repo.op_count; i++) {
        const struct opf_repo_op *op = &run->repo.ops[i];
        if (strcmp(op->name, op_name) != 0)
            continue;
        const char *dir = opf_run_text(run, "%s/examples", op->dir);
        OPF_TRY(add_sources(run, dir, prefix, sources));
        if (known && known->arch_dir)
            OPF_TRY(add_sources(run, opf_run_text(run, "%s/%s", dir, known->arch_dir), prefix, sources));
    }
    return opf_strvec_finish(sources);
}

static const char *stem_of(struct opf_build_run *run, const char *source)
{
    const char *base = opf_path_base(source);
    return opf_run_text(run, "%.*s", (int)(strlen(base) - strlen(".cpp")), base);
}

/* Link options of custom packages: each root of ASCEND_CUSTOM_OPP_PATH. The libraries are named by path: they
 * all have one file name, of which the loader would take one. */
static void put_custom_links(struct opf_build_run *run, struct opf_buf *to)
{
    const char *roots = getenv("ASCEND_CUSTOM_OPP_PATH");
    struct opf_strvec dirs;
    opf_strvec_init(&dirs);
    opf_strvec_split(&dirs, roots ? roots : "", ":", true);
    size_t found = 0;
    for (size_t i = 0; i < dirs.len; i++) {
        char *root = opf_path_absolute(dirs.items[i]);
        const char *library = opf_run_text(run, "%s/op_api/lib/libcust_opapi.so", root ? root : "");
        opf_ninja_word(to, opf_run_text(run, "-I%s/op_api/include", root ? root : ""));
        run->no_memory |= !root;
        opf_free(root);
        if (!opf_path_is_file(library))
            continue;
        opf_ninja_word(to, library);
        found++;
    }
    opf_strvec_free(&dirs);
    if (found == 0)
        opf_buf_puts(to, " -lcust_opapi"); /* from a folder of the linker's own, if there is one */
}

static void put_example_rule(struct opf_build_run *run, struct opf_buf *to)
{
    opf_buf_puts(to, "# Written by opforge; do not edit.\nninja_required_version = 1.5\nbuilddir = ");
    opf_ninja_path(to, opf_run_text(run, "%s/tmp/examples", run->build));
    opf_buf_puts(to, "\nrule example\n  command = g++ -std=c++17 -O1 -g -MMD -MF $out.d");
    opf_ninja_word(to, opf_run_text(run, "-I%s/include", run->build));
    opf_ninja_word(to, opf_run_text(run, "-I%s/include/aclnnop", run->build));
    opf_ninja_word(to, opf_run_text(run, "-I%s/include", run->sdk));
    opf_buf_puts(to, " $in -o $out");
    opf_ninja_word(to, opf_run_text(run, "-L%s", run->build));
    opf_ninja_word(to, opf_run_text(run, "-L%s", run->lib_dir));
    opf_ninja_word(to, opf_run_text(run, "-Wl,-rpath,%s", run->build));
    opf_ninja_word(to, opf_run_text(run, "-Wl,-rpath,%s", run->lib_dir));
    if (run->options->example_cust)
        put_custom_links(run, to);
    else
        opf_buf_printf(to, " -lopapi_%s", run->repo.name);
    /* An operator's aclnn may name launchers of operators that this run does not build. */
    opf_buf_puts(to, " -lascendcl -lnnopbase -Wl,--unresolved-symbols=ignore-in-shared-libs\n"
                     "  depfile = $out.d\n  deps = gcc\n  description = example: build $out\n");
}

static opf_status *build_examples(struct opf_build_run *run, const struct opf_strvec *sources)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    put_example_rule(run, &text);
    for (size_t i = 0; i < sources->len; i++) {
        struct opf_strvec inputs;
        opf_strvec_init(&inputs);
        opf_strvec_push(&inputs, sources->items[i]);
        opf_ninja_build(&text, opf_run_text(run, "%s/%s", run->build, stem_of(run, sources->items[i])),
                        "example", &inputs, NULL);
        opf_strvec_free(&inputs);
    }
    const char *plan = opf_run_text(run, "%s/tmp/examples/build.ninja", run->build);
    opf_status *status = opf_run_check(run);
    if (!status)
        status = opf_run_write(plan, &text);
    opf_buf_free(&text);
    return status ? status : opf_run_ninja(run, plan, NULL, "run_example");
}

static void show_last_lines(const struct opf_buf *out)
{
    const char *text = opf_buf_text(out), *from = text + out->len;
    int lines = 0;
    while (from > text) {
        if (from[-1] == '\n' && from != text + out->len && ++lines == LINES_SHOWN)
            break;
        from--;
    }
    opf_console_text(from);
    if (out->len && out->data[out->len - 1] != '\n')
        opf_console_text("\n");
}

static opf_status *run_program(struct opf_build_run *run, const char *program, const char *soc, bool *good)
{
    const char *env[4] = {opf_run_text(run, "OPF_SOC=%s", soc),
                          opf_run_text(run, "OPF_SOC_PATH=%s/soc", run->sdk), NULL, NULL};
    if (!run->options->example_cust)
        env[2] = opf_run_text(run, "ASCEND_OPP_PATH=%s/opp", run->build);
    const char *const argv[] = {program, NULL};
    struct opf_proc_spec spec = {.argv = argv, .env_add = env, .merge_stderr = true, .cwd = run->build};
    struct opf_proc_result result;
    opf_status *status = opf_proc_run(&spec, &result);
    if (!status) {
        show_last_lines(&result.out);
        *good = !result.signal && result.exit_code == 0;
        const char *name = opf_path_base(program);
        if (*good)
            opf_console_line("Run %s success.", name);
        else if (result.signal)
            opf_console_line("Run %s failed. (signal %d)", name, result.signal);
        else
            opf_console_line("Run %s failed. (exit code %d)", name, result.exit_code);
    }
    opf_proc_result_free(&result);
    return status;
}

opf_status *opf_example_run(struct opf_build_run *run, const struct opf_strvec *sources, const char *soc,
                            opf_file_lock **lock)
{
    OPF_TRY(build_examples(run, sources));
    opf_file_lock_drop(*lock);
    *lock = NULL;
    size_t failed = 0;
    for (size_t i = 0; i < sources->len; i++) {
        bool good = false;
        OPF_TRY(run_program(run, opf_run_text(run, "%s/%s", run->build, stem_of(run, sources->items[i])), soc,
                            &good));
        failed += !good;
    }
    return failed ? OPF_FAIL(OPF_SUBPROCESS_FAILED, "%zu of %zu examples failed.", failed, sources->len)
                  : NULL;
}

/* opconform: operator repositories, stage by stage. */
#include "ascendc_gen/cli_options.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "conform/conform_sweep.h"
#include "opforge/host_api.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "Usage: opconform REPOSITORY... [options]\n"
    "\n"
    "Walks operator repositories in the ops-nn layout and says for each operator what works, stage by "
    "stage:\n"
    "  def      its definition is evaluated\n"
    "  ini      its section of the .ini is written\n"
    "  host     tiling and shape inference compile (n of m files), link, load and register functions\n"
    "  host_ut  the repository's host unit tests (tests/ut/op_host): cases passed of those declared\n"
    "  kernel_check  the compiler accepts the variants; no code is made, so it is cheap (only with "
    "--stages)\n"
    "  kernel   kernel variants compile (n of m)\n"
    "  golden   cases of tests/st/**/ttk_kernel_*.csv agree with tests/assets/golden.py (needs python3, "
    "numpy)\n"
    "  example  example programs (not implemented)\n"
    "Results are kept in the state folder: the same command goes on where it was stopped, and a later one "
    "with\n"
    "more stages or a larger sample adds to them. Exit code 0; 1 when an operator fails or, with "
    "--baseline,\n"
    "only when something got worse; 2 when the walk itself could not be done.\n";

struct texts {
    const char *stages, *jobs, *sample, *max_variants, *max_cases, *case_size, *keys, *seconds, *memory,
        *budget;
    const char *registered, *cores;
};

static opf_status *read_count(const char *name, const char *text, int64_t *out)
{
    if (text && (!opf_text_to_i64(text, out) || *out < 0))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--%s=%s: a whole number, at least 0, was expected", name,
                        text);
    return NULL;
}

static opf_status *read_texts(const struct texts *t, struct opf_conform_options *o)
{
    int64_t jobs = opf_thread_cpu_count(), seconds = 300, memory = 8192, budget = 0;
    o->stages = ((1u << OPF_STAGE_COUNT) - 1) & ~(1u << OPF_STAGE_KERNEL_CHECK); /* `kernel` says more */
    if (t->stages)
        OPF_TRY(opf_conform_stage_list(t->stages, &o->stages));
    OPF_TRY(read_count("jobs", t->jobs, &jobs));
    OPF_TRY(read_count("sample", t->sample, &o->sample));
    OPF_TRY(read_count("max-variants", t->max_variants, &o->max_variants));
    OPF_TRY(read_count("max-cases", t->max_cases, &o->max_cases));
    OPF_TRY(read_count("case-size", t->case_size, &o->case_mib));
    o->used_keys = t->keys && strcmp(t->keys, "used") == 0;
    if (t->keys && !o->used_keys && strcmp(t->keys, "all") != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--keys=%s: all or used was expected", t->keys);
    OPF_TRY(read_count("time-limit", t->seconds, &seconds));
    OPF_TRY(read_count("memory-limit", t->memory, &memory));
    OPF_TRY(read_count("budget", t->budget, &budget));
    o->jobs = jobs < 1 ? 1 : jobs > 64 ? 64 : (int)jobs;
    o->budget_s = (double)budget;
    o->limits = (struct opf_conform_limits){.seconds = (double)seconds, .memory_bytes = (size_t)memory << 20};
    return NULL;
}

/* Programs of the walk have it from the environment. */
static opf_status *set_cores(const char *text, struct opf_conform_options *o)
{
    const opf_host_platform *chip;
    if (!text)
        return NULL;
    OPF_TRY(read_count("cores", text, &o->cores));
    if (opf_host_platform_open(o->soc, &chip) != 0 ||
        opf_host_platform_reduce(chip, (uint32_t)(o->cores > UINT32_MAX ? 0 : o->cores), &chip) != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--cores=%s: %s", text, opf_host_last_error());
    return setenv("OPF_CORES", text, 1) != 0 ? OPF_FAIL(OPF_IO, "the environment cannot be set") : NULL;
}

/* In a child of the walk: a library that crashes while it is loaded takes only this process down. */
static opf_status *list_registered(const char *library)
{
    size_t count = 0;
    if (opf_host_load(library) != 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s", opf_host_last_error());
    const char *const *types = opf_host_list_ops(&count);
    printf("%zu types\n", count);
    for (size_t i = 0; i < count; i++)
        printf("type %s\n", types[i]);
    return NULL;
}

static void interrupted(int number)
{
    (void)number;
    opf_conform_stop();
}

static opf_status *write_output(const char *path, struct opf_buf *text, opf_status *status)
{
    if (!status)
        status = opf_buf_finish(text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(text), text->len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(text);
    return status;
}

static opf_status *write_outputs(const struct opf_conform_options *o, const struct opf_conform_table *table)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    if (o->tsv) {
        opf_conform_write_tsv(table, &text);
        OPF_TRY(write_output(o->tsv, &text, NULL));
    }
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    if (o->json)
        OPF_TRY(write_output(o->json, &text, opf_conform_write_json(table, &text)));
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    if (o->html) {
        opf_conform_write_html(table, &text);
        OPF_TRY(write_output(o->html, &text, NULL));
    }
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_conform_write_text(table, &text);
    opf_status *status = opf_buf_finish(&text, "the table");
    if (!status)
        fputs(opf_buf_text(&text), stdout);
    opf_buf_free(&text);
    return status;
}

static bool has_failures(const struct opf_conform_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        for (int s = 0; s < OPF_STAGE_COUNT; s++)
            if ((table->stages & (1u << s)) && table->rows[i].cells[s].verdict == OPF_VERDICT_FAIL)
                return true;
    return false;
}

static opf_status *walk(const struct opf_conform_options *o, int *code)
{
    struct opf_conform_table table, before;
    opf_conform_table_init(&table);
    opf_conform_table_init(&before);
    opf_status *status = o->baseline ? opf_conform_read_tsv(o->baseline, &before) : NULL;
    if (!status)
        status = opf_conform_sweep(o, &table);
    if (!status)
        status = write_outputs(o, &table);
    if (!status && !o->baseline) {
        *code = has_failures(&table) ? 1 : 0;
    } else if (!status) {
        struct opf_buf worse;
        opf_buf_init(&worse, OPF_BUF_MAX_DEFAULT);
        size_t count = opf_conform_compare(&before, &table, &worse);
        printf("\n%s%zu results are worse than in %s\n", opf_buf_text(&worse), count, o->baseline);
        *code = count ? 1 : 0;
        opf_buf_free(&worse);
    }
    opf_conform_table_free(&before);
    opf_conform_table_free(&table);
    return status;
}

static int finish(opf_status *status, int code)
{
    if (!status)
        return code;
    opf_status_print(stderr, status);
    opf_status_free(status);
    return 2;
}

int main(int argc, char **argv)
{
    struct opf_conform_options o = {.soc = "ascend950", .state = "build/conform", .case_mib = 64};
    struct texts t = {0};
    opf_strvec_init(&o.repos);
    const struct opf_cli_option options[] = {
        {"soc", OPF_CLI_TEXT, &o.soc, "NAME", "chip (ascend950)"},
        {"cores", OPF_CLI_TEXT, &t.cores, "N", "vector cores of the emulated chip (all it has)"},
        {"opbase", OPF_CLI_TEXT, &o.opbase, "DIR", "checkout of opbase; default third_party/opbase"},
        {"ops", OPF_CLI_TEXT, &o.ops, "a,b", "only these operators"},
        {"sample", OPF_CLI_TEXT, &t.sample, "N",
         "only N operators, spread; larger samples hold smaller ones"},
        {"stages", OPF_CLI_TEXT, &t.stages, "a,b", "only these stages"},
        {"max-variants", OPF_CLI_TEXT, &t.max_variants, "N",
         "kernel, kernel_check: at most N variants an operator, spread over its list"},
        {"max-cases", OPF_CLI_TEXT, &t.max_cases, "N", "golden: at most N cases an operator, spread"},
        {"case-size", OPF_CLI_TEXT, &t.case_size, "MIB",
         "golden: cases with more tensors are skipped (64); they lie on the disk meanwhile"},
        {"keys", OPF_CLI_TEXT, &t.keys, "WHAT",
         "golden: all tiling keys of a kernel are compiled (all), or those that its cases take (used)"},
        {"state", OPF_CLI_TEXT, &o.state, "DIR", "where results and builds are kept (build/conform)"},
        {"retry", OPF_CLI_FLAG, &o.retry, NULL, "what failed or was skipped is tried again"},
        {"fresh", OPF_CLI_FLAG, &o.fresh, NULL, "forget the state folder first"},
        {"report", OPF_CLI_FLAG, &o.report, NULL, "run nothing, only report what is known"},
        {"budget", OPF_CLI_TEXT, &t.budget, "S",
         "start no operator after S seconds; the rest is \"not run\""},
        {"time-limit", OPF_CLI_TEXT, &t.seconds, "S",
         "of one compile (of kernels: CPU time) or case (300; 0: none)"},
        {"memory-limit", OPF_CLI_TEXT, &t.memory, "MIB", "of one compile (8192; 0: none)"},
        {"host-opt", OPF_CLI_TEXT, &o.host_opt, "N", "optimisation of host sources: 0 to 3 (2)"},
        {"jobs", OPF_CLI_TEXT, &t.jobs, "N", "operators at a time, also -jN (number of processors)"},
        {"tsv", OPF_CLI_TEXT, &o.tsv, "FILE", "write the table there"},
        {"json", OPF_CLI_TEXT, &o.json, "FILE", "write the table there"},
        {"html", OPF_CLI_TEXT, &o.html, "FILE", "write one self-contained page there"},
        {"baseline", OPF_CLI_TEXT, &o.baseline, "FILE", "an earlier --tsv: list what got worse"},
        {"quiet", OPF_CLI_FLAG, &o.quiet, NULL, "no progress"},
        {"registered", OPF_CLI_TEXT, &t.registered, "LIB",
         "list the operator types a host library registers"},
        {"help", OPF_CLI_FLAG, &o.help, NULL, "this page"},
    };
    const size_t count = sizeof(options) / sizeof(options[0]);
    char jobs[32];
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "-j", 2) == 0) {
            snprintf(jobs, sizeof(jobs), "--jobs=%s", argv[i] + 2);
            argv[i] = jobs;
        }
    int code = 0;
    opf_status *status = opf_cli_parse(options, count, argc, argv, &o.repos);
    if (!status)
        status = read_texts(&t, &o);
    if (!status)
        status = set_cores(t.cores, &o);
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    if (!status && o.help)
        opf_cli_help(stdout, USAGE, options, count);
    else if (!status && t.registered)
        status = list_registered(t.registered);
    else if (!status && o.repos.len == 0)
        status = OPF_FAIL(OPF_INVALID_ARGUMENT, "no repository was given (opconform --help)");
    else if (!status)
        status = walk(&o, &code);
    opf_strvec_free(&o.repos);
    return finish(status, code);
}

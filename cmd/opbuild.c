/* opbuild: operator definitions -> .ini, operator information, generated aclnn. */
#include "opbuild/def_build.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "base/thread.h"

#include <string.h>

static const char help_text[] =
    "Usage: opbuild --soc=CHIP[,CHIP] --out=DIR [options] DEFINITION.cpp ... [@LIST] ...\n"
    "\n"
    "Compiles and runs operator definitions (files that end in OP_ADD(Type)) and writes below DIR\n"
    "  autogen/[inner/|exc/]aic-CHIP-ops-info.ini        one section an operator, by class\n"
    "  tbe/config/aic-CHIP-ops-info.ini                  all of them; tbe/config/CHIP/OP.ini each alone\n"
    "  tbe/op_info_cfg/ai_core/CHIP/aic-CHIP-ops-info*.json\n"
    "  autogen/[inner/]aclnn*_OP.{h,cpp}, autogen/aclnn_ops_REPO.h\n"
    "Files that would not change are left alone; .opbuild/ below DIR keeps what the next run can use again.\n"
    "\n"
    "  --soc=LIST           chips, short lower-case names (ascend950)\n"
    "  --out=DIR            build tree\n"
    "  --class=CLASS        class of the sources after it: aclnn (public generated API), aclnnInner,\n"
    "                       aclnnExc (no generated API; default)\n"
    "  --unlisted=WHAT      an operator whose definition has no AddConfig for a chip: skip (default), "
    "default\n"
    "                       (gets the default flags) or error\n"
    "  --repo=NAME          nn (default), math: endings of file names\n"
    "  --vendor=NAME        custom package: endings as for a vendor\n"
    "  --kernel-src=OP=FILE explicit kernel source of operator type OP\n"
    "  --no-source-package  kernels are delivered as binaries only\n"
    "  --require-output     an operator without output is an error, not a warning\n"
    "  -I DIR, -D NAME[=V]  passed to the compiler\n"
    "  --cxx=PROGRAM        C++ compiler (clang++-19)\n"
    "  --sdk=DIR            SDK folder; --host-lib=FILE libopforge_host.so (both found beside the program)\n"
    "  --jobs=N, -jN        compilers at a time (number of processors)\n"
    "  --group=N            definitions in one translation unit (28)\n"
    "  --time-limit=S       seconds that the definitions of a unit may run (30)\n"
    "  -v                   say what was done\n"
    "  -h, --help           this page\n"
    "  @LIST                a file with one argument a line\n"
    "\n"
    "Exit code 0, or 1 with `file:line: error: ...` on stderr; operators without a fault are still "
    "written.\n";

struct command_line {
    struct opf_def_options options;
    enum opf_def_class op_class;
    bool help;
};

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading the command line");
}

static opf_status *set_text(char **slot, const char *value)
{
    opf_free(*slot);
    *slot = opf_strdup(value);
    return *slot ? NULL : no_memory();
}

/* A path that stays right from any working folder. */
static opf_status *set_path(char **slot, const char *value)
{
    opf_free(*slot);
    *slot = opf_path_absolute(value);
    return *slot ? NULL : no_memory();
}

static opf_status *set_number(const char *option, const char *value, int64_t max, int *out)
{
    int64_t n;
    if (!opf_text_to_i64(value, &n) || n < 1 || n > max)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s takes a number from 1 to %lld, not `%s`", option,
                        (long long)max, value);
    *out = (int)n;
    return NULL;
}

static opf_status *set_choice(const char *option, const char *value, const char *const *choices, int count,
                              int *out)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(value, choices[i]) == 0) {
            *out = i;
            return NULL;
        }
    }
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "%s does not know `%s`; it takes %s, %s or %s", option, value,
                    choices[0], choices[1], choices[2]);
}

static opf_status *set_socs(struct opf_def_options *options, const char *value)
{
    struct opf_strvec items;
    opf_strvec_init(&items);
    opf_strvec_split(&items, value, ",;", true);
    for (size_t i = 0; i < items.len; i++) {
        opf_text_lower(items.items[i]);
        if (!opf_strvec_contains(&options->socs, items.items[i]))
            opf_strvec_push(&options->socs, items.items[i]);
    }
    opf_strvec_free(&items);
    return opf_strvec_finish(&options->socs);
}

static opf_status *long_option(struct command_line *line, const char *name, const char *value)
{
    static const char *const classes[] = {"aclnn", "aclnnInner", "aclnnExc"};
    static const char *const unlisted[] = {"skip", "default", "error"};
    struct opf_def_options *o = &line->options;
    int choice = 0;
    opf_status *status;
    if (strcmp(name, "--soc") == 0)
        return set_socs(o, value);
    if (strcmp(name, "--out") == 0)
        return set_path(&o->out, value);
    if (strcmp(name, "--repo") == 0)
        return set_text(&o->repo, value);
    if (strcmp(name, "--vendor") == 0)
        return set_text(&o->vendor, value);
    if (strcmp(name, "--cxx") == 0)
        return set_text(&o->cxx, value);
    if (strcmp(name, "--sdk") == 0)
        return set_path(&o->sdk, value);
    if (strcmp(name, "--host-lib") == 0)
        return set_path(&o->host_lib, value);
    if (strcmp(name, "--jobs") == 0)
        return set_number(name, value, 256, &o->jobs);
    if (strcmp(name, "--group") == 0)
        return set_number(name, value, 1000, &o->group_size);
    if (strcmp(name, "--time-limit") == 0) {
        status = set_number(name, value, 86400, &choice);
        o->time_limit = choice;
        return status;
    }
    if (strcmp(name, "--class") == 0) {
        status = set_choice(name, value, classes, 3, &choice);
        line->op_class = (enum opf_def_class)choice;
        return status;
    }
    if (strcmp(name, "--unlisted") == 0) {
        status = set_choice(name, value, unlisted, 3, &choice);
        o->unlisted = (enum opf_def_unlisted)choice;
        return status;
    }
    if (strcmp(name, "--kernel-src") == 0) {
        opf_strvec_push(&o->kernel_srcs, value);
        return opf_strvec_finish(&o->kernel_srcs);
    }
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown option %s; opbuild --help lists them", name);
}

static opf_status *read_list(struct command_line *line, const char *path, int depth);

static opf_status *argument(struct command_line *line, const char *text, int depth)
{
    const char *equals = strchr(text, '=');
    if (text[0] == '@')
        return read_list(line, text + 1, depth + 1);
    if (text[0] != '-')
        return opf_def_options_add(&line->options, text, line->op_class);
    if (strcmp(text, "-h") == 0 || strcmp(text, "--help") == 0) {
        line->help = true;
        return NULL;
    }
    if (strcmp(text, "-v") == 0) {
        line->options.verbose = true;
        return NULL;
    }
    if (strcmp(text, "--no-source-package") == 0) {
        line->options.no_source_package = true;
        return NULL;
    }
    if (strcmp(text, "--require-output") == 0) {
        line->options.require_output = true;
        return NULL;
    }
    if (opf_text_starts(text, "-j"))
        return set_number("-j", text + 2, 256, &line->options.jobs);
    if (opf_text_starts(text, "-I") || opf_text_starts(text, "-D")) {
        opf_strvec_push(&line->options.flags, text);
        return opf_strvec_finish(&line->options.flags);
    }
    if (!opf_text_starts(text, "--") || !equals)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown option %s; opbuild --help lists them", text);
    char *name = opf_strndup(text, (size_t)(equals - text));
    opf_status *status = name ? long_option(line, name, equals + 1) : no_memory();
    opf_free(name);
    return status;
}

static opf_status *read_list(struct command_line *line, const char *path, int depth)
{
    struct opf_buf text;
    struct opf_strvec lines;
    if (depth > 8)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "@%s: lists are nested too deep", path);
    OPF_TRY(opf_file_read(path, (size_t)64 << 20, &text));
    opf_strvec_init(&lines);
    opf_strvec_split(&lines, opf_buf_text(&text), "\n", true);
    opf_status *status = NULL;
    for (size_t i = 0; i < lines.len && !status; i++)
        status = argument(line, lines.items[i], depth);
    opf_strvec_free(&lines);
    opf_buf_free(&text);
    return status;
}

static opf_status *read_command_line(struct command_line *line, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        char *joined = NULL;
        if ((strcmp(text, "-I") == 0 || strcmp(text, "-D") == 0) && i + 1 < argc)
            joined = opf_asprintf("%s%s", text, argv[++i]);
        opf_status *status = argument(line, joined ? joined : text, 0);
        opf_free(joined);
        if (status)
            return status;
    }
    if (line->help)
        return NULL;
    if (!line->options.out)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--out=DIR is missing; opbuild --help lists the options");
    if (!line->options.cxx)
        OPF_TRY(set_text(&line->options.cxx, "clang++-19"));
    return opf_def_options_locate(&line->options);
}

static void report(const struct opf_def_options *options, const struct opf_def_diags *diags,
                   const struct opf_def_result *result, double seconds)
{
    fputs(opf_buf_text(&diags->text), stderr);
    if (diags->count)
        fprintf(stderr, "opbuild: %zu errors\n", diags->count);
    if (!options->verbose)
        return;
    if (result->up_to_date)
        printf("opbuild: up to date (%.2f s)\n", seconds);
    else
        printf(
            "opbuild: %zu operators, %zu sections, %zu with generated aclnn, %zu units compiled (%.2f s)\n",
            result->operators, result->sections, result->aclnn, result->compiled, seconds);
}

int main(int argc, char **argv)
{
    uint64_t start;
    if (argc == 5 && strcmp(argv[1], "--evaluate") == 0 && opf_text_to_u64(argv[4], &start))
        return opf_def_evaluate_child(argv[2], argv[3], (size_t)start);

    struct command_line line = {.op_class = OPF_DEF_ACLNN_EXC};
    struct opf_def_diags diags;
    struct opf_def_result result = {0};
    int64_t begin = opf_clock_ns();
    opf_def_options_init(&line.options);
    opf_def_diags_init(&diags);
    line.options.jobs = opf_thread_cpu_count();
    opf_status *status = read_command_line(&line, argc, argv);
    if (!status && line.help) {
        fputs(help_text, stdout);
    } else {
        if (!status)
            status = opf_def_build(&line.options, &diags, &result);
        report(&line.options, &diags, &result, (double)(opf_clock_ns() - begin) / 1e9);
        if (status)
            opf_status_print(stderr, status);
    }
    int code = status || diags.count ? 1 : 0;
    opf_status_free(status);
    opf_def_diags_free(&diags);
    opf_def_options_free(&line.options);
    return code;
}

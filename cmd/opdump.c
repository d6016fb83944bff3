/* opdump: shows kernel objects, kernel descriptions and index files; explains look-ups. */
#include "base/path.h"
#include "base/text.h"
#include "runner/dump_file.h"
#include "runtime_min/device/chip.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "Usage: opdump FILE...                       kernel objects (.o), descriptions and index files (.json),\n"
    "                                            or folders of them\n"
    "       opdump --op=NAME FILE                one operator of a global index (binary_info_config.json)\n"
    "       opdump --find=NAME [--soc=CHIP] --in=DTYPE[:FORMAT]... --out=DTYPE[:FORMAT]...\n"
    "                                            the kernel the run time would choose, or why there is none\n"
    "\n"
    "  --in, --out       in the order of the definition; `none` = optional and absent, `float16*3` = a list "
    "of 3;\n"
    "                    format ND when not given\n"
    "  --attr=TEXT       attribute as a key spells it (only for operators whose keys hold attributes)\n"
    "  --deterministic   ask for a deterministic kernel\n"
    "\n"
    "Exit code: 0, or 1 when a file is not what it should be or no kernel was found.\n";

enum { OPT_OP = 1, OPT_FIND, OPT_SOC, OPT_IN, OPT_OUT, OPT_ATTR, OPT_DETERMINISTIC, OPT_HELP };

struct options {
    const char *op, *find, *soc;
    struct opf_strvec in, out, attrs;
    bool deterministic, help;
};

static opf_status *parse(int argc, char **argv, struct options *o)
{
    static const struct option longs[] = {{"op", required_argument, NULL, OPT_OP},
                                          {"find", required_argument, NULL, OPT_FIND},
                                          {"soc", required_argument, NULL, OPT_SOC},
                                          {"in", required_argument, NULL, OPT_IN},
                                          {"out", required_argument, NULL, OPT_OUT},
                                          {"attr", required_argument, NULL, OPT_ATTR},
                                          {"deterministic", no_argument, NULL, OPT_DETERMINISTIC},
                                          {"help", no_argument, NULL, OPT_HELP},
                                          {NULL, 0, NULL, 0}};
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", longs, NULL)) != -1;) {
        switch (c) {
        case OPT_OP:
            o->op = optarg;
            break;
        case OPT_FIND:
            o->find = optarg;
            break;
        case OPT_SOC:
            o->soc = opf_text_lower(optarg);
            break;
        case OPT_IN:
            opf_strvec_push(&o->in, optarg);
            break;
        case OPT_OUT:
            opf_strvec_push(&o->out, optarg);
            break;
        case OPT_ATTR:
            opf_strvec_push(&o->attrs, optarg);
            break;
        case OPT_DETERMINISTIC:
            o->deterministic = true;
            break;
        case OPT_HELP:
        case 'h':
            o->help = true;
            break;
        default:
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown option or missing value: %s (see opdump --help)",
                            argv[optind - 1]);
        }
    }
    return NULL;
}

static opf_status *dump_file(const struct options *o, const char *path, struct opf_buf *text)
{
    if (text->len)
        opf_buf_putc(text, '\n');
    return opf_text_ends(path, ".json") ? opf_dump_json(path, o->op, text) : opf_dump_object(path, text);
}

/* A file, or the kernels and descriptions of a folder. */
static opf_status *dump_path(const struct options *o, const char *path, struct opf_buf *text)
{
    if (!opf_path_is_dir(path))
        return dump_file(o, path, text);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(path, "*.[oj]*", 1, &files);
    size_t shown = 0;
    for (size_t i = 0; !status && i < files.len; i++) {
        if (!opf_text_ends(files.items[i], ".o") && !opf_text_ends(files.items[i], ".json"))
            continue;
        shown++;
        status = dump_file(o, files.items[i], text);
    }
    if (!status && shown == 0)
        status = OPF_FAIL(OPF_NOT_FOUND, "%s: no .o and no .json in this folder", path);
    opf_strvec_free(&files);
    return status;
}

/* Look-ups without any search path take the package of ./build, as oprun does. */
static void default_package(void)
{
    static const char *const paths[] = {"OPF_KERNEL_PATH", "ASCEND_CUSTOM_OPP_PATH", "ASCEND_OPP_PATH"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        if (getenv(paths[i]))
            return;
    if (opf_path_is_dir("build/opp"))
        (void)setenv("ASCEND_OPP_PATH", "build/opp", 1);
}

/* Packages keep files by it; `soc` may be a full name. A chip that nothing describes is looked for as it was
 * given. */
static const char *short_name(const char *soc, struct opf_chip *chip)
{
    if (!soc)
        return "ascend950";
    opf_status *unknown = opf_chip_read(soc, chip);
    opf_status_free(unknown);
    return unknown ? soc : chip->short_name;
}

static opf_status *run(struct options *o, int argc, char **argv, int *code)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_status *status = NULL;
    struct opf_chip chip;
    if (o->find) {
        bool found = false;
        default_package();
        struct opf_dump_query q = {.op = o->find,
                                   .soc = short_name(o->soc, &chip),
                                   .inputs = &o->in,
                                   .outputs = &o->out,
                                   .attrs = &o->attrs,
                                   .deterministic = o->deterministic};
        status = opf_dump_lookup(&q, &text, &found);
        *code = !found;
    }
    for (int i = optind; !status && i < argc; i++)
        status = dump_path(o, argv[i], &text);
    (void)fputs(opf_buf_text(&text), stdout);
    opf_buf_free(&text);
    return status;
}

int main(int argc, char **argv)
{
    struct options o = {0};
    int code = 0;
    opf_status *status = parse(argc, argv, &o);
    if (!status && (o.help || (!o.find && optind == argc))) {
        (void)fputs(USAGE, o.help ? stdout : stderr);
        code = o.help ? 0 : 1;
    } else if (!status) {
        status = run(&o, argc, argv, &code);
    }
    if (status) {
        opf_status_print(stderr, status);
        opf_status_free(status);
        code = 1;
    }
    opf_strvec_free(&o.in);
    opf_strvec_free(&o.out);
    opf_strvec_free(&o.attrs);
    return code;
}

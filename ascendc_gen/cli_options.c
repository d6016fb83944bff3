/* Table-driven command-line options. */
#include "ascendc_gen/cli_options.h"

#include "base/text.h"
#include <string.h>

#define MAX_SUGGESTIONS 64

/* Length of the option's name in `arg` when it is `name` (up to `=` or the end), else 0. */
static size_t match_name(const char *arg, const char *name)
{
    size_t i = 0;
    for (; name[i]; i++) {
        char a = arg[i] == '-' ? '_' : arg[i];
        char b = name[i] == '-' ? '_' : name[i];
        if (a != b)
            return 0;
    }
    return arg[i] == '=' || arg[i] == '\0' ? i : 0;
}

static opf_status *unknown_option(const struct opf_cli_option *options, size_t count, const char *arg)
{
    const char *names[MAX_SUGGESTIONS];
    size_t n = count < MAX_SUGGESTIONS ? count : MAX_SUGGESTIONS;
    for (size_t i = 0; i < n; i++)
        names[i] = options[i].name;
    char *bare = opf_strndup(arg + 2, strcspn(arg + 2, "="));
    const char *near = bare ? opf_text_nearest(bare, names, n) : NULL;
    opf_free(bare);
    if (near)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown option %s; did you mean --%s? (--help lists all)", arg,
                        near);
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "unknown option %s (--help lists all)", arg);
}

static opf_status *apply_option(const struct opf_cli_option *option, const char *arg, size_t name_len)
{
    const char *value = arg[2 + name_len] == '=' ? arg + 2 + name_len + 1 : NULL;
    if (option->kind == OPF_CLI_FLAG) {
        if (value)
            return OPF_FAIL(OPF_INVALID_ARGUMENT, "option --%s takes no value", option->name);
        *(bool *)option->target = true;
        return NULL;
    }
    if (!value)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "option --%s needs a value: --%s=%s", option->name,
                        option->name, option->value_name);
    if (option->kind == OPF_CLI_TEXT) {
        *(const char **)option->target = value;
        return NULL;
    }
    struct opf_strvec *list = option->target;
    opf_strvec_push(list, value);
    return opf_strvec_finish(list);
}

opf_status *opf_cli_parse(const struct opf_cli_option *options, size_t count, int argc, char **argv,
                          struct opf_strvec *positional)
{
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (strncmp(arg, "--", 2) != 0 || !arg[2]) {
            if (!positional || (arg[0] == '-' && arg[1]))
                return OPF_FAIL(OPF_INVALID_ARGUMENT, "unexpected argument %s (--help lists the options)",
                                arg);
            opf_strvec_push(positional, arg);
            continue;
        }
        size_t o = 0, len = 0;
        while (o < count && !(len = match_name(arg + 2, options[o].name)))
            o++;
        if (o == count)
            return unknown_option(options, count, arg);
        OPF_TRY(apply_option(&options[o], arg, len));
    }
    return positional ? opf_strvec_finish(positional) : NULL;
}

void opf_cli_help(FILE *to, const char *usage, const struct opf_cli_option *options, size_t count)
{
    fprintf(to, "%s\nOptions:\n", usage);
    for (size_t i = 0; i < count; i++) {
        char left[96];
        snprintf(left, sizeof(left), "--%s%s%s", options[i].name, options[i].value_name ? "=" : "",
                 options[i].value_name ? options[i].value_name : "");
        fprintf(to, "  %-34s %s\n", left, options[i].help);
    }
}

int opf_cli_finish(opf_status *status)
{
    if (!status)
        return 0;
    opf_status_print(stderr, status);
    opf_status_free(status);
    return 1;
}

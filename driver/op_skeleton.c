/* Skeleton operators: the operator `math/add` of kernels_src under a new name. */
#include "driver/op_skeleton.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/console.h"

#include <ctype.h>
#include <string.h>

#define MODEL       "math/add"
#define MODEL_SNAKE "add"
#define MODEL_CAMEL "Add"
#define FILE_MAX    ((size_t)1 << 20)

static bool is_name(const char *text)
{
    size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return len > 0 && text[len] == '\0';
}

/* add_two -> AddTwo */
static const char *camel_name(struct opf_build_run *run, const char *snake)
{
    struct opf_buf text;
    opf_buf_init(&text, 4096);
    bool upper = true;
    for (; *snake; snake++) {
        if (*snake == '_') {
            upper = true;
            continue;
        }
        opf_buf_putc(&text, upper ? (char)toupper((unsigned char)*snake) : *snake);
        upper = false;
    }
    const char *camel = opf_run_text(run, "%s", opf_buf_text(&text));
    run->no_memory |= text.failed;
    opf_buf_free(&text);
    return camel;
}

/* Replace whole words and word parts: `add` only where it stands between non-letters. */
static void put_renamed(struct opf_buf *to, const char *text, const char *snake, const char *camel)
{
    char upper[256];
    snprintf(upper, sizeof(upper), "%s", snake);
    opf_text_upper(upper);
    const struct {
        const char *old, *new;
    } words[] = {{MODEL_SNAKE, snake}, {MODEL_CAMEL, camel}, {"ADD", upper}};
    const char *start = text;
    while (*text) {
        bool replaced = false;
        for (size_t i = 0; i < 3 && !replaced; i++) {
            size_t len = strlen(words[i].old);
            char after = strncmp(text, words[i].old, len) == 0 ? text[len] : 'x';
            bool begins = text == start || !isalpha((unsigned char)text[-1]) ||
                          (i == 1 && islower((unsigned char)text[-1]));
            bool ends = !islower((unsigned char)after) && !(i == 2 && isupper((unsigned char)after));
            if (begins && ends && strncmp(text, words[i].old, len) == 0) {
                opf_buf_puts(to, words[i].new);
                text += len;
                replaced = true;
            }
        }
        if (!replaced)
            opf_buf_putc(to, *text++);
    }
}

static opf_status *copy_renamed(struct opf_build_run *run, const char *from, const char *relative,
                                const char *to, const char *snake, const char *camel)
{
    struct opf_buf text, renamed, name;
    OPF_TRY(opf_file_read(from, FILE_MAX, &text));
    opf_buf_init(&renamed, FILE_MAX * 4);
    opf_buf_init(&name, 4096);
    put_renamed(&renamed, opf_buf_text(&text), snake, camel);
    put_renamed(&name, relative, snake, camel);
    opf_status *status = opf_buf_finish(&renamed, from);
    if (!status)
        status = opf_run_write(opf_run_text(run, "%s/%s", to, opf_buf_text(&name)), &renamed);
    opf_buf_free(&text);
    opf_buf_free(&renamed);
    opf_buf_free(&name);
    return status;
}

static opf_status *copy_model(struct opf_build_run *run, const char *to, const char *snake)
{
    const char *model = opf_run_text(run, "%s/kernels_src/" MODEL, run->home),
               *camel = camel_name(run, snake);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(model, NULL, 6, &files);
    for (size_t i = 0; i < files.len && !status; i++)
        status = copy_renamed(run, files.items[i], files.items[i] + strlen(model) + 1, to, snake, camel);
    opf_strvec_free(&files);
    return status;
}

opf_status *opf_skeleton_make(struct opf_build_run *run, const char *place, struct opf_option_fault *fault)
{
    const char *slash = strrchr(place, '/');
    if (!slash || !slash[1] || slash == place) {
        fault->usage = true;
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--genop=%s: CLASS/NAME was expected", place);
    }
    const char *category = opf_run_text(run, "%.*s", (int)(slash - place), place);
    if (!is_name(slash + 1) || !is_name(opf_path_base(category)) || strstr(place, ".."))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--genop=%s: names may have letters, digits and _ only", place);
    const char *src = run->options->src ? run->options->src : opf_run_text(run, "%s/kernels_src", run->home);
    const char *to = opf_run_text(run, "%s/%s", src, place);
    if (opf_path_exists(to))
        return OPF_FAIL(OPF_ALREADY_EXISTS, "--genop=%s: %s is there already", place, to);
    OPF_TRY(copy_model(run, to, slash + 1));
    opf_console_success("Created the operator %s; its definition is op_host/%s_def.cpp.", to, slash + 1);
    return opf_run_check(run);
}

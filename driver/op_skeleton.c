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

/* Whether the model's name at `text` (of `len` characters) is the operator's: not part of a longer word, and
 * not the vector call AscendC::Add or the call AddConfig(), which only share the name. */
static bool names_model(const char *start, const char *text, size_t len)
{
    static const char vector_call[] = "AscendC::";
    size_t before = (size_t)(text - start), prefix = sizeof(vector_call) - 1;
    char last = before ? text[-1] : ' ', after = text[len];
    if (strncmp(text, "AddConfig", 9) == 0)
        return false;
    if (before >= prefix && strncmp(text - prefix, vector_call, prefix) == 0)
        return false;
    if (isupper((unsigned char)text[1])) { /* ADD: in include guards only, macros of the SDK have it too */
        size_t word = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        return !isalnum((unsigned char)last) && !isalnum((unsigned char)after) && word > 2 &&
               strncmp(text + word - 2, "_H", 2) == 0;
    }
    if (islower((unsigned char)after))
        return false;
    /* `Add` may end a compound (aclnnAdd), `add` follows a break or nothing. */
    return isupper((unsigned char)text[0]) ? !isupper((unsigned char)last) : !isalpha((unsigned char)last);
}

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
        const char *new = NULL;
        for (size_t i = 0; i < 3 && !new; i++)
            if (strncmp(text, words[i].old, strlen(words[i].old)) == 0 &&
                names_model(start, text, strlen(words[i].old)))
                new = words[i].new;
        if (new) {
            opf_buf_puts(to, new);
            text += strlen(MODEL_SNAKE);
        } else {
            opf_buf_putc(to, *text++);
        }
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

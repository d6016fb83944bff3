/* Source lines of return addresses, from the object's line tables, by running llvm-symbolizer: only when
 * something has failed, so nothing is read or kept while kernels run well. */
#include "base/proc.h"
#include "base/strvec.h"
#include "base/text.h"
#include "runtime_min/device/core_slot.h"
#include <stdlib.h>
#include <string.h>

static bool run_symbolizer(const char *program, const struct opf_kernel_image *kernel, const uintptr_t *pc,
                           uint32_t pc_num, struct opf_buf *out)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, program);
    opf_strvec_pushf(&argv, "--obj=%s", kernel->path);
    opf_strvec_push(&argv, "--inlines");
    opf_strvec_push(&argv, "--demangle");
    for (uint32_t i = 0; i < pc_num; i++)
        opf_strvec_pushf(&argv, "0x%zx", (size_t)(pc[i] - (uintptr_t)kernel->image.base));
    opf_status *status = opf_strvec_finish(&argv);
    struct opf_proc_result result;
    bool ok = false;
    if (!status) {
        struct opf_proc_spec spec = {.argv = (const char *const *)argv.items, .timeout_s = 20};
        status = opf_proc_run(&spec, &result);
        if (!status) {
            ok = result.exit_code == 0 && result.signal == 0 && !result.timed_out && result.out.len > 0;
            if (ok)
                opf_buf_puts(out, opf_buf_text(&result.out));
            opf_proc_result_free(&result);
        }
    }
    opf_status_free(status);
    opf_strvec_free(&argv);
    return ok;
}

/* "path:line:column", from the right because paths may hold colons. */
static bool split_place(char *text, int *line, int *column)
{
    char *c = strrchr(text, ':');
    if (!c)
        return false;
    *c = '\0';
    char *l = strrchr(text, ':');
    if (!l)
        return false;
    *l = '\0';
    int64_t ln = 0, col = 0;
    if (!opf_text_to_i64(l + 1, &ln) || !opf_text_to_i64(c + 1, &col))
        return false;
    *line = (int)ln;
    *column = (int)col;
    return ln > 0 && strcmp(text, "??") != 0;
}

static bool is_sdk(const char *file)
{
    return strstr(file, "/sdk/device/") != NULL || strstr(file, "/sdk/include/opforge/") != NULL ||
           strncmp(file, "sdk/device/", 11) == 0;
}

/* Function name without its parameters and namespaces, as a user wrote the call. */
static void short_name(const char *function, char *out, size_t size)
{
    size_t len = strcspn(function, "(<");
    const char *start = function;
    for (size_t i = 0; i < len; i++)
        if (function[i] == ':' || function[i] == ' ')
            start = function + i + 1;
    snprintf(out, size, "%.*s", (int)(len - (size_t)(start - function)), start);
}

bool opf_symbolize(const struct opf_kernel_image *kernel, const uintptr_t *pc, uint32_t pc_num,
                   struct opf_source_place *out)
{
    static const char *const programs[] = {"llvm-symbolizer-19", "llvm-symbolizer"};
    struct opf_buf text;
    opf_buf_init(&text, 1u << 20);
    const char *chosen = getenv("OPF_SYMBOLIZER");
    bool ok = chosen && run_symbolizer(chosen, kernel, pc, pc_num, &text);
    for (size_t i = 0; !chosen && !ok && i < sizeof(programs) / sizeof(programs[0]); i++)
        ok = run_symbolizer(programs[i], kernel, pc, pc_num, &text);
    memset(out, 0, sizeof(*out));
    char *save = NULL, function[256] = "";
    int row = 0;
    for (char *line = ok ? strtok_r(text.data, "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save)) {
        if (row++ % 2 == 0) {
            snprintf(function, sizeof(function), "%s", line);
            continue;
        }
        int ln, col;
        if (!split_place(line, &ln, &col))
            continue;
        if (is_sdk(line)) {
            short_name(function, out->call, sizeof(out->call));
            continue;
        }
        snprintf(out->file, sizeof(out->file), "%s", line);
        short_name(function, out->function, sizeof(out->function));
        out->line = ln;
        out->column = col;
        break;
    }
    opf_buf_free(&text);
    return ok && out->file[0];
}

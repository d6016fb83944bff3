/* Just enough of CMake's language for registration calls: commands with arguments, comments, quotes, set().
 */
#include "driver/cmake_call.h"
#include "base/map.h"

#include <ctype.h>
#include <string.h>

struct scan {
    const char *at;
    opf_map *variables; /* name -> struct opf_strvec * */
};

void opf_cmake_call_init(struct opf_cmake_call *call)
{
    memset(call, 0, sizeof(*call));
    opf_strvec_init(&call->compute_units);
    opf_strvec_init(&call->tiling_dirs);
    opf_strvec_init(&call->dependencies);
    opf_strvec_init(&call->kernel_srcs);
}

void opf_cmake_call_free(struct opf_cmake_call *call)
{
    opf_free(call->op_type);
    opf_free(call->aclnn_type);
    opf_strvec_free(&call->compute_units);
    opf_strvec_free(&call->tiling_dirs);
    opf_strvec_free(&call->dependencies);
    opf_strvec_free(&call->kernel_srcs);
    opf_cmake_call_init(call);
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_blanks(struct scan *s)
{
    for (;;) {
        while (isspace((unsigned char)*s->at) || *s->at == ';')
            s->at++;
        if (*s->at != '#')
            return;
        s->at += strcspn(s->at, "\n");
    }
}

/* Add one written argument: a lone ${NAME} becomes the variable's items, anything else stays one item. */
static void add_argument(const struct scan *s, const char *text, size_t len, struct opf_strvec *args)
{
    if (len > 3 && text[0] == '$' && text[1] == '{' && memchr(text, '}', len) == text + len - 1) {
        char *name = opf_strndup(text + 2, len - 3);
        const struct opf_strvec *items = name ? opf_map_get(s->variables, name) : NULL;
        for (size_t i = 0; items && i < items->len; i++)
            opf_strvec_push(args, items->items[i]);
        args->failed |= !name;
        opf_free(name);
        return;
    }
    char *item = opf_strndup(text, len);
    if (item)
        opf_strvec_push(args, item);
    args->failed |= !item;
    opf_free(item);
}

/* Arguments up to the closing bracket; s->at is after the opening one. */
static void take_arguments(struct scan *s, struct opf_strvec *args)
{
    int depth = 1;
    for (;;) {
        skip_blanks(s);
        if (*s->at == '\0')
            return;
        if (*s->at == '(' || *s->at == ')') {
            depth += *s->at == '(' ? 1 : -1;
            s->at++;
            if (depth == 0)
                return;
        } else if (*s->at == '"') {
            size_t len = strcspn(++s->at, "\"");
            struct opf_strvec parts;
            opf_strvec_init(&parts);
            char *quoted = opf_strndup(s->at, len);
            if (quoted)
                opf_strvec_split(&parts, quoted, ";", true);
            for (size_t i = 0; i < parts.len; i++)
                add_argument(s, parts.items[i], strlen(parts.items[i]), args);
            args->failed |= !quoted || parts.failed;
            opf_free(quoted);
            opf_strvec_free(&parts);
            s->at += len + (s->at[len] == '"');
        } else {
            size_t len = strcspn(s->at, " \t\r\n();\"#");
            if (len == 0) {
                s->at++;
                continue;
            }
            add_argument(s, s->at, len, args);
            s->at += len;
        }
    }
}

static opf_status *set_variable(struct scan *s, const struct opf_strvec *args)
{
    if (args->len == 0)
        return NULL;
    struct opf_strvec *items = opf_calloc(1, sizeof(*items));
    if (!items)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading CMakeLists.txt");
    opf_strvec_init(items);
    for (size_t i = 1; i < args->len && strcmp(args->items[i], "CACHE") != 0; i++)
        opf_strvec_push(items, args->items[i]);
    void *old = NULL;
    opf_status *status = opf_map_set(s->variables, args->items[0], items, &old);
    if (status)
        old = items;
    if (old) {
        opf_strvec_free(old);
        opf_free(old);
    }
    return status;
}

static bool is_keyword(const char *word)
{
    static const char *const keywords[] = {"HOSTNAME",     "MODE",
                                           "DIR",          "OPTYPE",
                                           "ACLNNTYPE",    "COMPUTE_UNIT",
                                           "TILING_DIR",   "DISABLE_IN_OPP",
                                           "DEPENDENCIES", "ACLNN_EXTRA_VERSION",
                                           "KERNEL_SRC",   "COMPUTE_UNITS",
                                           "AUTO_SYNC",    "SIMPLIFIED_KEY",
                                           "IMPL_MODE",    "OPTIONS"};
    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
        if (strcmp(word, keywords[i]) == 0)
            return true;
    return false;
}

/* A call that names the kernel's source, for some chips or for all. */
static opf_status *add_kernel_src(const struct opf_strvec *args, struct opf_cmake_call *call)
{
    const char *keyword = "", *source = NULL;
    for (size_t i = 0; i < args->len; i++) {
        if (is_keyword(args->items[i]))
            keyword = args->items[i];
        else if (strcmp(keyword, "KERNEL_SRC") == 0)
            source = args->items[i];
    }
    size_t before = call->kernel_srcs.len;
    keyword = "";
    for (size_t i = 0; i < args->len && source; i++) {
        if (is_keyword(args->items[i]))
            keyword = args->items[i];
        else if (strcmp(keyword, "COMPUTE_UNITS") == 0)
            opf_strvec_pushf(&call->kernel_srcs, "%s=%s", args->items[i], source);
    }
    if (source && call->kernel_srcs.len == before)
        opf_strvec_pushf(&call->kernel_srcs, "ALL=%s", source);
    return opf_strvec_finish(&call->kernel_srcs);
}

static void forget_call(struct opf_cmake_call *call)
{
    opf_free(call->op_type);
    opf_free(call->aclnn_type);
    call->op_type = call->aclnn_type = NULL;
    opf_strvec_free(&call->compute_units);
    opf_strvec_free(&call->tiling_dirs);
    opf_strvec_free(&call->dependencies);
}

static opf_status *fill_call(const struct opf_strvec *args, struct opf_cmake_call *call)
{
    forget_call(call); /* the last call counts */
    call->found = true;
    const char *keyword = "";
    for (size_t i = 0; i < args->len; i++) {
        const char *word = args->items[i];
        if (is_keyword(word)) {
            keyword = word;
        } else if (strcmp(keyword, "OPTYPE") == 0 && !call->op_type) {
            call->op_type = opf_strdup(word);
        } else if (strcmp(keyword, "ACLNNTYPE") == 0 && !call->aclnn_type) {
            call->aclnn_type = opf_strdup(word);
        } else if (strcmp(keyword, "COMPUTE_UNIT") == 0) {
            opf_strvec_push(&call->compute_units, word);
        } else if (strcmp(keyword, "TILING_DIR") == 0) {
            opf_strvec_push(&call->tiling_dirs, word);
        } else if (strcmp(keyword, "DEPENDENCIES") == 0) {
            opf_strvec_push(&call->dependencies, word);
        }
    }
    OPF_TRY(opf_strvec_finish(&call->compute_units));
    OPF_TRY(opf_strvec_finish(&call->tiling_dirs));
    return opf_strvec_finish(&call->dependencies);
}

static opf_status *take_command(struct scan *s, struct opf_cmake_call *call)
{
    const char *name = s->at;
    while (is_name(*s->at))
        s->at++;
    size_t len = (size_t)(s->at - name);
    skip_blanks(s);
    if (*s->at != '(')
        return NULL;
    s->at++;
    struct opf_strvec args;
    opf_strvec_init(&args);
    take_arguments(s, &args);
    opf_status *status = opf_strvec_finish(&args);
    if (!status && len == 3 && strncmp(name, "set", 3) == 0)
        status = set_variable(s, &args);
    else if (!status && (opf_strvec_contains(&args, "OPTYPE") || opf_strvec_contains(&args, "ACLNNTYPE")))
        status = fill_call(&args, call);
    else if (!status && opf_strvec_contains(&args, "KERNEL_SRC"))
        status = add_kernel_src(&args, call);
    opf_strvec_free(&args);
    return status;
}

opf_status *opf_cmake_call_parse(const char *text, struct opf_cmake_call *call)
{
    struct scan s = {.at = text};
    OPF_TRY(opf_map_create(&s.variables));
    opf_status *status = NULL;
    while (!status) {
        skip_blanks(&s);
        if (*s.at == '\0')
            break;
        if (is_name(*s.at))
            status = take_command(&s, call);
        else
            s.at++;
    }
    for (size_t i = 0; i < opf_map_size(s.variables); i++) {
        opf_strvec_free(opf_map_value_at(s.variables, i));
        opf_free(opf_map_value_at(s.variables, i));
    }
    opf_map_destroy(s.variables);
    return status;
}

/* Checks the tree against the rules of docs/architecture.md: who may include whom, unique file names, own
 * header first, functions that only one module may call, C comment style, file length. */
#include "base/file.h"
#include "base/map.h"
#include "base/path.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_LINES 900

static int findings;

static void report(const char *path, int line, const char *fmt, ...) OPF_PRINTF(3, 4);
static void report(const char *path, int line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    printf("%s:%d: ", path, line);
    vprintf(fmt, args);
    printf("\n");
    va_end(args);
    findings++;
}

/* The include law: a module may use itself and modules of a lower rank in its own chain or in COMMON. */
enum chain { COMMON, TOOLS, RUNTIME, TOP };
static const struct module {
    const char *prefix;
    enum chain chain;
    int rank;
} modules[] = {
    {"base/", COMMON, 1},
    {"opbuild/", TOOLS, 2},
    {"ascendc_gen/", TOOLS, 3},
    {"binscripts/", TOOLS, 4},
    {"driver/", TOOLS, 5},
    {"runner/", TOP, 8},
    {"conform/", TOP, 8},
    {"runtime_min/index/", RUNTIME, 2},
    {"runtime_min/elf/", RUNTIME, 2},
    {"runtime_min/device/", RUNTIME, 3},
    {"runtime_min/check/", RUNTIME, 4},
    {"runtime_min/trace/", RUNTIME, 4},
    {"runtime_min/stream/", RUNTIME, 5},
    {"runtime_min/launch/", RUNTIME, 6},
    {"runtime_min/acl/", RUNTIME, 7},
    {"cmd/", TOP, 9},
    {"tests/", TOP, 9},
};

/* Libraries that exactly one file may include. */
static const struct {
    const char *header, *only;
} wrapped[] = {
    {"clang-c/", "ascendc_gen/"}, {"cjson/", "base/json.c"},      {"yaml.h", "base/yaml.c"},
    {"nettle/", "base/digest.c"}, {"pthread.h", "base/thread.c"},
};

/* Calls that belong to one place. An exception is a comment `lint: allow <name>: why` on the line. */
static const struct {
    const char *name, *allowed; /* blank-separated prefixes of paths */
} banned[] = {
    {"malloc", "base/alloc.c"},
    {"calloc", "base/alloc.c"},
    {"realloc", "base/alloc.c"},
    {"free", "base/alloc.c tests/unit/"},
    {"strdup", "base/alloc.c"},
    {"strndup", "base/alloc.c"},
    {"asprintf", "base/alloc.c"},
    {"vasprintf", "base/alloc.c"},
    {"posix_memalign", "base/alloc.c"},
    {"aligned_alloc", "base/alloc.c"},
    {"exit", "cmd/ tests/"},
    {"abort", "tests/"},
    {"printf", "cmd/ driver/console.c tests/"},
    {"puts", "cmd/ driver/console.c tests/"},
    {"putchar", "cmd/ driver/console.c tests/"},
    {"vprintf", "cmd/ driver/console.c tests/"},
    {"sprintf", ""},
    {"vsprintf", ""},
    {"gets", ""},
    {"system", ""},
    {"popen", ""},
    {"strtok", ""},
    {"atoi", ""},
    {"atol", ""},
    {"atof", ""},
    {"alloca", ""},
    {"setjmp", ""},
    {"longjmp", ""},
};

static const struct module *module_of(const char *path)
{
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
        if (opf_text_starts(path, modules[i].prefix))
            return &modules[i];
    return NULL;
}

static void check_include(const char *path, int line, const char *header)
{
    const struct module *from = module_of(path), *to = module_of(header);
    for (size_t i = 0; i < sizeof(wrapped) / sizeof(wrapped[0]); i++)
        if (opf_text_starts(header, wrapped[i].header) && !opf_text_starts(path, wrapped[i].only))
            report(path, line, "only %s may include <%s>", wrapped[i].only, header);
    if (!from || !to || from == to || from->chain == TOP)
        return;
    if (to->rank >= from->rank || (to->chain != COMMON && to->chain != from->chain))
        report(path, line, "%s may not include %s (include law, docs/architecture.md)", from->prefix, header);
}

/* Blank out comments and the contents of string and character literals, so that what is left is code. Returns
 * the line of the first `//` comment, 0 if none. */
static int blank_comments(char *text)
{
    int line = 1, slashes = 0;
    for (char *p = text; *p; p++) {
        line += *p == '\n';
        if (p[0] == '/' && p[1] == '*') {
            for (*p++ = ' '; *p && !(p[0] == '*' && p[1] == '/'); p++) {
                line += *p == '\n';
                *p = *p == '\n' ? '\n' : ' ';
            }
            if (!*p)
                break;
            p[0] = p[1] = ' ';
            p++;
        } else if (p[0] == '/' && p[1] == '/') {
            slashes = slashes ? slashes : line;
            while (p[1] && p[1] != '\n')
                *p++ = ' ';
            *p = ' ';
        } else if (*p == '"' || *p == '\'') {
            for (char quote = *p++; *p && *p != quote && *p != '\n'; p++) {
                if (*p == '\\' && p[1])
                    *p++ = ' ';
                *p = ' ';
            }
            if (!*p)
                break;
        }
    }
    return slashes;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_allowed(const char *path, const char *allowed)
{
    struct opf_strvec prefixes;
    opf_strvec_init(&prefixes);
    opf_strvec_split(&prefixes, allowed, " ", true);
    bool found = false;
    for (size_t i = 0; i < prefixes.len; i++)
        found |= opf_text_starts(path, prefixes.items[i]);
    opf_strvec_free(&prefixes);
    return found;
}

/* `code` is a line without comments and literals, `whole` the same line as written. */
static void check_calls(const char *path, int line, const char *code, size_t len, const char *whole)
{
    for (size_t i = 0; i < sizeof(banned) / sizeof(banned[0]); i++) {
        const char *name = banned[i].name;
        size_t name_len = strlen(name);
        for (const char *at = code; (at = memmem(at, len - (size_t)(at - code), name, name_len));
             at += name_len) {
            bool starts =
                at == code || (!is_word(at[-1]) && at[-1] != '.' && !(at > code + 1 && at[-1] == '>'));
            if (!starts || at[name_len] != '(' || is_allowed(path, banned[i].allowed))
                continue;
            const char *mark = memmem(whole, len, "lint: allow ", 12);
            if (mark && strncmp(mark + 12, name, name_len) == 0)
                continue;
            report(path, line, "%s() is not to be called here", name);
        }
    }
}

static void check_own_header(const char *root, const char *path, const char *first_include)
{
    char *header = opf_strdup(path);
    if (!header)
        return;
    header[strlen(header) - 1] = 'h';
    char *full = opf_path_join(root, header);
    if (full && opf_path_exists(full) && strcmp(first_include, header) != 0)
        report(path, 1, "the first include is to be \"%s\"", header);
    opf_free(full);
    opf_free(header);
}

static void check_lines(const char *root, const char *path, const char *whole, char *code)
{
    int line = 0;
    char first_include[256] = "";
    for (const char *at = code; *at;) {
        size_t len = strcspn(at, "\n");
        const char *written = whole + (at - code);
        line++;
        char header[256];
        if (sscanf(written, "#include \"%255[^\"\n]", header) == 1 ||
            sscanf(written, "#include <%255[^>\n]", header) == 1) {
            check_include(path, line, header);
            if (!first_include[0])
                memcpy(first_include, header, sizeof(header));
        }
        check_calls(path, line, at, len, written);
        at += len + (at[len] == '\n');
    }
    if (line > MAX_LINES)
        report(path, line, "%d lines; split files longer than %d", line, MAX_LINES);
    if (opf_text_ends(path, ".c"))
        check_own_header(root, path, first_include);
}

static opf_status *check_file(const char *root, const char *path)
{
    struct opf_buf whole;
    OPF_TRY(opf_file_read(path, 8 << 20, &whole));
    const char *text = opf_buf_text(&whole), *name = path + strlen(root) + 1;
    char *code = opf_strndup(text, whole.len);
    if (!code) {
        opf_buf_free(&whole);
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while checking %s", path);
    }
    if (!opf_text_starts(text, "/*"))
        report(name, 1, "a file begins with a comment saying its purpose");
    int slashes = blank_comments(code);
    if (slashes)
        report(name, slashes, "comments in C are written /* so */");
    check_lines(root, name, text, code);
    opf_free(code);
    opf_buf_free(&whole);
    return NULL;
}

static opf_status *check_folder(const char *root, const char *folder, opf_map *names)
{
    char *dir = opf_path_join(root, folder);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = dir && opf_path_is_dir(dir) ? opf_path_walk(dir, "*.[ch]", 8, &files) : NULL;
    for (size_t i = 0; i < files.len && !status; i++) {
        const char *path = files.items[i];
        void *old = NULL;
        status = opf_map_set(names, opf_path_base(path), (void *)(uintptr_t)1, &old);
        if (!status && old && !opf_text_starts(folder, "cmd"))
            report(path + strlen(root) + 1, 1, "another file of ours has this name");
        if (!status)
            status = check_file(root, path);
    }
    opf_strvec_free(&files);
    opf_free(dir);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {
        "base", "opbuild",     "ascendc_gen", "binscripts", "driver",     "runner",     "conform",
        "cmd",  "runtime_min", "tests/unit",  "tests/fuzz", "tests/lint", "tests/fault"};
    opf_map *names = NULL;
    opf_status *status = opf_map_create(&names);
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]) && !status; i++)
        status = check_folder(argc > 1 ? argv[1] : ".", folders[i], names);
    opf_map_destroy(names);
    opf_status_print(stderr, status);
    bool bad = status || findings;
    if (!status)
        printf("lint: %d findings\n", findings);
    opf_status_free(status);
    return bad ? 1 : 0;
}

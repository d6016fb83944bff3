/* Running definitions. Their code is the user's, so it runs in a child process; the records it writes say how
 * far it came, and after a crash the next child goes on behind the definition that crashed.
 *
 * Records on the child's stdout: "begin <index> <line> <type> <file>\n", then "model <bytes>\n<bytes>\n". */
#include "opbuild/def_work.h"

#include "base/proc.h"
#include "base/text.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

/* ---- the child ---- */

struct host {
    size_t (*count)(void);
    void (*describe)(size_t index, const char **type, const char **file, int *line);
    char *(*model)(size_t index);
    void (*release)(char *text);
};

static bool load_host(const char *host_lib, struct host *host)
{
    void *lib = dlopen(host_lib, RTLD_NOW | RTLD_GLOBAL);
    if (!lib) {
        fprintf(stderr, "cannot load %s: %s\n", host_lib, dlerror());
        return false;
    }
    *(void **)&host->count = dlsym(lib, "opf_opdef_count");
    *(void **)&host->describe = dlsym(lib, "opf_opdef_describe");
    *(void **)&host->model = dlsym(lib, "opf_opdef_model_json");
    *(void **)&host->release = dlsym(lib, "opf_opdef_free");
    if (!host->count || !host->describe || !host->model || !host->release) {
        fprintf(stderr, "%s is too old: it lacks opf_opdef_count, _describe, _model_json or _free\n",
                host_lib);
        return false;
    }
    return true;
}

int opf_def_evaluate_child(const char *host_lib, const char *library, size_t start)
{
    struct host host = {NULL, NULL, NULL, NULL};
    /* what definitions print must not get between the records */
    int records = dup(STDOUT_FILENO);
    FILE *out = records >= 0 ? fdopen(records, "w") : NULL;
    if (!out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return 3;
    if (!load_host(host_lib, &host))
        return 3;
    if (!dlopen(library,
                RTLD_LAZY | RTLD_GLOBAL)) { /* lazy: call-backs may need libraries not present here */
        fprintf(stderr, "cannot load %s: %s\n", library, dlerror());
        return 3;
    }
    for (size_t i = start; i < host.count(); i++) {
        const char *type, *file;
        int line;
        host.describe(i, &type, &file, &line);
        fprintf(out, "begin %zu %d %s %s\n", i, line, type, file);
        fflush(out);
        char *model = host.model(i);
        if (!model)
            return 3;
        fprintf(out, "model %zu\n%s\n", strlen(model), model);
        host.release(model);
        fflush(out);
    }
    fprintf(out, "end\n");
    fflush(out);
    _exit(0); /* destructors of the definitions' statics have no say in this */
}

/* ---- the parent ---- */

struct record {
    size_t index;
    int line;
    const char *type, *file;
};

struct reading {
    struct opf_buf *models;
    size_t *count;
    struct record open; /* begun, no model yet */
    bool is_open, ended, any;
    size_t next;
};

static void add_text(struct opf_buf *to, const char *name, const char *text)
{
    opf_buf_printf(to, "\"%s\":\"", name);
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\')
            opf_buf_printf(to, "\\%c", c);
        else if (c < 0x20)
            opf_buf_printf(to, "\\u%04x", c);
        else
            opf_buf_putc(to, (char)c);
    }
    opf_buf_putc(to, '"');
}

static void add_definition(struct reading *r, const char *member, const char *json, const char *fault)
{
    if (*r->count)
        opf_buf_puts(r->models, ",\n");
    opf_buf_putc(r->models, '{');
    add_text(r->models, "type", r->open.type);
    opf_buf_putc(r->models, ',');
    add_text(r->models, "file", r->open.file);
    opf_buf_printf(r->models, ",\"line\":%d,", r->open.line);
    if (fault)
        add_text(r->models, member, fault);
    else
        opf_buf_printf(r->models, "\"%s\":%s", member, json);
    opf_buf_putc(r->models, '}');
    (*r->count)++;
    r->is_open = false;
    r->next = r->open.index + 1;
}

/* "begin i line type file": cut in place. */
static bool read_begin(char *line, struct record *out)
{
    char *index = line + strlen("begin "), *number = strchr(index, ' ');
    char *type = number ? strchr(number + 1, ' ') : NULL;
    char *file = type ? strchr(type + 1, ' ') : NULL;
    int64_t line_number;
    uint64_t n;
    if (!file)
        return false;
    *number++ = *type++ = *file++ = '\0';
    if (!opf_text_to_u64(index, &n) || !opf_text_to_i64(number, &line_number))
        return false;
    *out = (struct record){(size_t)n, (int)line_number, type, file};
    return true;
}

static opf_status *read_records(struct reading *r, struct opf_buf *text)
{
    char *at = text->data, *end = at ? at + text->len : NULL;
    while (at && at < end) {
        char *eol = memchr(at, '\n', (size_t)(end - at));
        uint64_t bytes;
        if (!eol)
            return NULL; /* cut off by a crash */
        *eol = '\0';
        r->any = true;
        if (strcmp(at, "end") == 0) {
            r->ended = true;
        } else if (opf_text_starts(at, "begin ")) {
            if (!read_begin(at, &r->open))
                return OPF_FAIL(OPF_INVALID_FORMAT, "bad record \"%s\" from the evaluation of definitions",
                                at);
            r->is_open = true;
        } else if (opf_text_starts(at, "model ") && r->is_open &&
                   opf_text_to_u64(at + strlen("model "), &bytes)) {
            if (bytes >= (uint64_t)(end - eol - 1))
                return NULL;
            eol[1 + bytes] = '\0';
            add_definition(r, "model", eol + 1, NULL);
            eol += 1 + bytes;
        } else {
            return OPF_FAIL(OPF_INVALID_FORMAT, "bad record \"%s\" from the evaluation of definitions", at);
        }
        at = eol + 1;
    }
    return NULL;
}

static char *how_it_ended(const struct opf_proc_result *result, double limit)
{
    if (result->timed_out)
        return opf_asprintf("did not end within %.0f s", limit);
    if (result->signal)
        return opf_asprintf("crashed with signal %d (%s)", result->signal, strsignal(result->signal));
    return opf_asprintf("ended the process with exit code %d", result->exit_code);
}

static opf_status *run_child(const struct opf_def_options *options, const char *library, struct reading *r,
                             bool *more)
{
    char number[32], *how = NULL;
    struct opf_proc_result result;
    opf_status *status;
    *more = false;
    snprintf(number, sizeof number, "%zu", r->next);
    const char *argv[] = {options->self, "--evaluate", options->host_lib, library, number, NULL};
    struct opf_proc_spec spec = {.argv = argv, .timeout_s = options->time_limit, .memory_bytes = 0};
    status = opf_proc_run(&spec, &result);
    if (!status) {
        status = read_records(r, &result.out);
        if (!status && !r->ended && r->is_open) {
            how = how_it_ended(&result, options->time_limit);
            add_definition(r, "fault", NULL, how ? how : "crashed");
            *more = true;
        } else if (!status && !r->ended) {
            how = how_it_ended(&result, options->time_limit);
            status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "loading %s %s: %s", library, how ? how : "failed",
                              opf_buf_text(&result.err));
        }
        opf_proc_result_free(&result);
    }
    opf_free(how);
    return status;
}

opf_status *opf_def_evaluate(const struct opf_def_options *options, const char *library,
                             struct opf_buf *models, size_t *count)
{
    struct reading r = {.models = models, .count = count};
    bool more = true;
    while (more)
        OPF_TRY(run_child(options, library, &r, &more));
    return opf_buf_finish(models, "the models of definitions");
}

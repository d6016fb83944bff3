/* What a run was made from, so that the next one can see at once that nothing changed. A state file is a head
 * line (a digest of the options) and a line for each file with its size and time. */
#include "opbuild/def_work.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define STATE_MAX ((size_t)64 << 20)

char *opf_def_work_path(const struct opf_def_options *options, const char *name)
{
    return opf_asprintf("%s/.opbuild/%s", options->out, name);
}

static void stat_line(struct opf_buf *to, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0)
        opf_buf_printf(to, "gone %s\n", path);
    else
        opf_buf_printf(to, "%lld.%lld.%09ld %s\n", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                       st.st_mtim.tv_nsec, path);
}

opf_status *opf_def_stat_lines(const struct opf_strvec *paths, struct opf_buf *to)
{
    for (size_t i = 0; i < paths->len; i++)
        stat_line(to, paths->items[i]);
    return opf_buf_finish(to, "the list of inputs");
}

static bool line_holds(struct opf_buf *scratch, const char *line, size_t len)
{
    const char *space = memchr(line, ' ', len);
    char path[4096];
    size_t path_len = space ? len - (size_t)(space + 1 - line) : 0;
    if (!space || path_len >= sizeof path)
        return false;
    memcpy(path, space + 1, path_len);
    path[path_len] = '\0';
    opf_buf_clear(scratch);
    stat_line(scratch, path);
    return scratch->len == len + 1 && memcmp(scratch->data, line, len) == 0;
}

bool opf_def_state_holds(const char *path, const char *head)
{
    struct opf_buf text, scratch;
    bool holds = false, first = true;
    opf_status *status = opf_file_read(path, STATE_MAX, &text);
    if (status) {
        opf_status_free(status);
        opf_buf_free(&text);
        return false;
    }
    opf_buf_init(&scratch, OPF_BUF_MAX_DEFAULT);
    for (const char *line = opf_buf_text(&text); *line;) {
        size_t len = strcspn(line, "\n");
        if (first)
            holds = strlen(head) == len && memcmp(line, head, len) == 0;
        else if (strncmp(line, "outputs:", 8) != 0)
            holds = line_holds(&scratch, line, len);
        if (!holds)
            break;
        first = false;
        line += len + (line[len] == '\n');
    }
    opf_buf_free(&scratch);
    opf_buf_free(&text);
    return holds;
}

int64_t opf_def_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Our own files below .opbuild are made while we work; they do not count. */
static bool changed_since(const struct opf_strvec *paths, int64_t since)
{
    for (size_t i = 0; i < paths->len && strcmp(paths->items[i], "outputs:") != 0; i++) {
        if (!strstr(paths->items[i], "/.opbuild/") && opf_path_mtime(paths->items[i]) > since)
            return true;
    }
    return false;
}

opf_status *opf_def_state_write(const char *path, const char *head, const struct opf_strvec *paths,
                                int64_t since)
{
    struct opf_buf text;
    opf_buf_init(&text, STATE_MAX);
    opf_buf_printf(&text, "%s\n", changed_since(paths, since) ? "changed while it was built" : head);
    for (size_t i = 0; i < paths->len; i++) {
        if (strcmp(paths->items[i], "outputs:") == 0)
            opf_buf_puts(&text, "outputs:\n");
        else
            stat_line(&text, paths->items[i]);
    }
    opf_status *status = opf_buf_finish(&text, "the state of the build");
    if (!status)
        status = opf_file_write(path, text.data, text.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&text);
    return status;
}

opf_status *opf_def_state_outputs(const char *path, struct opf_strvec *outputs)
{
    struct opf_buf text;
    if (!opf_path_is_file(path))
        return NULL;
    OPF_TRY(opf_file_read(path, STATE_MAX, &text));
    struct opf_strvec lines;
    opf_strvec_init(&lines);
    opf_strvec_split(&lines, opf_buf_text(&text), "\n", true);
    bool after = false;
    for (size_t i = 0; i < lines.len; i++) {
        const char *space = strchr(lines.items[i], ' ');
        if (strcmp(lines.items[i], "outputs:") == 0)
            after = true;
        else if (after && space)
            opf_strvec_push(outputs, space + 1);
    }
    opf_strvec_free(&lines);
    opf_buf_free(&text);
    return opf_strvec_finish(outputs);
}

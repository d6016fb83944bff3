/* Internal to opbuild: groups of definitions compiled together, and what is known about files. */
#ifndef OPF_OPBUILD_DEF_WORK_H
#define OPF_OPBUILD_DEF_WORK_H

#include "opbuild/def_build.h"

/* Some definition sources that share a translation unit, library and model file below OUT/.opbuild. */
struct opf_def_group {
    size_t *members; /* indices into options->sources */
    size_t count;
    bool *failed;          /* members that could not be built */
    char *base;            /* OUT/.opbuild/groups/<digest>, without ending */
    bool compiled;         /* in this run */
    bool split;            /* did not compile together: its members were taken one by one */
    struct opf_buf models; /* JSON text {"definitions": [...]}, of all parts when split */
    struct opf_buf faults; /* compiler output and sentences about what could not be built */
    size_t fault_count;
    opf_status *status;     /* the run itself failed */
    struct opf_strvec deps; /* files it was made from */
};

/* OUT/.opbuild/<name>, owned; NULL without memory. */
char *opf_def_work_path(const struct opf_def_options *options, const char *name);

/* Makes the precompiled header when it is stale. */
opf_status *opf_def_compile_prefix(const struct opf_def_options *options) OPF_NODISCARD;
/* Models of a group: kept ones when nothing changed, else compile and evaluate, splitting where needed. */
void opf_def_group_run(const struct opf_def_options *options, struct opf_def_group *group);
void opf_def_group_free(struct opf_def_group *group);

/* Compiles `source` into the shared library `library`; its dependencies to `depfile`. *ok = false with the
 * compiler's output in `messages` when the source is at fault. */
opf_status *opf_def_compile(const struct opf_def_options *options, const char *source, const char *library,
                            const char *depfile, bool whole_sdk, bool *ok,
                            struct opf_buf *messages) OPF_NODISCARD;
/* Adds the files a compiler's dependency file names. */
opf_status *opf_def_read_depfile(const char *path, struct opf_strvec *deps) OPF_NODISCARD;

/* Runs the definitions of a library in child processes. Appends one JSON object a definition to `models`,
 * separated by commas: {"type","file","line","model"} or {..., "fault"}. */
opf_status *opf_def_evaluate(const struct opf_def_options *options, const char *library,
                             struct opf_buf *models, size_t *count) OPF_NODISCARD;

/* Text that changes when one of the files does: a line "size mtime path" each ("gone path" when absent). */
opf_status *opf_def_stat_lines(const struct opf_strvec *paths, struct opf_buf *to) OPF_NODISCARD;
/* Whether the lines of a file written from opf_def_stat_lines still hold and its first line is `head`. */
bool opf_def_state_holds(const char *path, const char *head);
/* `since` is when the work began (opf_def_now): when a file changed after that, what was made may be of
 * either state of it, so the written state never holds. */
opf_status *opf_def_state_write(const char *path, const char *head, const struct opf_strvec *paths,
                                int64_t since) OPF_NODISCARD;
int64_t opf_def_now(void); /* ns since the epoch, as file times are */
/* The paths named by a state file after its line "outputs:"; empty when there is none. */
opf_status *opf_def_state_outputs(const char *path, struct opf_strvec *outputs) OPF_NODISCARD;

#endif

/* opbuild as a library: definition sources in, everything of docs/formats/{ini,ops-info,aclnn}.md out. */
#ifndef OPF_OPBUILD_DEF_BUILD_H
#define OPF_OPBUILD_DEF_BUILD_H

#include "base/strvec.h"
#include "opbuild/def_model.h"

struct opf_def_source {
    char *path;     /* as the user gave it; messages show it */
    char *absolute; /* filled by opf_def_build */
    enum opf_def_class op_class;
};

enum opf_def_unlisted {
    OPF_DEF_UNLISTED_SKIP,    /* a definition without AddConfig for a chip is left out of its files */
    OPF_DEF_UNLISTED_DEFAULT, /* it gets the default flags */
    OPF_DEF_UNLISTED_ERROR
};

struct opf_def_options {
    struct opf_def_source *sources;
    size_t source_count, source_cap;
    struct opf_strvec socs;
    struct opf_strvec flags;       /* further compiler options: -I, -D */
    struct opf_strvec kernel_srcs; /* "OpType=path" */
    char *out;                     /* build tree */
    char *cxx;
    char *sdk;      /* folder that holds host/include and include */
    char *host_lib; /* libopforge_host.so */
    char *self;     /* the opbuild program, run for `opbuild --evaluate` */
    char *repo;     /* "nn", "math" */
    char *vendor;   /* NULL = built in */
    int jobs;
    int group_size;    /* definitions per translation unit */
    double time_limit; /* seconds that the definitions of one unit may run */
    enum opf_def_unlisted unlisted;
    bool no_source_package;
    bool require_output; /* an operator without output is an error, not a warning */
    bool verbose;
};

struct opf_def_result {
    size_t operators; /* evaluated without fault */
    size_t sections;  /* written into .ini files, over all chips */
    size_t aclnn;     /* operators with generated aclnn */
    size_t compiled;  /* translation units compiled in this run */
    bool up_to_date;  /* nothing had changed, nothing was done */
};

void opf_def_options_init(struct opf_def_options *options);
void opf_def_options_free(struct opf_def_options *options);
opf_status *opf_def_options_add(struct opf_def_options *options, const char *path,
                                enum opf_def_class op_class) OPF_NODISCARD;
/* Fills sdk, host_lib and self from the place of the running program where they are NULL. */
opf_status *opf_def_options_locate(struct opf_def_options *options) OPF_NODISCARD;

/* The whole run. Faults of definitions go to `diags`, the sound operators are written all the same; a status
 * means the run itself could not be done. */
opf_status *opf_def_build(struct opf_def_options *options, struct opf_def_diags *diags,
                          struct opf_def_result *result) OPF_NODISCARD;

/* What the child process does: load the library, make the models from definition `start` on, write them to
 * stdout. Returns its exit code. */
int opf_def_evaluate_child(const char *host_lib, const char *library, size_t start);

#endif

/* One operator repository being walked: its build tree, the commands its plans hold, what is known of its
 * host sources. */
#ifndef OPF_CONFORM_CONFORM_REPO_H
#define OPF_CONFORM_CONFORM_REPO_H

#include "base/map.h"
#include "base/thread.h"
#include "conform/conform_exec.h"
#include "conform/conform_table.h"
#include "driver/build_run.h"

/* What the user asked for. */
struct opf_conform_options {
    struct opf_strvec repos;
    const char *soc, *opbase, *state, *ops, *baseline;
    const char *tsv, *json, *html, *host_opt;
    unsigned stages;
    int jobs;
    int64_t sample, max_variants, max_cases; /* 0 = all */
    int64_t case_mib;                        /* largest golden case, MiB of tensors */
    int64_t cores;                           /* vector cores of the emulated chip, 0 = all */
    double budget_s;                         /* start nothing new after this; 0 = none */
    struct opf_conform_limits limits;
    bool used_keys; /* golden: kernels have only the tiling keys that their cases take */
    bool retry, fresh, report, quiet, help;
};

/* One edge of a Ninja plan; texts live in the arena of whoever read the plan. */
struct opf_conform_edge {
    const char *command, *input, *output;
};
struct opf_conform_edges {
    struct opf_conform_edge *items;
    size_t count;
};
/* Edges of the rules (NULL-terminated), as Ninja expands them. */
opf_status *opf_conform_edges_read(opf_arena *arena, const char *plan, const char *const *rules,
                                   struct opf_conform_edges *out) OPF_NODISCARD;

/* A host source and how its compile ended; shared by operators that depend on each other. */
struct opf_conform_unit {
    struct opf_conform_edge edge;
    enum { OPF_UNIT_UNKNOWN, OPF_UNIT_RUNNING, OPF_UNIT_OK, OPF_UNIT_FAILED } state;
    const char *error; /* in the repository's arena */
};

struct opf_conform_repo {
    opf_arena *arena;
    struct opf_build_options build_options;
    struct opf_build_run run;
    const struct opf_conform_options *options;
    const char *soc, *name, *commit; /* commit: of the checkout, "unknown" without git */
    const char *state;               /* its folder below the state folder */
    struct opf_conform_unit *units;
    size_t unit_count;
    opf_map *definition_errors; /* operator -> first error, in the arena */
    const char *pch;
    const char *python_helper;
    opf_mutex mutex; /* units and arena, once the workers run */
};

/* Opens the repository, selects the operators (all, or options->ops), makes what all operators share: links,
 * definitions, the host plan, precompiled headers. An error of one operator's is not an error here. */
opf_status *opf_conform_repo_open(const char *root, const struct opf_conform_options *options,
                                  struct opf_conform_repo *out) OPF_NODISCARD;
void opf_conform_repo_close(struct opf_conform_repo *repo);
/* Whether the operator is for the chip of this walk. */
opf_status *opf_conform_repo_wants(const struct opf_conform_repo *repo, const struct opf_repo_op *op,
                                   bool *out) OPF_NODISCARD;
/* Compiles a host source unless it is known how that ends. */
opf_status *opf_conform_unit_make(struct opf_conform_repo *repo, struct opf_conform_unit *unit) OPF_NODISCARD;

#endif

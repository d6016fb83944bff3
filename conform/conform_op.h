/* One operator on its way through the stages. */
#ifndef OPF_CONFORM_CONFORM_OP_H
#define OPF_CONFORM_CONFORM_OP_H

#include "conform/conform_repo.h"

struct opf_conform_op {
    struct opf_conform_repo *repo;
    const struct opf_repo_op *op;
    struct opf_conform_row *row;
    opf_arena *arena;         /* its own: workers run side by side */
    struct opf_build_run run; /* the repository's, with this arena and the operator's own build folder */
    bool has_library;         /* run.build/libophost_<repo>.so was linked and loads */
    const char *library_error;
    struct opf_conform_edges edges; /* of its kernel plan, once made */
    bool planned;
    const char *plan_error;
    size_t
        column; /* the plan is of this column of the definition, counted from 1; 0 = of the listed variants */
};

opf_status *opf_conform_op_open(struct opf_conform_repo *repo, const struct opf_repo_op *op,
                                struct opf_conform_row *row, struct opf_conform_op *out) OPF_NODISCARD;
void opf_conform_op_close(struct opf_conform_op *work);

/* Each fills its cell of the row. What is wrong with the operator is in the cell; a status is trouble of
 * ours. */
opf_status *opf_conform_run_def(struct opf_conform_op *work) OPF_NODISCARD;
opf_status *opf_conform_run_ini(struct opf_conform_op *work) OPF_NODISCARD;
opf_status *opf_conform_run_host(struct opf_conform_op *work) OPF_NODISCARD;
/* OPF_STAGE_KERNEL or OPF_STAGE_KERNEL_CHECK. */
opf_status *opf_conform_run_kernel(struct opf_conform_op *work, enum opf_conform_stage stage) OPF_NODISCARD;
opf_status *opf_conform_run_golden(struct opf_conform_op *work) OPF_NODISCARD;
/* Whether the cases last run were a sample, as --max-cases makes it; false when none were. */
opf_status *opf_conform_golden_is_sample(struct opf_conform_repo *repo, const struct opf_repo_op *op,
                                         bool *out) OPF_NODISCARD;
opf_status *opf_conform_run_example(struct opf_conform_op *work) OPF_NODISCARD;

/* Steps that stages share; their failure is in library_error and plan_error. */
opf_status *opf_conform_make_library(struct opf_conform_op *work) OPF_NODISCARD;
opf_status *opf_conform_make_plan(struct opf_conform_op *work) OPF_NODISCARD;
/* The same operator with the kernel of one column of its definition, which no listed variant has: planned
 * below the operator's folder, compiled, with an index and a tree of its own, since types of optional
 * parameters are no part of a key. `keys`: of tiling, as opf_conform_make_variant takes them. `out` lives as
 * long as `work`, whose library it uses; *error is in the arena, NULL when all is there. */
opf_status *opf_conform_make_column(struct opf_conform_op *work, size_t column, const char *keys,
                                    struct opf_conform_op *out, const char **error) OPF_NODISCARD;
/* Compiles one variant unless its object is there; *error is in the arena, NULL when it compiled. `keys`:
 * only these tiling keys (`1,5,12`) are needed; NULL = all. */
opf_status *opf_conform_make_variant(struct opf_conform_op *work, const struct opf_conform_edge *variant,
                                     const char *keys, const char **error) OPF_NODISCARD;
/* Runs the golden cases of `file` with oprun, or only their tiling; the caller frees *out. */
opf_status *opf_conform_run_cases(struct opf_conform_op *work, const char *file, bool tiling_only,
                                  struct opf_conform_outcome *out) OPF_NODISCARD;
/* Runs the one case of `file`; *error is in the arena, NULL when it passed. */
opf_status *opf_conform_run_case(struct opf_conform_op *work, const char *file,
                                 const char **error) OPF_NODISCARD;
/* The tiling keys that each variant's golden cases take. */
struct opf_conform_used;
/* Adds what the cases of `file` take to the variants of `params`. A case whose tiling fails
 * takes none: its run will say why. */
opf_status *opf_conform_used_add(struct opf_conform_op *work, const char *file, char *const *params,
                                 size_t param_num, struct opf_conform_used **used) OPF_NODISCARD;
/* Of one variant, as opf_conform_make_variant takes them; NULL = not known. */
const char *opf_conform_used_keys(const struct opf_conform_used *used, const char *param);
/* Indices over the variants that are there, and the tree that a run looks them up in; *error is in the arena,
 * left alone when they were written. */
opf_status *opf_conform_write_indices(struct opf_conform_op *work, const char **error) OPF_NODISCARD;
bool opf_conform_is_variant(const struct opf_conform_edge *edge);

#endif

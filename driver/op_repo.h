/* An operator repository in the layout of ops-nn: <category>/<op>/{op_host,op_kernel,op_api,...}. */
#ifndef OPF_DRIVER_OP_REPO_H
#define OPF_DRIVER_OP_REPO_H

#include "base/arena.h"
#include "base/map.h"
#include "base/strvec.h"

struct opf_repo_op {
    const char *name;       /* folder name, snake case */
    const char *category;   /* "activation" */
    const char *dir;        /* absolute */
    const char *definition; /* *_def.cpp, NULL = none (a folder of shared sources) */
    bool has_host, has_kernel, has_api;
    /* Filled by opf_repo_read_details: */
    bool detailed;
    const char *aclnn_type;           /* "aclnn", "aclnn_inner", "aclnn_exclude", "no_need_aclnn" */
    const char *const *compute_units; /* NULL-terminated, empty = not said */
    const char *const *tiling_dirs;   /* paired with compute_units */
    const char *const *dependencies;
    const char *const *kernel_srcs; /* "<unit or ALL>=<file below op_kernel>" */
    const char *op_type;            /* of OP_ADD in the definition, NULL = no definition or no OP_ADD */
};

struct opf_repo {
    opf_arena *arena; /* borrowed */
    const char *root; /* absolute */
    const char *name; /* "nn", "math": suffix of its libraries */
    bool experimental;
    struct opf_repo_op *ops; /* sorted by category and name */
    size_t op_count;
    opf_map *by_name; /* -> struct opf_repo_op * */
};

/* Finds the operators below `root`, or below `root`/experimental. Everything lives in the arena except what
 * opf_repo_close ends. `name` NULL = from the folder's name ("ops-math" -> math), else nn. */
opf_status *opf_repo_open(opf_arena *arena, const char *root, bool experimental, const char *name,
                          struct opf_repo *out) OPF_NODISCARD;
void opf_repo_close(struct opf_repo *repo);
/* NULL when there is none. */
struct opf_repo_op *opf_repo_find(const struct opf_repo *repo, const char *name);
/* Reads the operator's CMakeLists.txt (that of op_host only when the folder's own registers nothing) and
 * fills the second half of `op`. */
opf_status *opf_repo_read_details(const struct opf_repo *repo, struct opf_repo_op *op) OPF_NODISCARD;

/* The operators of a comma list (NULL or "" = all), each followed by those it depends on, whose host headers
 * it includes or who register its host functions, plus each category's `common` folder; no one twice. `named`
 * counts the ones asked for, which come first. Unknown names are NOT_FOUND with upstream's sentence and the
 * nearest name. The array is in the arena. */
struct opf_repo_selection {
    struct opf_repo_op **ops;
    size_t count, named;
};
opf_status *opf_repo_select(const struct opf_repo *repo, const char *names,
                            struct opf_repo_selection *out) OPF_NODISCARD;

/* File of op_kernel that an explicit registration names for this chip, or NULL. */
const char *opf_repo_kernel_src(const struct opf_repo_op *op, const char *soc);
/* Whether the operator's sources speak of this chip: a variant file in op_host/config/<soc>, or its
 * definition has AddConfig for it, or no compute units are said at all. */
opf_status *opf_repo_supports(const struct opf_repo_op *op, const char *soc, bool *out) OPF_NODISCARD;
/* Folder of tiling sources of this chip below op_host ("arch35"), or NULL for none. */
const char *opf_repo_tiling_dir(const struct opf_repo_op *op, const char *soc);

#endif

/* Where kernels are looked for. A kernel root is a folder with `config/<soc>/` (index files) and
 * `<soc>/<op>/` (objects); the roots come from the environment, in order:
 *   1. every entry of OPF_KERNEL_PATH, itself a kernel root (a build tree's `binary/<soc>/bin`);
 *   2. every entry E of ASCEND_CUSTOM_OPP_PATH: E/op_impl/ai_core/tbe/kernel;
 *   3. for every vendor V of $ASCEND_OPP_PATH/vendors/config.ini load_priority:
 * vendors/V/op_impl/ai_core/tbe/kernel;
 *   4. $ASCEND_OPP_PATH/built-in/op_impl/ai_core/tbe/kernel, and its sub-folders config/<soc>/<sub>/. */
#ifndef OPF_RUNTIME_INDEX_PATH_H
#define OPF_RUNTIME_INDEX_PATH_H

#include "base/arena.h"

struct opf_index_root {
    const char *kernel; /* the kernel root */
    const char *info;   /* folder of aic-<soc>-ops-info.json files: .../tbe/config, or NULL */
    const char *origin; /* "ASCEND_CUSTOM_OPP_PATH", for messages */
    bool built_in;
};

struct opf_index_roots {
    struct opf_index_root *items;
    size_t count;
};

/* A number that changes when the process's environment does. Cheap: no string is read. */
uint64_t opf_index_environment_mark(void);
/* Roots by the present environment; folders need not exist. Everything is in the arena. */
opf_status *opf_index_roots_read(opf_arena *arena, struct opf_index_roots *out) OPF_NODISCARD;

#endif

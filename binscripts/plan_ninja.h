/* The plan of a chip in memory and as files: task lists, stand-alone scripts, build.ninja. */
#ifndef OPF_BINSCRIPTS_PLAN_NINJA_H
#define OPF_BINSCRIPTS_PLAN_NINJA_H

#include "ascendc_gen/kernel_flags.h"
#include "base/map.h"
#include "binscripts/kernel_keys.h"
#include "binscripts/plan.h"

struct opf_plan_variant {
    const char *stem;       /* with the mode */
    const char *mode;       /* "high_performance" */
    const char *impl_mode;  /* --impl_mode text */
    const char *param_path; /* ...json_<index> */
    size_t index;
    const opf_value *source; /* in the variant file */
    struct opf_kernel_keys keys;
};

struct opf_plan_op {
    const struct opf_kernel_desc *desc;
    const char *desc_path;
    const char *dir;          /* opFile without _apt or _910b */
    const char *variant_path; /* where the variants came from */
    bool generated;
    const char *key_mode; /* "0", "1"; NULL = do not pass the flag */
    struct opf_plan_variant *variants;
    size_t variant_count;
};

struct opf_plan {
    const struct opf_soc_arch *arch;
    struct opf_plan_op *ops;
    size_t op_count, variant_count;
};

/* opc_cmd.sh, out_cmd.sh, and a script for each variant of a generated operator. Paths in `request` are
 * absolute. */
opf_status *opf_plan_write_scripts(opf_arena *arena, const struct opf_plan_request *request,
                                   const struct opf_plan *plan) OPF_NODISCARD;
/* build.ninja; its path is the caller's (opf_free). */
opf_status *opf_plan_write_ninja(opf_arena *arena, const struct opf_plan_request *request,
                                 const struct opf_plan *plan, char **path) OPF_NODISCARD;

#endif

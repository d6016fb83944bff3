/* Targets 2 to 5: from definitions to kernels and their indices. */
#ifndef OPF_DRIVER_KERNEL_BUILD_H
#define OPF_DRIVER_KERNEL_BUILD_H

#include "driver/build_run.h"

/* Target opbuild: the definitions of the selected operators, for all chips of the run. */
opf_status *opf_build_definitions(struct opf_build_run *run) OPF_NODISCARD;
/* The command of that target, its list of definitions written; argv is to be initialised. */
opf_status *opf_definitions_command(struct opf_build_run *run, struct opf_strvec *argv) OPF_NODISCARD;
/* The operators whose kernels this run compiles for a chip: selected, defined, supported. A named operator
 * that no chip of the run supports is an error. The array is in the arena, NULL-terminated. */
opf_status *opf_build_kernel_ops(struct opf_build_run *run, const char *soc,
                                 struct opf_repo_op ***out) OPF_NODISCARD;
/* Kernel sources of the whole repository as links in build/tbe/ascendc/<op>/, the layout operators' includes
 * of each other rely on, and variant files in build/tbe/config/<soc>/<op>/. */
opf_status *opf_build_link_sources(struct opf_build_run *run) OPF_NODISCARD;
/* Targets ascendc_impl_gen, gen_bin_scripts and binary of one chip. */
opf_status *opf_build_descriptions(struct opf_build_run *run, const char *soc) OPF_NODISCARD;
opf_status *opf_build_scripts(struct opf_build_run *run, const char *soc) OPF_NODISCARD;
opf_status *opf_build_binary(struct opf_build_run *run, const char *soc) OPF_NODISCARD;
/* build/opp: the installed layout by links, what ASCEND_OPP_PATH of a run of built operators names. */
opf_status *opf_build_opp_tree(struct opf_build_run *run) OPF_NODISCARD;

#endif

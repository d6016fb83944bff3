/* Target 5: one variant to <stem>.o and <stem>.json (docs/formats/object.md, docs/formats/kernel-json.md). */
#ifndef OPF_BINSCRIPTS_OPC_RUN_H
#define OPF_BINSCRIPTS_OPC_RUN_H

#include "base/strvec.h"

struct opf_opc_options {
    const char *description; /* <opFile>.yaml */
    const char *main_func;   /* NULL = entry of the description */
    const char *input_param; /* parameter file, one or several variants */
    const char *soc_version; /* "Ascend950PR_9599" or a short name */
    const char *output_dir;
    const char *bin_filename; /* NULL = from the parameter file */
    const char *impl_mode;    /* "high_performance,optional" */
    const char *op_mode;      /* "dynamic" */
    const char *key_mode;     /* "0", "1" or NULL = inferred */
    const char *optional_input_mode, *optional_output_mode, *dynamic_param_mode;
    const char *deterministic;  /* all, true, false */
    const char *tiling_key;     /* "1,2" or NULL = all found */
    const char *template_input; /* "A=1,2;B=0" or NULL */
    const char *debug_config;   /* --op_debug_config */
    const char *debug_dir;      /* parent of work folders; NULL = the output folder */
    const char *source_root;    /* NULL = ../ascendc seen from the description */
    const char *tiling_structs; /* header of host-defined tiling structures or NULL */
    const char *tiling_library; /* used to make that header when `tiling_structs` is NULL; NULL = none */
    const char *sdk_dir;
    const char *pch;        /* NULL = default place, made when missing; "none" = parse the header */
    const char *march;      /* NULL = native */
    const char *build_type; /* Release, Debug */
    const char *ccache;     /* program or NULL */
    const char *depfile;    /* NULL = none */
    const struct opf_strvec *includes;
    bool check_only; /* parse and instantiate, make no code and no file */
    bool keep_work;  /* leave the work folder */
    bool verbose;    /* show commands */
};

/* Compiles and publishes all variants of the parameter file. With `check_only` nothing is written: an error
 * says that the compiler refused a variant. */
opf_status *opf_opc_run(const struct opf_opc_options *options) OPF_NODISCARD;
/* Build the precompiled device header at `path` unless it is up to date (SDK headers, compiler, flags). */
opf_status *opf_opc_make_pch(const struct opf_opc_options *options, const char *path) OPF_NODISCARD;

#endif

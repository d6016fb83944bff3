/* Target 3: kernel descriptions (docs/formats/kernel-description.md) from the `.ini` of the operator
 * definitions and the kernel sources. */
#ifndef OPF_ASCENDC_GEN_DESCRIBE_H
#define OPF_ASCENDC_GEN_DESCRIBE_H

#include "base/strvec.h"

struct opf_describe_request {
    const char *ini_path;              /* merged or one operator's */
    const struct opf_strvec *ops;      /* operator types; empty = every section of the ini */
    const char *source_root;           /* <build>/tbe/ascendc */
    const char *soc;                   /* short name, "ascend950" */
    const char *out_dir;               /* <build>/tbe/dynamic */
    const char *csv_path;              /* NULL = none: OpType,dynamic/<opFile>.yaml,entry lines */
    const char *config_path;           /* ascendc_config.json, NULL = none */
    const struct opf_strvec *includes; /* further include folders */
    const char *sdk_dir;               /* <sdk>, has device/ and include/ */
    const char *pch_path;              /* precompiled opf_prefix.h, NULL = parse the header */
};

/* Writes <out>/<opFile>.yaml for each operator, leaving unchanged files alone. Goes on after an operator that
 * failed; the first error is returned with the number of others as a note, all are printed to `log`. */
opf_status *opf_describe_kernels(const struct opf_describe_request *request, FILE *log) OPF_NODISCARD;

#endif

/* Artefacts made of resolved definitions: `.ini` sections, ops-info JSON, generated aclnn. Texts are appended
 * to buffers; nothing here touches files. */
#ifndef OPF_OPBUILD_DEF_WRITE_H
#define OPF_OPBUILD_DEF_WRITE_H

#include "base/ini.h"
#include "opbuild/def_model.h"

struct opf_def_ini_options {
    const char *kernel_src; /* explicit kernel source of this operator, NULL = none */
    bool no_source_package; /* kernels ship as binaries only: jitCompile.flag is set unless given */
};

/* One `[OpType]` section (docs/formats/ini.md). InitValue faults are added to `diags`. */
void opf_def_write_ini(struct opf_buf *to, const struct opf_def_view *view,
                       const struct opf_def_ini_options *options, struct opf_def_diags *diags);

/* The ops-info JSON of all sections of a merged `.ini` text (docs/formats/ops-info.md). Faults that the
 * format forbids are INVALID_FORMAT with section and key. */
opf_status *opf_def_write_opsinfo(struct opf_buf *to, opf_arena *arena, const char *name, const char *ini,
                                  size_t len) OPF_NODISCARD;

/* One file of generated aclnn. */
struct opf_def_aclnn_file {
    char *name; /* "aclnn_add_pair.h"; owned */
    struct opf_buf text;
};
struct opf_def_aclnn_files {
    struct opf_def_aclnn_file *items; /* header and source of each API version, newest first */
    size_t count, cap;
};
/* Generated aclnn of an operator of class aclnn or aclnnInner; `views` are its resolved forms for every chip
 * its definition names. Faults are added to `diags`. */
opf_status *opf_def_write_aclnn(opf_arena *arena, const struct opf_def_op *op,
                                const struct opf_def_view *views, size_t view_count,
                                struct opf_def_diags *diags, struct opf_def_aclnn_files *out) OPF_NODISCARD;
void opf_def_aclnn_files_free(struct opf_def_aclnn_files *files);

#endif

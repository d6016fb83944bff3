/* What opdump shows: kernel objects, kernel descriptions (.json), index files, and why a look-up fails. */
#ifndef OPF_RUNNER_DUMP_FILE_H
#define OPF_RUNNER_DUMP_FILE_H

#include "base/buf.h"
#include "base/strvec.h"

/* A `.o`: descriptor, entries with their metadata, imports, sections, digest. */
opf_status *opf_dump_object(const char *path, struct opf_buf *to) OPF_NODISCARD;
/* A `.json`: kernel description, per-operator index or global index, told apart by its members. `op` (may be
 * NULL) limits a global index to one operator. A kernel description is checked against the `.o` beside it. */
opf_status *opf_dump_json(const char *path, const char *op, struct opf_buf *to) OPF_NODISCARD;

/* A look-up as the run time makes it. `inputs` and `outputs` are texts "dtype[:format]", "none" for an absent
 * optional parameter, "dtype*n" for a dynamic group of n. Shows what was found, or the places searched and
 * the nearest kernels with the first field that differs; *found tells which. */
struct opf_dump_query {
    const char *op, *soc;
    const struct opf_strvec *inputs, *outputs, *attrs;
    int deterministic;
};
opf_status *opf_dump_lookup(const struct opf_dump_query *query, struct opf_buf *to,
                            bool *found) OPF_NODISCARD;

#endif

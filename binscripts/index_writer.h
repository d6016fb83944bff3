/* Index files from finished kernel `.json` files (docs/formats/index.md). */
#ifndef OPF_BINSCRIPTS_INDEX_WRITER_H
#define OPF_BINSCRIPTS_INDEX_WRITER_H

#include "base/strvec.h"

/* Per operator: `params` are the variants' parameter files in task order; their kernels are in `kernel_dir`.
 * A missing `.json` or `.o` is NOT_FOUND. Left alone when equal. */
opf_status *opf_index_write_op(const struct opf_strvec *params, const char *kernel_dir,
                               const char *out_path) OPF_NODISCARD;

/* All of a chip: scans <bin_dir>/<soc> and writes binary_info_config.json to `out_path`. Operators that the
 * format cannot list are left out with a line to `log`. */
opf_status *opf_index_write_global(const char *bin_dir, const char *soc, const char *out_path,
                                   FILE *log) OPF_NODISCARD;

#endif

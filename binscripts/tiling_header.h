/* Header with the tiling structures that an operator defines on its host side. It declares each structure
 * once and tells the kernel's GET_TILING_DATA which one is the operator's. */
#ifndef OPF_BINSCRIPTS_TILING_HEADER_H
#define OPF_BINSCRIPTS_TILING_HEADER_H

#include "base/status.h"
#include <stddef.h>

typedef struct opf_tiling_header opf_tiling_header;

opf_status *opf_tiling_header_create(const char *op_type, opf_tiling_header **out) OPF_NODISCARD;
void opf_tiling_header_destroy(opf_tiling_header *header);
/* One registration; repeated structures are written once. Failure is kept for opf_tiling_header_write. */
void opf_tiling_header_add(opf_tiling_header *header, const char *registered, const char *name,
                           const char *source, size_t size);
/* Writes <dir>/<OpType>.tiling.h, leaving an equal one alone. */
opf_status *opf_tiling_header_write(opf_tiling_header *header, const char *dir) OPF_NODISCARD;

#endif

/* Which other operators' host sources an operator's own sources lean on. */
#ifndef OPF_DRIVER_OP_USES_H
#define OPF_DRIVER_OP_USES_H

#include "driver/op_repo.h"

/* Appends to `ops` (of repo->op_count + 1 places, `*count` of them taken, no one twice) the operators whose
 * folder op_host some host source or header of `op` includes from. Registration calls leave such neighbours
 * out where the library is always built whole; a library of few operators does not load without them. */
opf_status *opf_repo_add_uses(const struct opf_repo *repo, const struct opf_repo_op *op,
                              struct opf_repo_op **ops, size_t *count) OPF_NODISCARD;

#endif

/* Which other operators' host sources an operator leans on. */
#ifndef OPF_DRIVER_OP_USES_H
#define OPF_DRIVER_OP_USES_H

#include "driver/op_repo.h"

/* Appends to `ops` (of repo->op_count + 1 places, `*count` of them taken, no one twice) the operators whose
 * folder op_host some host source or header of `op` includes from. Registration calls leave such neighbours
 * out where the library is always built whole; a library of few operators does not load without them. */
opf_status *opf_repo_add_uses(const struct opf_repo *repo, const struct opf_repo_op *op,
                              struct opf_repo_op **ops, size_t *count) OPF_NODISCARD;

/* Appends, if nobody among `ops` does it, the operators whose folder op_host registers host functions of
 * `op`'s type, IMPL_OP_OPTILING(Type) say: a family's tilings may all be in the folder of one of its members. */
opf_status *opf_repo_add_registrants(const struct opf_repo *repo, const struct opf_repo_op *op,
                                     struct opf_repo_op **ops, size_t *count) OPF_NODISCARD;

#endif

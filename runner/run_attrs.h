/* Attribute texts into the positional values that host functions take. */
#ifndef OPF_RUNNER_RUN_ATTRS_H
#define OPF_RUNNER_RUN_ATTRS_H

#include "runner/run_op.h"

/* One value per attribute of the definition: given, or its default. `key_texts` gets what an index key
 * spells. */
opf_status *opf_run_attrs_build(opf_arena *arena, const struct opf_op_facts *facts,
                                const struct opf_run_attr *given, size_t given_num,
                                struct opf_host_attr **values, const char *const **key_texts) OPF_NODISCARD;

#endif

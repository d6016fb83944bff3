/* The .json beside a kernel object, as far as a launch needs it. */
#ifndef OPF_RUNTIME_KERNEL_FACTS_H
#define OPF_RUNTIME_KERNEL_FACTS_H

#include "base/arena.h"
#include "opforge/index_api.h"

/* Reads `json_path`. Everything is in the arena; errors name file and member. The caller fills in op_type,
 * object_path, index_path and impl_mode. */
opf_status *opf_kernel_facts_read(opf_arena *arena, const char *json_path,
                                  struct opf_index_kernel **out) OPF_NODISCARD;

#endif

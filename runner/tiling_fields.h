/* A tiling result as fields by name. The layout of structures that no registration describes comes from the
 * debug information of the operators' library, or of the one source that uses the structure, compiled again
 * for it. */
#ifndef OPF_RUNNER_TILING_FIELDS_H
#define OPF_RUNNER_TILING_FIELDS_H

#include "base/strvec.h"
#include "base/value.h"
#include "opforge/host_api.h"

struct opf_tiling_bytes {
    const char *op_type;
    const char *type; /* C++ name of the structure: "optiling::Data" */
    const unsigned char *bytes;
    size_t size;
};

/* The fields of a structure that the operator registered, when there is one: nothing is added otherwise. */
opf_status *opf_tiling_fields_registered(opf_arena *arena, const char *op_type,
                                         const struct opf_host_tiling *tiling,
                                         opf_value *object) OPF_NODISCARD;

/* Adds a member for each number to `object`, in order. `libraries`: where the operator may be from; a build's
 * plan beside one (tmp/ophost/build.ninja) says how its sources are compiled. Compiled debug information is
 * kept below that folder until the object it belongs to changes. NOT_FOUND says what was looked for. */
opf_status *opf_tiling_fields_add(opf_arena *arena, const struct opf_strvec *libraries,
                                  const struct opf_tiling_bytes *tiling, opf_value *object) OPF_NODISCARD;

#endif

/* Small questions of tilings. */
#ifndef OPFORGE_OP_COMMON_TILING_BASE_UTIL_H
#define OPFORGE_OP_COMMON_TILING_BASE_UTIL_H

#include "op_common/op_host/util/opbase_export.h"
#include "platform/soc_spec.h"
#include "register/op_impl_registry.h"

namespace Ops {
namespace Base {

/* Whether the chip computes on vector registers (architectures 3510, 5102). */
OPBASE_API bool IsRegbaseSocVersion(const gert::TilingParseContext *context);
OPBASE_API bool IsRegbaseSocVersion(const gert::TilingContext *context);
/* The shape itself, or [1] for a scalar. */
OPBASE_API const gert::Shape &EnsureNotScalar(const gert::Shape &inShape);

} // namespace Base
} // namespace Ops
#endif

/* Questions about shapes: unknown rank (one dimension of -2), unknown dimensions (-1), axes. */
#ifndef OPFORGE_OP_COMMON_SHAPE_UTIL_H
#define OPFORGE_OP_COMMON_SHAPE_UTIL_H

#include "exe_graph/runtime/shape.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {

/* Whether axis is in [-dimNum, dimNum). A scalar counts as one dimension. */
template <typename T1, typename T2> bool CheckAxisBounds(const T1 dimNum, const T2 axis)
{
    const int64_t rank = dimNum == 0 ? 1 : static_cast<int64_t>(dimNum);
    return static_cast<int64_t>(axis) >= -rank && static_cast<int64_t>(axis) < rank;
}
OPBASE_API void SetUnknownRank(gert::Shape &shape);
OPBASE_API bool IsUnknownRank(const gert::Shape &shape);
OPBASE_API void SetUnknownShape(int64_t rank, gert::Shape &shape);
OPBASE_API bool IsUnknownShape(const gert::Shape &shape); /* any dimension is -1 */

} // namespace Base
} // namespace Ops
#endif

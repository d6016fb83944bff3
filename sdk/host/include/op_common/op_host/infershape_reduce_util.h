/* Shape inference of reductions: input 0 is reduced over the axes in input 1, attribute 0 = keep dimensions. */
#ifndef OPFORGE_OP_COMMON_INFERSHAPE_REDUCE_UTIL_H
#define OPFORGE_OP_COMMON_INFERSHAPE_REDUCE_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/log/log.h"
#include "op_common/op_host/util/opbase_export.h"
#include "op_common/op_host/util/shape_util.h"

namespace Ops {
namespace Base {

/* `axes` may be negative and repeat; out of range fails. */
OPBASE_API ge::graphStatus ReduceShape(const gert::Shape *xShape, const int64_t *axes, size_t axesNum, bool keepDims,
                                       gert::Shape *outputShape);

template <typename T>
ge::graphStatus ReduceDimsAs(const gert::Shape *xShape, const T *axesDims, int32_t axesSize, bool keepDims,
                             gert::Shape *outputShape)
{
    int64_t axes[gert::Shape::kMaxDimNum];
    if (axesSize < 0 || axesSize > static_cast<int32_t>(gert::Shape::kMaxDimNum) || (axesSize && !axesDims))
        return ge::GRAPH_FAILED;
    for (int32_t i = 0; i < axesSize; ++i)
        axes[i] = static_cast<int64_t>(axesDims[i]);
    return ReduceShape(xShape, axes, static_cast<size_t>(axesSize), keepDims, outputShape);
}
template <typename T>
ge::graphStatus ReduceDimsWithKeepDims(const gert::Shape *xShape, const T *axesDims, int32_t axesSize,
                                       gert::Shape *outputShape)
{
    return ReduceDimsAs(xShape, axesDims, axesSize, true, outputShape);
}
template <typename T>
ge::graphStatus ReduceDimsWithoutKeepDims(const gert::Shape *xShape, const T *axesDims, int32_t axesSize,
                                          gert::Shape *outputShape)
{
    return ReduceDimsAs(xShape, axesDims, axesSize, false, outputShape);
}
template <typename T>
ge::graphStatus ReduceDims(const gert::Shape *xShape, const gert::Tensor *axesTensor, int32_t axesSize,
                           const bool keepDims, gert::Shape *outputShape)
{
    return ReduceDimsAs(xShape, axesTensor->GetData<T>(), axesSize, keepDims, outputShape);
}
OPBASE_API ge::graphStatus InferShape4Reduce(gert::InferShapeContext *context);

} // namespace Base
} // namespace Ops
#endif

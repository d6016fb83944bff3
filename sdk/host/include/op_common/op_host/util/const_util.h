/* Values of inputs that the host can read, as integers or as a shape. */
#ifndef OPFORGE_OP_COMMON_CONST_UTIL_H
#define OPFORGE_OP_COMMON_CONST_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "op_common/log/log.h"

namespace Ops {
namespace Base {

using namespace ge;

/* The first element, an integer of type T1. Bytes that nobody counted are no value; a shape that is not known yet
 * does not hide one. */
template <typename T1, typename T2> bool GetValueToInteger(const gert::Tensor *constTensor, T2 &value)
{
    const T1 *data = constTensor->GetData<T1>();
    if (!data || constTensor->GetSize() == 0)
        return false;
    value = static_cast<T2>(*data);
    return true;
}
/* All elements, integers of type T, as dimensions. */
template <typename T> bool GetValueToShape(const gert::Tensor *constTensor, gert::Shape &shape)
{
    const T *data = constTensor->GetData<T>();
    const int64_t count = constTensor->GetShapeSize();
    if (!data || count < 0 || count > static_cast<int64_t>(gert::Shape::kMaxDimNum))
        return false;
    shape.SetDimNum(0);
    for (int64_t i = 0; i < count; ++i)
        shape.AppendDim(static_cast<int64_t>(data[i]));
    return true;
}
template <typename ContextType, typename T> bool GetConstInt(const ContextType *context, int64_t inputIdx, T &value)
{
    const gert::Tensor *tensor = context->GetInputTensor(static_cast<size_t>(inputIdx));
    if (!tensor) {
        OP_LOGW(context->GetNodeName(), "input %ld has no value", static_cast<long>(inputIdx));
        return false;
    }
    switch (tensor->GetDataType()) {
    case ge::DT_INT32:
        return GetValueToInteger<int32_t>(tensor, value);
    case ge::DT_INT64:
        return GetValueToInteger<int64_t>(tensor, value);
    case ge::DT_UINT32:
        return GetValueToInteger<uint32_t>(tensor, value);
    case ge::DT_UINT64:
        return GetValueToInteger<uint64_t>(tensor, value);
    default:
        OP_LOGW(context->GetNodeName(), "input %ld is %s, not an integer", static_cast<long>(inputIdx),
                ToString(tensor->GetDataType()).c_str());
        return false;
    }
}
template <typename ContextType>
bool GetConstIntToShape(const ContextType *context, int64_t inputIdx, gert::Shape &shape)
{
    const gert::Tensor *tensor = context->GetInputTensor(static_cast<size_t>(inputIdx));
    if (!tensor) {
        OP_LOGE(context->GetNodeName(), "input %ld has no value", static_cast<long>(inputIdx));
        return false;
    }
    if (tensor->GetDataType() == ge::DT_INT32)
        return GetValueToShape<int32_t>(tensor, shape);
    if (tensor->GetDataType() == ge::DT_INT64)
        return GetValueToShape<int64_t>(tensor, shape);
    if (tensor->GetDataType() == ge::DT_UINT32)
        return GetValueToShape<uint32_t>(tensor, shape);
    if (tensor->GetDataType() == ge::DT_UINT64)
        return GetValueToShape<uint64_t>(tensor, shape);
    OP_LOGW(context->GetNodeName(), "input %ld is %s, int32, int64, uint32 or uint64 was expected", static_cast<long>(inputIdx),
            ToString(tensor->GetDataType()).c_str());
    return false;
}

} // namespace Base
} // namespace Ops
#endif

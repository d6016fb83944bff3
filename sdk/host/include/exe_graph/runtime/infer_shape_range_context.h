/* gert::InferShapeRangeContext: ranges of shapes in and out. */
#ifndef OPFORGE_EXE_GRAPH_INFER_SHAPE_RANGE_CONTEXT_H
#define OPFORGE_EXE_GRAPH_INFER_SHAPE_RANGE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/range.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {

using TensorRange = Range<Tensor>;

class InferShapeRangeContext : public ExtendedKernelContext {
public:
    const Range<Shape> *GetInputShapeRange(size_t index) const { return GetInputPointer<Range<Shape>>(index); }
    const TensorRange *GetInputTensorRange(size_t index) const { return GetInputPointer<TensorRange>(index); }
    const Range<Shape> *GetOptionalInputShapeRange(size_t ir_index) const
    {
        return GetDynamicInputShapeRange(ir_index, 0);
    }
    const TensorRange *GetOptionalInputTensorRange(size_t ir_index) const
    {
        return GetDynamicInputTensorRange(ir_index, 0);
    }
    const Range<Shape> *GetRequiredInputShapeRange(size_t ir_index) const
    {
        return GetDynamicInputShapeRange(ir_index, 0);
    }
    const TensorRange *GetRequiredInputTensorRange(size_t ir_index) const
    {
        return GetDynamicInputTensorRange(ir_index, 0);
    }
    const Range<Shape> *GetDynamicInputShapeRange(size_t ir_index, size_t relative_index) const
    {
        return GetDynamicInputPointer<Range<Shape>>(ir_index, relative_index);
    }
    const TensorRange *GetDynamicInputTensorRange(size_t ir_index, size_t relative_index) const
    {
        return GetDynamicInputPointer<TensorRange>(ir_index, relative_index);
    }
    Range<Shape> *GetOutputShapeRange(size_t index) { return GetOutputPointer<Range<Shape>>(index); }
};
static_assert(std::is_standard_layout<InferShapeRangeContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif

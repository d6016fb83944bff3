/* gert::InferShapeContext: input shapes (and values, where they are known) in, output shapes out.
 *
 * By flat index everything handed over can be read, also what the node does not name as an input. */
#ifndef OPFORGE_EXE_GRAPH_INFER_SHAPE_CONTEXT_H
#define OPFORGE_EXE_GRAPH_INFER_SHAPE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {

/* Slots behind the inputs. */
enum class InputExternLayout : uint32_t { kInferShapeFunc = 1, kInferenceContext = 2 };

class InferShapeContext : public ExtendedKernelContext {
public:
    const Shape *GetInputShape(size_t index) const { return GetInputPointer<Shape>(index); }
    const Tensor *GetInputTensor(size_t index) const { return GetInputPointer<Tensor>(index); }
    const Shape *GetOptionalInputShape(size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
    const Tensor *GetOptionalInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const Shape *GetRequiredInputShape(size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
    const Tensor *GetRequiredInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const Shape *GetDynamicInputShape(size_t ir_index, size_t relative_index) const
    {
        return GetDynamicInputPointer<Shape>(ir_index, relative_index);
    }
    const Tensor *GetDynamicInputTensor(size_t ir_index, size_t relative_index) const
    {
        return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
    }
    Shape *GetOutputShape(size_t index) { return GetOutputPointer<Shape>(index); }
};
static_assert(std::is_standard_layout<InferShapeContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif

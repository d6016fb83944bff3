/* Builds a context for shape inference. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_CONTEXT_BUILDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_CONTEXT_BUILDER_H

#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_shape_context.h"

namespace gert {

class OPF_HOST_API OpInferShapeContextBuilder : public OpContextBuilderBase<OpInferShapeContextBuilder> {
public:
    OpInferShapeContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                                 ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(false, index, dtype, origin_format, storage_format, expand);
    }
    OpInferShapeContextBuilder &InputTensors(const std::vector<Tensor *> &inputs);
    ContextHolder<InferShapeContext> Build();
};

} // namespace gert
#endif

/* Builds a context for the inference of shape ranges. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_RANGE_CONTEXT_BUILDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_RANGE_CONTEXT_BUILDER_H

#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_shape_range_context.h"

namespace gert {

class OPF_HOST_API OpInferShapeRangeContextBuilder : public OpContextBuilderBase<OpInferShapeRangeContextBuilder> {
public:
    OpInferShapeRangeContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                                      ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(false, index, dtype, origin_format, storage_format, expand);
    }
    OpInferShapeRangeContextBuilder &InputTensorsRange(const std::vector<Range<Tensor> *> &inputs);
    ContextHolder<InferShapeRangeContext> Build();
};

} // namespace gert
#endif

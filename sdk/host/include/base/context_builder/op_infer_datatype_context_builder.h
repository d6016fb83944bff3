/* Builds a context for type inference. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_INFER_DATATYPE_CONTEXT_BUILDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_INFER_DATATYPE_CONTEXT_BUILDER_H

#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_datatype_context.h"

namespace gert {

class OPF_HOST_API OpInferDataTypeContextBuilder : public OpContextBuilderBase<OpInferDataTypeContextBuilder> {
public:
    OpInferDataTypeContextBuilder &InputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                                   ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(true, index, dtype, origin_format, storage_format, expand);
    }
    OpInferDataTypeContextBuilder &OutputTensorDesc(size_t index, ge::Format origin_format, ge::Format storage_format,
                                                    const ExpandDimsType &expand = {})
    {
        return Describe(false, index, ge::DT_UNDEFINED, origin_format, storage_format, expand);
    }
    ContextHolder<InferDataTypeContext> Build();
};

} // namespace gert
#endif

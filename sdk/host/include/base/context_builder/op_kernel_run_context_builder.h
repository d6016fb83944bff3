/* Builds a bare context from given slots. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_KERNEL_RUN_CONTEXT_BUILDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_KERNEL_RUN_CONTEXT_BUILDER_H

#include "base/context_builder/op_context_builder_base.h"

namespace gert {

class OPF_HOST_API OpKernelContextBuilder : public OpContextBuilderBase<OpKernelContextBuilder> {
public:
    OpKernelContextBuilder &InputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                            ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(true, index, dtype, origin_format, storage_format, expand);
    }
    OpKernelContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                             ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(false, index, dtype, origin_format, storage_format, expand);
    }
    OpKernelContextBuilder &Inputs(std::vector<void *> inputs);
    OpKernelContextBuilder &Outputs(std::vector<void *> outputs);
    ContextHolder<KernelContext> Build();
};

} // namespace gert
#endif

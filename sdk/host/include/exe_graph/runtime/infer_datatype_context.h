/* gert::InferDataTypeContext: input element types in, output element types out. */
#ifndef OPFORGE_EXE_GRAPH_INFER_DATATYPE_CONTEXT_H
#define OPFORGE_EXE_GRAPH_INFER_DATATYPE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {

class InferDataTypeContext : public ExtendedKernelContext {
public:
    /* DT_UNDEFINED for a tensor that is not there. */
    ge::DataType GetInputDataType(size_t index) const { return Read(GetInputPointer<ge::DataType>(index)); }
    ge::DataType GetOptionalInputDataType(size_t ir_index) const { return GetDynamicInputDataType(ir_index, 0); }
    ge::DataType GetRequiredInputDataType(size_t ir_index) const { return GetDynamicInputDataType(ir_index, 0); }
    ge::DataType GetDynamicInputDataType(size_t ir_index, size_t relative_index) const
    {
        return Read(GetDynamicInputPointer<ge::DataType>(ir_index, relative_index));
    }
    ge::DataType GetOutputDataType(size_t index) const { return Read(GetOutputPointer<ge::DataType>(index)); }
    ge::graphStatus SetOutputDataType(size_t index, ge::DataType datatype)
    {
        ge::DataType *slot = GetOutputPointer<ge::DataType>(index);
        if (!slot)
            return ge::GRAPH_FAILED;
        *slot = datatype;
        return ge::GRAPH_SUCCESS;
    }

private:
    static ge::DataType Read(const ge::DataType *slot) { return slot ? *slot : ge::DT_UNDEFINED; }
};
static_assert(std::is_standard_layout<InferDataTypeContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif

/* Registration of an operator's host functions: IMPL_OP, IMPL_OP_INFERSHAPE, IMPL_OP_OPTILING.
 *
 * A registration object is a temporary handle; what it is told is merged into the process's record of that
 * operator type, so shape inference and tiling may be registered by different sources. */
#ifndef OPFORGE_REGISTER_OP_IMPL_REGISTRY_H
#define OPFORGE_REGISTER_OP_IMPL_REGISTRY_H

#include "exe_graph/runtime/base_type.h"
#include "exe_graph/runtime/exe_res_generation_context.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "exe_graph/runtime/op_execute_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "graph/ascend_string.h"
#include "graph/types.h"
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#ifndef VAR_UNUSED
#define VAR_UNUSED __attribute__((unused))
#endif

extern "C" {
typedef struct rtExceptionInfo aclrtExceptionInfo;
}

namespace ge {
class AnyValue;
}

namespace gert {

class InferFormatContext;
struct OpImplRecord;

enum TilingPlacement { TILING_ON_HOST = 0, TILING_ON_AICPU = 1 };

class OPF_HOST_API OpImplRegisterV2 {
public:
    using InferShapeKernelFunc = UINT32 (*)(InferShapeContext *);
    using InferShapeRangeKernelFunc = UINT32 (*)(InferShapeRangeContext *);
    using InferDataTypeKernelFunc = UINT32 (*)(InferDataTypeContext *);
    using InferFormatFunc = UINT32 (*)(InferFormatContext *);
    using TilingKernelFunc = UINT32 (*)(TilingContext *);
    using TilingParseFunc = UINT32 (*)(TilingParseContext *);
    using GenSimplifiedKeyKernelFunc = UINT32 (*)(TilingContext *, ge::char_t *);
    using KernelFunc = UINT32 (*)(KernelContext *);
    using CompileInfoCreatorFunc = void *(*)();
    using CompileInfoDeleterFunc = void (*)(void *);
    using OpExecFunc = UINT32 (*)(OpExecuteContext *);
    using OpExecPrepareFunc = UINT32 (*)(OpExecutePrepareContext *);
    using OpExecLaunchFunc = UINT32 (*)(OpExecuteLaunchContext *);
    using OpCalcParamKernelFunc = UINT32 (*)(ExeResGenerationContext *);
    using OpGenTaskKernelFunc = UINT32 (*)(const ExeResGenerationContext *, std::vector<std::vector<uint8_t>> &);
    using OP_CHECK_FUNC_V2 = ge::graphStatus (*)(const OpCheckContext *, ge::AscendString &);
    using ExceptionDumpFunc = void (*)(aclrtExceptionInfo *, void *);
    using OpType = ge::AscendString;
    using PrivateAttrList = std::vector<std::pair<ge::AscendString, ge::AnyValue>>;
    using PrivateAttrSet = std::unordered_set<ge::AscendString>;

    explicit OpImplRegisterV2(const ge::char_t *op_type);

    OpImplRegisterV2 &InferShape(InferShapeKernelFunc infer_shape_func);
    OpImplRegisterV2 &InferShapeRange(InferShapeRangeKernelFunc infer_shape_range_func);
    OpImplRegisterV2 &InferDataType(InferDataTypeKernelFunc infer_datatype_func);
    OpImplRegisterV2 &InferOutDataTypeSameWithFirstInput();
    OpImplRegisterV2 &InferFormat(InferFormatFunc infer_format_func);
    OpImplRegisterV2 &Tiling(TilingKernelFunc tiling_func, size_t max_tiling_data_size = 2048);
    OpImplRegisterV2 &GenSimplifiedKey(GenSimplifiedKeyKernelFunc gen_simplifiedkey_func);
    template <typename T> OpImplRegisterV2 &TilingParse(KernelFunc tiling_parse_func)
    {
        return Parse(
            tiling_parse_func, []() -> void * { return new T(); }, [](void *info) { delete static_cast<T *>(info); });
    }
    template <typename T> OpImplRegisterV2 &TilingParse(TilingParseFunc tiling_parse_func)
    {
        return TilingParse<T>(reinterpret_cast<KernelFunc>(tiling_parse_func));
    }

    /* Inputs (of the definition) whose values the function reads. */
    OpImplRegisterV2 &InputsDataDependency(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2 &TilingInputsDataDependency(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2 &TilingInputsDataDependency(std::initializer_list<int32_t> inputs,
                                                 std::initializer_list<TilingPlacement> placements);
    OpImplRegisterV2 &HostInputs(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2 &OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs);
    OpImplRegisterV2 &NullableOutputs(std::initializer_list<int32_t> outputs);

    /* Attributes that only the host functions see, behind those of the definition. */
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr);
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, int64_t private_attr_val);
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, const std::vector<int64_t> &private_attr_val);
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, const ge::char_t *private_attr_val);
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, ge::float32_t private_attr_val);
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, bool private_attr_val);
    OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, const std::vector<ge::float32_t> &private_attr_val);

    /* Accepted and kept for nobody: the graph engine's own callbacks. */
    OpImplRegisterV2 &OpExecuteFunc(OpExecFunc) { return *this; }
    OpImplRegisterV2 &Op2StageExecuteFuncs(OpExecPrepareFunc, OpExecLaunchFunc) { return *this; }
    OpImplRegisterV2 &CalcOpParam(OpCalcParamKernelFunc) { return *this; }
    OpImplRegisterV2 &GenerateTask(OpGenTaskKernelFunc) { return *this; }
    OpImplRegisterV2 &CheckSupport(OP_CHECK_FUNC_V2) { return *this; }
    OpImplRegisterV2 &OpSelectFormat(OP_CHECK_FUNC_V2) { return *this; }
    OpImplRegisterV2 &ExceptionDumpParseFunc(ExceptionDumpFunc) { return *this; }

private:
    OpImplRegisterV2 &Parse(KernelFunc parse, CompileInfoCreatorFunc create, CompileInfoDeleterFunc destroy);

    OpImplRecord *record_;
};

} // namespace gert

#define OPF_IMPL_OP_NAMED(op_type, name)                                                                     \
    static gert::OpImplRegisterV2 VAR_UNUSED name = gert::OpImplRegisterV2(#op_type)
#define OPF_IMPL_OP_NUMBERED(op_type, number) OPF_IMPL_OP_NAMED(op_type, op_impl_register_##op_type##number)
#define OPF_IMPL_OP_EXPAND(op_type, number)   OPF_IMPL_OP_NUMBERED(op_type, number)
#define IMPL_OP(op_type)                      OPF_IMPL_OP_EXPAND(op_type, __COUNTER__)
#define IMPL_OP_DEFAULT()                     IMPL_OP(DefaultImpl)
/* One per type and library: a second one is a duplicate symbol at link time, as it should be. */
#define IMPL_OP_INFERSHAPE(op_type)                                                                          \
    gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_infershape_##op_type = gert::OpImplRegisterV2(#op_type)
#define IMPL_OP_OPTILING(op_type)                                                                            \
    gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_optiling_##op_type = gert::OpImplRegisterV2(#op_type)

#endif

/* What is registered for one operator type, as tests and caches read it. */
#ifndef OPFORGE_REGISTER_OP_IMPL_KERNEL_REGISTRY_H
#define OPFORGE_REGISTER_OP_IMPL_KERNEL_REGISTRY_H

#include "register/op_impl_registry.h"

namespace gert {

struct OpImplKernelRegistry {
    using InferShapeKernelFunc = OpImplRegisterV2::InferShapeKernelFunc;
    using InferShapeRangeKernelFunc = OpImplRegisterV2::InferShapeRangeKernelFunc;
    using InferDataTypeKernelFunc = OpImplRegisterV2::InferDataTypeKernelFunc;
    using TilingKernelFunc = OpImplRegisterV2::TilingKernelFunc;
    using TilingParseFunc = OpImplRegisterV2::TilingParseFunc;
    using GenSimplifiedKeyKernelFunc = OpImplRegisterV2::GenSimplifiedKeyKernelFunc;
    using KernelFunc = OpImplRegisterV2::KernelFunc;
    using CompileInfoCreatorFunc = OpImplRegisterV2::CompileInfoCreatorFunc;
    using CompileInfoDeleterFunc = OpImplRegisterV2::CompileInfoDeleterFunc;
    using OpType = ge::AscendString;

    struct OpImplFunctionsV2 {
        InferShapeKernelFunc infer_shape = nullptr;
        InferShapeRangeKernelFunc infer_shape_range = nullptr;
        InferDataTypeKernelFunc infer_datatype = nullptr;
        OpImplRegisterV2::InferFormatFunc infer_format_func = nullptr;
        TilingKernelFunc tiling = nullptr;
        KernelFunc tiling_parse = nullptr;
        CompileInfoCreatorFunc compile_info_creator = nullptr;
        CompileInfoDeleterFunc compile_info_deleter = nullptr;
        GenSimplifiedKeyKernelFunc gen_simplifiedkey = nullptr;
        size_t max_tiling_data_size = 0;
        /* Bit i = parameter i. */
        uint64_t inputs_dependency = 0;
        uint64_t tiling_dependency = 0;
        uint64_t host_inputs = 0;
        uint64_t output_shape_depend_compute = 0;
        uint64_t nullable_outputs_ = 0;
        uint8_t tiling_dependency_placements = 0; /* bit = enum TilingPlacement */

        bool HasDataDependency() const { return inputs_dependency != 0; }
        bool IsInputDataDependency(size_t i) const { return Bit(inputs_dependency, i); }
        bool HasTilingInputDataDependency() const { return tiling_dependency != 0; }
        bool IsTilingInputDataDependency(size_t i) const { return Bit(tiling_dependency, i); }
        bool HasHostInput() const { return host_inputs != 0; }
        bool IsHostInput(size_t i) const { return Bit(host_inputs, i); }
        bool IsOutputShapeDependOnCompute() const { return output_shape_depend_compute != 0; }
        bool IsOutputShapeDependOnCompute(size_t i) const { return Bit(output_shape_depend_compute, i); }
        bool IsNullableOutput(size_t i) const { return Bit(nullable_outputs_, i); }
        bool IsSupportTilingDependencyPlacement(uint32_t p) const { return Bit(tiling_dependency_placements, p); }

    private:
        static bool Bit(uint64_t set, size_t i) { return i < 64 && ((set >> i) & 1U); }
    };
    using OpImplFunctions = OpImplFunctionsV2;
};

} // namespace gert
#endif

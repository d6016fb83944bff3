/* gert::TilingContext: what a tiling function reads and what it decides.
 *
 * Slots: inputs, outputs, compile info, platform, (unused), deterministic, deterministic level; then the
 * results in the order of TilingOutputIndex. */
#ifndef OPFORGE_EXE_GRAPH_TILING_CONTEXT_H
#define OPFORGE_EXE_GRAPH_TILING_CONTEXT_H

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tiling_data.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

struct Dim3 {
    uint32_t x, y, z;
    Dim3(uint32_t dim3_x, uint32_t dim3_y = 1, uint32_t dim3_z = 1) : x(dim3_x), y(dim3_y), z(dim3_z) {}
};

class TilingContext : public ExtendedKernelContext {
public:
    enum TilingOutputIndex : uint32_t {
        kOutputTilingKey = 0,
        kOutputBlockDim = 1,
        kOutputSimdNumBlocks = 1,
        kOutputAtomicCleanFlag = 2,
        kOutputTilingData = 3,
        kOutputWorkspace = 4,
        kOutputTilingCond = 5,
        kOutputScheduleMode = 6,
        kOutputLocalMemorySize = 7,
        kOutputDynUBufSize = 7,
        kOutputAicpuBlockDim = 8,
        kOutputAicpuNumBlocks = 8,
        kOutputSimtBlockDim = 9,
        kOutputSimtGridDim = 10,
        kOutputNum
    };
    enum FallibleTilingOutputIndex : uint32_t { kTilingStatus = kOutputNum, kFallibleOutputNum };

    /* ---- inputs ---- */
    const void *GetCompileInfo() const { return Extra<void *>(0, nullptr); }
    template <typename T> const T *GetCompileInfo() const { return static_cast<const T *>(GetCompileInfo()); }
    fe::PlatFormInfos *GetPlatformInfo() const { return Extra<fe::PlatFormInfos *>(1, nullptr); }
    int32_t GetDeterministic() const { return Extra<int32_t>(3, INT32_MAX); }
    int32_t GetDeterministicLevel() const { return Extra<int32_t>(4, INT32_MAX); }

    const StorageShape *GetInputShape(size_t index) const { return TensorInput<StorageShape>(index); }
    const Tensor *GetInputTensor(size_t index) const { return TensorInput<Tensor>(index); }
    const StorageShape *GetOptionalInputShape(size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
    const Tensor *GetOptionalInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const StorageShape *GetRequiredInputShape(size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
    const Tensor *GetRequiredInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const StorageShape *GetDynamicInputShape(size_t ir_index, size_t relative_index) const
    {
        return GetDynamicInputPointer<StorageShape>(ir_index, relative_index);
    }
    const Tensor *GetDynamicInputTensor(size_t ir_index, size_t relative_index) const
    {
        return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
    }
    const StorageShape *GetOutputShape(size_t index) const { return TensorOutput<StorageShape>(index); }

    /* ---- views; strides and offset count elements, NULL and -1 when the tensor is contiguous ---- */
    bool InputIsView(size_t index) const { return View(TensorInput<TensorV2>(index)) != nullptr; }
    const Stride *GetInputStride(size_t index) const { return StrideOf(TensorInput<TensorV2>(index)); }
    int64_t GetInputOffset(size_t index) const { return OffsetOf(TensorInput<TensorV2>(index)); }
    bool OutputIsView(size_t index) const { return View(TensorOutput<TensorV2>(index)) != nullptr; }
    const Stride *GetOutputStride(size_t index) const { return StrideOf(TensorOutput<TensorV2>(index)); }
    int64_t GetOutputOffset(size_t index) const { return OffsetOf(TensorOutput<TensorV2>(index)); }
    bool OptionalInputIsView(size_t ir_index) const { return DynamicInputIsView(ir_index, 0); }
    const Stride *GetOptionalInputStride(size_t ir_index) const { return GetDynamicInputStride(ir_index, 0); }
    int64_t GetOptionalInputOffset(size_t ir_index) const { return GetDynamicInputOffset(ir_index, 0); }
    bool RequiredInputIsView(size_t ir_index) const { return DynamicInputIsView(ir_index, 0); }
    const Stride *GetRequiredInputStride(size_t ir_index) const { return GetDynamicInputStride(ir_index, 0); }
    int64_t GetRequiredInputOffset(size_t ir_index) const { return GetDynamicInputOffset(ir_index, 0); }
    bool DynamicInputIsView(size_t ir_index, size_t relative_index) const
    {
        return View(GetDynamicInputPointer<TensorV2>(ir_index, relative_index)) != nullptr;
    }
    const Stride *GetDynamicInputStride(size_t ir_index, size_t relative_index) const
    {
        return StrideOf(GetDynamicInputPointer<TensorV2>(ir_index, relative_index));
    }
    int64_t GetDynamicInputOffset(size_t ir_index, size_t relative_index) const
    {
        return OffsetOf(GetDynamicInputPointer<TensorV2>(ir_index, relative_index));
    }

    /* ---- results; getters give all ones (0 for the schedule mode, -1 for the condition) when unset ---- */
    ge::graphStatus SetTilingKey(uint64_t tiling_key) { return Put(kOutputTilingKey, tiling_key); }
    uint64_t GetTilingKey() const { return Get<uint64_t>(kOutputTilingKey, UINT64_MAX); }
    ge::graphStatus SetScheduleMode(uint32_t mode) { return Put(kOutputScheduleMode, mode); }
    uint32_t GetScheduleMode() const { return Get<uint32_t>(kOutputScheduleMode, 0); }
    ge::graphStatus SetBlockDim(uint32_t block_dim) { return Put(kOutputBlockDim, block_dim); }
    ge::graphStatus SetSimdNumBlocks(uint32_t num_blocks) { return SetBlockDim(num_blocks); }
    uint32_t GetBlockDim() const { return Get<uint32_t>(kOutputBlockDim, UINT32_MAX); }
    uint32_t GetSimdNumBlocks() const { return GetBlockDim(); }
    ge::graphStatus SetAicpuBlockDim(uint32_t block_dim) { return Put(kOutputAicpuBlockDim, block_dim); }
    ge::graphStatus SetAicpuNumBlocks(uint32_t num_blocks) { return SetAicpuBlockDim(num_blocks); }
    uint32_t GetAicpuBlockDim() const { return Get<uint32_t>(kOutputAicpuBlockDim, UINT32_MAX); }
    uint32_t GetAicpuNumBlocks() const { return GetAicpuBlockDim(); }
    ge::graphStatus SetTilingCond(int32_t tiling_cond) { return Put(kOutputTilingCond, tiling_cond); }
    int32_t GetTilingCond() const { return Get<int32_t>(kOutputTilingCond, -1); }
    ge::graphStatus SetNeedAtomic(bool atomic) { return Put(kOutputAtomicCleanFlag, atomic); }
    bool NeedAtomic() const { return Get<bool>(kOutputAtomicCleanFlag, false); }
    ge::graphStatus SetLocalMemorySize(uint32_t size) { return Put(kOutputLocalMemorySize, size); }
    ge::graphStatus SetDynUBufSize(uint32_t size) { return SetLocalMemorySize(size); }
    uint32_t GetLocalMemorySize() const { return Get<uint32_t>(kOutputLocalMemorySize, UINT32_MAX); }
    uint32_t GetDynUBufSize() const { return GetLocalMemorySize(); }
    ge::graphStatus SetSimtGridDim(const Dim3 &grid_dim) { return Put(kOutputSimtGridDim, grid_dim); }
    const Dim3 *GetSimtGridDim() const { return GetOutputPointer<Dim3>(kOutputSimtGridDim); }
    ge::graphStatus SetSimtBlockDim(const Dim3 &block_dim) { return Put(kOutputSimtBlockDim, block_dim); }
    const Dim3 *GetSimtBlockDim() const { return GetOutputPointer<Dim3>(kOutputSimtBlockDim); }

    /* The buffer as a T, its size set to sizeof(T); NULL when T does not fit. */
    template <typename T> T *GetTilingData()
    {
        TilingData *raw = GetRawTilingData();
        if (!raw || raw->GetCapacity() < sizeof(T))
            return nullptr;
        raw->SetDataSize(sizeof(T));
        raw->SetTypeText(TilingData::OpfTypeText<T>());
        return static_cast<T *>(raw->GetData());
    }
    TilingData *GetRawTilingData()
    {
        TilingData **slot = GetOutputPointer<TilingData *>(kOutputTilingData);
        return slot ? *slot : nullptr;
    }
    /* Room for that many sizes in bytes, to be filled in; NULL when there are too many. */
    size_t *GetWorkspaceSizes(size_t workspace_count)
    {
        auto *sizes = GetOutputPointer<TypedContinuousVector<size_t>>(kOutputWorkspace);
        if (!sizes || sizes->SetSize(workspace_count) != ge::GRAPH_SUCCESS)
            return nullptr;
        return sizes->MutableData();
    }
    size_t GetWorkspaceNum() const
    {
        const auto *sizes = GetOutputPointer<TypedContinuousVector<size_t>>(kOutputWorkspace);
        return sizes ? sizes->GetSize() : 0;
    }

private:
    template <typename T> const T *TensorOutput(size_t index) const
    {
        return index < GetComputeNodeOutputNum() ? GetInputPointer<T>(GetComputeNodeInputNum() + index) : nullptr;
    }
    /* The i-th slot behind the tensors. */
    template <typename T> T Extra(size_t i, T missing) const
    {
        const ComputeNodeInfo *node = GetComputeNodeInfo();
        const Chain *slot = node ? GetInput(node->GetInputsNum() + node->GetOutputsNum() + i) : nullptr;
        return slot ? slot->GetValue<T>() : missing;
    }
    template <typename T> ge::graphStatus Put(TilingOutputIndex index, const T &value)
    {
        T *slot = GetOutputPointer<T>(index);
        if (!slot)
            return ge::GRAPH_FAILED;
        *slot = value;
        return ge::GRAPH_SUCCESS;
    }
    template <typename T> T Get(TilingOutputIndex index, T missing) const
    {
        const T *slot = GetOutputPointer<T>(index);
        return slot ? *slot : missing;
    }
    static const TensorV2 *View(const TensorV2 *tensor)
    {
        return tensor && tensor->GetVersion() != kTensorV1 ? tensor : nullptr;
    }
    static const Stride *StrideOf(const TensorV2 *tensor) { return View(tensor) ? &tensor->GetStride() : nullptr; }
    static int64_t OffsetOf(const TensorV2 *tensor) { return View(tensor) ? tensor->GetOffset() : -1; }
};
static_assert(std::is_standard_layout<TilingContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif

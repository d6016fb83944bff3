/* Builds a context for a tiling function. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_TILING_CONTEXT_BUILDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_TILING_CONTEXT_BUILDER_H

#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/tiling_context.h"

namespace gert {

class OPF_HOST_API OpTilingContextBuilder : public OpContextBuilderBase<OpTilingContextBuilder> {
public:
    OpTilingContextBuilder &CompileInfo(const void *compile_info);
    OpTilingContextBuilder &PlatformInfo(const void *platform_info);
    OpTilingContextBuilder &Deterministic(int32_t deterministic);            /* 0 or 1, others are ignored */
    OpTilingContextBuilder &DeterministicLevel(int32_t deterministic_level); /* 0 to 3 */
    /* A buffer of the caller's, or one of the context's own with `tiling_data_size` bytes (default 2048). */
    OpTilingContextBuilder &TilingData(const gert::TilingData *tiling_data, Chain::Deleter deleter = nullptr);
    OpTilingContextBuilder &TilingDataSize(size_t tiling_data_size);
    OpTilingContextBuilder &Workspace(const ContinuousVector *workspace);
    OpTilingContextBuilder &SimtBlockDim(const Dim3 *block_dim);
    OpTilingContextBuilder &SimtGridDim(const Dim3 *grid_dim);
    OpTilingContextBuilder &InputTensors(const std::vector<Tensor *> &inputs);
    OpTilingContextBuilder &OutputTensors(const std::vector<Tensor *> &outputs);
    /* NULL without compile info and a platform. */
    ContextHolder<TilingContext> Build();

private:
    const void *compile_info_ = nullptr;
    const void *platform_ = nullptr;
    int32_t deterministic_ = 0;
    int32_t level_ = 0;
    const gert::TilingData *data_ = nullptr;
    size_t data_size_ = 2048;
    const ContinuousVector *workspace_ = nullptr;
    const Dim3 *block_dim_ = nullptr;
    const Dim3 *grid_dim_ = nullptr;
};

} // namespace gert
#endif

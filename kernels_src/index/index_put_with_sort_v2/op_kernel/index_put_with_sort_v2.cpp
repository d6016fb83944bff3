// Entry of the IndexPutWithSortV2 kernel: a template with one instance per tiling key. `out` is self's memory.
#include "index_put_with_sort_v2.h"

template <bool ACCUMULATE>
__global__ __aicore__ void index_put_with_sort_v2(GM_ADDR self, GM_ADDR linearIndex, GM_ADDR posIdx, GM_ADDR values,
                                                  GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling)
{
    (void)self;
    (void)workspace;
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(IndexPutWithSortV2Tiling);
    GET_TILING_DATA_WITH_STRUCT(IndexPutWithSortV2Tiling, tilingData, tiling);
    index_put_op::Kernel<DTYPE_SELF, DTYPE_LINEAR_INDEX, ACCUMULATE> kernel;
    kernel.Init(linearIndex, posIdx, values, out, tilingData);
    kernel.Process();
}

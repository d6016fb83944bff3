// Entry of the Relu kernel; DTYPE_X is set for each compiled variant.
#include "relu.h"

extern "C" __global__ __aicore__ void relu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    (void)workspace;
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(ReluTiling);
    GET_TILING_DATA_WITH_STRUCT(ReluTiling, tilingData, tiling);
    relu_op::Kernel<DTYPE_X> kernel;
    kernel.Init(x, y, tilingData);
    kernel.Process();
}

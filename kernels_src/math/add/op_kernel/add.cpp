// Entry of the Add kernel: the tiling key says how rows read their operands.
#include "add.h"

extern "C" __global__ __aicore__ void add(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    (void)workspace;
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(AddTiling);
    GET_TILING_DATA_WITH_STRUCT(AddTiling, tilingData, tiling);
    if (TILING_KEY_IS(ADD_KEY_BOTH_DENSE)) {
        add_op::Kernel<DTYPE_X1, true, true> kernel;
        kernel.Init(x1, x2, y, tilingData);
        kernel.Process();
    } else if (TILING_KEY_IS(ADD_KEY_X1_SINGLE)) {
        add_op::Kernel<DTYPE_X1, false, true> kernel;
        kernel.Init(x1, x2, y, tilingData);
        kernel.Process();
    } else if (TILING_KEY_IS(ADD_KEY_X2_SINGLE)) {
        add_op::Kernel<DTYPE_X1, true, false> kernel;
        kernel.Init(x1, x2, y, tilingData);
        kernel.Process();
    }
}

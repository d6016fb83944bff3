// Entry of the SoftmaxV2 kernel.
#include "softmax_v2_panel.h"
#include "softmax_v2_row.h"

extern "C" __global__ __aicore__ void softmax_v2(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    (void)workspace;
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(SoftmaxV2Tiling);
    GET_TILING_DATA_WITH_STRUCT(SoftmaxV2Tiling, tilingData, tiling);
    if (TILING_KEY_IS(SOFTMAX_KEY_ROW)) {
        softmax_op::RowKernel<DTYPE_X> kernel;
        kernel.Init(x, y, tilingData);
        kernel.Process(true);
    } else if (TILING_KEY_IS(SOFTMAX_KEY_LONG_ROW)) {
        softmax_op::RowKernel<DTYPE_X> kernel;
        kernel.Init(x, y, tilingData);
        kernel.Process(false);
    } else if (TILING_KEY_IS(SOFTMAX_KEY_PANEL)) {
        softmax_op::PanelKernel<DTYPE_X> kernel;
        kernel.Init(x, y, tilingData);
        kernel.Process();
    }
}

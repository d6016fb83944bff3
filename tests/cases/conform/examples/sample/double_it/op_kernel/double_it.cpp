#include "double_it_data.h"
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void double_it(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(DoubleItData);
    GET_TILING_DATA(data, tiling);
    AscendC::GlobalTensor<DTYPE_X> from;
    AscendC::GlobalTensor<DTYPE_X> to;
    from.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(x), data.count);
    to.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X *>(y), data.count);
    for (int64_t i = 0; i < data.count; i++) {
        to.SetValue(i, from.GetValue(i) * 2);
    }
}

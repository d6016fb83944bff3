#include "halves.h"

template <typename T> __aicore__ inline void Fill(AscendC::GlobalTensor<T> &to, half x)
{
    to.SetValue(0, Assigned<T>(x));
    to.SetValue(1, Initialised<T>(x));
    to.SetValue(2, Returned<T>(x));
    to.SetValue(3, static_cast<T>(x));
    to.SetValue(4, (T)x);
    to.SetValue(5, T(x));
    to.SetValue(6, Lowest<T>());
}

extern "C" __global__ __aicore__ void halves(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::GlobalTensor<half> from, halves;
    AscendC::GlobalTensor<bfloat16_t> others;
    from.SetGlobalBuffer((__gm__ half *)x);
    others.SetGlobalBuffer((__gm__ bfloat16_t *)y);
    halves.SetGlobalBuffer((__gm__ half *)z);
    const half one = from.GetValue(0);
    Fill(others, one);
    Fill(halves, one);
    halves.SetValue(7, Initialised<half>(others.GetValue(0)));
    others.SetValue(7, Initialised<bfloat16_t>(others.GetValue(0)));
}

// y[i] = x[0] + ... + x[n - 1] + i, by n cores that each read one element and pass it on through the workspace; twice,
// the second time backwards, so that both barriers are needed. Core 1 prints what it saw.
#include "kernel_operator.h"
#include "talk_tiling.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void talk(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(TalkTiling);
    GET_TILING_DATA_WITH_STRUCT(TalkTiling, data, tiling);
    using T = DTYPE_X;
    const int32_t me = static_cast<int32_t>(GetBlockIdx()), cores = static_cast<int32_t>(GetBlockNum());
    assert(cores == data.cores && me < cores);

    GlobalTensor<T> xGm, yGm, board;
    xGm.SetGlobalBuffer((__gm__ T *)x, cores);
    yGm.SetGlobalBuffer((__gm__ T *)y, cores);
    board.SetGlobalBuffer((__gm__ T *)GetUserWorkspace(workspace), cores * 8);

    board.SetValue(me * 8, xGm.GetValue(me));
    SyncAll();
    T sum = 0;
    for (int32_t i = 0; i < cores; ++i) {
        sum += board.GetValue(i * 8);
    }
    SyncAll();
    board.SetValue((cores - 1 - me) * 8, sum);
    SyncAll();
    yGm.SetValue(me, board.GetValue(me * 8) + static_cast<T>(me));
    if (me == 1) {
        printf("core %d of %d: sum %d, half %.2f, \"%s\"\n", me, cores, static_cast<int32_t>(sum),
               static_cast<float>(sum) / 2, "text");
    }
}

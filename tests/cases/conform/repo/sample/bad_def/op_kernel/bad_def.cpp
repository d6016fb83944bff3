#include "kernel_operator.h"

extern "C" __global__ __aicore__ void bad_def(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    if (AscendC::GetBlockIdx() == 0) {
        AscendC::PipeBarrier<PIPE_ALL>();
    }
}

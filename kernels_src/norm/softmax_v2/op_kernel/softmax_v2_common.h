// What the three softmax kernels share: the copies, the change to float and back, and waiting for a scalar.
#ifndef SOFTMAX_V2_COMMON_H
#define SOFTMAX_V2_COMMON_H

#include "kernel_operator.h"
#include "softmax_v2_tiling.h"

namespace softmax_op {

constexpr int32_t BUFFERS = 2;
constexpr uint32_t BLOCK_BYTES = 32;

// The vector unit's results must be in the unified buffer before the scalar unit reads them.
__aicore__ inline void ScalarWaitsForVector()
{
    const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(AscendC::HardEvent::V_S));
    AscendC::SetFlag<AscendC::HardEvent::V_S>(id);
    AscendC::WaitFlag<AscendC::HardEvent::V_S>(id);
}

template <typename T>
__aicore__ inline void ToMid(const AscendC::LocalTensor<float> &to, const AscendC::LocalTensor<T> &from, uint32_t count)
{
    if constexpr (AscendC::IsSameType<T, float>::value) {
        AscendC::Muls(to, from, 1.0F, count);
    } else {
        AscendC::Cast(to, from, AscendC::RoundMode::CAST_NONE, count);
    }
}

template <typename T>
__aicore__ inline void FromMid(const AscendC::LocalTensor<T> &to, const AscendC::LocalTensor<float> &from,
                               uint32_t count)
{
    if constexpr (AscendC::IsSameType<T, float>::value) {
        AscendC::Muls(to, from, 1.0F, count);
    } else {
        AscendC::Cast(to, from, AscendC::RoundMode::CAST_RINT, count);
    }
}

// The range of jobs of this core.
struct Jobs {
    int64_t first;
    int64_t last;
    __aicore__ inline explicit Jobs(const SoftmaxV2Tiling &tiling)
    {
        first = tiling.jobsPerCore * AscendC::GetBlockIdx();
        last = first + tiling.jobsPerCore < tiling.jobs ? first + tiling.jobsPerCore : tiling.jobs;
    }
};

} // namespace softmax_op

#endif

// Relu on the vector unit: copy a tile in, take max(x, 0), copy it out; two buffers per queue let the three
// steps of neighbouring tiles overlap.
#ifndef RELU_H
#define RELU_H

#include "kernel_operator.h"
#include "relu_tiling.h"

namespace relu_op {

constexpr int32_t BUFFERS = 2;

// The type in which the vector unit computes T.
template <typename T> struct Through {
    using Type = T;
};
template <> struct Through<bfloat16_t> {
    using Type = float;
};
template <> struct Through<int8_t> {
    using Type = half;
};

template <typename T> class Kernel {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const ReluTiling &tiling)
    {
        const int64_t begin = tiling.perCore * AscendC::GetBlockIdx();
        const int64_t left = tiling.total - begin;
        length_ = left < tiling.perCore ? left : tiling.perCore;
        tile_ = tiling.tileLength;
        if (length_ <= 0) {
            return;
        }
        xGm_.SetGlobalBuffer((__gm__ T *)x + begin, length_);
        yGm_.SetGlobalBuffer((__gm__ T *)y + begin, length_);
        pipe_.InitBuffer(in_, BUFFERS, tile_ * sizeof(T));
        pipe_.InitBuffer(out_, BUFFERS, tile_ * sizeof(T));
        if constexpr (!AscendC::IsSameType<T, Mid>::value) {
            pipe_.InitBuffer(mid_, tile_ * sizeof(Mid));
        }
    }

    __aicore__ inline void Process()
    {
        for (int64_t at = 0; at < length_; at += tile_) {
            const uint32_t count = static_cast<uint32_t>(length_ - at < tile_ ? length_ - at : tile_);
            CopyIn(at, count);
            Compute(count);
            CopyOut(at, count);
        }
    }

private:
    using Mid = typename Through<T>::Type;

    __aicore__ inline void CopyIn(int64_t at, uint32_t count)
    {
        AscendC::LocalTensor<T> x = in_.AllocTensor<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPadExtParams<T> pad{false, 0, 0, 0};
        AscendC::DataCopyPad(x, xGm_[at], copy, pad);
        in_.EnQue(x);
    }

    __aicore__ inline void Compute(uint32_t count)
    {
        AscendC::LocalTensor<T> x = in_.DeQue<T>();
        AscendC::LocalTensor<T> y = out_.AllocTensor<T>();
        if constexpr (AscendC::IsSameType<T, int64_t>::value) {
            // no 64-bit max on the vector unit of older chips: the scalar unit does it
            for (uint32_t i = 0; i < count; ++i) {
                const int64_t value = x.GetValue(i);
                y.SetValue(i, value > 0 ? value : 0);
            }
        } else if constexpr (AscendC::IsSameType<T, Mid>::value) {
            AscendC::Relu(y, x, count);
        } else {
            AscendC::LocalTensor<Mid> mid = mid_.Get<Mid>();
            AscendC::Cast(mid, x, AscendC::RoundMode::CAST_NONE, count);
            AscendC::Relu(mid, mid, count);
            AscendC::Cast(y, mid, AscendC::RoundMode::CAST_RINT, count);
        }
        out_.EnQue(y);
        in_.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(int64_t at, uint32_t count)
    {
        AscendC::LocalTensor<T> y = out_.DeQue<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPad(yGm_[at], y, copy);
        out_.FreeTensor(y);
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFERS> in_;
    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFERS> out_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> mid_;
    AscendC::GlobalTensor<T> xGm_;
    AscendC::GlobalTensor<T> yGm_;
    int64_t length_ = 0;
    int64_t tile_ = 0;
};

} // namespace relu_op

#endif

// Add with broadcasting: every tile lies inside one row of y; the row's operands are dense or a single element.
#ifndef ADD_H
#define ADD_H

#include "kernel_operator.h"
#include "add_tiling.h"

namespace add_op {

constexpr int32_t BUFFERS = 2;

template <typename T> struct Through {
    using Type = T;
};
template <> struct Through<bfloat16_t> {
    using Type = float; // the vector unit of older chips does not add bfloat16
};

// X1_DENSE, X2_DENSE: the operand has a value for each element of the row (else one for all).
template <typename T, bool X1_DENSE, bool X2_DENSE> class Kernel {
public:
    __aicore__ inline void Init(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, const AddTiling &tiling)
    {
        tiling_ = &tiling;
        x1Gm_.SetGlobalBuffer((__gm__ T *)x1);
        x2Gm_.SetGlobalBuffer((__gm__ T *)x2);
        yGm_.SetGlobalBuffer((__gm__ T *)y);
        const uint32_t bytes = static_cast<uint32_t>(tiling.tileLength * sizeof(T));
        pipe_.InitBuffer(in1_, BUFFERS, bytes);
        pipe_.InitBuffer(in2_, BUFFERS, bytes);
        pipe_.InitBuffer(out_, BUFFERS, bytes);
        if constexpr (WIDENS) {
            pipe_.InitBuffer(mid1_, tiling.tileLength * sizeof(Mid));
            pipe_.InitBuffer(mid2_, tiling.tileLength * sizeof(Mid));
        }
    }

    __aicore__ inline void Process()
    {
        const int64_t first = tiling_->tilesPerCore * AscendC::GetBlockIdx();
        int64_t last = first + tiling_->tilesPerCore;
        last = last < tiling_->tiles ? last : tiling_->tiles;
        for (int64_t tile = first; tile < last; ++tile) {
            Place(tile);
            CopyIn();
            Compute();
            CopyOut();
        }
    }

private:
    using Mid = typename Through<T>::Type;
    static constexpr bool WIDENS = !AscendC::IsSameType<T, Mid>::value;

    // Where a tile is: row digits give the operands' bases.
    __aicore__ inline void Place(int64_t tile)
    {
        int64_t row = tile / tiling_->tilesPerRow;
        const int64_t at = (tile - row * tiling_->tilesPerRow) * tiling_->tileLength;
        const int64_t left = tiling_->row - at;
        count_ = static_cast<uint32_t>(left < tiling_->tileLength ? left : tiling_->tileLength);
        yAt_ = row * tiling_->row + at;
        x1At_ = X1_DENSE ? at : 0;
        x2At_ = X2_DENSE ? at : 0;
        for (int32_t i = tiling_->outerDims - 1; i >= 0; --i) {
            const int64_t digit = row % tiling_->outerSize[i];
            row /= tiling_->outerSize[i];
            x1At_ += digit * tiling_->x1Step[i];
            x2At_ += digit * tiling_->x2Step[i];
        }
    }

    __aicore__ inline void CopyIn()
    {
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count_ * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPadExtParams<T> pad{false, 0, 0, 0};
        if constexpr (X1_DENSE) {
            AscendC::LocalTensor<T> x1 = in1_.AllocTensor<T>();
            AscendC::DataCopyPad(x1, x1Gm_[x1At_], copy, pad);
            in1_.EnQue(x1);
        }
        if constexpr (X2_DENSE) {
            AscendC::LocalTensor<T> x2 = in2_.AllocTensor<T>();
            AscendC::DataCopyPad(x2, x2Gm_[x2At_], copy, pad);
            in2_.EnQue(x2);
        }
    }

    __aicore__ inline Mid Single(AscendC::GlobalTensor<T> &gm, int64_t at)
    {
        const T value = gm.GetValue(at);
        if constexpr (WIDENS) {
            return AscendC::ToFloat(value);
        } else {
            return value;
        }
    }

    __aicore__ inline void Compute()
    {
        AscendC::LocalTensor<T> y = out_.AllocTensor<T>();
        if constexpr (X1_DENSE && X2_DENSE) {
            AscendC::LocalTensor<T> x1 = in1_.DeQue<T>();
            AscendC::LocalTensor<T> x2 = in2_.DeQue<T>();
            if constexpr (WIDENS) {
                AscendC::LocalTensor<Mid> a = mid1_.Get<Mid>();
                AscendC::LocalTensor<Mid> b = mid2_.Get<Mid>();
                AscendC::Cast(a, x1, AscendC::RoundMode::CAST_NONE, count_);
                AscendC::Cast(b, x2, AscendC::RoundMode::CAST_NONE, count_);
                AscendC::Add(a, a, b, count_);
                AscendC::Cast(y, a, AscendC::RoundMode::CAST_RINT, count_);
            } else {
                AscendC::Add(y, x1, x2, count_);
            }
            in1_.FreeTensor(x1);
            in2_.FreeTensor(x2);
        } else if constexpr (X1_DENSE) {
            ComputeSingle(in1_, Single(x2Gm_, x2At_), y);
        } else {
            ComputeSingle(in2_, Single(x1Gm_, x1At_), y);
        }
        out_.EnQue(y);
    }

    template <typename Queue>
    __aicore__ inline void ComputeSingle(Queue &dense, Mid single, AscendC::LocalTensor<T> &y)
    {
        AscendC::LocalTensor<T> x = dense.template DeQue<T>();
        if constexpr (WIDENS) {
            AscendC::LocalTensor<Mid> a = mid1_.Get<Mid>();
            AscendC::Cast(a, x, AscendC::RoundMode::CAST_NONE, count_);
            AscendC::Adds(a, a, single, count_);
            AscendC::Cast(y, a, AscendC::RoundMode::CAST_RINT, count_);
        } else {
            AscendC::Adds(y, x, single, count_);
        }
        dense.FreeTensor(x);
    }

    __aicore__ inline void CopyOut()
    {
        AscendC::LocalTensor<T> y = out_.DeQue<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count_ * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPad(yGm_[yAt_], y, copy);
        out_.FreeTensor(y);
    }

    const AddTiling *tiling_ = nullptr;
    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFERS> in1_;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFERS> in2_;
    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFERS> out_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> mid1_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> mid2_;
    AscendC::GlobalTensor<T> x1Gm_;
    AscendC::GlobalTensor<T> x2Gm_;
    AscendC::GlobalTensor<T> yGm_;
    int64_t x1At_ = 0;
    int64_t x2At_ = 0;
    int64_t yAt_ = 0;
    uint32_t count_ = 0;
};

} // namespace add_op

#endif

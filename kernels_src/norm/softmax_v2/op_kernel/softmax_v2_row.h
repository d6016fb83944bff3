// Softmax of dense rows. A row that fits the unified buffer is read once; a longer one three times, in chunks:
// for its maximum, for the sum of the exponentials, and for the result.
#ifndef SOFTMAX_V2_ROW_H
#define SOFTMAX_V2_ROW_H

#include "softmax_v2_common.h"

namespace softmax_op {

template <typename T> class RowKernel {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const SoftmaxV2Tiling &tiling)
    {
        tiling_ = &tiling;
        xGm_.SetGlobalBuffer((__gm__ T *)x);
        yGm_.SetGlobalBuffer((__gm__ T *)y);
        pipe_.InitBuffer(in_, BUFFERS, static_cast<uint32_t>(tiling.chunk * sizeof(T)));
        pipe_.InitBuffer(out_, BUFFERS, static_cast<uint32_t>(tiling.chunk * sizeof(T)));
        pipe_.InitBuffer(mid_, static_cast<uint32_t>(tiling.chunk * sizeof(float)));
        // a reduction's work space: one value per register it reads, at least one register
        const uint32_t partials = static_cast<uint32_t>(tiling.chunk / 64 * sizeof(float));
        pipe_.InitBuffer(work_, (partials + 255) / 256 * 256);
        pipe_.InitBuffer(result_, BLOCK_BYTES);
    }

    __aicore__ inline void Process(bool rowFits)
    {
        const Jobs jobs(*tiling_);
        for (int64_t row = jobs.first; row < jobs.last; ++row) {
            if (rowFits) {
                Row(row * tiling_->axis);
            } else {
                LongRow(row * tiling_->axis);
            }
        }
    }

private:
    __aicore__ inline AscendC::LocalTensor<float> Load(int64_t at, uint32_t count)
    {
        AscendC::LocalTensor<T> x = in_.AllocTensor<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPadExtParams<T> pad{false, 0, 0, 0};
        AscendC::DataCopyPad(x, xGm_[at], copy, pad);
        in_.EnQue(x);
        x = in_.DeQue<T>();
        AscendC::LocalTensor<float> mid = mid_.Get<float>();
        ToMid(mid, x, count);
        in_.FreeTensor(x);
        return mid;
    }

    __aicore__ inline void Store(int64_t at, const AscendC::LocalTensor<float> &mid, uint32_t count)
    {
        AscendC::LocalTensor<T> y = out_.AllocTensor<T>();
        FromMid(y, mid, count);
        out_.EnQue(y);
        y = out_.DeQue<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPad(yGm_[at], y, copy);
        out_.FreeTensor(y);
    }

    __aicore__ inline float Max(const AscendC::LocalTensor<float> &mid, uint32_t count)
    {
        AscendC::LocalTensor<float> result = result_.Get<float>();
        AscendC::ReduceMax(result, mid, work_.Get<float>(), static_cast<int32_t>(count), false);
        ScalarWaitsForVector();
        return result.GetValue(0);
    }

    __aicore__ inline float Sum(const AscendC::LocalTensor<float> &mid, uint32_t count)
    {
        AscendC::LocalTensor<float> result = result_.Get<float>();
        AscendC::ReduceSum(result, mid, work_.Get<float>(), static_cast<int32_t>(count));
        ScalarWaitsForVector();
        return result.GetValue(0);
    }

    __aicore__ inline void Exp(const AscendC::LocalTensor<float> &mid, float max, uint32_t count)
    {
        AscendC::Adds(mid, mid, -max, count);
        AscendC::Exp(mid, mid, count);
    }

    __aicore__ inline void Row(int64_t at)
    {
        const uint32_t count = static_cast<uint32_t>(tiling_->axis);
        AscendC::LocalTensor<float> mid = Load(at, count);
        Exp(mid, Max(mid, count), count);
        AscendC::Muls(mid, mid, 1.0F / Sum(mid, count), count);
        Store(at, mid, count);
    }

    __aicore__ inline uint32_t ChunkAt(int64_t offset)
    {
        const int64_t left = tiling_->axis - offset;
        return static_cast<uint32_t>(left < tiling_->chunk ? left : tiling_->chunk);
    }

    __aicore__ inline void LongRow(int64_t at)
    {
        float max = 0.0F;
        for (int64_t offset = 0; offset < tiling_->axis; offset += tiling_->chunk) {
            const uint32_t count = ChunkAt(offset);
            const float chunkMax = Max(Load(at + offset, count), count);
            max = offset == 0 || chunkMax > max ? chunkMax : max;
        }
        float sum = 0.0F;
        for (int64_t offset = 0; offset < tiling_->axis; offset += tiling_->chunk) {
            const uint32_t count = ChunkAt(offset);
            AscendC::LocalTensor<float> mid = Load(at + offset, count);
            Exp(mid, max, count);
            sum += Sum(mid, count);
        }
        for (int64_t offset = 0; offset < tiling_->axis; offset += tiling_->chunk) {
            const uint32_t count = ChunkAt(offset);
            AscendC::LocalTensor<float> mid = Load(at + offset, count);
            Exp(mid, max, count);
            AscendC::Muls(mid, mid, 1.0F / sum, count);
            Store(at + offset, mid, count);
        }
    }

    const SoftmaxV2Tiling *tiling_ = nullptr;
    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFERS> in_;
    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFERS> out_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> mid_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> work_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> result_;
    AscendC::GlobalTensor<T> xGm_;
    AscendC::GlobalTensor<T> yGm_;
};

} // namespace softmax_op

#endif

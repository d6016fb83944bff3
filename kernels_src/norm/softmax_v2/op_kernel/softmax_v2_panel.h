// Softmax along an axis that is not the last: a panel holds all `axis` rows of some columns, each vector lane is
// a column, and the reductions run over rows without crossing lanes.
#ifndef SOFTMAX_V2_PANEL_H
#define SOFTMAX_V2_PANEL_H

#include "softmax_v2_common.h"

namespace softmax_op {

template <typename T> class PanelKernel {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const SoftmaxV2Tiling &tiling)
    {
        tiling_ = &tiling;
        xGm_.SetGlobalBuffer((__gm__ T *)x);
        yGm_.SetGlobalBuffer((__gm__ T *)y);
        const int64_t elements = tiling.axis * tiling.chunk;
        pipe_.InitBuffer(in_, 1, static_cast<uint32_t>(elements * sizeof(T)));
        pipe_.InitBuffer(out_, 1, static_cast<uint32_t>(elements * sizeof(T)));
        pipe_.InitBuffer(mid_, static_cast<uint32_t>(elements * sizeof(float)));
        pipe_.InitBuffer(max_, static_cast<uint32_t>(tiling.chunk * sizeof(float)));
        pipe_.InitBuffer(sum_, static_cast<uint32_t>(tiling.chunk * sizeof(float)));
    }

    __aicore__ inline void Process()
    {
        const int64_t panelsPerOuter = (tiling_->inner + tiling_->chunk - 1) / tiling_->chunk;
        const Jobs jobs(*tiling_);
        for (int64_t job = jobs.first; job < jobs.last; ++job) {
            const int64_t outer = job / panelsPerOuter;
            const int64_t column = (job - outer * panelsPerOuter) * tiling_->chunk;
            const int64_t left = tiling_->inner - column;
            Panel(outer * tiling_->axis * tiling_->inner + column, left < tiling_->chunk ? left : tiling_->chunk);
        }
    }

private:
    __aicore__ inline void Panel(int64_t at, int64_t columns)
    {
        // rows of the panel start at whole blocks of the unified buffer
        constexpr int64_t perBlock = BLOCK_BYTES / sizeof(T);
        const uint32_t pitch = static_cast<uint32_t>((columns + perBlock - 1) / perBlock * perBlock);
        const uint32_t rows = static_cast<uint32_t>(tiling_->axis);
        const uint32_t blockBytes = static_cast<uint32_t>(columns * sizeof(T));
        const int64_t gapBytes = (tiling_->inner - columns) * static_cast<int64_t>(sizeof(T));

        AscendC::LocalTensor<T> x = in_.AllocTensor<T>();
        AscendC::DataCopyExtParams copyIn{static_cast<uint16_t>(rows), blockBytes, 0, 0, 0};
        copyIn.srcStride = gapBytes;
        AscendC::DataCopyPadExtParams<T> pad{false, 0, 0, 0};
        AscendC::DataCopyPad(x, xGm_[at], copyIn, pad);
        in_.EnQue(x);

        x = in_.DeQue<T>();
        AscendC::LocalTensor<float> mid = mid_.Get<float>();
        ToMid(mid, x, rows * pitch);
        in_.FreeTensor(x);
        Compute(mid, rows, pitch);
        AscendC::LocalTensor<T> y = out_.AllocTensor<T>();
        FromMid(y, mid, rows * pitch);
        out_.EnQue(y);

        y = out_.DeQue<T>();
        AscendC::DataCopyExtParams copyOut{static_cast<uint16_t>(rows), blockBytes, 0, 0, 0};
        copyOut.dstStride = gapBytes;
        AscendC::DataCopyPad(yGm_[at], y, copyOut);
        out_.FreeTensor(y);
    }

    __aicore__ inline void Compute(const AscendC::LocalTensor<float> &mid, uint32_t rows, uint32_t pitch)
    {
        AscendC::LocalTensor<float> max = max_.Get<float>();
        AscendC::LocalTensor<float> sum = sum_.Get<float>();
        AscendC::Muls(max, mid, 1.0F, pitch);
        for (uint32_t row = 1; row < rows; ++row) {
            AscendC::Max(max, max, mid[row * pitch], pitch);
        }
        for (uint32_t row = 0; row < rows; ++row) {
            AscendC::Sub(mid[row * pitch], mid[row * pitch], max, pitch);
        }
        AscendC::Exp(mid, mid, rows * pitch);
        AscendC::Muls(sum, mid, 1.0F, pitch);
        for (uint32_t row = 1; row < rows; ++row) {
            AscendC::Add(sum, sum, mid[row * pitch], pitch);
        }
        for (uint32_t row = 0; row < rows; ++row) {
            AscendC::Div(mid[row * pitch], mid[row * pitch], sum, pitch);
        }
    }

    const SoftmaxV2Tiling *tiling_ = nullptr;
    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> out_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> mid_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> max_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> sum_;
    AscendC::GlobalTensor<T> xGm_;
    AscendC::GlobalTensor<T> yGm_;
};

} // namespace softmax_op

#endif

// Rows of self are owned by the core that has their first entry, so sums need no atomics and have one order.
#ifndef INDEX_PUT_WITH_SORT_V2_H
#define INDEX_PUT_WITH_SORT_V2_H

#include "kernel_operator.h"
#include "index_put_with_sort_v2_tiling.h"

namespace index_put_op {

// How values of T are summed: on the vector unit as Sum, or (VECTOR false) one by one on the scalar unit.
template <typename T> struct Adding {
    using Sum = T;
    static constexpr bool VECTOR = false;
};
template <> struct Adding<float> {
    using Sum = float;
    static constexpr bool VECTOR = true;
};
template <> struct Adding<half> {
    using Sum = float;
    static constexpr bool VECTOR = true;
};
template <> struct Adding<bfloat16_t> {
    using Sum = float;
    static constexpr bool VECTOR = true;
};
template <> struct Adding<int32_t> {
    using Sum = int32_t;
    static constexpr bool VECTOR = true;
};

template <AscendC::HardEvent EVENT> __aicore__ inline void Order()
{
    const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(EVENT));
    AscendC::SetFlag<EVENT>(id);
    AscendC::WaitFlag<EVENT>(id);
}

template <typename T, typename I, bool ACCUMULATE> class Kernel {
public:
    __aicore__ inline void Init(GM_ADDR linearIndex, GM_ADDR posIdx, GM_ADDR values, GM_ADDR self,
                                const IndexPutWithSortV2Tiling &tiling)
    {
        tiling_ = &tiling;
        index_.SetGlobalBuffer((__gm__ I *)linearIndex, tiling.entries);
        position_.SetGlobalBuffer((__gm__ int32_t *)posIdx, tiling.entries);
        values_.SetGlobalBuffer((__gm__ T *)values, tiling.entries * tiling.slice);
        self_.SetGlobalBuffer((__gm__ T *)self, tiling.rows * tiling.slice);
        pipe_.InitBuffer(in_, 2, static_cast<uint32_t>(tiling.chunk * sizeof(T)));
        pipe_.InitBuffer(out_, 1, static_cast<uint32_t>(tiling.chunk * sizeof(T)));
        if constexpr (ACCUMULATE) {
            // the sum, and a second tile for the addend of wider type, share one buffer of 8 bytes an element
            pipe_.InitBuffer(sum_, static_cast<uint32_t>(tiling.chunk * 8));
        }
    }

    __aicore__ inline void Process()
    {
        const int64_t first = tiling_->entriesPerCore * AscendC::GetBlockIdx();
        const int64_t end = first + tiling_->entriesPerCore;
        const int64_t last = end < tiling_->entries ? end : tiling_->entries;
        int64_t at = first;
        while (at > 0 && at < last && index_.GetValue(at) == index_.GetValue(first - 1)) {
            ++at; // the row belongs to an earlier core
        }
        while (at < last) {
            const I row = index_.GetValue(at);
            int64_t next = at + 1;
            while (next < tiling_->entries && index_.GetValue(next) == row) {
                ++next;
            }
            Row(static_cast<int64_t>(row) * tiling_->slice, at, next);
            at = next;
        }
    }

private:
    using Sum = typename Adding<T>::Sum;

    __aicore__ inline void Row(int64_t rowAt, int64_t from, int64_t to)
    {
        for (int64_t offset = 0; offset < tiling_->slice; offset += tiling_->chunk) {
            const int64_t left = tiling_->slice - offset;
            const uint32_t count = static_cast<uint32_t>(left < tiling_->chunk ? left : tiling_->chunk);
            if constexpr (ACCUMULATE) {
                AddChunk(rowAt + offset, from, to, offset, count);
            } else {
                PutChunk(rowAt + offset, ValueAt(to - 1) + offset, count);
            }
        }
    }

    __aicore__ inline int64_t ValueAt(int64_t entry)
    {
        return static_cast<int64_t>(position_.GetValue(entry)) * tiling_->slice;
    }

    __aicore__ inline AscendC::LocalTensor<T> Load(const AscendC::GlobalTensor<T> &gm, int64_t at, uint32_t count)
    {
        AscendC::LocalTensor<T> x = in_.template AllocTensor<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPadExtParams<T> pad{false, 0, 0, 0};
        AscendC::DataCopyPad(x, gm[at], copy, pad);
        in_.EnQue(x);
        return in_.template DeQue<T>();
    }

    __aicore__ inline void Store(int64_t at, uint32_t count)
    {
        AscendC::LocalTensor<T> y = out_.template DeQue<T>();
        AscendC::DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPad(self_[at], y, copy);
        out_.FreeTensor(y);
    }

    // The last entry of a row wins.
    __aicore__ inline void PutChunk(int64_t selfAt, int64_t valueAt, uint32_t count)
    {
        AscendC::LocalTensor<T> x = Load(values_, valueAt, count);
        AscendC::LocalTensor<T> y = out_.template AllocTensor<T>();
        const uint32_t perBlock = 32 / sizeof(T);
        AscendC::DataCopy(y, x, (count + perBlock - 1) / perBlock * perBlock);
        out_.EnQue(y);
        in_.FreeTensor(x);
        Store(selfAt, count);
    }

    __aicore__ inline void AddChunk(int64_t selfAt, int64_t from, int64_t to, int64_t offset, uint32_t count)
    {
        AscendC::LocalTensor<Sum> sum = sum_.template Get<Sum>();
        AscendC::LocalTensor<T> x = Load(self_, selfAt, count);
        Begin(sum, x, count);
        in_.FreeTensor(x);
        for (int64_t entry = from; entry < to; ++entry) {
            x = Load(values_, ValueAt(entry) + offset, count);
            Add(sum, x, count);
            in_.FreeTensor(x);
        }
        AscendC::LocalTensor<T> y = out_.template AllocTensor<T>();
        End(y, sum, count);
        out_.EnQue(y);
        Store(selfAt, count);
    }

    __aicore__ inline void Begin(const AscendC::LocalTensor<Sum> &sum, const AscendC::LocalTensor<T> &x, uint32_t count)
    {
        if constexpr (!Adding<T>::VECTOR) {
            Order<AscendC::HardEvent::MTE2_S>();
            for (uint32_t i = 0; i < count; ++i) {
                sum.SetValue(i, x.GetValue(i));
            }
        } else if constexpr (AscendC::IsSameType<T, Sum>::value) {
            AscendC::Adds(sum, x, static_cast<Sum>(0), count);
        } else {
            AscendC::Cast(sum, x, AscendC::RoundMode::CAST_NONE, count);
        }
    }

    __aicore__ inline void Add(const AscendC::LocalTensor<Sum> &sum, const AscendC::LocalTensor<T> &x, uint32_t count)
    {
        if constexpr (!Adding<T>::VECTOR) {
            Order<AscendC::HardEvent::MTE2_S>();
            for (uint32_t i = 0; i < count; ++i) {
                if constexpr (AscendC::IsSameType<T, bool>::value) {
                    sum.SetValue(i, sum.GetValue(i) || x.GetValue(i));
                } else {
                    sum.SetValue(i, static_cast<T>(sum.GetValue(i) + x.GetValue(i)));
                }
            }
        } else if constexpr (AscendC::IsSameType<T, Sum>::value) {
            AscendC::Add(sum, sum, x, count);
        } else {
            AscendC::LocalTensor<Sum> wide = sum_.template Get<Sum>()[tiling_->chunk];
            AscendC::Cast(wide, x, AscendC::RoundMode::CAST_NONE, count);
            AscendC::Add(sum, sum, wide, count);
        }
    }

    __aicore__ inline void End(const AscendC::LocalTensor<T> &y, const AscendC::LocalTensor<Sum> &sum, uint32_t count)
    {
        if constexpr (!Adding<T>::VECTOR) {
            for (uint32_t i = 0; i < count; ++i) {
                y.SetValue(i, sum.GetValue(i));
            }
            Order<AscendC::HardEvent::S_MTE3>();
        } else if constexpr (AscendC::IsSameType<T, Sum>::value) {
            AscendC::Adds(y, sum, static_cast<Sum>(0), count);
        } else {
            AscendC::Cast(y, sum, AscendC::RoundMode::CAST_RINT, count);
        }
    }

    const IndexPutWithSortV2Tiling *tiling_ = nullptr;
    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> in_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> out_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> sum_;
    AscendC::GlobalTensor<I> index_;
    AscendC::GlobalTensor<int32_t> position_;
    AscendC::GlobalTensor<T> values_;
    AscendC::GlobalTensor<T> self_;
};

} // namespace index_put_op

#endif

/* Parameter structures of the memory-form API. Member names, order and constructors are what operators write;
 * units are stated where each structure is used. */
#ifndef OPF_CORE_PARAMS_H
#define OPF_CORE_PARAMS_H

#include "enums.h"

namespace AscendC
{
/* DataCopyPad's padding values of types without arithmetic are bytes. */
template <class T> struct GetPadValueType {
    using Type = std::conditional_t<std::is_class<T>::value && sizeof(T) == 1, uint8_t, T>;
};

struct DataCopyParams {
    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    union {
        uint16_t srcGap = 0;
        uint16_t srcStride;
    };
    union {
        uint16_t dstGap = 0;
        uint16_t dstStride;
    };
    constexpr DataCopyParams() {}
    constexpr DataCopyParams(uint16_t count, uint16_t len, uint16_t src_gap, uint16_t dst_gap)
        : blockCount(count), blockLen(len), srcGap(src_gap), dstGap(dst_gap)
    {
    }
};

#if __NPU_ARCH__ == 2201
using OpfExtStride = uint32_t;
#else
using OpfExtStride = int64_t;
#endif
struct DataCopyExtParams {
    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    OpfExtStride srcStride = 0;
    OpfExtStride dstStride = 0;
    uint32_t rsv = 0;
    constexpr DataCopyExtParams() {}
    constexpr DataCopyExtParams(uint16_t count, uint32_t len, OpfExtStride src, OpfExtStride dst, uint32_t r)
        : blockCount(count), blockLen(len), srcStride(src), dstStride(dst), rsv(r)
    {
    }
};

struct DataCopyPadParams {
    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
    constexpr DataCopyPadParams() {}
    constexpr DataCopyPadParams(bool pad, uint8_t left, uint8_t right, uint64_t value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value)
    {
    }
};

template <class T> struct DataCopyPadExtParams {
    using TYPE = typename GetPadValueType<T>::Type;
    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    TYPE paddingValue;
    DataCopyPadExtParams() : paddingValue() {}
    DataCopyPadExtParams(bool pad, uint8_t left, uint8_t right, T value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(opf::bits<TYPE>(value))
    {
    }
};

struct LoopModeParams {
    uint32_t loop1Size = 0;
    uint32_t loop2Size = 0;
    uint64_t loop1SrcStride = 0;
    uint64_t loop1DstStride = 0;
    uint64_t loop2SrcStride = 0;
    uint64_t loop2DstStride = 0;
    constexpr LoopModeParams() {}
    constexpr LoopModeParams(uint32_t n1, uint32_t n2, uint64_t s1, uint64_t d1, uint64_t s2, uint64_t d2)
        : loop1Size(n1), loop2Size(n2), loop1SrcStride(s1), loop1DstStride(d1), loop2SrcStride(s2),
          loop2DstStride(d2)
    {
    }
};

struct NdDmaConfig {
    static constexpr uint16_t unsetPad = 0xffff;
    bool isNearestValueMode = false;
    uint16_t loopLpSize = unsetPad; /* left padding of all dims, when known at compile time */
    uint16_t loopRpSize = unsetPad;
    bool ascOptimize = false;
};
using MultiCopyConfig = NdDmaConfig;
inline constexpr NdDmaConfig kDefaultNdDmaConfig = {};
inline constexpr NdDmaConfig kDefaultMultiCopyConfig = {};

/* Index 0 is the innermost dimension; strides and sizes in elements. */
template <uint8_t dim> struct MultiCopyLoopInfo {
    static_assert(dim >= 1 && dim <= 5, "MultiCopyLoopInfo: 1 to 5 dimensions");
    uint64_t loopSrcStride[dim] = {};
    uint32_t loopDstStride[dim] = {};
    uint32_t loopSize[dim] = {};
    uint8_t loopLpSize[dim] = {};
    uint8_t loopRpSize[dim] = {};
};
template <uint8_t dim> using NdDmaLoopInfo = MultiCopyLoopInfo<dim>;
template <class T, uint8_t dim> struct MultiCopyParams {
    MultiCopyLoopInfo<dim> loopInfo;
    T constantValue;
};
template <class T, uint8_t dim> using NdDmaParams = MultiCopyParams<T, dim>;

struct DataCopyEnhancedParams {
    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    uint64_t deqValue = 0;
    uint8_t sidStoreMode = 0;
    bool isRelu = false;
    pad_t padMode = pad_t::PAD_NONE;
    uint64_t padValue = 0;
    uint64_t deqTensorAddr = 0;
    constexpr DataCopyEnhancedParams() {}
    constexpr DataCopyEnhancedParams(BlockMode block, DeqScale scale, uint64_t deq, uint8_t sid, bool relu,
                                     pad_t pad, uint64_t value)
        : blockMode(block), deqScale(scale), deqValue(deq), sidStoreMode(sid), isRelu(relu), padMode(pad),
          padValue(value)
    {
    }
};

#if __NPU_ARCH__ == 2201
using OpfNzWide = uint16_t;
using OpfNzMid = uint16_t;
#else
using OpfNzWide = uint64_t;
using OpfNzMid = uint32_t;
#endif
struct Nd2NzParams {
    uint16_t ndNum = 0;
    uint16_t nValue = 0;
    OpfNzMid dValue = 0;
    OpfNzWide srcNdMatrixStride = 0;
    OpfNzWide srcDValue = 0;
    uint16_t dstNzC0Stride = 0;
    uint16_t dstNzNStride = 0;
    OpfNzMid dstNzMatrixStride = 0;
    constexpr Nd2NzParams() {}
    constexpr Nd2NzParams(uint16_t nd, uint16_t n, OpfNzMid d, OpfNzWide src_matrix, OpfNzWide src_d,
                          uint16_t c0, uint16_t dst_n, OpfNzMid dst_matrix)
        : ndNum(nd), nValue(n), dValue(d), srcNdMatrixStride(src_matrix), srcDValue(src_d), dstNzC0Stride(c0),
          dstNzNStride(dst_n), dstNzMatrixStride(dst_matrix)
    {
    }
};
struct Nz2NdParamsFull {
    uint16_t ndNum = 1;
    uint16_t nValue = 0;
    uint16_t dValue = 0;
    uint16_t srcNdMatrixStride = 1;
    uint16_t srcNStride = 0;
    uint16_t dstDStride = 0;
    uint16_t dstNdMatrixStride = 1;
    constexpr Nz2NdParamsFull() {}
    constexpr Nz2NdParamsFull(uint16_t nd, uint16_t n, uint16_t d, uint16_t src_matrix, uint16_t src_n,
                              uint16_t dst_d, uint16_t dst_matrix)
        : ndNum(nd), nValue(n), dValue(d), srcNdMatrixStride(src_matrix), srcNStride(src_n),
          dstDStride(dst_d), dstNdMatrixStride(dst_matrix)
    {
    }
};
struct Dn2NzParams {
    uint16_t dnNum = 0;
    uint16_t nValue = 0;
    uint32_t dValue = 0;
    uint64_t srcDnMatrixStride = 0;
    uint64_t srcDValue = 0;
    uint16_t dstNzC0Stride = 0;
    uint16_t dstNzNStride = 0;
    uint32_t dstNzMatrixStride = 0;
    constexpr Dn2NzParams() {}
    constexpr Dn2NzParams(uint16_t dn, uint16_t n, uint32_t d, uint64_t src_matrix, uint64_t src_d,
                          uint16_t c0, uint16_t dst_n, uint32_t dst_matrix)
        : dnNum(dn), nValue(n), dValue(d), srcDnMatrixStride(src_matrix), srcDValue(src_d), dstNzC0Stride(c0),
          dstNzNStride(dst_n), dstNzMatrixStride(dst_matrix)
    {
    }
};

struct SliceInfo {
    uint32_t startIndex = 0;
    uint32_t endIndex = ONE_BLK_SIZE - 1;
    uint32_t stride = 0;
    uint32_t burstLen = ONE_BLK_SIZE;
    uint32_t shapeValue = 0;
    constexpr SliceInfo() {}
    constexpr SliceInfo(uint32_t start, uint32_t end, uint32_t gap, uint32_t len, uint32_t shape = 0)
        : startIndex(start), endIndex(end), stride(gap), burstLen(len), shapeValue(shape)
    {
    }
};

struct CopyRepeatParams {
    uint16_t dstStride = 0;
    uint16_t srcStride = 0;
    uint16_t dstRepeatSize = DEFAULT_REPEAT_STRIDE;
    uint16_t srcRepeatSize = DEFAULT_REPEAT_STRIDE;
    constexpr CopyRepeatParams() {}
    constexpr CopyRepeatParams(uint16_t dst, uint16_t src, uint16_t dst_rep, uint16_t src_rep)
        : dstStride(dst), srcStride(src), dstRepeatSize(dst_rep), srcRepeatSize(src_rep)
    {
    }
};

struct UnaryRepeatParams {
    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstBlkStride = 1;
    uint16_t srcBlkStride = 1;
    uint8_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t srcRepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    bool halfBlock = false;
    constexpr UnaryRepeatParams() {}
    constexpr UnaryRepeatParams(uint16_t dst_blk, uint16_t src_blk, uint8_t dst_rep, uint8_t src_rep,
                                bool half_block = false)
        : dstBlkStride(dst_blk), srcBlkStride(src_blk), dstRepStride(dst_rep), srcRepStride(src_rep),
          halfBlock(half_block)
    {
    }
};

struct BinaryConfig {
    int8_t scalarTensorIndex = 1;
};
inline constexpr BinaryConfig DEFAULT_BINARY_CONFIG = {1};
struct BinaryDefaultType {
};
struct BinaryRepeatParams {
    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    constexpr BinaryRepeatParams() {}
    constexpr BinaryRepeatParams(uint8_t dst_blk, uint8_t src0_blk, uint8_t src1_blk, uint8_t dst_rep,
                                 uint8_t src0_rep, uint8_t src1_rep)
        : dstBlkStride(dst_blk), src0BlkStride(src0_blk), src1BlkStride(src1_blk), dstRepStride(dst_rep),
          src0RepStride(src0_rep), src1RepStride(src1_rep)
    {
    }
};

struct BrcbRepeatParams {
    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint16_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    constexpr BrcbRepeatParams() {}
    constexpr BrcbRepeatParams(uint16_t dst_blk, uint16_t dst_rep)
        : dstRepStride(dst_rep), dstBlkStride(dst_blk)
    {
    }
};

struct GatherRepeatParams {
    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    constexpr GatherRepeatParams() {}
    constexpr GatherRepeatParams(uint8_t dst_blk, uint8_t dst_rep)
        : dstRepStride(dst_rep), dstBlkStride(dst_blk)
    {
    }
};
struct GatherMaskParams {
    uint8_t src0BlockStride = 1;
    uint16_t repeatTimes = 0;
    uint16_t src0RepeatStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepeatStride = DEFAULT_REPEAT_STRIDE;
    constexpr GatherMaskParams() {}
    constexpr GatherMaskParams(uint8_t blk, uint16_t repeats, uint16_t src0_rep, uint8_t src1_rep)
        : src0BlockStride(blk), repeatTimes(repeats), src0RepeatStride(src0_rep), src1RepeatStride(src1_rep)
    {
    }
};

struct TransDataTo5HDParams {
    bool dstHighHalf = false;
    bool srcHighHalf = false;
    uint8_t repeatTimes = 1;
    uint16_t dstRepStride = 0;
    uint16_t srcRepStride = 0;
    constexpr TransDataTo5HDParams() = default;
    constexpr TransDataTo5HDParams(bool dst_high, bool src_high, uint8_t repeats, uint16_t dst_rep,
                                   uint16_t src_rep)
        : dstHighHalf(dst_high), srcHighHalf(src_high), repeatTimes(repeats), dstRepStride(dst_rep),
          srcRepStride(src_rep)
    {
    }
};
struct TransposeParamsExt {
    uint16_t nSize = 0;
    uint16_t cSize = 0;
    uint16_t hSize = 0;
    uint16_t wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
    constexpr TransposeParamsExt() = default;
    constexpr TransposeParamsExt(uint16_t n, uint16_t c, uint16_t h, uint16_t w, TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type)
    {
    }
};
} // namespace AscendC
#endif

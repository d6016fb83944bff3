/* Host-side helpers of the kernel library: temporary sizes and tilings.
 *
 * Sizes are bytes. The emulated library works without most of its temporaries, so these figures are not the
 * chip's: they are simple upper bounds by the rule stated at each function, so that an operator reserves
 * memory as it would on the chip. Functions with "BufferFactor" give how many values of the element type are
 * alive at once and what is needed on top. */
#ifndef OPFORGE_TILING_LIBRARY_SIZES_H
#define OPFORGE_TILING_LIBRARY_SIZES_H

#include "graph/tensor.h"
#include "graph/visibility.h"
#include "tiling/library_structs.h"
#include "tiling/platform/platform_ascendc.h"
#include <cstdint>

namespace AscendC {

using TensorShape = ge::Shape;
using TensorDataType = ge::DataType;

constexpr uint32_t BLOCK_CUBE = 16;   /* elements along one side of a cube fractal */
constexpr uint32_t ONE_BLK_SIZE = 32; /* bytes of a data block */

/* `live` values a source element at most, one vector register (256 bytes) each at least. */
#define OPF_TEMPORARIES(Name)                                                                                \
    OPF_HOST_API bool Get##Name##MaxMinTmpSize(const TensorShape &srcShape, const uint32_t typeSize,         \
                                               const bool isReuseSource, uint32_t &maxValue,                 \
                                               uint32_t &minValue);                                          \
    OPF_HOST_API void Get##Name##TmpBufferFactorSize(const uint32_t typeSize, uint32_t &maxLiveNodeCount,    \
                                                     uint32_t &extraBuffer);

#define OPF_TEMPORARY_FUNCTIONS(T) \
    T(Acos) \
    T(Acosh) \
    T(Asin) \
    T(Asinh) \
    T(Atan) \
    T(Atanh) \
    T(Ceil) \
    T(Cos) \
    T(Cosh) \
    T(Digamma) \
    T(Erf) \
    T(Erfc) \
    T(Exp) \
    T(Floor) \
    T(Fmod) \
    T(Frac) \
    T(Lgamma) \
    T(Log) \
    T(Log2) \
    T(Log10) \
    T(Round) \
    T(Sign) \
    T(Sin) \
    T(Sinh) \
    T(Tan) \
    T(Tanh) \
    T(Trunc) \
    T(Xor) \
    T(Sigmoid) \
    T(Silu) \
    T(Swish) \
    T(Gelu) \
    T(SwiGLU) \
    T(WelfordFinalize)
OPF_TEMPORARY_FUNCTIONS(OPF_TEMPORARIES)
#undef OPF_TEMPORARIES

OPF_HOST_API void GetPowerMaxMinTmpSize(const TensorShape &srcShape1, const TensorShape &srcShape2,
                                        const bool typeIsInt, const uint32_t typeSize, const bool isReuseSource,
                                        uint32_t &maxValue, uint32_t &minValue);
OPF_HOST_API void GetPowerTmpBufferFactorSize(const bool baseIsTensor, const bool expIsTensor, const bool typeIsInt,
                                              const uint32_t typeSize, uint32_t &maxLiveNodeCount,
                                              uint32_t &extraBuffer);

/* A: kept axis, R: reduced axis, from the outermost. */
enum class ReducePattern : uint32_t {
    AR = 0,
    RA = 1,
    R,
    ARA,
    ARAR,
    ARARA,
    ARARAR,
    ARARARA,
    ARARARAR,
    ARARARARA,
    RAR,
    RARA,
    RARAR,
    RARARA,
    RARARAR,
    RARARARA
};
/* One copy of the source at most, rounded up to data blocks a row. */
#define OPF_REDUCE_TEMPORARIES(Name)                                                                         \
    OPF_HOST_API void GetReduce##Name##MaxMinTmpSize(const TensorShape &srcShape, const TensorDataType dataType, \
                                                     ReducePattern pattern, bool isSrcInnerPad,              \
                                                     bool isReuseSource, uint32_t &maxValue, uint32_t &minValue);
OPF_REDUCE_TEMPORARIES(Sum)
OPF_REDUCE_TEMPORARIES(Prod)
OPF_REDUCE_TEMPORARIES(Mean)
OPF_REDUCE_TEMPORARIES(Max)
OPF_REDUCE_TEMPORARIES(Min)
OPF_REDUCE_TEMPORARIES(Any)
OPF_REDUCE_TEMPORARIES(All)
#undef OPF_REDUCE_TEMPORARIES

enum class SortType { RADIX_SORT = 0, MERGE_SORT = 1 };
struct SortConfig {
    SortType type = SortType::RADIX_SORT;
    bool isDescend = false;
    bool hasSrcIndex = false;
    bool hasDstIndex = false;
};
/* Two copies of values and of indices, and a histogram of 256 counters for each of a value's bytes. */
OPF_HOST_API void GetSortMaxMinTmpSize(const TensorShape &srcShape, TensorDataType valueType,
                                       TensorDataType indexType, bool isReuseSource, const SortConfig &config,
                                       uint32_t &maxValue, uint32_t &minValue);
/* Region proposals: 8 bytes an element (value and index). */
OPF_HOST_API uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC &ascendcPlatform,
                                       const uint32_t elemCount, const uint32_t dataTypeSize);
OPF_HOST_API uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC &ascendcPlatform,
                                     const uint32_t elemCount, const uint32_t dataTypeSize);

enum class TopKMode { TOPK_NORMAL, TOPK_NSMALL };
enum class TopKAlgo { RADIX_SELECT, MERGE_SORT };
enum class TopKOrder { UNSET, LARGEST, SMALLEST };
struct TopKConfig {
    TopKAlgo algo = TopKAlgo::RADIX_SELECT;
    TopKOrder order = TopKOrder::UNSET;
    bool sorted = true;
};
OPF_HOST_API bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC &ascendcPlatform, const int32_t inner,
                                       const int32_t outter, const bool isReuseSource, const bool isInitIndex,
                                       TopKMode mode, const bool isLargest, const uint32_t dataTypeSize,
                                       uint32_t &maxValue, uint32_t &minValue);
OPF_HOST_API bool GetTopKMaxMinTmpSize(const int32_t inner, const int32_t outter, const int32_t k,
                                       const bool isReuseSource, const bool isInitIndex, TopKMode mode,
                                       const bool isLargest, TensorDataType dataType, const TopKConfig &config,
                                       uint32_t &maxValue, uint32_t &minValue);

OPF_HOST_API void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC &ascendcPlatform,
                                            const TensorShape &srcShape, const TensorShape &dstShape,
                                            uint32_t typeSize, const bool isReuseSource, uint32_t &maxValue,
                                            uint32_t &minValue);

/* ---- normalisation: shapes are [rows, length], four values a source element in float ---- */
OPF_HOST_API void GetNormalizeMaxMinTmpSize(const TensorShape &srcShape, const uint32_t typeSizeU,
                                            const uint32_t typeSizeT, const bool isReuseSource,
                                            const bool isComputeRstd, const bool isOnlyOutput, uint32_t &maxValue,
                                            uint32_t &minValue);
OPF_HOST_API void GetWelfordUpdateMaxMinTmpSize(const TensorShape &srcShape, const uint32_t typeSizeT,
                                                const uint32_t typeSizeU, const bool isReuseSource,
                                                const bool isInplace, uint32_t &maxValue, uint32_t &minValue);
OPF_HOST_API void GetLayerNormMaxMinTmpSize(const TensorShape &srcShape, const uint32_t typeSize,
                                            const bool isReuseSource, uint32_t &maxValue, uint32_t &minValue);
OPF_HOST_API void GetLayerNormMaxMinTmpSize(const TensorShape &srcShape, const uint32_t typeSize,
                                            const bool isReuseSource, const bool isComputeRstd,
                                            const bool isOnlyOutput, uint32_t &maxValue, uint32_t &minValue);
OPF_HOST_API void GetLayerNormNDTilingInfo(const TensorShape &srcShape, const uint32_t stackBufferSize,
                                           const uint32_t typeSize, const bool isReuseSource,
                                           const bool isComputeRstd, tiling::LayerNormSeparateTiling &out);
OPF_HOST_API void GetLayerNormNDTilingInfo(const TensorShape &srcShape, const uint32_t stackBufferSize,
                                           const uint32_t typeSize, const bool isReuseSource,
                                           const bool isComputeRstd, optiling::LayerNormSeparateTiling &out);

/* ---- softmax: shapes are [rows, length]; a temporary holds whole rows in float plus a block a row ---- */
OPF_HOST_API uint32_t GetSoftMaxMaxTmpSize(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                           const bool isReuseSource);
OPF_HOST_API uint32_t GetSoftMaxMinTmpSize(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                           const bool isReuseSource);
OPF_HOST_API uint32_t GetSoftMaxGradMaxTmpSize(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                               const bool isFront, const bool isReuseSource);
OPF_HOST_API uint32_t GetSoftMaxGradMinTmpSize(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                               const bool isFront, const bool isReuseSource);
OPF_HOST_API uint32_t GetSoftMaxFlashV2MaxTmpSize(const TensorShape &srcShape, const uint32_t dataTypeSize1,
                                                  const uint32_t dataTypeSize2, const bool isUpdate,
                                                  const bool isBasicBlock = false,
                                                  const bool isFlashOutputBrc = false);
OPF_HOST_API uint32_t GetSoftMaxFlashV2MinTmpSize(const TensorShape &srcShape, const uint32_t dataTypeSize1,
                                                  const uint32_t dataTypeSize2, const bool isUpdate,
                                                  const bool isBasicBlock = false,
                                                  const bool isFlashOutputBrc = false);
/* How many rows a pass takes with `localWorkSpaceSize` bytes of temporary. */
OPF_HOST_API void SoftMaxTilingFunc(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                    const uint32_t localWorkSpaceSize, tiling::SoftMaxTiling &softmaxTiling);
OPF_HOST_API void SoftMaxTilingFunc(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                    const uint32_t localWorkSpaceSize, optiling::SoftMaxTiling &softmaxTiling);
OPF_HOST_API void SoftMaxGradTilingFunc(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                        const uint32_t localWorkSpaceSize, tiling::SoftMaxTiling &softmaxGradTiling,
                                        const bool isFront = false);
OPF_HOST_API void SoftMaxGradTilingFunc(const TensorShape &srcShape, const uint32_t dataTypeSize,
                                        const uint32_t localWorkSpaceSize,
                                        optiling::SoftMaxTiling &softmaxGradTiling, const bool isFront = false);
OPF_HOST_API void SoftMaxFlashV2TilingFunc(const TensorShape &srcShape, const uint32_t dataTypeSize1,
                                           const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                                           tiling::SoftMaxTiling &softmaxFlashTiling, const bool isUpdate,
                                           const bool isBasicBlock = false, const bool isFlashOutputBrc = false);
OPF_HOST_API void SoftMaxFlashV2TilingFunc(const TensorShape &srcShape, const uint32_t dataTypeSize1,
                                           const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                                           optiling::SoftMaxTiling &softmaxFlashTiling, const bool isUpdate,
                                           const bool isBasicBlock = false, const bool isFlashOutputBrc = false);

} // namespace AscendC
#endif

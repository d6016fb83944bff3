/* Temporary sizes and tilings of the kernel library; the rules are in the header. */
#include "tiling/library_sizes.h"
#include "op_common/log/log.h"
#include "tiling/platform/platform_ascendc.h"

#include <algorithm>
#include <string_view>

namespace AscendC {

namespace {

constexpr uint32_t kRegister = 256;
constexpr uint32_t kLive = 4;

uint32_t Clamp(uint64_t bytes) { return static_cast<uint32_t>(std::min<uint64_t>(bytes, UINT32_MAX)); }
uint64_t Align(uint64_t bytes, uint64_t to) { return (bytes + to - 1) / to * to; }
uint64_t Count(const TensorShape &shape)
{
    const int64_t count = shape.GetShapeSize();
    return count > 0 ? static_cast<uint64_t>(count) : 1;
}
uint64_t LastDim(const TensorShape &shape)
{
    const size_t rank = shape.GetDimNum();
    const int64_t last = rank ? shape.GetDim(rank - 1) : 1;
    return last > 0 ? static_cast<uint64_t>(last) : 1;
}

/* Functions that depend on the chip take it from the process; without one they say nothing, and what the caller
 * had in its variables stays. */
bool ChipKnown(const char *function)
{
    const bool known = platform_ascendc::PlatformAscendCManager::GetInstance() != nullptr;
    if (!known)
        OP_LOGE(function, "no chip is known in this process, so that sizes are not known either");
    return known;
}
constexpr bool DependsOnChip(std::string_view name)
{
    return name == "Cos" || name == "Digamma" || name == "Lgamma" || name == "Sin" || name == "WelfordFinalize" ||
           name == "Sum" || name == "Max" || name == "Min";
}

bool Temporaries(const TensorShape &shape, uint32_t type_size, uint32_t &most, uint32_t &least)
{
    /* Half types are computed in float. */
    const uint64_t bytes = Align(Count(shape) * std::max<uint32_t>(type_size, sizeof(float)), kRegister);
    most = Clamp(bytes * kLive);
    least = kRegister * kLive;
    return true;
}
void Factor(uint32_t type_size, uint32_t &live, uint32_t &extra)
{
    live = type_size < sizeof(float) ? kLive * 2 : kLive;
    extra = 0;
}

/* Whole rows in float, and one data block of each row's running results. */
uint64_t RowBytes(const TensorShape &shape) { return Align(LastDim(shape) * sizeof(float), ONE_BLK_SIZE) + 64; }
uint32_t RowsMost(const TensorShape &shape, bool) { return Clamp(Count(shape) / LastDim(shape) * RowBytes(shape)); }
uint32_t RowsLeast(const TensorShape &shape) { return Clamp(RowBytes(shape)); }

void RowTiling(const TensorShape &shape, uint32_t type_size, uint32_t space, tiling::SoftMaxTiling &out)
{
    const uint32_t block = ONE_BLK_SIZE / std::max<uint32_t>(type_size, 1);
    out = tiling::SoftMaxTiling();
    out.srcK = Clamp(LastDim(shape));
    out.srcM = Clamp(Count(shape) / LastDim(shape));
    out.srcSize = out.srcM * out.srcK;
    out.outMaxM = out.srcM;
    out.outMaxK = block;
    out.outMaxSize = out.outMaxM * out.outMaxK;
    const uint64_t fit = std::max<uint64_t>(space / RowBytes(shape), 1);
    out.reduceM = static_cast<uint32_t>(std::min<uint64_t>(fit, out.srcM));
    out.reduceK = block;
    out.reduceSize = out.reduceM * out.reduceK;
    out.splitM = out.reduceM;
    out.splitK = out.srcK;
    out.splitSize = out.splitM * out.splitK;
    out.rangeM = out.srcM / out.splitM;
    out.tailM = out.srcM % out.splitM;
    out.tailSplitSize = out.tailM * out.splitK;
    out.tailReduceSize = out.tailM * out.reduceK;
}

/* The host view of a structure has the plain one's layout. */
template <typename Plain, typename View> void Copy(const Plain &from, View &to)
{
    View bound(const_cast<Plain *>(&from));
    to = bound;
}

} // namespace

#define OPF_TEMPORARIES(Name)                                                                                \
    bool Get##Name##MaxMinTmpSize(const TensorShape &shape, const uint32_t type_size, const bool,            \
                                  uint32_t &most, uint32_t &least)                                           \
    {                                                                                                        \
        if (DependsOnChip(#Name) && !ChipKnown(#Name))                                                       \
            return false;                                                                                    \
        return Temporaries(shape, type_size, most, least);                                                   \
    }                                                                                                        \
    void Get##Name##TmpBufferFactorSize(const uint32_t type_size, uint32_t &live, uint32_t &extra)           \
    {                                                                                                        \
        if (!DependsOnChip(#Name) || ChipKnown(#Name))                                                       \
            Factor(type_size, live, extra);                                                                  \
    }
OPF_TEMPORARY_FUNCTIONS(OPF_TEMPORARIES)

void GetPowerMaxMinTmpSize(const TensorShape &base, const TensorShape &exponent, const bool, const uint32_t type_size,
                           const bool, uint32_t &most, uint32_t &least)
{
    if (ChipKnown("Power"))
        (void)Temporaries(Count(base) >= Count(exponent) ? base : exponent, type_size, most, least);
}
void GetPowerTmpBufferFactorSize(const bool, const bool, const bool, const uint32_t type_size, uint32_t &live,
                                 uint32_t &extra)
{
    Factor(type_size, live, extra);
}

#define OPF_REDUCE_TEMPORARIES(Name)                                                                         \
    void GetReduce##Name##MaxMinTmpSize(const TensorShape &shape, const TensorDataType type, ReducePattern, bool, \
                                        bool reuse, uint32_t &most, uint32_t &least)                         \
    {                                                                                                        \
        if (DependsOnChip(#Name) && !ChipKnown("Reduce" #Name))                                              \
            return;                                                                                          \
        const int size = std::max(ge::GetSizeByDataType(type), static_cast<int>(sizeof(float)));             \
        const uint64_t row = Align(LastDim(shape) * static_cast<uint64_t>(size), ONE_BLK_SIZE);              \
        most = least = reuse ? 0 : Clamp(Count(shape) / LastDim(shape) * row);                               \
    }
OPF_REDUCE_TEMPORARIES(Sum)
OPF_REDUCE_TEMPORARIES(Prod)
OPF_REDUCE_TEMPORARIES(Mean)
OPF_REDUCE_TEMPORARIES(Max)
OPF_REDUCE_TEMPORARIES(Min)
OPF_REDUCE_TEMPORARIES(Any)
OPF_REDUCE_TEMPORARIES(All)

void GetSortMaxMinTmpSize(const TensorShape &shape, TensorDataType value_type, TensorDataType index_type, bool,
                          const SortConfig &config, uint32_t &most, uint32_t &least)
{
    if (!ChipKnown("Sort"))
        return;
    const uint64_t value = static_cast<uint64_t>(std::max(ge::GetSizeByDataType(value_type), 1));
    const bool indexed = config.hasSrcIndex || config.hasDstIndex;
    const uint64_t index = indexed ? static_cast<uint64_t>(std::max(ge::GetSizeByDataType(index_type), 1)) : 0;
    const uint64_t copies = 2 * (Align(Count(shape) * value, ONE_BLK_SIZE) + Align(Count(shape) * index, ONE_BLK_SIZE));
    most = least = Clamp(copies + value * 256 * sizeof(uint32_t));
}
/* Concat gives its input another name and moves nothing. */
uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC &, const uint32_t, const uint32_t) { return 0; }
uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC &, const uint32_t count, const uint32_t)
{
    return Clamp(uint64_t(count) * 8);
}

bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC &, const int32_t inner, const int32_t, const bool,
                          const bool, TopKMode, const bool, const uint32_t type_size, uint32_t &most, uint32_t &least)
{
    most = least = Clamp(2 * Align(static_cast<uint64_t>(std::max(inner, 0)) * (type_size + 4), ONE_BLK_SIZE));
    return inner > 0;
}
bool GetTopKMaxMinTmpSize(const int32_t inner, const int32_t, const int32_t, const bool, const bool, TopKMode,
                          const bool, TensorDataType type, const TopKConfig &, uint32_t &most, uint32_t &least)
{
    if (!ChipKnown("TopK"))
        return false;
    const uint64_t value = static_cast<uint64_t>(std::max(ge::GetSizeByDataType(type), 1));
    most = least = Clamp(2 * Align(static_cast<uint64_t>(std::max(inner, 0)) * (value + 4), ONE_BLK_SIZE) +
                         value * 256 * sizeof(uint32_t));
    return inner > 0;
}

void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC &, const TensorShape &, const TensorShape &to,
                               uint32_t type_size, const bool, uint32_t &most, uint32_t &least)
{
    most = Clamp(Align(Count(to) * type_size, ONE_BLK_SIZE));
    least = kRegister;
}

void GetNormalizeMaxMinTmpSize(const TensorShape &shape, const uint32_t, const uint32_t type_size, const bool,
                               const bool, const bool, uint32_t &most, uint32_t &least)
{
    if (!ChipKnown("Normalize"))
        return;
    (void)Temporaries(shape, type_size, most, least);
    least = std::max(least, Clamp(RowBytes(shape)));
    most = std::max(most, least);
}
void GetWelfordUpdateMaxMinTmpSize(const TensorShape &shape, const uint32_t type_size, const uint32_t, const bool,
                                   const bool, uint32_t &most, uint32_t &least)
{
    if (ChipKnown("WelfordUpdate"))
        (void)Temporaries(shape, type_size, most, least);
}
void GetLayerNormMaxMinTmpSize(const TensorShape &shape, const uint32_t type_size, const bool, uint32_t &most,
                               uint32_t &least)
{
    if (!ChipKnown("LayerNorm"))
        return;
    (void)Temporaries(shape, type_size, most, least);
    least = std::max(least, Clamp(RowBytes(shape) * 3));
    most = std::max(most, least);
}
void GetLayerNormMaxMinTmpSize(const TensorShape &shape, const uint32_t type_size, const bool reuse, const bool,
                               const bool, uint32_t &most, uint32_t &least)
{
    GetLayerNormMaxMinTmpSize(shape, type_size, reuse, most, least);
}

void GetLayerNormNDTilingInfo(const TensorShape &shape, const uint32_t space, const uint32_t, const bool, const bool,
                              tiling::LayerNormSeparateTiling &out)
{
    out = tiling::LayerNormSeparateTiling();
    out.rLength = Clamp(LastDim(shape));
    out.aLength = Clamp(Count(shape) / LastDim(shape));
    uint32_t head = 1;
    while (head * 2 < out.rLength)
        head *= 2;
    out.rHeadLength = head; /* largest power of two below the row */
    out.k2Rec = 1.0f / static_cast<float>(head);
    out.k2RRec = static_cast<float>(head) / static_cast<float>(out.rLength);
    out.rValueBack = 1.0f / static_cast<float>(out.rLength);
    out.inputXSize = out.aLength * out.rLength;
    out.meanVarSize = out.aLength;
    out.numberOfTmpBuf = 3;
    out.tmpBufSize = space / static_cast<uint32_t>(sizeof(float));
    const uint32_t rows = static_cast<uint32_t>(
        std::min<uint64_t>(std::max<uint64_t>(space / (RowBytes(shape) * out.numberOfTmpBuf), 1), out.aLength));
    out.arCurLength = rows * out.rLength;
    out.aCurLength = rows;
    out.oneTmpSize = out.arCurLength;
    out.varianceTmpTensorPos = 0;
    out.varianceTmpTensorSize = rows;
    out.firstTmpStartPos = rows;
    out.secondTmpStartPos = out.firstTmpStartPos + out.oneTmpSize;
    out.thirdTmpStartPos = out.secondTmpStartPos + out.oneTmpSize;
    out.inputRoundSize = out.arCurLength;
    out.meanVarRoundSize = rows;
    out.loopRound = out.aLength / rows;
    out.meanVarTailSize = out.aLength % rows;
    out.inputTailSize = out.meanVarTailSize * out.rLength;
    out.inputTailPos = out.loopRound * out.inputRoundSize;
    out.meanVarTailPos = out.loopRound * rows;
}
void GetLayerNormNDTilingInfo(const TensorShape &shape, const uint32_t space, const uint32_t type_size,
                              const bool reuse, const bool rstd, optiling::LayerNormSeparateTiling &out)
{
    tiling::LayerNormSeparateTiling plain;
    GetLayerNormNDTilingInfo(shape, space, type_size, reuse, rstd, plain);
    Copy(plain, out);
}

uint32_t GetSoftMaxMaxTmpSize(const TensorShape &shape, const uint32_t, const bool reuse) { return RowsMost(shape, reuse); }
uint32_t GetSoftMaxMinTmpSize(const TensorShape &shape, const uint32_t, const bool) { return RowsLeast(shape); }
uint32_t GetSoftMaxGradMaxTmpSize(const TensorShape &shape, const uint32_t, const bool, const bool reuse)
{
    return Clamp(uint64_t(RowsMost(shape, reuse)) * 2);
}
uint32_t GetSoftMaxGradMinTmpSize(const TensorShape &shape, const uint32_t, const bool, const bool)
{
    return Clamp(uint64_t(RowsLeast(shape)) * 2);
}
uint32_t GetSoftMaxFlashV2MaxTmpSize(const TensorShape &shape, const uint32_t, const uint32_t, const bool, const bool,
                                     const bool)
{
    return RowsMost(shape, false);
}
uint32_t GetSoftMaxFlashV2MinTmpSize(const TensorShape &shape, const uint32_t, const uint32_t, const bool, const bool,
                                     const bool)
{
    return RowsLeast(shape);
}

void SoftMaxTilingFunc(const TensorShape &shape, const uint32_t type_size, const uint32_t space,
                       tiling::SoftMaxTiling &out)
{
    RowTiling(shape, type_size, space, out);
}
void SoftMaxTilingFunc(const TensorShape &shape, const uint32_t type_size, const uint32_t space,
                       optiling::SoftMaxTiling &out)
{
    tiling::SoftMaxTiling plain;
    RowTiling(shape, type_size, space, plain);
    Copy(plain, out);
}
void SoftMaxGradTilingFunc(const TensorShape &shape, const uint32_t type_size, const uint32_t space,
                           tiling::SoftMaxTiling &out, const bool)
{
    RowTiling(shape, type_size, space / 2, out);
}
void SoftMaxGradTilingFunc(const TensorShape &shape, const uint32_t type_size, const uint32_t space,
                           optiling::SoftMaxTiling &out, const bool)
{
    SoftMaxTilingFunc(shape, type_size, space / 2, out);
}
void SoftMaxFlashV2TilingFunc(const TensorShape &shape, const uint32_t type_size, const uint32_t, const uint32_t space,
                              tiling::SoftMaxTiling &out, const bool, const bool, const bool)
{
    RowTiling(shape, type_size, space, out);
}
void SoftMaxFlashV2TilingFunc(const TensorShape &shape, const uint32_t type_size, const uint32_t, const uint32_t space,
                              optiling::SoftMaxTiling &out, const bool, const bool, const bool)
{
    SoftMaxTilingFunc(shape, type_size, space, out);
}

} // namespace AscendC

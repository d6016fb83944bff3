/* Register types (RegTensor, MaskReg, AddrReg, unaligned state) and the enumerations of the register layer.
 * Public pages: api/SIMD-API/basic API/Reg vector computation, "register data types" and "auxiliary types". */
#ifndef OPF_REG_TYPES_H
#define OPF_REG_TYPES_H

#include "../core/enums.h"
#include "reg_vec.h"

namespace AscendC {
enum class ExpAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class LnAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class LogAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class Log2Algo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class Log10Algo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class ReciprocalAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class DivAlgo {
    INTRINSIC = 0,
    DIFF_COMPENSATION,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
enum class SqrtAlgo {
    INTRINSIC = 0,
    FAST_INVERSE,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
enum class RsqrtAlgo {
    INTRINSIC = 0,
    FAST_INVERSE,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
struct ExpConfig {
    ExpAlgo algo = ExpAlgo::INTRINSIC;
};
struct LnConfig {
    LnAlgo algo = LnAlgo::INTRINSIC;
};
struct LogConfig {
    LogAlgo algo = LogAlgo::INTRINSIC;
};
struct Log2Config {
    Log2Algo algo = Log2Algo::INTRINSIC;
};
struct Log10Config {
    Log10Algo algo = Log10Algo::INTRINSIC;
};
struct ReciprocalConfig {
    ReciprocalAlgo algo = ReciprocalAlgo::INTRINSIC;
};
struct DivConfig {
    DivAlgo algo = DivAlgo::INTRINSIC;
};
struct SqrtConfig {
    SqrtAlgo algo = SqrtAlgo::INTRINSIC;
};
struct RsqrtConfig {
    RsqrtAlgo algo = RsqrtAlgo::INTRINSIC;
};
constexpr ExpConfig DEFAULT_EXP_CONFIG = {ExpAlgo::INTRINSIC};
constexpr LnConfig DEFAULT_LN_CONFIG = {LnAlgo::INTRINSIC};
constexpr LogConfig DEFAULT_Log_CONFIG = {LogAlgo::INTRINSIC};
constexpr Log2Config DEFAULT_Log2_CONFIG = {Log2Algo::INTRINSIC};
constexpr Log10Config DEFAULT_Log10_CONFIG = {Log10Algo::INTRINSIC};
constexpr ReciprocalConfig DEFAULT_RECIPROCAL_CONFIG = {ReciprocalAlgo::INTRINSIC};
constexpr DivConfig DEFAULT_DIV_CONFIG = {DivAlgo::INTRINSIC};
constexpr SqrtConfig DEFAULT_SQRT_CONFIG = {SqrtAlgo::INTRINSIC};
constexpr RsqrtConfig DEFAULT_RSQRT_CONFIG = {RsqrtAlgo::INTRINSIC};

namespace Reg {
enum class RegLayout { UNKNOWN = -1, ZERO, ONE, TWO, THREE };
enum class SatMode { UNKNOWN = -1, NO_SAT, SAT };
enum class IndexOrder { INCREASE_ORDER, DECREASE_ORDER };
enum class MaskMergeMode { UNKNOWN, MERGING, ZEROING };
enum class HistogramsBinType { BIN0 = 0, BIN1, BIN2, BIN3, BIN4, BIN5, BIN6, BIN7 };
enum class HistogramsType { FREQUENCY = 0, ACCUMULATE };
enum class HighLowPart { LOWEST, HIGHEST };
enum class PostLiteral { POST_MODE_NORMAL, POST_MODE_UPDATE };
enum class MaskPattern { ALL, VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, VL128, M3, M4, H, Q, ALLF = 15 };
enum class LoadDist {
    DIST_NORM,
    DIST_BRC_B8,
    DIST_BRC_B16,
    DIST_BRC_B32,
    DIST_US_B8 = 6,
    DIST_US_B16,
    DIST_DS_B8,
    DIST_DS_B16,
    DIST_BDINTLV,
    DIST_DINTLV_B8,
    DIST_DINTLV_B16,
    DIST_UNPACK_B8,
    DIST_UNPACK_B16,
    DIST_BLK,
    DIST_E2B_B16,
    DIST_E2B_B32,
    DIST_UNPACK_B32,
    DIST_DINTLV_B32,
    DIST_UNPACK4_B8,
    DIST_SPLT4CHN_B8,
    DIST_SPLT2CHN_B8,
    DIST_SPLT2CHN_B16
};
enum class MaskDist { DIST_NORM, DIST_US = 1, DIST_DS = 2, DIST_PACK = 1 };
enum class StoreDist {
    DIST_NORM_B8,
    DIST_NORM_B16,
    DIST_NORM_B32,
    DIST_FIRST_ELEMENT_B8,
    DIST_FIRST_ELEMENT_B16,
    DIST_FIRST_ELEMENT_B32,
    DIST_PACK_B16,
    DIST_PACK_B32,
    DIST_INTLV_B8,
    DIST_INTLV_B16,
    DIST_PACK_B64,
    DIST_INTLV_B32,
    DIST_PACK4_B32,
    DIST_MRG4CHN_B8,
    DIST_MRG2CHN_B8,
    DIST_MRG2CHN_B16,
    DIST_NORM
};
enum class MemType { VEC_STORE, VEC_LOAD, SCALAR_STORE, SCALAR_LOAD, VEC_ALL, SCALAR_ALL };
enum class DataCopyMode { DATA_BLOCK_COPY };
enum class GatherMaskMode { NO_STORE_REG, STORE_REG };
enum class StoreMode { NOSTORED = 0, STORED };
enum class RoundControl { NO_ROUND, ROUND };
enum class PairReduce { SUM = 0 };
using ReduceType = AscendC::ReduceType;

struct DefaultType {};

struct CastTrait {
    RegLayout layoutMode = RegLayout::UNKNOWN;
    SatMode satMode = SatMode::UNKNOWN;
    MaskMergeMode mrgMode = MaskMergeMode::UNKNOWN;
    RoundMode roundMode = RoundMode::UNKNOWN;
};
inline constexpr CastTrait castTrait = {};

struct ExpSpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    ExpAlgo algo = ExpAlgo::INTRINSIC;
};
struct LnSpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    LnAlgo algo = LnAlgo::INTRINSIC;
};
struct LogSpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    LogAlgo algo = LogAlgo::INTRINSIC;
};
struct Log2SpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    Log2Algo algo = Log2Algo::INTRINSIC;
};
struct Log10SpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    Log10Algo algo = Log10Algo::INTRINSIC;
};
struct DivSpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    bool precisionMode = false;
    DivAlgo algo = DivAlgo::INTRINSIC;
};
struct SqrtSpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    bool precisionMode = false;
    SqrtAlgo algo = SqrtAlgo::INTRINSIC;
};

struct RegTrait {
    int REG_NUM = 1;
};
inline constexpr RegTrait RegTraitNumOne = {1};
inline constexpr RegTrait RegTraitNumTwo = {2};
} // namespace Reg
} // namespace AscendC

namespace opf {
namespace reg {
/* Lane as the compiler's vectors know it: integers, float and half as themselves, bfloat16 and the storage types as
 * unsigned integers of their size. */
template <typename T>
struct lane_of {
    static constexpr bool native =
        std::is_same<T, float>::value || std::is_same<T, _Float16>::value || std::is_same<T, double>::value ||
        (std::is_integral<T>::value && !std::is_same<T, bool>::value);
    using type = typename std::conditional<native, T, uint_as<T>>::type;
};
template <typename T>
using lane = typename lane_of<typename std::remove_cv<T>::type>::type;

/* One predicate bit per byte of a register, as the hardware has it; b16[i], b32[i], b64[i] repeat the bits that a
 * mask for wider elements looks at (bits 2i, 4i, 8i of b8). The four are always equal in meaning: whoever makes a
 * mask fills all, the optimiser drops those nobody reads, and no loop spends time to convert one into another. */
struct mask_reg {
    lane_bits<256> b8;
    lane_bits<128> b16;
    lane_bits<64> b32;
    lane_bits<32> b64;
};
constexpr uint64_t EVERY2 = 0x5555555555555555ull, EVERY4 = 0x1111111111111111ull, EVERY8 = 0x0101010101010101ull;

OPF_REG_FN mask_reg mask_from(const lane_bits<256> &raw)
{
    mask_reg m;
    m.b8 = raw;
    for (int i = 0; i < 2; ++i) {
        m.b16.w[i] = bits_extract(raw.w[2 * i], EVERY2) | bits_extract(raw.w[2 * i + 1], EVERY2) << 32;
    }
    m.b32.w[0] = 0;
    m.b64.w[0] = 0;
    for (int i = 0; i < 4; ++i) {
        m.b32.w[0] |= bits_extract(raw.w[i], EVERY4) << (16 * i);
        m.b64.w[0] |= (uint32_t)(bits_extract(raw.w[i], EVERY8) << (8 * i));
    }
    return m;
}
OPF_REG_FN mask_reg mask_from(const lane_bits<128> &b)
{
    mask_reg m;
    m.b16 = b;
    for (int i = 0; i < 4; ++i) {
        m.b8.w[i] = bits_deposit(b.w[i / 2] >> (32 * (i & 1)), EVERY2);
    }
    m.b32.w[0] = bits_extract(b.w[0], EVERY2) | bits_extract(b.w[1], EVERY2) << 32;
    m.b64.w[0] = (uint32_t)(bits_extract(b.w[0], EVERY4) | bits_extract(b.w[1], EVERY4) << 16);
    return m;
}
OPF_REG_FN mask_reg mask_from(const lane_bits<64> &b)
{
    mask_reg m;
    m.b32 = b;
    for (int i = 0; i < 4; ++i) {
        m.b8.w[i] = bits_deposit(b.w[0] >> (16 * i), EVERY4);
    }
    m.b16.w[0] = bits_deposit(b.w[0], EVERY2);
    m.b16.w[1] = bits_deposit(b.w[0] >> 32, EVERY2);
    m.b64.w[0] = (uint32_t)bits_extract(b.w[0], EVERY2);
    return m;
}
OPF_REG_FN mask_reg mask_from(const lane_bits<32> &b)
{
    mask_reg m;
    m.b64 = b;
    for (int i = 0; i < 4; ++i) {
        m.b8.w[i] = bits_deposit(b.w[0] >> (8 * i), EVERY8);
    }
    m.b16.w[0] = bits_deposit(b.w[0], EVERY4);
    m.b16.w[1] = bits_deposit(b.w[0] >> 16, EVERY4);
    m.b32.w[0] = bits_deposit(b.w[0], EVERY2);
    return m;
}
template <int N>
OPF_REG_FN const lane_bits<N> &mask_lanes(const mask_reg &m)
{
    if constexpr (N == 256) {
        return m.b8;
    } else if constexpr (N == 128) {
        return m.b16;
    } else if constexpr (N == 64) {
        return m.b32;
    } else {
        return m.b64;
    }
}
/* first n lanes of N */
template <int N>
OPF_REG_FN lane_bits<N> first_lanes(uint32_t n)
{
    lane_bits<N> b;
    if constexpr (N < 64) {
        b.w[0] = (std::remove_reference_t<decltype(b.w[0])>)(n >= N ? ~0ull : (1ull << n) - 1ull);
    } else {
        for (int i = 0; i < N / 64; ++i) {
            uint32_t k = n > 64u * i ? n - 64u * i : 0u;
            b.w[i] = k >= 64 ? ~0ull : (1ull << k) - 1ull;
        }
    }
    return b;
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
using MaskReg = opf::reg::mask_reg;

/* Offset of a load or store in elements of the type it was created for. */
struct AddrReg {
    uint32_t bytes;
};

/* State of an unaligned stream: the host needs none, stores are visible at once. */
struct UnalignReg {
    uint8_t unused;
};
using UnalignRegForLoad = UnalignReg;
using UnalignRegForStore = UnalignReg;

/* 256 bytes (512 with RegTraitNumTwo). All RegTensors share this layout: kernels reinterpret references. 64-bit
 * types with two registers keep the low words in reg[0], the high words in reg[1]; complex types real and imaginary. */
template <typename T, const RegTrait &regTrait = RegTraitNumOne>
struct RegTensor {
    using ActualT = T;
    static constexpr RegTrait trait = regTrait;
    static constexpr int REG_NUM = regTrait.REG_NUM;
    using RegType = opf::reg::vec<opf::reg::lane<T>, opf::reg::VL / (int)sizeof(T)>;
    RegType reg[REG_NUM];

    RegTensor() = default;
    OPF_REG_FN operator RegType &() { return reg[0]; }
    void Print() const {}
};
} // namespace Reg
namespace MicroAPI = Reg;
} // namespace AscendC

using vector_bool = opf::reg::mask_reg;
using vector_address = AscendC::Reg::AddrReg;
using vector_align = AscendC::Reg::UnalignReg;
using vector_f32 = opf::reg::vec<float, 64>;
using vector_f16 = opf::reg::vec<_Float16, 128>;
using vector_bf16 = opf::reg::vec<uint16_t, 128>;
using vector_s8 = opf::reg::vec<int8_t, 256>;
using vector_u8 = opf::reg::vec<uint8_t, 256>;
using vector_s16 = opf::reg::vec<int16_t, 128>;
using vector_u16 = opf::reg::vec<uint16_t, 128>;
using vector_s32 = opf::reg::vec<int32_t, 64>;
using vector_u32 = opf::reg::vec<uint32_t, 64>;
using vector_s64 = opf::reg::vec<int64_t, 32>;
using vector_u64 = opf::reg::vec<uint64_t, 32>;

namespace opf {
namespace reg {
template <typename R>
struct is_reg : std::false_type {};
template <typename T, const AscendC::Reg::RegTrait &TR>
struct is_reg<AscendC::Reg::RegTensor<T, TR>> : std::true_type {};
template <typename... R>
using if_regs = typename std::enable_if<(is_reg<R>::value && ...), int>::type;

/* Facts about one register operand. */
template <typename R>
struct of {
    using T = typename R::ActualT;
    static constexpr bool two = R::REG_NUM == 2;
    static constexpr bool is_complex = std::is_same<T, complex32>::value || std::is_same<T, complex64>::value;
    static constexpr int N = VL / (int)sizeof(T) * (two ? 2 : 1); /* elements */
    using E = lane<T>;
    static constexpr bool is_bf16 = std::is_same<T, bfloat16_t>::value;
    static constexpr bool is_half = std::is_same<T, half>::value;
    static constexpr bool is_float = std::is_same<T, float>::value;
    static constexpr bool is_int = std::is_integral<T>::value;
};

/* The elements in order, as storage lanes. */
template <typename R>
OPF_REG_FN vec<typename of<R>::E, of<R>::N> get(const R &r)
{
    using O = of<R>;
    if constexpr (!O::two) {
        return r.reg[0];
    } else if constexpr (sizeof(typename O::T) == 8) {
        vec<uint64_t, 64> lo = __builtin_convertvector(bits<vec<uint32_t, 64>>(r.reg[0]), vec<uint64_t, 64>);
        vec<uint64_t, 64> hi = __builtin_convertvector(bits<vec<uint32_t, 64>>(r.reg[1]), vec<uint64_t, 64>);
        return bits<vec<typename O::E, 64>>(lo | hi << 32);
    } else {
        vec<uint32_t, 128> lo = __builtin_convertvector(bits<vec<uint16_t, 128>>(r.reg[0]), vec<uint32_t, 128>);
        vec<uint32_t, 128> hi = __builtin_convertvector(bits<vec<uint16_t, 128>>(r.reg[1]), vec<uint32_t, 128>);
        return bits<vec<typename O::E, 128>>(lo | hi << 16);
    }
}
template <typename R>
OPF_REG_FN void put(R &r, vec<typename of<R>::E, of<R>::N> v)
{
    using O = of<R>;
    if constexpr (!O::two) {
        r.reg[0] = v;
    } else if constexpr (sizeof(typename O::T) == 8) {
        vec<uint64_t, 64> u = bits<vec<uint64_t, 64>>(v);
        r.reg[0] = bits<typename R::RegType>(__builtin_convertvector(u, vec<uint32_t, 64>));
        r.reg[1] = bits<typename R::RegType>(__builtin_convertvector(u >> 32, vec<uint32_t, 64>));
    } else {
        vec<uint32_t, 128> u = bits<vec<uint32_t, 128>>(v);
        r.reg[0] = bits<typename R::RegType>(__builtin_convertvector(u, vec<uint16_t, 128>));
        r.reg[1] = bits<typename R::RegType>(__builtin_convertvector(u >> 16, vec<uint16_t, 128>));
    }
}
/* The elements in the type they are computed in: bfloat16 as float, the rest as themselves. */
template <typename R>
OPF_REG_FN auto value(const R &r)
{
    if constexpr (of<R>::is_bf16) {
        return from_bf16<of<R>::N>(r.reg[0]);
    } else {
        return get(r);
    }
}
template <typename R, typename V>
OPF_REG_FN vec<typename of<R>::E, of<R>::N> as_lanes(V v)
{
    if constexpr (of<R>::is_bf16 && sizeof(V) == of<R>::N * 4) {
        return to_bf16<of<R>::N>(v);
    } else {
        return bits<vec<typename of<R>::E, of<R>::N>>(v);
    }
}
/* Masked write: lanes off become zero, or keep dst with MERGING. */
template <AscendC::Reg::MaskMergeMode MODE, typename R, typename V>
OPF_REG_FN void put_masked(R &r, V v, const mask_reg &m)
{
    constexpr int N = of<R>::N;
    using E = typename of<R>::E;
    vec<E, N> lanes = as_lanes<R>(v);
    if constexpr (MODE == AscendC::Reg::MaskMergeMode::MERGING) {
        put(r, pick<E, N>(mask_lanes<N>(m), lanes, get(r)));
    } else {
        put(r, pick<E, N>(mask_lanes<N>(m), lanes, (vec<E, N>)(E)0));
    }
}
template <auto MODE>
constexpr AscendC::Reg::MaskMergeMode merge_of()
{
    if constexpr (std::is_same<decltype(MODE), AscendC::Reg::MaskMergeMode>::value) {
        return MODE;
    } else {
        return MODE->mrgMode;
    }
}
/* bfloat16 operands are rounded to their type before they are computed with as float. */
template <typename S>
OPF_REG_FN float bf16_scalar(S s)
{
    if constexpr (std::is_same<S, bfloat16_t>::value) {
        return opf::from_bf16(s);
    } else {
        return opf::from_bf16(opf::to_bf16((float)s));
    }
}
/* A scalar operand as a lane of R in the type value() has. */
template <typename R, typename S>
OPF_REG_FN auto scalar_for(S s)
{
    if constexpr (of<R>::is_bf16) {
        return bf16_scalar(s);
    } else if constexpr (!lane_of<typename of<R>::T>::native) {
        return bits<typename of<R>::E>((typename of<R>::T)s);
    } else if constexpr (std::is_same<S, bfloat16_t>::value) {
        return (typename of<R>::E)opf::from_bf16(s);
    } else {
        return (typename of<R>::E)s;
    }
}
/* The same scalar as a storage lane. */
template <typename R, typename S>
OPF_REG_FN typename of<R>::E lane_for(S s)
{
    if constexpr (of<R>::is_bf16) {
        return bits<uint16_t>(opf::to_bf16(bf16_scalar(s)));
    } else {
        return scalar_for<R>(s);
    }
}
} // namespace reg
} // namespace opf
#endif

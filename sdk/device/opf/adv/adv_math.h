/* Element-wise library functions over local tensors. Public pages: advanced API, mathematical computation. */
#ifndef OPF_ADV_MATH_H
#define OPF_ADV_MATH_H

#include "../core/libm.h"
#include "adv_driver.h"


namespace AscendC {
enum class SinAlgo { POLYNOMIAL_APPROXIMATION = 0, RADIAN_REDUCTION };
enum class CosAlgo { POLYNOMIAL_APPROXIMATION = 0, RADIAN_REDUCTION };
enum class ErfAlgo { PADE_APPROXIMATION = 0, SUBSECTION_POLYNOMIAL_APPROXIMATION };
enum class AtanAlgo { TAYLOR_EXPANSION = 0, POLYNOMIAL_APPROXIMATION };
enum class TanhAlgo { INTRINSIC = 0, SUBSECTION_COMPENSATION };
enum class PowerAlgo { INTRINSIC = 0, DOUBLE_FLOAT_TECH };
enum class FmodAlgo { NORMAL = 0, ITERATION_COMPENSATION = 1 };
struct SinConfig {
    SinAlgo algo = SinAlgo::POLYNOMIAL_APPROXIMATION;
};
struct CosConfig {
    CosAlgo algo = CosAlgo::POLYNOMIAL_APPROXIMATION;
};
struct ErfConfig {
    ErfAlgo algo = ErfAlgo::PADE_APPROXIMATION;
};
struct AtanConfig {
    AtanAlgo algo = AtanAlgo::TAYLOR_EXPANSION;
};
struct TanhConfig {
    TanhAlgo algo = TanhAlgo::INTRINSIC;
};
struct PowerConfig {
    PowerAlgo algo = PowerAlgo::INTRINSIC;
};
constexpr uint32_t FMOD_ITERATION_NUM_MAX = 11;
struct FmodConfig {
    FmodAlgo algo = FmodAlgo::NORMAL;
    uint32_t iterationNum = FMOD_ITERATION_NUM_MAX;
};
struct FmaConfig {
    bool isReuseSource;
};
struct RintConfig {
    bool isReuseSource;
};
inline constexpr SinConfig defaultSinConfig;
inline constexpr CosConfig defaultCosConfig;
inline constexpr ErfConfig defaultErfConfig;
inline constexpr AtanConfig defaultAtanConfig;
inline constexpr TanhConfig DEFAULT_TANH_CONFIG;
inline constexpr PowerConfig defaultPowerConfig;
inline constexpr FmodConfig DEFAULT_FMOD_CONFIG;
inline constexpr FmaConfig DEFAULT_FMA_CONFIG = {false};
inline constexpr RintConfig DEFAULT_RINT_CONFIG = {false};
} // namespace AscendC

namespace opf {
namespace adv {
template <int K>
OPF_INLINE reg::vf<64> polynomial(reg::vf<64> z, const float (&c)[K])
{
    reg::vf<64> p = (reg::vf<64>)c[0];
    for (int i = 1; i < K; ++i) {
        p = reg::fma<64>(p, z, (reg::vf<64>)c[i]);
    }
    return p;
}
OPF_INLINE reg::vf<64> with_sign(reg::vf<64> magnitude, reg::vf<64> x)
{
    using U = reg::vu<64>;
    return bits<reg::vf<64>>((bits<U>(magnitude) & 0x7fffffffu) | (bits<U>(x) & 0x80000000u));
}
OPF_INLINE reg::vf<64> absolute(reg::vf<64> x) { return bits<reg::vf<64>>(bits<reg::vu<64>>(x) & 0x7fffffffu); }
/* Cephes: odd polynomial below 0.625, else 1 - 2 / (e^2x + 1) */
OPF_INLINE reg::vf<64> tanh_lanes(reg::vf<64> x)
{
    static constexpr float C[] = {-5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f, 1.33314422036e-1f,
                                  -3.33332819422e-1f};
    reg::vf<64> a = absolute(x), z = x * x;
    reg::vf<64> small = reg::fma<64>(polynomial(z, C) * z, x, x);
    reg::vf<64> large = with_sign(1.0f - 2.0f / (reg::exp<true, 64>(a + a) + 1.0f), x);
    return a < 0.625f ? small : x != x ? x : large;
}
/* Cephes: polynomial below 1, else 1 - e^(-x^2) / |x| * P(1 / x^2) */
OPF_INLINE reg::vf<64> erf_lanes(reg::vf<64> x)
{
    static constexpr float T[] = {7.853861353153693e-5f, -8.010193625184903e-4f, 5.188327685732524e-3f,
                                  -2.685381193529856e-2f, 1.128358514861418e-1f, -3.761262582423300e-1f,
                                  1.128379165726710e+0f};
    static constexpr float P[] = {2.326819970068386e-2f, -1.387039388740657e-1f, 3.687424674597105e-1f,
                                  -5.824733027278666e-1f, 6.210004621745983e-1f, -4.944515323274145e-1f,
                                  3.404879937665872e-1f, -2.741127028184656e-1f, 5.638259427386472e-1f};
    reg::vf<64> a = absolute(x), z = x * x;
    reg::vf<64> small = x * polynomial(z, T);
    reg::vf<64> q = 1.0f / (a > 1.0f ? a : (reg::vf<64>)1.0f);
    reg::vf<64> rest = reg::exp<true, 64>(-z) * q * polynomial(q * q, P);
    reg::vf<64> large = with_sign(a > 4.0f ? (reg::vf<64>)1.0f : 1.0f - rest, x);
    return a < 1.0f ? small : x != x ? x : large;
}
/* Quadrant by Cody and Waite in three parts, good to 30000; beyond that the C library. COSINE shifts the quadrant. */
template <bool COSINE>
OPF_INLINE reg::vf<64> circular_lanes(reg::vf<64> x)
{
    static constexpr float S[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
    static constexpr float C[] = {2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f};
    using U = reg::vu<64>;
    reg::vf<64> t = reg::fma<64>(x, (reg::vf<64>)0.636619772f, (reg::vf<64>)12582912.0f);
    U n = bits<U>(t) + (COSINE ? 1u : 0u);
    reg::vf<64> k = t - 12582912.0f;
    reg::vf<64> r = reg::fma<64>(k, (reg::vf<64>)-1.57079625f, x);
    r = reg::fma<64>(k, (reg::vf<64>)-7.54978942e-8f, r);
    r = reg::fma<64>(k, (reg::vf<64>)-5.39030253e-15f, r);
    reg::vf<64> z = r * r;
    reg::vf<64> s = reg::fma<64>(polynomial(z, S) * z, r, r);
    reg::vf<64> c = reg::fma<64>(polynomial(z, C) * z, z, reg::fma<64>(z, (reg::vf<64>)-0.5f, (reg::vf<64>)1.0f));
    reg::vf<64> y = (n & 1u) != 0u ? c : s;
    y = bits<reg::vf<64>>(bits<U>(y) ^ ((n & 2u) << 30));
    reg::vf<64> a = absolute(x);
    reg::lane_bits<64> far = reg::compress<int32_t, 64>((a >= 30000.0f) & (a < __builtin_inff()));
    if (__builtin_expect(far.w[0] != 0, 0)) {
        for (int i = 0; i < 64; ++i) {
            if ((far.w[0] >> i & 1) != 0) {
                y[i] = COSINE ? ::cosf(x[i]) : ::sinf(x[i]);
            }
        }
    }
    return y;
}
OPF_INLINE reg::vf<64> exp_lanes(reg::vf<64> x) { return reg::exp<true, 64>(x); }
OPF_INLINE reg::vf<64> log_lanes(reg::vf<64> x) { return reg::log<true, 64>(x); }
OPF_INLINE reg::vf<64> log2_lanes(reg::vf<64> x) { return reg::log2<true, 64>(x); }
OPF_INLINE reg::vf<64> log10_lanes(reg::vf<64> x) { return reg::log10<true, 64>(x); }
inline float digamma(float x)
{
    double d = x, r = 0;
    if (d <= 0 && d == __builtin_floor(d)) {
        return __builtin_nanf("");
    }
    if (d < 0) {
        r = -3.14159265358979323846 / opf_libm_tan(3.14159265358979323846 * d);
        d = 1 - d;
    }
    for (; d < 10; d += 1) {
        r -= 1 / d;
    }
    double i = 1 / (d * d);
    return static_cast<float>(r + opf_libm_log(d) - 0.5 / d - i * (1.0 / 12 - i * (1.0 / 120 - i * (1.0 / 252 - i / 240))));
}
template <typename T>
OPF_INLINE T integer_power(T base, T exponent)
{
    if constexpr (std::is_signed<T>::value) {
        if (exponent < 0) {
            return base == 1 ? T(1) : base == T(-1) ? ((exponent & 1) != 0 ? T(-1) : T(1)) : T(0);
        }
    }
    using U = std::make_unsigned_t<T>;
    U r = 1, b = static_cast<U>(base), e = static_cast<U>(exponent);
    for (; e != 0; e = static_cast<U>(e >> 1)) {
        r = (e & 1) != 0 ? static_cast<U>(r * b) : r;
        b = static_cast<U>(b * b);
    }
    return static_cast<T>(r);
}
template <typename C>
OPF_INLINE C power(C x, C y)
{
    if constexpr (std::is_integral<C>::value) {
        return integer_power(x, y);
    } else {
        return ::powf(x, y);
    }
}
} // namespace adv
} // namespace opf

OPF_ADV_UNARY(Log, map_lanes, opf::adv::log_lanes(x))
OPF_ADV_UNARY(Log2, map_lanes, opf::adv::log2_lanes(x))
OPF_ADV_UNARY(Log10, map_lanes, opf::adv::log10_lanes(x))
OPF_ADV_UNARY(Sigmoid, map_lanes, 1.0f / (1.0f + opf::adv::exp_lanes(-x)))
OPF_ADV_UNARY(Sin, map_lanes, opf::adv::circular_lanes<false>(x), const SinConfig &config = defaultSinConfig)
OPF_ADV_UNARY(Cos, map_lanes, opf::adv::circular_lanes<true>(x), const CosConfig &config = defaultCosConfig)
OPF_ADV_UNARY(Tan, map1, ::tanf(x))
OPF_ADV_UNARY(Asin, map1, ::asinf(x))
OPF_ADV_UNARY(Acos, map1, ::acosf(x))
OPF_ADV_UNARY(Atan, map1, ::atanf(x), const AtanConfig &config = defaultAtanConfig)
OPF_ADV_UNARY(Sinh, map1, ::sinhf(x))
OPF_ADV_UNARY(Cosh, map1, ::coshf(x))
OPF_ADV_UNARY(Tanh, map_lanes, opf::adv::tanh_lanes(x), const TanhConfig &config = DEFAULT_TANH_CONFIG)
OPF_ADV_UNARY(Asinh, map1, ::asinhf(x))
OPF_ADV_UNARY(Acosh, map1, ::acoshf(x))
OPF_ADV_UNARY(Atanh, map1, ::atanhf(x))
OPF_ADV_UNARY(Erf, map_lanes, opf::adv::erf_lanes(x), const ErfConfig &config = defaultErfConfig)
OPF_ADV_UNARY(Erfc, map1, ::erfcf(x))
OPF_ADV_UNARY(Lgamma, map1, ::lgammaf(x))
OPF_ADV_UNARY(Digamma, map1, opf::adv::digamma(x))
OPF_ADV_UNARY(Floor, map1, __builtin_floorf(x))
OPF_ADV_UNARY(Ceil, map1, __builtin_ceilf(x))
OPF_ADV_UNARY(Trunc, map1, __builtin_truncf(x))
OPF_ADV_UNARY(Round, map1, __builtin_rintf(x))
OPF_ADV_UNARY(Frac, map1, x - __builtin_truncf(x))
OPF_ADV_UNARY(Sign, map1, x > 0 ? decltype(x)(1) : x < 0 ? decltype(x)(-1) : x)

namespace AscendC {
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
OPF_INLINE void Exp(const LocalTensor<T> &dstLocal, const LocalTensor<T> &srcLocal, const LocalTensor<uint8_t> &,
                    const uint32_t calCount)
{
    opf::adv::map_lanes(dstLocal, srcLocal, calCount, "Exp",
                        [](auto x) OPF_LAMBDA { return opf::adv::exp_lanes(x); });
}
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
OPF_INLINE void Exp(const LocalTensor<T> &dstLocal, const LocalTensor<T> &srcLocal, const uint32_t calCount)
{
    opf::adv::map_lanes(dstLocal, srcLocal, calCount, "Exp",
                        [](auto x) OPF_LAMBDA { return opf::adv::exp_lanes(x); });
}
template <const RintConfig &config = DEFAULT_RINT_CONFIG, typename T>
OPF_INLINE void Rint(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    opf::adv::map1(dst, src, count, "Rint", [](auto x) OPF_LAMBDA { return __builtin_rintf(x); });
}
template <const RintConfig &config = DEFAULT_RINT_CONFIG, typename T>
OPF_INLINE void Rint(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint8_t> &,
                     const uint32_t count)
{
    Rint<config>(dst, src, count);
}

/* --- two operands: tensor or scalar ------------------------------------------------------------------------------ */
#define OPF_ADV_POWER_FORMS(FIRST, SECOND, SIZE, ...)                                                                   \
    template <typename T, bool isReuseSource = false, const PowerConfig &config = defaultPowerConfig>                \
    OPF_INLINE void Power(const LocalTensor<T> &dstTensor, FIRST, SECOND, uint32_t calCount)                            \
    {                                                                                                                \
        __VA_ARGS__                                                                                                          \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, const PowerConfig &config = defaultPowerConfig>                \
    OPF_INLINE void Power(const LocalTensor<T> &dstTensor, FIRST, SECOND, const LocalTensor<uint8_t> &,                 \
                          uint32_t calCount)                                                                         \
    {                                                                                                                \
        __VA_ARGS__                                                                                                          \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, const PowerConfig &config = defaultPowerConfig>                \
    OPF_INLINE void Power(const LocalTensor<T> &dstTensor, FIRST, SECOND)                                               \
    {                                                                                                                \
        uint32_t calCount = SIZE;                                                                                    \
        __VA_ARGS__                                                                                                          \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, const PowerConfig &config = defaultPowerConfig>                \
    OPF_INLINE void Power(const LocalTensor<T> &dstTensor, FIRST, SECOND, const LocalTensor<uint8_t> &)                 \
    {                                                                                                                \
        uint32_t calCount = SIZE;                                                                                    \
        __VA_ARGS__                                                                                                          \
    }
OPF_ADV_POWER_FORMS(const LocalTensor<T> &src0Tensor, const LocalTensor<T> &src1Tensor,
                    src0Tensor.GetSize(),
                    opf::adv::map2(dstTensor, src0Tensor, src1Tensor, calCount, "Power",
                                   [](auto x, auto y) OPF_LAMBDA { return opf::adv::power(x, y); });)
OPF_ADV_POWER_FORMS(const LocalTensor<T> &src0Tensor, const T &src1Scalar, src0Tensor.GetSize(),
                    auto y = opf::adv::load(src1Scalar);
                    opf::adv::map1(dstTensor, src0Tensor, calCount, "Power",
                                   [=](auto x) OPF_LAMBDA { return opf::adv::power(x, y); });)
OPF_ADV_POWER_FORMS(const T &src0Scalar, const LocalTensor<T> &src1Tensor, src1Tensor.GetSize(),
                    auto x = opf::adv::load(src0Scalar);
                    opf::adv::map1(dstTensor, src1Tensor, calCount, "Power",
                                   [=](auto y) OPF_LAMBDA { return opf::adv::power(x, y); });)
#undef OPF_ADV_POWER_FORMS

#define OPF_ADV_BINARY(NAME, EXPRESSION, ...)                                                              \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                  \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &src0Tensor,                          \
                         const LocalTensor<T> &src1Tensor, const uint32_t calCount)                                  \
    {                                                                                                                \
        opf::adv::map2(dstTensor, src0Tensor, src1Tensor, calCount, #NAME,                                           \
                       [](auto x, auto y) OPF_LAMBDA { return EXPRESSION; });                                        \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                  \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &src0Tensor,                          \
                         const LocalTensor<T> &src1Tensor, const LocalTensor<uint8_t> &, const uint32_t calCount)    \
    {                                                                                                                \
        opf::adv::map2(dstTensor, src0Tensor, src1Tensor, calCount, #NAME,                                           \
                       [](auto x, auto y) OPF_LAMBDA { return EXPRESSION; });                                        \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                  \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &src0Tensor,                          \
                         const LocalTensor<T> &src1Tensor)                                                           \
    {                                                                                                                \
        opf::adv::map2(dstTensor, src0Tensor, src1Tensor, src0Tensor.GetSize(), #NAME,                               \
                       [](auto x, auto y) OPF_LAMBDA { return EXPRESSION; });                                        \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false, ##__VA_ARGS__>                                                  \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &src0Tensor,                          \
                         const LocalTensor<T> &src1Tensor, const LocalTensor<uint8_t> &)                             \
    {                                                                                                                \
        opf::adv::map2(dstTensor, src0Tensor, src1Tensor, src0Tensor.GetSize(), #NAME,                               \
                       [](auto x, auto y) OPF_LAMBDA { return EXPRESSION; });                                        \
    }
OPF_ADV_BINARY(Fmod, ::fmodf(x, y), const FmodConfig &config = DEFAULT_FMOD_CONFIG)
OPF_ADV_BINARY(Hypot, ::hypotf(x, y))
OPF_ADV_BINARY(Xor, static_cast<decltype(x)>(x ^ y))
#undef OPF_ADV_BINARY

template <const FmaConfig &config = DEFAULT_FMA_CONFIG, typename T>
OPF_INLINE void Fma(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                    const LocalTensor<T> &src2, const uint32_t count)
{
    opf::adv::check_range(src2, count, "Fma");
    opf::adv::check_range(src1, count, "Fma");
    const T *b = src1.ptr(), *c = src2.ptr(), *a = src0.ptr();
    opf::adv::check_range(src0, count, "Fma");
    opf::adv::check_range(dst, count, "Fma");
    T *d = dst.ptr();
    for (uint32_t i = 0; i < count; ++i) {
        d[i] = opf::adv::store<T>(
            __builtin_fmaf(opf::adv::load(a[i]), opf::adv::load(b[i]), opf::adv::load(c[i])));
    }
}
template <const FmaConfig &config = DEFAULT_FMA_CONFIG, typename T>
OPF_INLINE void Fma(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                    const LocalTensor<T> &src2, const LocalTensor<uint8_t> &, const uint32_t count)
{
    Fma<config>(dst, src0, src1, src2, count);
}
/* dst = src * scalar + dst, in the wider of the two types */
template <typename T, typename U, bool isReuseSource = false>
OPF_INLINE void Axpy(const LocalTensor<T> &dstTensor, const LocalTensor<U> &srcTensor, const U scalarValue,
                     const LocalTensor<uint8_t> &, const uint32_t calCount)
{
    opf::adv::check_range(dstTensor, calCount, "Axpy");
    opf::adv::check_range(srcTensor, calCount, "Axpy");
    T *d = dstTensor.ptr();
    const U *s = srcTensor.ptr();
    float k = opf::widen(scalarValue);
    for (uint32_t i = 0; i < calCount; ++i) {
        d[i] = opf::adv::store<T>(__builtin_fmaf(opf::widen(s[i]), k, opf::adv::load(d[i])));
    }
}
#define OPF_ADV_CLAMP(NAME, EXPRESSION)                                                                              \
    template <typename T, bool isReuseSource = false>                                                                \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const T scalar,           \
                         const uint32_t calCount)                                                                    \
    {                                                                                                                \
        auto k = opf::adv::load(scalar);                                                                             \
        opf::adv::map1(dstTensor, srcTensor, calCount, #NAME, [=](auto x) OPF_LAMBDA { return EXPRESSION; });        \
    }                                                                                                                \
    template <typename T, bool isReuseSource = false>                                                                \
    OPF_INLINE void NAME(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,                           \
                         const LocalTensor<uint8_t> &, const T scalar, const uint32_t calCount)                      \
    {                                                                                                                \
        NAME<T, isReuseSource>(dstTensor, srcTensor, scalar, calCount);                                              \
    }
OPF_ADV_CLAMP(ClampMax, x > k ? k : x)
OPF_ADV_CLAMP(ClampMin, x < k ? k : x)
#undef OPF_ADV_CLAMP

enum class CumSumAlgorithm { CUMSUM_ALGORITHM_LINEBYLINE = 0, CUMSUM_ALGORITHM_SKLANSKY = 1 };
struct CumSumConfig {
    bool isLastAxis{true};
    bool isReuseSource{false};
    bool outputLastRow{false};
    CumSumAlgorithm algorithm{CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
};
struct CumSumInfo {
    uint32_t outter{0};
    uint32_t inner{0};
};
inline constexpr CumSumConfig defaultCumSumConfig = {
    true, false, true, CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
/* running sums along the last axis (or the first), rounded to T at each step */
template <typename T, const CumSumConfig &config = defaultCumSumConfig>
OPF_INLINE void CumSum(LocalTensor<T> &dstTensor, LocalTensor<T> &lastRowTensor, const LocalTensor<T> &srcTensor,
                       const CumSumInfo &cumSumInfo)
{
    uint32_t rows = cumSumInfo.outter, columns = cumSumInfo.inner;
    opf::adv::check_range(dstTensor, (uint64_t)rows * columns, "CumSum");
    opf::adv::check_range(srcTensor, (uint64_t)rows * columns, "CumSum");
    T *d = dstTensor.ptr();
    const T *s = srcTensor.ptr();
    for (uint32_t r = 0; r < rows; ++r) {
        for (uint32_t c = 0; c < columns; ++c) {
            uint32_t i = r * columns + c;
            bool begins = config.isLastAxis ? c == 0 : r == 0;
            uint32_t before = config.isLastAxis ? i - 1 : i - columns;
            d[i] = begins ? s[i] : opf::adv::store<T>(opf::adv::load(d[before]) + opf::adv::load(s[i]));
        }
    }
    if constexpr (config.outputLastRow) {
        opf::adv::check_range(lastRowTensor, columns, "CumSum");
        for (uint32_t c = 0; c < columns; ++c) {
            lastRowTensor.ptr()[c] = d[(rows - 1) * columns + c];
        }
    }
}
template <typename T, const CumSumConfig &config = defaultCumSumConfig>
OPF_INLINE void CumSum(LocalTensor<T> &dstTensor, LocalTensor<T> &lastRowTensor, const LocalTensor<T> &srcTensor,
                       LocalTensor<uint8_t> &, const CumSumInfo &cumSumInfo)
{
    CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, cumSumInfo);
}

struct SelectWithBytesMaskShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};
/* mask byte 0: src0, else src1; the mask's rows may be longer than the data's */
template <typename T, typename U, bool isReuseMask = true>
OPF_INLINE void Select(const LocalTensor<T> &dst, const LocalTensor<T> &src0, T src1, const LocalTensor<U> &mask,
                       const LocalTensor<uint8_t> &, const SelectWithBytesMaskShapeInfo &info)
{
    opf::adv::check_range(dst, (uint64_t)info.firstAxis * info.srcLastAxis, "SelectWithBytesMask");
    for (uint32_t r = 0; r < info.firstAxis; ++r) {
        for (uint32_t c = 0; c < info.srcLastAxis; ++c) {
            uint32_t i = r * info.srcLastAxis + c;
            bool on = static_cast<bool>(mask.ptr()[r * info.maskLastAxis + c]);
            opf::moved_ptr(dst.ptr())[i] = on ? opf::bits<opf::moved<T>>(src1) : opf::moved_ptr(src0.ptr())[i];
        }
    }
}
template <typename T, typename U, bool isReuseMask = true>
OPF_INLINE void Select(const LocalTensor<T> &dst, T src0, const LocalTensor<T> &src1, const LocalTensor<U> &mask,
                       const LocalTensor<uint8_t> &, const SelectWithBytesMaskShapeInfo &info)
{
    opf::adv::check_range(dst, (uint64_t)info.firstAxis * info.srcLastAxis, "SelectWithBytesMask");
    for (uint32_t r = 0; r < info.firstAxis; ++r) {
        for (uint32_t c = 0; c < info.srcLastAxis; ++c) {
            uint32_t i = r * info.srcLastAxis + c;
            bool on = static_cast<bool>(mask.ptr()[r * info.maskLastAxis + c]);
            opf::moved_ptr(dst.ptr())[i] = on ? opf::moved_ptr(src1.ptr())[i] : opf::bits<opf::moved<T>>(src0);
        }
    }
}
/* the older name of both */
template <typename T, typename U, bool isReuseMask = true>
OPF_INLINE void SelectWithBytesMask(const LocalTensor<T> &dst, const LocalTensor<T> &src0, T src1,
                                    const LocalTensor<U> &mask, const LocalTensor<uint8_t> &tmp,
                                    const SelectWithBytesMaskShapeInfo &info)
{
    Select<T, U, isReuseMask>(dst, src0, src1, mask, tmp, info);
}
template <typename T, typename U, bool isReuseMask = true>
OPF_INLINE void SelectWithBytesMask(const LocalTensor<T> &dst, T src0, const LocalTensor<T> &src1,
                                    const LocalTensor<U> &mask, const LocalTensor<uint8_t> &tmp,
                                    const SelectWithBytesMaskShapeInfo &info)
{
    Select<T, U, isReuseMask>(dst, src0, src1, mask, tmp, info);
}
/* first, first + step, ... each from the first in one rounding */
template <typename T>
OPF_INLINE void Arange(const LocalTensor<T> &dst, const T firstValue, const T diffValue, const int32_t count)
{
    opf::adv::check_range(dst, (uint64_t)count, "Arange");
    T *d = dst.ptr();
    auto a = opf::adv::load(firstValue), k = opf::adv::load(diffValue);
    for (int32_t i = 0; i < count; ++i) {
        d[i] = opf::adv::store<T>(a + k * static_cast<decltype(a)>(i));
    }
}
template <typename T>
OPF_INLINE void ArithProgression(const LocalTensor<T> &dst, const T firstValue, const T diffValue,
                                 const int32_t count)
{
    Arange(dst, firstValue, diffValue, count);
}
} // namespace AscendC
#endif

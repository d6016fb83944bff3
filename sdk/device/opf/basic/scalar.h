/* Scalar unit: bit counts, conversions, limits, atomics on GM, division helpers. */
#ifndef OPF_BASIC_SCALAR_H
#define OPF_BASIC_SCALAR_H

#include "cast.h"
#include "sync.h"

namespace AscendC
{
template <int v> inline int64_t GetBitCount(uint64_t x)
{
    static_assert(v == 0 || v == 1, "GetBitCount: counts 0 or 1 bits");
    return __builtin_popcountll(v ? x : ~x);
}
template <int v> inline int64_t ScalarGetCountOfValue(uint64_t x)
{
    return GetBitCount<v>(x);
}
inline int64_t CountLeadingZero(uint64_t x)
{
    return x ? __builtin_clzll(x) : 64;
}
inline int64_t ScalarCountLeadingZero(uint64_t x)
{
    return CountLeadingZero(x);
}
/* Bits below the sign that equal it; -1 for 0 and -1, which have no other. */
inline int64_t CountBitsCntSameAsSignBit(int64_t x)
{
    uint64_t u = static_cast<uint64_t>(x < 0 ? ~x : x);
    return u ? __builtin_clzll(u) - 1 : -1;
}
/* Position of the first 0 or 1 from the low end, -1 when there is none. */
template <int v> inline int64_t GetSFFValue(uint64_t x)
{
    static_assert(v == 0 || v == 1, "GetSFFValue: finds 0 or 1 bits");
    uint64_t u = v ? x : ~x;
    return u ? __builtin_ctzll(u) : -1;
}
template <int v> inline int64_t ScalarGetSFFValue(uint64_t x)
{
    return GetSFFValue<v>(x);
}

template <class T, class U, RoundMode mode> inline U Cast(T v)
{
    return opf::convert<U, mode>(v);
}
template <class T, class U, RoundMode mode> inline U ScalarCast(T v)
{
    return opf::convert<U, mode>(v);
}
inline bfloat16_t Cast(const float &v)
{
    return opf::to_bf16(v);
}
inline float Cast(const bfloat16_t &v)
{
    return opf::from_bf16(v);
}
inline bfloat16_t ToBfloat16(const float &v)
{
    return opf::to_bf16(v);
}
template <class T, std::enable_if_t<opf::is_number<T>, bool> = true> inline float ToFloat(const T &v)
{
    return opf::widen(v);
}

/* The quotient of n is (mulhi(n, magic) + n) >> shift, in a type wide enough for the carry. */
template <class T> inline void GetUintDivMagicAndShift(T &magic, T &shift, T divisor)
{
    static_assert(std::is_same<T, uint32_t>::value || std::is_same<T, uint64_t>::value,
                  "GetUintDivMagicAndShift: uint32_t and uint64_t only");
    OPF_CHECK(divisor != 0, OPF_FAULT_BAD_ARGUMENT, "GetUintDivMagicAndShift", "division by %d", 0);
    constexpr int W = sizeof(T) * 8;
    int s = 0;
    while (s < W && (static_cast<unsigned __int128>(1) << s) < divisor)
        s++;
    unsigned __int128 one = 1;
    if constexpr (W == 32) {
        uint64_t num = static_cast<uint64_t>((one << s) - divisor) << 32;
        magic = static_cast<T>(num / divisor + 1);
    } else {
        /* ((2^s - d) * 2^64) / d by long division: 128-bit division is a library call */
        uint64_t rem = static_cast<uint64_t>((one << s) - divisor), q = 0;
        for (int i = 0; i < 64; i++) {
            bool carry = rem >> 63;
            rem <<= 1;
            q <<= 1;
            if (carry || rem >= divisor) {
                rem -= divisor;
                q |= 1;
            }
        }
        magic = static_cast<T>(q + 1);
    }
    shift = static_cast<T>(s);
}

template <class T> inline void WriteGmByPassDCache(__gm__ T *p, T v)
{
    opf::check_gm(p, sizeof(T), 1, "WriteGmByPassDCache");
    __atomic_store(p, &v, __ATOMIC_SEQ_CST);
}
template <class T> inline T ReadGmByPassDCache(__gm__ T *p)
{
    opf::check_gm(p, sizeof(T), 0, "ReadGmByPassDCache");
    T v;
    __atomic_load(p, &v, __ATOMIC_SEQ_CST);
    return v;
}

/* Atomics of the scalar unit on GM; all give the old value. */
template <class T, class F> inline T OpfAtomic(__gm__ T *p, F f, const char *call)
{
    using U = opf::unsigned_of<T>;
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 2,
                  "Atomic...: 2, 4 and 8 byte types only");
    opf::check_gm(p, sizeof(T), 1, call);
    OPF_CHECK((reinterpret_cast<uintptr_t>(p) & (sizeof(T) - 1)) == 0, OPF_FAULT_MISALIGNED, call,
              "the address is not a multiple of %d", static_cast<int>(sizeof(T)));
    U *u = reinterpret_cast<U *>(p);
    opf_rt_hold(p, sizeof(T));
    U old = __atomic_load_n(u, __ATOMIC_RELAXED); /* kernels may store there meanwhile, say to free a lock */
    while (!__atomic_compare_exchange_n(u, &old, opf::bits<U>(f(opf::bits<T>(old))), true, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
        ;
    opf_rt_let_go();
    return opf::bits<T>(old);
}
template <class T> inline T AtomicAdd(__gm__ T *p, T v)
{
    return OpfAtomic(p, [v](T a) { return opf::el::Add::f<T, false>(a, v); }, "AtomicAdd");
}
template <class T> inline T AtomicMax(__gm__ T *p, T v)
{
    return OpfAtomic(p, [v](T a) { return opf::el::Max::f<T, false>(a, v); }, "AtomicMax");
}
template <class T> inline T AtomicMin(__gm__ T *p, T v)
{
    return OpfAtomic(p, [v](T a) { return opf::el::Min::f<T, false>(a, v); }, "AtomicMin");
}
template <class T> inline T AtomicExch(__gm__ T *p, T v)
{
    return OpfAtomic(p, [v](T) { return v; }, "AtomicExch");
}
template <class T> inline T AtomicCas(__gm__ T *p, T expected, T v)
{
    return OpfAtomic(
        p,
        [=](T a) {
            return opf::bits<opf::unsigned_of<T>>(a) == opf::bits<opf::unsigned_of<T>>(expected) ? v : a;
        },
        "AtomicCas");
}

template <class T> struct NumericLimits {
    static constexpr T Max() { return pick(0x7f7fffffu, 0x7bff, 0x7f7f, true); }
    static constexpr T Lowest() { return pick(0xff7fffffu, 0xfbff, 0xff7f, false); }
    static constexpr T Min() { return pick(0x00800000u, 0x0400, 0x0080, false); }
    static constexpr T Infinity() { return real(0x7f800000u, 0x7c00, 0x7f80); }
    static constexpr T NegativeInfinity() { return real(0xff800000u, 0xfc00, 0xff80); }
    static constexpr T QuietNaN() { return real(0x7fc00000u, 0x7e00, 0x7fc0); }
    static constexpr T SignalingNaN() { return real(0x7fa00000u, 0x7d00, 0x7fa0); }
    /* the same, over the first count elements of a tensor */
    static void Infinity(const LocalTensor<T> &dst, uint32_t count) { fill(dst, Infinity(), count); }
    static void NegativeInfinity(const LocalTensor<T> &dst, uint32_t count)
    {
        fill(dst, NegativeInfinity(), count);
    }
    static void QuietNaN(const LocalTensor<T> &dst, uint32_t count) { fill(dst, QuietNaN(), count); }
    static void SignalingNaN(const LocalTensor<T> &dst, uint32_t count) { fill(dst, SignalingNaN(), count); }
    static void Max(const LocalTensor<T> &dst, uint32_t count) { fill(dst, Max(), count); }
    static void Min(const LocalTensor<T> &dst, uint32_t count) { fill(dst, Min(), count); }
    static void Lowest(const LocalTensor<T> &dst, uint32_t count) { fill(dst, Lowest(), count); }
    static void DeNormMin(const LocalTensor<T> &dst, uint32_t count) { fill(dst, DeNormMin(), count); }
    static constexpr T DeNormMin() { return real(1u, 1, 1); }

  private:
    static void fill(const LocalTensor<T> &dst, T v, uint32_t count)
    {
        opf::check_elements(dst, count, "NumericLimits", "dst");
        for (uint32_t i = 0; i < count; i++)
            dst.ptr()[i] = v;
    }
    static constexpr T real(uint32_t f, uint16_t h, uint16_t b)
    {
        static_assert(opf::is_float16bit<T> || std::is_same<T, float>::value,
                      "NumericLimits: a float type is needed here");
        if constexpr (std::is_same<T, float>::value)
            return opf::bits<T>(f);
        else
            return opf::bits<T>(opf::is_half<T> ? h : b);
    }
    static constexpr T pick(uint32_t f, uint16_t h, uint16_t b, bool max)
    {
        if constexpr (opf::is_int<T>)
            return max ? opf::limits<T>::max : opf::limits<T>::min;
        else
            return real(f, h, b);
    }
};

/* ---- small helpers that kernels take from the toolkit's utility header
 * --------------------------------------- */
inline constexpr uint32_t CeilDivision(uint32_t a, uint32_t b)
{
    return b == 0 ? 0 : (a + b - 1) / b;
}
inline constexpr uint32_t DivCeil(uint32_t a, uint32_t b)
{
    return b == 0 ? 0 : (a + b - 1) / b;
}
inline constexpr uint32_t AlignUp(uint32_t a, uint32_t b)
{
    return b == 0 ? 0 : (a + b - 1) / b * b;
}
inline constexpr uint32_t ConstCeil(uint32_t a, uint32_t b)
{
    return b == 0 ? 0 : (a + b - 1) / b;
}
template <class A, class B,
          std::enable_if_t<std::is_integral<A>::value && std::is_integral<B>::value, bool> = true>
inline constexpr auto Ceil(A a, B b) -> decltype(a + b)
{
    return b == 0 ? 0 : (a + b - 1) / b;
}
template <class T> inline constexpr int32_t AuxGetC0Size()
{
    return 32 / static_cast<int32_t>(sizeof(T));
}
inline constexpr bool PhyPosIsUB(TPosition p)
{
    return opf::hardware_of(p) == Hardware::UB;
}
inline constexpr bool PhyPosIsL1(TPosition p)
{
    return opf::hardware_of(p) == Hardware::L1;
}
inline constexpr bool PhyPosIsGM(TPosition p)
{
    return p == TPosition::GM;
}
inline constexpr Hardware GetPhyType(TPosition p)
{
    return opf::hardware_of(p);
}

class AscendCUtils
{
  public:
    template <class T, bool isSetMask = true> static void SetMask(int32_t len) { SetVectorMask<T>(len); }
    template <class T, bool isSetMask = true> static void SetMask(uint64_t high, uint64_t low)
    {
        SetVectorMask<T>(high, low);
    }
    template <class T> static void SetMaskCount() { AscendC::SetMaskCount(); }
    template <class T> static void SetMaskNorm() { AscendC::SetMaskNorm(); }
    static void ResetMask() { AscendC::ResetMask(); }
    static int64_t GetRsvdCnt() { return static_cast<int64_t>(opf::core().gather_count); }
    static constexpr int32_t GetC0Count(int32_t size) { return 32 / size; }
    static constexpr int32_t GetBitSize(int32_t bytes) { return bytes * 8; }
    static constexpr int32_t GetC0Size() { return 32; }
};
} // namespace AscendC
#endif

/* SIMT calls one by one: indices, shuffles and votes of every type and width, atomics on both memories, conversions of
 * every pattern, the math library against double, integer functions. */
#include "forms.h"
#include "simt_lanes.h"

using namespace AscendC;

__simt_vf__ LAUNCH_BOUND(1024) inline void indices(uint32_t *out)
{
    uint32_t x = Simt::GetThreadIdx<0>(), y = Simt::GetThreadIdx<1>(), z = Simt::GetThreadIdx<2>();
    uint32_t t = x + Simt::GetThreadNum<0>() * (y + Simt::GetThreadNum<1>() * z);
    bool same_as_variables = x == threadIdx.x && y == threadIdx.y && z == threadIdx.z && Simt::GetThreadNum<0>() == blockDim.x &&
                             Simt::GetThreadNum<1>() == blockDim.y && Simt::GetThreadNum<2>() == blockDim.z &&
                             Simt::GetBlockIdx() == blockIdx.x && Simt::GetBlockNum() == gridDim.x && blockIdx.y == 0 && gridDim.z == 1;
    out[t] = same_as_variables ? x | y << 8 | z << 16 : ~0u;
}
OPF_TEST(indices_of_threads)
{
    uint32_t out[360];
    opf_this_core->block_idx = 5;
    opf_this_core->block_num = 9;
    AscendC::VF_CALL<indices>(dim3(10, 9, 4), out);
    for (uint32_t t = 0; t < 360; t++)
        CHECK(out[t] == (t % 10 | t / 10 % 9 << 8 | t / 90 << 16), "thread %u: %x", t, out[t]);
}

/* ---- warps ------------------------------------------------------------------------------------------------------- */
template <class T> static T lane_value(int lane) { return static_cast<T>(static_cast<float>(lane * 3 % 50 + 1)); }
enum { UP, DOWN, XOR, IDX };
template <class T> __simt_vf__ inline void shuffles(T *out, int kind, int by, int width, int spelling)
{
    int t = static_cast<int>(threadIdx.x);
    T v = lane_value<T>(t % 32);
    uint32_t d = static_cast<uint32_t>(by);
    T r[4][3] = {{asc_shfl_up(v, d, width), __shfl_up(v, d, width), Simt::WarpShflUpSync(v, d, width)},
                 {asc_shfl_down(v, d, width), __shfl_down(v, d, width), Simt::WarpShflDownSync(v, d, width)},
                 {asc_shfl_xor(v, by, width), __shfl_xor(v, by, width), Simt::WarpShflXorSync(v, by, width)},
                 {asc_shfl(v, by, width), __shfl(v, by, width), Simt::WarpShflSync(v, by, width)}};
    out[t] = r[kind][spelling];
}
template <class T> static void shuffles_of(const char *name)
{
    T out[64];
    for (int width : {2, 8, 16, 32})
        for (int by : {0, 1, 3, 7, 15, 31})
            for (int kind = 0; kind < 4; kind++) {
                if (kind == XOR && by >= width)
                    continue;
                asc_vf_call<shuffles<T>>(dim3(64), static_cast<T *>(out), kind, by, width, (width + by) % 3);
                for (int t = 0; t < 64; t++) {
                    int lane = t % 32, group = lane / width * width;
                    int from = kind == UP     ? (lane - by >= group ? lane - by : lane)
                               : kind == DOWN ? (lane + by < group + width ? lane + by : lane)
                               : kind == XOR  ? (lane ^ by)
                                              : group + by % width;
                    CHECK(same(out[t], lane_value<T>(from)), "shuffle %d of %s by %d, width %d, thread %d", kind, name, by, width, t);
                }
            }
}
OPF_TEST(shuffles_of_every_type)
{
    shuffles_of<int32_t>("int32");
    shuffles_of<uint32_t>("uint32");
    shuffles_of<float>("float");
    shuffles_of<int64_t>("int64");
    shuffles_of<uint64_t>("uint64");
    shuffles_of<half>("half");
    shuffles_of<bfloat16_t>("bfloat16");
}
struct votes {
    uint32_t active, ballot;
    int32_t all, any, some, uniform;
};
__simt_vf__ inline void vote(votes *out, uint32_t leaves)
{
    int t = static_cast<int>(threadIdx.x);
    if (leaves >> (t % 32) & 1)
        return;
    bool odd = t % 2;
    out[t] = {asc_activemask(), asc_ballot(odd), asc_all(t >= 0), asc_any(odd), asc_all(odd), Simt::Uni(odd)};
}
OPF_TEST(votes_count_active_lanes)
{
    for (uint32_t leaves : {0u, 0x55555555u, 0xaaaaaaaau, 0x0000ffffu, 0x7fffffffu, 0x80000001u}) {
        votes out[64] = {};
        asc_vf_call<vote>(dim3(64), static_cast<votes *>(out), leaves);
        for (int t = 0; t < 64; t++)
            if (!(leaves >> (t % 32) & 1)) {
                uint32_t active = ~leaves, odd = active & 0xaaaaaaaau;
                bool every = odd == active;
                CHECK(out[t].active == active && out[t].ballot == odd && out[t].all && out[t].any == (odd != 0) && out[t].some == every &&
                          out[t].uniform == (every || odd == 0),
                      "leaving %x, thread %d: active %x, ballot %x, %d %d %d %d", leaves, t, out[t].active, out[t].ballot, out[t].all, out[t].any,
                      out[t].some, out[t].uniform);
            }
    }
}
template <class T> __simt_vf__ inline void reduces(T *sum, T *top, T *low)
{
    int t = static_cast<int>(threadIdx.x);
    T v = lane_value<T>(t) - static_cast<T>(20.0f) * static_cast<T>(static_cast<float>(t % 3 == 0 && static_cast<T>(-1) < static_cast<T>(0)));
    sum[t] = asc_reduce_add(v);
    top[t] = Simt::WarpReduceMaxSync(v);
    low[t] = asc_reduce_min(v);
}
template <class T> static void reduces_of(const char *name)
{
    T sum[50], top[50], low[50];
    asc_vf_call<reduces<T>>(dim3(50), static_cast<T *>(sum), static_cast<T *>(top), static_cast<T *>(low));
    for (int t = 0; t < 50; t++) {
        int from = t / 32 * 32, to = from + 32 < 50 ? from + 32 : 50;
        T s = T(0), hi = T(0), lo = T(0);
        for (int i = from; i < to; i++) {
            T v = lane_value<T>(i) - static_cast<T>(20.0f) * static_cast<T>(static_cast<float>(i % 3 == 0 && static_cast<T>(-1) < static_cast<T>(0)));
            s = s + v;
            hi = i == from || v > hi ? v : hi, lo = i == from || v < lo ? v : lo;
        }
        CHECK(same(sum[t], s) && same(top[t], hi) && same(low[t], lo), "reductions of %s, thread %d", name, t);
    }
}
OPF_TEST(reductions_of_warps)
{
    reduces_of<int32_t>("int32");
    reduces_of<uint32_t>("uint32");
    reduces_of<float>("float");
    reduces_of<half>("half");
}
/* ---- atomics -------------------------------------------------------------------------------------------------------- */
template <class T> struct counters {
    T add, sub, top, low, exch, cas;
};
template <class T> __simt_vf__ inline void meet(counters<T> *c, uint8_t *order)
{
    int t = static_cast<int>(threadIdx.x);
    T v = static_cast<T>(static_cast<float>((t * 7) % 64));
    asc_atomic_add(&c->add, static_cast<T>(1.0f));
    asc_atomic_sub(&c->sub, static_cast<T>(1.0f));
    Simt::AtomicMax(&c->top, v);
    Simt::AtomicMin(&c->low, v);
    if constexpr (sizeof(T) >= 4) { /* each thread finds what some other one left, and one finds the first value */
        T old = asc_atomic_exch(&c->exch, static_cast<T>(static_cast<float>(t + 1)));
        order[static_cast<int>(old)]++;
        Simt::AtomicCas(&c->cas, static_cast<T>(static_cast<float>(t)), static_cast<T>(static_cast<float>(t + 1)));
    }
}
template <class T> static void atomics_of(const char *name)
{
    counters<T> *places[2] = {static_cast<counters<T> *>(opf_test_gm(sizeof(counters<T>))), reinterpret_cast<counters<T> *>(ub<uint64_t>(512, 64).ptr())};
    for (counters<T> *c : places) {
        uint8_t order[65] = {};
        *c = {T(5.0f), T(100.0f), T(3.0f), T(40.0f), T(0.0f), T(0.0f)};
        asc_vf_call<meet<T>>(dim3(64), c, static_cast<uint8_t *>(order));
        auto is = [](T v, float want) { return static_cast<float>(v) == want; };
        CHECK(is(c->add, 69) && is(c->sub, 36) && is(c->top, 63) && is(c->low, 0), "%s: %g %g %g %g", name, static_cast<double>(c->add),
              static_cast<double>(c->sub), static_cast<double>(c->top), static_cast<double>(c->low));
        if (sizeof(T) >= 4) {
            CHECK(is(c->cas, 64), "%s: cas by threads in order", name);
            int total = 0;
            for (int i = 0; i < 65; i++) {
                CHECK(order[i] <= 1, "%s: value %d found twice", name, i);
                total += order[i];
            }
            CHECK(total == 64 && order[0] == 1, "%s: exch", name);
        }
    }
}
template <class T> static void bit_atomics_of()
{
    T v = 0xf0, w = 5;
    CHECK(asc_atomic_and(&v, T(0x3c)) == 0xf0 && v == 0x30 && asc_atomic_or(&v, T(0x81)) == 0x30 && v == 0xb1 && asc_atomic_xor(&v, T(0xff)) == 0xb1 && v == 0x4e, "bits");
    if constexpr (std::is_unsigned<T>::value) {
        CHECK(asc_atomic_inc(&w, T(6)) == 5 && w == 6 && asc_atomic_inc(&w, T(6)) == 6 && w == 0, "inc");
        CHECK(asc_atomic_dec(&w, T(9)) == 0 && w == 9 && asc_atomic_dec(&w, T(9)) == 9 && w == 8, "dec");
        w = 20;
        CHECK(asc_atomic_dec(&w, T(9)) == 20 && w == 9 && asc_atomic_inc(&w, T(3)) == 9 && w == 0, "outside the range");
    }
}
OPF_TEST(atomics_of_every_type)
{
    atomics_of<int32_t>("int32");
    atomics_of<uint32_t>("uint32");
    atomics_of<float>("float");
    atomics_of<int64_t>("int64");
    atomics_of<uint64_t>("uint64");
    atomics_of<half>("half");
    atomics_of<bfloat16_t>("bfloat16");
    bit_atomics_of<int32_t>();
    bit_atomics_of<uint32_t>();
    bit_atomics_of<int64_t>();
    bit_atomics_of<uint64_t>();
    int64_t word = 7;
    asc_stcg(&word, 9);
    asc_threadfence();
    CHECK(asc_ldcg(&word) == 9 && asc_ldca(&word) == 9 && __ldg(&word) == 9, "loads and stores with hints");
    asc_stwt(&word, 11);
    __threadfence();
    CHECK(word == 11, "store through");
}
/* ---- conversions ------------------------------------------------------------------------------------------------------- */
template <class To, class From> static void converts(const char *name, From v, To got, RoundMode m, bool sat)
{
    To want = reference::cast<To>(v, m, sat);
    CHECK(reference::agree(got, want), "%s(%Lg) = %Lg, expected %Lg", name, reference::exact(v), reference::exact(got), reference::exact(want));
}
#define MODES_OF(NAME, V, SAT)                                                                                \
    converts(#NAME "_rn", V, NAME##_rn(V), RoundMode::CAST_RINT, SAT);                                        \
    converts(#NAME "_rz", V, NAME##_rz(V), RoundMode::CAST_TRUNC, SAT);                                       \
    converts(#NAME "_rd", V, NAME##_rd(V), RoundMode::CAST_FLOOR, SAT);                                       \
    converts(#NAME "_ru", V, NAME##_ru(V), RoundMode::CAST_CEIL, SAT);                                        \
    converts(#NAME "_rna", V, NAME##_rna(V), RoundMode::CAST_ROUND, SAT)
OPF_TEST(conversions_of_scalars)
{
    for (uint32_t i = 0; i < 65536; i++) {
        half h = opf::bits<half>(static_cast<uint16_t>(i));
        bfloat16_t b = opf::bits<bfloat16_t>(static_cast<uint16_t>(i));
        converts("__half2float", h, __half2float(h), RoundMode::CAST_RINT, false);
        converts("__bfloat162float", b, __bfloat162float(b), RoundMode::CAST_RINT, false);
        MODES_OF(__half2int, h, true);
        MODES_OF(__half2uint, h, true);
        MODES_OF(__bfloat162int, b, true);
        converts("__bfloat162half_rn", b, __bfloat162half_rn(b), RoundMode::CAST_RINT, false);
        converts("__half2bfloat16_ru", h, __half2bfloat16_ru(h), RoundMode::CAST_CEIL, false);
        CHECK(__ushort_as_half(static_cast<uint16_t>(i)) == h || h != h, "bits of half");
        CHECK(__hisnan(h) == ((i & 0x7fff) > 0x7c00) && __hisinf(h) == ((i & 0x7fff) == 0x7c00) && __hisnan(b) == ((i & 0x7fff) > 0x7f80), "%04x", i);
    }
    for (int k = 0; k < 60000; k++) {
        float f = k < 40000 ? opf::bits<float>(static_cast<uint32_t>(opf_test_random())) : static_cast<float>(static_cast<int>(opf_test_random() % 4001) - 2000) * 0.25f;
        uint64_t r = opf_test_random();
        converts("__float2half", f, __float2half(f), RoundMode::CAST_RINT, false);
        converts("__float2bfloat16", f, __float2bfloat16(f), RoundMode::CAST_RINT, false);
        MODES_OF(__float2half, f, false);
        MODES_OF(__float2bfloat16, f, false);
        converts("__float2half_rn_sat", f, __float2half_rn_sat(f), RoundMode::CAST_RINT, true);
        converts("__float2bfloat16_rn_sat", f, __float2bfloat16_rn_sat(f), RoundMode::CAST_RINT, true);
        converts("__float2half_ro", f, __float2half_ro(f), RoundMode::CAST_ODD, false);
        MODES_OF(__float2int, f, true);
        MODES_OF(__float2uint, f, true);
        MODES_OF(__int2float, static_cast<int32_t>(r), false);
        MODES_OF(__uint2float, static_cast<uint32_t>(r), false);
        converts<int64_t>("__float2ll_rn", f, __float2ll_rn(f), RoundMode::CAST_RINT, true);
        converts<uint64_t>("__float2ull_rz", f, static_cast<uint64_t>(__float2ull_rz(f)), RoundMode::CAST_TRUNC, true);
        converts("__ll2float_rd", static_cast<int64_t>(r), __ll2float_rd(static_cast<long long>(r)), RoundMode::CAST_FLOOR, false);
        converts("__ull2float_ru", r, __ull2float_ru(r), RoundMode::CAST_CEIL, false);
        converts("__ull2float_rn", r, __ull2float_rn(r), RoundMode::CAST_RINT, false);
        converts("__int2half_rn", static_cast<int32_t>(r >> 14), __int2half_rn(static_cast<int32_t>(r >> 14)), RoundMode::CAST_RINT, false);
        converts("Simt::Cast", f, (Simt::Cast<half, float, RoundMode::CAST_CEIL, Simt::SatMode::SAT>(f)), RoundMode::CAST_CEIL, true);
        uint32_t u = static_cast<uint32_t>(r);
        CHECK(__float_as_uint(__uint_as_float(u)) == u || isnan(__uint_as_float(u)), "bits");
    }
}
/* ---- math ----------------------------------------------------------------------------------------------------------------- */
static void near(const char *name, double x, float got, double want, double ulps)
{
    double limit = fabs(want) < 0x1p-126 ? 0x1p-149 : ldexp(1.0, ilogb(want) - 23);
    bool ok = want != want ? got != got : static_cast<float>(want) == got || fabs(static_cast<double>(got) - want) <= ulps * limit;
    CHECK(ok, "%s(%g) = %g, expected %g", name, x, static_cast<double>(got), want);
}
#define FUNCTION(NAME, REF, LO, HI, ULPS)                                                                     \
    for (int i = 0; i < 400; i++) {                                                                           \
        float x = opf_test_float(LO, HI);                                                                     \
        near(#NAME, x, NAME(x), REF(static_cast<double>(x)), ULPS);                                           \
    }                                                                                                         \
    for (float x : {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, INFINITY, -INFINITY, NAN, 2.5f, -2.5f})                   \
        near(#NAME, x, NAME(x), REF(static_cast<double>(x)), ULPS)
OPF_TEST(math_of_floats)
{
    FUNCTION(acosf, acos, -1, 1, 2);
    FUNCTION(asinf, asin, -1, 1, 2);
    FUNCTION(atanf, atan, -50, 50, 2);
    FUNCTION(atanhf, atanh, -0.99f, 0.99f, 3);
    FUNCTION(ceilf, ceil, -50, 50, 0);
    FUNCTION(cosf, cos, -50, 50, 2);
    FUNCTION(coshf, cosh, -20, 20, 2);
    FUNCTION(erff, erf, -4, 4, 2);
    FUNCTION(erfcf, erfc, -4, 4, 4);
    FUNCTION(exp2f, exp2, -30, 30, 2);
    FUNCTION(expf, exp, -30, 30, 2);
    FUNCTION(expm1f, expm1, -9, 9, 2);
    FUNCTION(fabsf, fabs, -9, 9, 0);
    FUNCTION(floorf, floor, -50, 50, 0);
    FUNCTION(log10f, log10, 0.001f, 99, 3);
    FUNCTION(log1pf, log1p, -0.9f, 9, 2);
    FUNCTION(log2f, log2, 0.001f, 99, 2);
    FUNCTION(logf, log, 0.001f, 99, 2);
    FUNCTION(rintf, rint, -50, 50, 0);
    FUNCTION(roundf, round, -50, 50, 0);
    FUNCTION(sinf, sin, -50, 50, 2);
    FUNCTION(sinhf, sinh, -9, 9, 2);
    FUNCTION(sqrtf, sqrt, 0, 99, 0.51);
    FUNCTION(tanf, tan, -1.5f, 1.5f, 2);
    FUNCTION(tanhf, tanh, -9, 9, 2);
    FUNCTION(Simt::Sin, sin, -50, 50, 2);
    FUNCTION(Simt::Cos, cos, -50, 50, 2);
    FUNCTION(Simt::Log, log, 0.001f, 99, 2);
    FUNCTION(__expf, exp, -30, 30, 2);
    FUNCTION(__logf, log, 0.001f, 99, 2);
    FUNCTION(__floorf, floor, -50, 50, 0);
    for (int i = 0; i < 400; i++) {
        float x = opf_test_float(-9, 9), y = opf_test_float(-9, 9), z = opf_test_float(-9, 9), s, c;
        near("powf", x, powf(fabsf(x), y), pow(fabs(static_cast<double>(x)), static_cast<double>(y)), 2);
        CHECK(fmodf(x, y) == fmod(static_cast<double>(x), static_cast<double>(y)) && fmaf(x, y, z) == static_cast<float>(static_cast<double>(x) * y + z), "fmodf, fmaf");
        CHECK(fmaxf(x, y) == (x > y ? x : y) && fminf(x, y) == (x < y ? x : y) && signbit(x) == (x < 0), "fmaxf, fminf, signbit");
        sincosf(x, &s, &c);
        CHECK(s == sinf(x) && c == cosf(x), "sincosf");
    }
    CHECK(fmaxf(NAN, 2.0f) == 2 && fminf(2.0f, NAN) == 2 && isnan(fmaxf(NAN, NAN)), "a NaN gives way");
    CHECK(isnan(NAN) && !isnan(1.0f) && isinf(-INFINITY) && !isinf(NAN) && isfinite(1.0f) && Simt::IsNan(NAN) && Simt::IsNan(half(NAN)) && !Simt::IsInf(1.0f), "classes");
    CHECK(abs(-3) == 3 && abs(-2.5f) == 2.5f && abs(int64_t(-5)) == 5 && max(3, 7) == 7 && min(3u, 7u) == 3 && max(int64_t(-1), int64_t(4)) == 4, "abs, max, min");
    CHECK(!signbit(static_cast<float>(__hmax(half(0.0f), half(-0.0f)))) && !signbit(static_cast<float>(__hmax(half(-0.0f), half(0.0f)))), "__hmax of zeros");
    CHECK(__hmax(half(NAN), half(2.0f)) == half(2.0f) && __hmin(half(2.0f), half(NAN)) == half(2.0f) && __hmin(half(1.0f), half(2.0f)) == half(1.0f), "__hmax and NaN");
    CHECK(!signbit(Simt::Max(0.0f, -0.0f)) && !signbit(Simt::Max(-0.0f, 0.0f)) && signbit(Simt::Min(0.0f, -0.0f)) && Simt::Max(NAN, 1.0f) == 1, "Simt::Max of zeros");
}
OPF_TEST(math_of_halves)
{
    auto each = [](const char *name, half x, half got, double want) {
        half w = rounded<half>(want);
        long double unit = fmaxl(ldexpl(1, ilogb(static_cast<double>(w) == 0 || isinf(static_cast<double>(w)) ? 1.0 : static_cast<double>(w)) - 10), 0x1p-24L);
        CHECK(reference::agree(got, w) || fabsl(reference::exact(got) - static_cast<long double>(want)) <= unit * 0.502L, "%s(%g) = %g, expected %g", name,
              static_cast<double>(x), static_cast<double>(got), static_cast<double>(w));
    };
    for (uint32_t i = 0; i < 65536; i++) {
        half h = opf::bits<half>(static_cast<uint16_t>(i));
        double x = static_cast<double>(h);
        each("hlog", h, hlog(h), log(x));
        each("hlog10", h, hlog10(h), log10(x));
        each("hlog2", h, hlog2(h), log2(x));
        each("hexp", h, hexp(h), exp(x));
        each("hrint", h, hrint(h), rint(x));
        each("hfloor", h, hfloor(h), floor(x));
        each("hceil", h, hceil(h), ceil(x));
        each("htrunc", h, htrunc(h), trunc(x));
        each("hsqrt", h, hsqrt(h), sqrt(x));
        each("hrcp", h, hrcp(h), 1 / x);
        each("__habs", h, __habs(h), fabs(x));
        each("__hfma", h, __hfma(h, half(3.0f), half(0.125f)), x * 3 + 0.125);
    }
}
OPF_TEST(integer_functions)
{
    for (int k = 0; k < 20000; k++) {
        uint64_t r = opf_test_random() >> (opf_test_random() % 64), s = opf_test_random();
        uint32_t u = static_cast<uint32_t>(r), v = static_cast<uint32_t>(s);
        int32_t a = static_cast<int32_t>(u), b = static_cast<int32_t>(v);
        CHECK(__mul_i32toi64(a, b) == static_cast<int64_t>(a) * b && __mul_i32toi64(u, v) == static_cast<uint64_t>(u) * v, "__mul_i32toi64");
        CHECK(__umulhi(u, v) == static_cast<uint32_t>(static_cast<uint64_t>(u) * v >> 32) && __mulhi(a, b) == static_cast<int32_t>(static_cast<int64_t>(a) * b >> 32), "__umulhi, __mulhi");
        CHECK(__umul64hi(r, s) == static_cast<uint64_t>(static_cast<unsigned __int128>(r) * s >> 64), "__umul64hi");
        int zeros = 64, first = 0, ones = 0;
        uint64_t back = 0;
        for (int i = 0; i < 64; i++)
            if (r >> i & 1)
                zeros = 63 - i, first = first ? first : i + 1, ones++, back |= 1ull << (63 - i);
        CHECK(__clz(static_cast<int64_t>(r)) == zeros && __clz(static_cast<long long>(r)) == zeros, "__clz of 64 bits: %d, expected %d", __clz(static_cast<int64_t>(r)), zeros);
        CHECK(__ffs(static_cast<int64_t>(r)) == first && __popc(r) == ones && __brev(r) == back, "64-bit functions");
        CHECK(__clz(a) == (u ? __builtin_clz(u) : 32) && __ffs(a) == __builtin_ffs(a) && __popc(u) == __builtin_popcount(u) && __brev(u) == __builtin_bitreverse32(u), "32-bit functions");
        uint32_t sel = v & 0x7777, want = 0;
        for (int i = 0; i < 4; i++) {
            uint32_t n = sel >> (4 * i) & 7;
            want |= ((n < 4 ? u >> (8 * n) : v >> (8 * (n - 4))) & 255) << (8 * i);
        }
        CHECK(__byte_perm(u, v, sel) == want, "__byte_perm");
    }
    CHECK(__clz(0) == 32 && __clz(int64_t(0)) == 64 && __ffs(0) == 0 && __clz(-1) == 0, "zero");
}

/* Element-wise calls: values, the count form, repeat forms with mask counts, mask bits and strides, counter mode. */
#include "harness.h"
using namespace AscendC;

static const float SPECIAL[] = {0.0f, -0.0f, 1.0f, -1.0f, 65504.0f, -65504.0f, 1e30f, INFINITY, -INFINITY, NAN, 1e-8f, -1e-8f, 5.9604645e-8f, 0.1f, 3.0f, 1e-40f};
template <class T> static T value()
{
    uint64_t r = opf_test_random();
    if constexpr (opf::is_float<T>)
        return opf::narrow<T>((r & 15) == 0 ? SPECIAL[r >> 8 & 15] : opf_test_float(-100, 100));
    else
        return static_cast<T>((r & 7) == 0 ? (r & 8 ? opf::limits<T>::min : opf::limits<T>::max) : static_cast<T>(r >> 20));
}
template <class T> static void fill(LocalTensor<T> t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        t.SetValue(i, value<T>());
}
/* 16-bit floats: the same operation in float, rounded once */
template <class T, class F> static T once(F f, T a, T b)
{
    if constexpr (opf::is_float16bit<T>)
        return opf::narrow<T>(f(opf::widen(a), opf::widen(b)));
    else
        return f(a, b);
}

enum { A = 0, B = 40960, D = 81920, SAVE = 122880 };

template <class T, class Call, class Ref> static void binary(const char *name, Call call, Ref ref)
{
    constexpr uint32_t E = 256 / sizeof(T);
    auto a = ub<T>(A, 8192 / sizeof(T) * 4), b = ub<T>(B, 8192 / sizeof(T) * 4), d = ub<T>(D, 8192 / sizeof(T) * 4);
    const uint32_t counts[] = {1, 7, 31, 64, 65, 255, 1000, 4097};
    for (uint32_t n : counts) {
        if (n * sizeof(T) > 32768)
            continue;
        fill(a, n);
        fill(b, n);
        T guard = value<T>();
        d.SetValue(n, guard);
        call.count(d, a, b, static_cast<int32_t>(n));
        for (uint32_t i = 0; i < n; i++)
            CHECK(alike(d.GetValue(i), ref(a.GetValue(i), b.GetValue(i))), "%s count %u element %u", name, n, i);
        CHECK(same(d.GetValue(n), guard), "%s count %u writes past its end", name, n);
    }
    struct {
        uint64_t mask[4];
        bool bits;
        uint32_t repeat;
        BinaryRepeatParams p;
    } forms[] = {
        {{E}, false, 3, {1, 1, 1, 8, 8, 8}},  {{E - 3}, false, 2, {1, 1, 1, 8, 8, 8}}, {{E / 2}, false, 4, {1, 1, 1, 4, 4, 4}},
        {{E}, false, 2, {2, 1, 1, 16, 8, 8}}, {{E}, false, 3, {1, 0, 1, 8, 8, 8}},     {{E}, false, 3, {1, 1, 0, 8, 8, 0}},
        {{0x8000000000000001ull & (E >= 64 ? ~0ull : (1ull << (E % 64)) - 1), 0x5}, true, 2, {1, 1, 1, 8, 8, 8}},
        {{0x0f0f0f0f & (E >= 64 ? ~0ull : (1ull << (E % 64)) - 1), 0}, true, 2, {1, 2, 3, 9, 17, 25}}, {{E + 50}, false, 1, {1, 1, 1, 8, 8, 8}}, {{5}, false, 255, {1, 1, 1, 1, 1, 1}}};
    for (auto &f : forms) {
        if (f.bits && E > 128)
            continue;
        if (f.bits && E <= 64)
            f.mask[1] = 0;
        fill(a, 32768 / sizeof(T));
        fill(b, 32768 / sizeof(T));
        fill(d, 32768 / sizeof(T));
        memcpy(ub<uint8_t>(SAVE, 1).ptr(), d.ptr(), 32768);
        const T *before = reinterpret_cast<const T *>(ub<uint8_t>(SAVE, 1).ptr());
        uint8_t r8 = static_cast<uint8_t>(f.repeat);
        if (f.bits)
            call.bits(d, a, b, f.mask, r8, f.p);
        else
            call.mask(d, a, b, f.mask[0], r8, f.p);
        static T want[32768];
        memcpy(want, before, 32768);
        constexpr uint32_t per = 32 / sizeof(T);
        for (uint32_t r = 0; r < f.repeat; r++)
            for (uint32_t i = 0; i < E; i++) {
                bool on = f.bits ? f.mask[i / 64] >> (i % 64) & 1 : i < f.mask[0];
                auto at = [&](uint32_t blk, uint32_t rep) { return r * rep * per + i / per * blk * per + i % per; };
                if (on)
                    want[at(f.p.dstBlkStride, f.p.dstRepStride)] = ref(a.GetValue(at(f.p.src0BlkStride, f.p.src0RepStride)),
                                                                      b.GetValue(at(f.p.src1BlkStride, f.p.src1RepStride)));
            }
        for (uint32_t i = 0; i < 32768 / sizeof(T); i++)
            CHECK(alike(d.GetValue(i), want[i]), "%s form %d element %u", name, static_cast<int>(&f - forms), i);
    }
}
#define BINARY(T, Name, expr)                                                                                 \
    do {                                                                                                      \
        struct {                                                                                              \
            void count(LocalTensor<T> d, LocalTensor<T> a, LocalTensor<T> b, int32_t n) { Name(d, a, b, n); } \
            void mask(LocalTensor<T> d, LocalTensor<T> a, LocalTensor<T> b, uint64_t m, uint8_t r,            \
                      const BinaryRepeatParams &p) { Name(d, a, b, m, r, p); }                                \
            void bits(LocalTensor<T> d, LocalTensor<T> a, LocalTensor<T> b, uint64_t *m, uint8_t r,           \
                      const BinaryRepeatParams &p) { Name(d, a, b, m, r, p); }                                \
        } call;                                                                                               \
        binary<T>(#Name "<" #T ">", call, [](T p, T q) {                                                      \
            return once<T>([](auto x, auto y) { return static_cast<decltype(x)>(expr); }, p, q);              \
        });                                                                                                   \
    } while (0)

/* subnormal operands and quotients count as zeros */
static float flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0.0f, x) : x; }
OPF_TEST(add_sub_mul_div_round_each_result_once)
{
    BINARY(float, Add, x + y);
    BINARY(float, Sub, x - y);
    BINARY(float, Mul, x *y);
    BINARY(float, Div, flushed(flushed(x) / flushed(y)));
    BINARY(half, Add, x + y);
    BINARY(half, Mul, x *y);
    BINARY(half, Div, x / y);
    BINARY(bfloat16_t, Add, x + y);
    BINARY(bfloat16_t, Mul, x *y);
}
OPF_TEST(integer_arithmetic_wraps)
{
    BINARY(int32_t, Add, static_cast<uint32_t>(x) + static_cast<uint32_t>(y));
    BINARY(int32_t, Mul, static_cast<uint32_t>(x) * static_cast<uint32_t>(y));
    BINARY(int16_t, Sub, x - y);
    BINARY(uint8_t, Add, x + y);
    BINARY(int64_t, Add, static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
    BINARY(int16_t, Mul, x *y);
}
OPF_TEST(max_and_min_pass_nan_on)
{
    BINARY(float, Max, isnan(x) || isnan(y) ? NAN : (x > y ? x : y));
    BINARY(half, Min, isnan(x) || isnan(y) ? NAN : (x < y ? x : y));
    BINARY(int32_t, Max, x > y ? x : y);
    BINARY(int64_t, Min, x < y ? x : y);
}
OPF_TEST(bitwise_calls)
{
    BINARY(uint16_t, And, x &y);
    BINARY(int16_t, Or, x | y);
    BINARY(int32_t, Xor, x ^ y);
}
OPF_TEST(saturation_follows_ctrl)
{
    auto a = ub<half>(A, 64), d = ub<half>(D, 64);
    a.SetValue(0, 60000.0f);
    a.SetValue(1, NAN);
    a.SetValue(2, -60000.0f);
    SetCtrlSpr<48, 48>(0);
    Add(d, a, a, 3);
    CHECK(opf::widen(d.GetValue(0)) == 65504.0f && opf::widen(d.GetValue(1)) == 0 && opf::widen(d.GetValue(2)) == -65504.0f, "half saturates with CTRL[48] = 0");
    SetCtrlSpr<48, 48>(1);
    Add(d, a, a, 3);
    CHECK(isinf(opf::widen(d.GetValue(0))) && isnan(opf::widen(d.GetValue(1))), "half keeps infinity with CTRL[48] = 1");
    auto i = ub<int16_t>(A, 64), o = ub<int16_t>(D, 64);
    i.SetValue(0, 30000);
    Add(o, i, i, 1);
    CHECK(o.GetValue(0) == static_cast<int16_t>(60000), "int16 wraps");
    SetCtrlSpr<53, 53>(1);
    Add(o, i, i, 1);
    CHECK(o.GetValue(0) == 32767, "int16 saturates with CTRL[53] = 1");
}
OPF_TEST(counter_mode_counts_the_whole_call)
{
    auto a = ub<half>(A, 1024), d = ub<half>(D, 1024);
    for (int i = 0; i < 1024; i++) {
        a.SetValue(i, i);
        d.SetValue(i, -1);
    }
    SetMaskCount();
    SetVectorMask<half, MaskMode::COUNTER>(0, 130);
    Adds<half, false>(d, a, (half)1, MASK_PLACEHOLDER, 1, {2, 2, 16, 16});
    SetMaskNorm();
    int written = 0;
    for (int i = 0; i < 1024; i++) {
        int repeat = i / 256, block = i % 256 / 16, lane = i % 16;
        bool on = block % 2 == 0 && repeat * 128 + block / 2 * 16 + lane < 130;
        CHECK(opf::widen(d.GetValue(i)) == (on ? i + 1 : -1), "element %d", i);
        written += on;
    }
    CHECK(written == 130, "%d lanes", written);
    /* outside masks in normal mode */
    SetVectorMask<half>(0, 0xf0);
    Duplicate(d, (half)0, 128);
    Adds<half, false>(d, a, (half)5, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
    for (int i = 0; i < 128; i++)
        CHECK(opf::widen(d.GetValue(i)) == (i >= 4 && i < 8 ? i + 5 : 0), "outside mask, element %d", i);
    ResetMask();
}
OPF_TEST(unary_values)
{
    auto a = ub<float>(A, 2048), d = ub<float>(D, 2048);
    fill(a, 2000);
    Relu(d, a, 2000);
    for (int i = 0; i < 2000; i++) {
        float x = a.GetValue(i);
        CHECK(alike(d.GetValue(i), x < 0 ? 0 : x), "Relu(%g)", x);
    }
    Abs(d, a, 2000);
    Sqrt(a, d, 2000);
    Rsqrt(d, d, 2000);
    for (int i = 0; i < 2000; i++)
        CHECK(alike(d.GetValue(i), 1.0f / a.GetValue(i)), "Rsqrt in place, %d", i);
    auto h = ub<half>(A, 512), g = ub<half>(D, 512);
    for (int i = 0; i < 512; i++)
        h.SetValue(i, opf_test_float(-20, 20));
    Exp(g, h, 512);
    for (int i = 0; i < 512; i++)
        CHECK(same(g.GetValue(i), (half)(float)exp((double)h.GetValue(i))), "Exp(%g)", (double)h.GetValue(i));
    Neg(g, h, 512);
    Not(g.ReinterpretCast<int16_t>(), h.ReinterpretCast<int16_t>(), 512);
    CHECK(g.ReinterpretCast<int16_t>().GetValue(7) == ~h.ReinterpretCast<int16_t>().GetValue(7), "Not");
}
OPF_TEST(scalar_forms)
{
    auto a = ub<float>(A, 256), d = ub<float>(D, 256);
    for (int i = 0; i < 256; i++)
        a.SetValue(i, i - 100);
    Subs(d, 10.0f, a, 256);
    for (int i = 0; i < 256; i++)
        CHECK(d.GetValue(i) == 10.0f - (i - 100), "scalar on the left");
    Muls(d, a, 2, 256);
    Maxs(d, d, 0.0f, 256);
    LeakyRelu(a, a, 0.5f, 256);
    for (int i = 0; i < 256; i++)
        CHECK(d.GetValue(i) == (i < 100 ? 0 : 2 * (i - 100)) && a.GetValue(i) == (i < 100 ? (i - 100) * 0.5f : i - 100), "element %d", i);
    auto h = ub<half>(A, 256);
    for (int i = 0; i < 256; i++)
        h.SetValue(i, i);
    Duplicate(d, 1.0f, 256);
    Axpy(d, h, (half)3, 256);
    MulAddDst(d, h, h, 256);
    for (int i = 0; i < 256; i++)
        CHECK(d.GetValue(i) == 1.0f + 3.0f * i + static_cast<float>(i) * i, "Axpy and MulAddDst, %d: %g", i, d.GetValue(i));
    auto u = ub<uint32_t>(A, 64), v = ub<uint32_t>(D, 64);
    for (int i = 0; i < 64; i++)
        u.SetValue(i, 0x80000001u + i);
    ShiftRight(v, u, 4u, 64);
    CHECK(v.GetValue(3) == (0x80000004u >> 4), "ShiftRight of unsigned");
    ShiftLeft(v, u, 32u, 64);
    CHECK(v.GetValue(3) == 0, "ShiftLeft by the width");
    auto s = ub<int16_t>(A, 128), t = ub<int16_t>(D, 128);
    s.SetValue(0, -9);
    ShiftRight(t, s, (int16_t)1, (uint64_t)8, 1, {1, 1, 8, 8}, true);
    CHECK(t.GetValue(0) == -4, "ShiftRight with rounding gives %d", t.GetValue(0));
}
OPF_TEST(wrong_arguments_end_the_launch)
{
    auto a = ub<float>(A, 1024), d = ub<float>(D, 64);
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "dst starts 4 bytes past", Add(d[1], a, a, 8));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "repeatTime 300", Add(d, a, a, (uint64_t)64, 300, {1, 1, 1, 8, 8, 8}));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "count is -1", Add(d, a, a, -1));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "src0 needs", Add(d, ub<float>(253952 - 64, 16), a, 64));
    TPipe pipe;
    TBuf<> small, next;
    pipe.InitBuffer(small, 256);
    pipe.InitBuffer(next, 256);
    auto t = small.Get<float>();
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "buffer ends after 256", Adds(t, t, 1.0f, 65));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "element 64", t.SetValue(64, 1.0f));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "buffer ends after 0", Adds(LocalTensor<float>(), t, 1.0f, 1));
    uint64_t m[2] = {1ull << 40, 0};
    auto l = ub<int64_t>(A, 64);
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "mask[0] has bits above", Add(l, l, l, m, 1, {1, 1, 1, 8, 8, 8}));
}

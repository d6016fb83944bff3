/* Compare and Select: every element type, every form, NaN, zeros of both signs and extremes. */
#include "forms.h"
using namespace AscendC;

enum { A = 0, B = 65536, D = 131072, S = 196608, SPAN = 65536 };
static const CMPMODE MODES[] = {CMPMODE::LT, CMPMODE::GT, CMPMODE::EQ, CMPMODE::LE, CMPMODE::GE, CMPMODE::NE};

template <class T> static bool holds(CMPMODE m, T a, T b)
{
    long double x = reference::exact(a), y = reference::exact(b);
    switch (m) {
    case CMPMODE::LT:
        return x < y;
    case CMPMODE::GT:
        return x > y;
    case CMPMODE::EQ:
        return x == y;
    case CMPMODE::LE:
        return x <= y;
    case CMPMODE::GE:
        return x >= y;
    default:
        return x != y;
    }
}
static bool bit(const uint8_t *p, uint32_t i) { return p[i / 8] >> (i % 8) & 1; }
template <class T> static void compare_counts(const char *name)
{
    constexpr uint32_t N = 1024;
    auto a = ub<T>(A, N), b = ub<T>(B, N);
    auto d = ub<uint8_t>(D, N / 8);
    auto signed_d = ub<int8_t>(D, N / 8);
    fill_telling(a, N);
    fill_telling(b, N);
    for (CMPMODE m : MODES) {
        Compare(d, a, b, m, N);
        for (uint32_t i = 0; i < N; i++)
            CHECK(bit(d.ptr(), i) == holds(m, a.ptr()[i], b.ptr()[i]), "Compare<%s> mode %d element %u", name, static_cast<int>(m), i);
        T v = a.ptr()[17];
        Compares(signed_d, b, v, m, N);
        for (uint32_t i = 0; i < N; i++)
            CHECK(bit(d.ptr(), i) == holds(m, b.ptr()[i], v), "Compares<%s> mode %d element %u", name, static_cast<int>(m), i);
        CompareScalar(d, a, b.ptr()[3], m, N);
        for (uint32_t i = 0; i < N; i++)
            CHECK(bit(d.ptr(), i) == holds(m, a.ptr()[i], b.ptr()[3]), "CompareScalar<%s> mode %d element %u", name, static_cast<int>(m), i);
        Compares(d, v, b, m, N);
        for (uint32_t i = 0; i < N; i++)
            CHECK(bit(d.ptr(), i) == holds(m, v, b.ptr()[i]), "Compares<%s>, scalar left, mode %d element %u", name, static_cast<int>(m), i);
    }
    d = a < b;
    CHECK(bit(d.ptr(), 40) == holds(CMPMODE::LT, a.ptr()[40], b.ptr()[40]), "operator");
}
template <class T> static void compare_forms(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T);
    auto a = ub<T>(A, SPAN / sizeof(T)), b = ub<T>(B, SPAN / sizeof(T));
    auto d = ub<uint8_t>(D, 8192);
    int k = 0;
    for (form f : repeat_forms<E>()) {
        CMPMODE m = MODES[k++ % 6];
        fill_telling(a, SPAN / sizeof(T));
        fill_telling(b, SPAN / sizeof(T));
        BinaryRepeatParams p(1, static_cast<uint8_t>(f.blk[1]), static_cast<uint8_t>(f.blk[2]), 8, static_cast<uint8_t>(f.rep[1]), static_cast<uint8_t>(f.rep[2]));
        auto verify = [&](const char *call, bool scalar) {
            for (uint32_t r = 0; r < f.repeat; r++)
                for (uint32_t i = 0; i < E; i++) {
                    T x = a.ptr()[element_at<T>(f, 1, r, i)], y = scalar ? b.ptr()[1] : b.ptr()[element_at<T>(f, 2, r, i)];
                    CHECK(bit(d.ptr(), r * E + i) == (lane_is_on(f, i) ? holds(m, x, y) : 1), "%s<%s> form %d mode %d repeat %u lane %u", call, name, k - 1, static_cast<int>(m), r, i);
                }
        };
        memset(d.ptr(), 0xff, 8192);
        if (f.bits)
            Compare(d, a, b, m, f.mask, f.repeat, p);
        else
            Compare(d, a, b, m, f.mask[0], f.repeat, p);
        verify("Compare", false);
        memset(d.ptr(), 0xff, 8192);
        UnaryRepeatParams u(1, f.blk[1], 8, static_cast<uint8_t>(f.rep[1]));
        if (f.bits)
            CompareScalar(d, a, b.ptr()[1], m, f.mask, f.repeat, u);
        else
            Compares(d, a, b.ptr()[1], m, f.mask[0], f.repeat, u);
        verify("Compares", true);
    }
}
OPF_TEST(comparisons_of_every_type)
{
    compare_counts<int8_t>("int8");
    compare_counts<uint8_t>("uint8");
    compare_counts<int16_t>("int16");
    compare_counts<uint16_t>("uint16");
    compare_counts<half>("half");
    compare_counts<bfloat16_t>("bfloat16");
    compare_counts<int32_t>("int32");
    compare_counts<uint32_t>("uint32");
    compare_counts<float>("float");
    compare_counts<int64_t>("int64");
    compare_counts<uint64_t>("uint64");
    compare_counts<double>("double");
}
OPF_TEST(comparisons_by_repeats)
{
    compare_forms<int16_t>("int16");
    compare_forms<uint16_t>("uint16");
    compare_forms<half>("half");
    compare_forms<bfloat16_t>("bfloat16");
    compare_forms<int32_t>("int32");
    compare_forms<uint32_t>("uint32");
    compare_forms<float>("float");
}

/* bits of the tensor `sel`: those of the repeat, or those of the first repeat again */
template <class T, class U> static void select_counts(const char *name)
{
    constexpr uint32_t N = 777, E = 256 / sizeof(T);
    auto a = ub<T>(A, N + 1), b = ub<T>(B, N + 1), d = ub<T>(D, N + 1);
    auto s = ub<U>(S, 128 / sizeof(U));
    auto bytes = s.template ReinterpretCast<uint8_t>();
    for (uint32_t i = 0; i <= N; i++) {
        for (uint32_t k = 0; k < sizeof(T); k++) {
            a.template ReinterpretCast<uint8_t>().SetValue(i * sizeof(T) + k, static_cast<uint8_t>(opf_test_random()));
            b.template ReinterpretCast<uint8_t>().SetValue(i * sizeof(T) + k, static_cast<uint8_t>(opf_test_random()));
        }
    }
    for (uint32_t i = 0; i < 128; i++)
        bytes.SetValue(i, static_cast<uint8_t>(opf_test_random()));
    T guard = b.ptr()[N], v = b.ptr()[5];
    auto verify = [&](const char *mode, auto want) {
        for (uint32_t i = 0; i < N; i++)
            CHECK(same(d.ptr()[i], want(i)), "Select<%s> %s element %u", name, mode, i);
        CHECK(same(d.ptr()[N], guard), "Select<%s> %s writes past its end", name, mode);
    };
    d.ptr()[N] = guard;
    Select(d, s, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, N);
    verify("tensor", [&](uint32_t i) { return bit(bytes.ptr(), i) ? a.ptr()[i] : b.ptr()[i]; });
    Select(d, s, a, b, SELMODE::VSEL_CMPMASK_SPR, N);
    verify("the same bits", [&](uint32_t i) { return bit(bytes.ptr(), i % E) ? a.ptr()[i] : b.ptr()[i]; });
    Select(d, s, a, v, SELMODE::VSEL_TENSOR_SCALAR_MODE, N);
    verify("scalar", [&](uint32_t i) { return bit(bytes.ptr(), i) ? a.ptr()[i] : v; });
    Select(a, s, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, N);
    for (uint32_t i = 0; i < N; i++)
        CHECK(bit(bytes.ptr(), i) || same(a.ptr()[i], b.ptr()[i]), "Select<%s> in place element %u", name, i);
}
template <class T> static void select_forms(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T), N = SPAN / sizeof(T);
    auto a = ub<T>(A, N), b = ub<T>(B, N), d = ub<T>(D, N);
    auto s = ub<uint8_t>(S, 8192);
    std::vector<T> before(N);
    int k = 0;
    for (form f : repeat_forms<E>()) {
        fill_telling(a, N);
        fill_telling(b, N);
        for (uint32_t i = 0; i < 8192; i++)
            s.SetValue(i, static_cast<uint8_t>(opf_test_random()));
        BinaryRepeatParams p(static_cast<uint8_t>(f.blk[0]), static_cast<uint8_t>(f.blk[1]), static_cast<uint8_t>(f.blk[2]),
                             static_cast<uint8_t>(f.rep[0]), static_cast<uint8_t>(f.rep[1]), static_cast<uint8_t>(f.rep[2]));
        T v = a.ptr()[9];
        uint8_t registers[16];
        for (uint8_t &x : registers)
            x = static_cast<uint8_t>(opf_test_random());
        for (int mode = 0; mode < 5; mode++) {
            fill_telling(d, N);
            memcpy(before.data(), d.ptr(), N * sizeof(T));
            auto go = [&](auto mask) {
                if (mode == 1)
                    Select(d, s, a, v, SELMODE::VSEL_TENSOR_SCALAR_MODE, mask, f.repeat, p);
                else
                    Select(d, s, a, b, mode == 0 ? SELMODE::VSEL_CMPMASK_SPR : SELMODE::VSEL_TENSOR_TENSOR_MODE, mask, f.repeat, p);
            };
            if (mode >= 3) { /* the lanes from the vector mask, the bits from a register or a tensor */
                auto regs = ub<uint8_t>(S + 16384, 32);
                memcpy(regs.ptr(), registers, 16);
                if (f.bits)
                    SetVectorMask<T>(f.mask[1], f.mask[0]);
                else
                    SetVectorMask<T>(static_cast<int32_t>(f.mask[0]));
                SetCmpMask(regs);
                if (mode == 3)
                    Select<T, SELMODE::VSEL_CMPMASK_SPR>(d, a, b, f.repeat, p);
                else
                    Select(d, s, a, b, f.repeat, p);
                ResetMask();
            } else if (f.bits)
                go(static_cast<const uint64_t *>(f.mask));
            else
                go(f.mask[0]);
            for (uint32_t r = 0; r < f.repeat; r++)
                for (uint32_t i = 0; i < E; i++)
                    if (lane_is_on(f, i)) {
                        bool on = mode == 3 ? bit(registers, i) : bit(s.ptr(), mode == 0 ? i : r * E + i);
                        before[element_at<T>(f, 0, r, i)] = on ? a.ptr()[element_at<T>(f, 1, r, i)] : mode == 1 ? v : b.ptr()[element_at<T>(f, 2, r, i)];
                    }
            for (uint32_t i = 0; i < N; i++)
                CHECK(same(d.ptr()[i], before[i]), "Select<%s> form %d way %d element %u", name, k, mode, i);
        }
        k++;
    }
}
OPF_TEST(selects_of_every_type)
{
    select_counts<int8_t, uint8_t>("int8");
    select_counts<uint8_t, uint16_t>("uint8");
    select_counts<int16_t, uint8_t>("int16");
    select_counts<uint16_t, uint32_t>("uint16");
    select_counts<half, uint8_t>("half");
    select_counts<bfloat16_t, uint8_t>("bfloat16");
    select_counts<int32_t, uint64_t>("int32");
    select_counts<uint32_t, uint8_t>("uint32");
    select_counts<float, uint8_t>("float");
    select_counts<int64_t, uint8_t>("int64");
    select_counts<uint64_t, uint8_t>("uint64");
    select_counts<complex32, uint8_t>("complex32");
    select_counts<complex64, uint8_t>("complex64");
}
OPF_TEST(selects_by_repeats)
{
    select_forms<int16_t>("int16");
    select_forms<half>("half");
    select_forms<bfloat16_t>("bfloat16");
    select_forms<int32_t>("int32");
    select_forms<float>("float");
}
/* the register of comparison bits is written under the mask and read back */
template <class T> static void compare_register(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T);
    auto a = ub<T>(A, 1024), b = ub<T>(B, 1024);
    auto d = ub<uint8_t>(D, 32);
    fill_telling(a, 1024);
    fill_telling(b, 1024);
    for (form f : repeat_forms<E>())
        for (CMPMODE m : MODES) {
            memset(d.ptr(), 0, 32);
            SetCmpMask(d);
            BinaryRepeatParams p(1, static_cast<uint8_t>(f.blk[1]), static_cast<uint8_t>(f.blk[2]), 8, 8, 8);
            if (f.bits)
                Compare(a, b, m, f.mask, p);
            else
                Compare(a, b, m, f.mask[0], p);
            GetCmpMask(d);
            for (uint32_t i = 0; i < E; i++) {
                T x = a.ptr()[element_at<T>(f, 1, 0, i)], y = b.ptr()[element_at<T>(f, 2, 0, i)];
                CHECK(bit(d.ptr(), i) == (lane_is_on(f, i) && holds(m, x, y)), "Compare<%s> into the register, mode %d lane %u", name, static_cast<int>(m), i);
            }
        }
}
OPF_TEST(comparisons_into_the_register)
{
    compare_register<half>("half");
    compare_register<float>("float");
}
OPF_TEST(wrong_comparisons_end_the_launch)
{
    auto a = ub<float>(A, 1024);
    auto d = ub<uint8_t>(D, 256);
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "dst starts 1 bytes past", Compare(d[1], a, a, CMPMODE::LT, 64));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "src0 needs", Compare(d, ub<float>(253952 - 32, 8), a, CMPMODE::LT, 64));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "comparison mode 99", Compare(d, a, a, static_cast<CMPMODE>(99), 64));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "repeatTime 256", Compare(d, a, a, CMPMODE::LT, (uint64_t)64, 256, {1, 1, 1, 8, 8, 8}));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "repeatTime 300", Select(a, d, a, a, SELMODE::VSEL_TENSOR_TENSOR_MODE, (uint64_t)64, 300, {1, 1, 1, 8, 8, 8}));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "selMask needs", Select(a, ub<uint8_t>(253952 - 32, 32), a, a, SELMODE::VSEL_TENSOR_TENSOR_MODE, 1024));
}

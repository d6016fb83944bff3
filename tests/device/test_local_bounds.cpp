/* Loops whose indices leave the range of what they access: below zero, where nothing is accessed, or past the last number
 * of their type. What they load is what a copy made at once would have brought. */
#include "harness.h"

#include "kernel_operator.h"

using namespace AscendC;

namespace
{
constexpr uint32_t N = 16384;
struct world {
    GlobalTensor<float> gm;
    LocalTensor<float> ub;
};
world fresh()
{
    world w;
    opf_test_reset();
    opf::lazy_from = opf::LAZY_FROM;
    float *p = static_cast<float *>(opf_test_gm(N * sizeof(float)));
    for (uint32_t i = 0; i < N; i++)
        p[i] = static_cast<float>(i % 1021) + 1;
    w.gm.SetGlobalBuffer(p, N);
    w.ub = ub<float>(0, N);
    Duplicate(w.ub, 0.5f, N);
    return w;
}
typedef __ubuf__ float *P;
P at(const LocalTensor<float> &t)
{
    return reinterpret_cast<P>(t.GetPhyAddr());
}

/* An index that begins below zero, where nothing is accessed. */
__attribute__((noinline)) float halo_u(const LocalTensor<float> &s, uint32_t n, uint32_t pad)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 0; i < n + 2 * pad; i++) {
        uint32_t k = i - pad;
        if (k < n)
            sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float halo_i(const LocalTensor<float> &s, int n, int pad)
{
    P p = at(s);
    float sum = 0;
    for (int i = 0; i < n + 2 * pad; i++) {
        int k = i - pad;
        if (k >= 0 && k < n)
            sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float halo_2(const LocalTensor<float> &s, int rows, int cols, int pad)
{
    P p = at(s);
    float sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            int h = i - pad, w = j - pad;
            if (h < 0 || w < 0)
                continue;
            sum += p[h * cols + w];
        }
    return sum;
}
__attribute__((noinline)) float halo_2u(const LocalTensor<float> &s, uint32_t rows, uint32_t cols, uint32_t pad)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < cols; j++) {
            uint32_t h = i - pad, w = j - pad;
            if (h < rows && w < cols)
                sum += p[h * cols + w];
        }
    return sum;
}
/* An index that begins again at zero. */
__attribute__((noinline)) float wrap16(const LocalTensor<float> &s, uint16_t n)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t i = 0; i < n; i++) {
        uint16_t k = static_cast<uint16_t>(i * 3000);
        sum += p[k >> 4];
    }
    return sum;
}
__attribute__((noinline)) float wrap16b(const LocalTensor<float> &s, uint16_t n, uint16_t start)
{
    __ubuf__ uint8_t *p = reinterpret_cast<__ubuf__ uint8_t *>(s.GetPhyAddr());
    float sum = 0;
    for (uint16_t i = 0; i < n; i++) {
        uint16_t k = static_cast<uint16_t>(start + i);
        sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float ring8(const LocalTensor<float> &s, uint8_t n, uint8_t start)
{
    P p = at(s);
    float sum = 0;
    for (uint8_t i = 0; i < n; i++) {
        uint8_t k = static_cast<uint8_t>(start + i);
        sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float ring3(const LocalTensor<float> &s, uint8_t n)
{
    P p = at(s);
    float sum = 0;
    for (uint8_t i = 3; i < n; i++)
        sum += p[(i & 7) * 64];
    return sum;
}
/* Down to below zero, where the loop is left, or nothing is accessed. */
__attribute__((noinline)) float two_exits(const LocalTensor<float> &s, uint32_t k, uint32_t limit, uint32_t rounds)
{
    P p = at(s);
    float sum = 0;
    uint32_t i = 0;
    while (true) {
        if (k > limit)
            break;
        sum += p[k];
        k -= 64;
        if (++i == rounds)
            break;
    }
    return sum;
}
__attribute__((noinline)) float below_zero(const LocalTensor<float> &s, uint32_t k, uint32_t limit, uint32_t rounds)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 0; i < rounds; i++, k -= 64) {
        if (k > limit)
            continue;
        sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float clamp(const LocalTensor<float> &s, uint32_t n, uint32_t most)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = i - 3;
        k = k < most ? k : most;
        sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float clamp64(const LocalTensor<float> &s, uint64_t n, uint64_t most)
{
    P p = at(s);
    float sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t k = i - 3;
        k = k < most ? k : most;
        sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float clamp_i(const LocalTensor<float> &s, int n, int most)
{
    P p = at(s);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        int k = i - 3;
        k = k < 0 ? 0 : k > most ? most : k;
        sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float shifted(const LocalTensor<float> &s, uint32_t n, uint32_t limit)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = (i - 4) >> 1;
        if (k < limit)
            sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float shifted_64(const LocalTensor<float> &s, uint64_t n, uint64_t limit)
{
    P p = at(s);
    float sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t k = (i - 4) / 3;
        if (k < limit)
            sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float hash(const LocalTensor<float> &s, uint32_t n)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 1; i < n; i++)
        sum += p[(i * 2654435761u) >> 22];
    return sum;
}
/* Mirrored at both ends. */
__attribute__((noinline)) float mirror(const LocalTensor<float> &s, uint32_t n, uint32_t pad, uint32_t len)
{
    P p = at(s);
    float sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        int32_t k = static_cast<int32_t>(i) - static_cast<int32_t>(pad);
        if (k < 0)
            k = -k;
        if (k >= static_cast<int32_t>(len))
            k = 2 * static_cast<int32_t>(len) - 2 - k;
        sum += p[k];
    }
    return sum;
}
/* A quotient of a long number, which begins again at zero by steps that look small from below. */
__attribute__((noinline)) float quotient(const LocalTensor<float> &s, uint16_t n, uint64_t step)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t i = 0; i < n; i++)
        sum += p[(i * step / 64) & 8191];
    return sum;
}
__attribute__((noinline)) float top_bits(const LocalTensor<float> &s, uint16_t n, uint64_t step)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t i = 0; i < n; i++)
        sum += p[i * step >> 51];
    return sum;
}
/* Rows by an index of 32 bits, counted by a longer number. */
__attribute__((noinline)) float strided(const LocalTensor<float> &s, uint32_t step, int64_t n, uint32_t mask)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t a = 0; a < static_cast<uint16_t>(n); a++)
        for (uint16_t i = 0; i < 4; i++)
            sum += p[(a * step + i) & mask];
    return sum;
}
__attribute__((noinline)) float strided_all(const LocalTensor<float> &s, uint32_t step, int64_t n)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t a = 0; a < static_cast<uint16_t>(n); a++)
        sum += p[a * step];
    return sum;
}
/* Rows whose distance is a quotient, and the columns of each. */
__attribute__((noinline)) float rows_of_words(const LocalTensor<float> &s, uint64_t columns, uint16_t rows)
{
    P p = at(s);
    const uint16_t words = static_cast<uint16_t>((columns + 63) / 64);
    float sum = 0;
    for (uint16_t w = 0; w < words; w++) {
        const uint32_t from = w * 64;
        for (uint16_t r = 1; r < rows; r++)
            sum += p[from + static_cast<uint32_t>(r * ((columns + 63) / 64 * 64) / 64) * 64];
    }
    return sum;
}
/* Has 65536 rounds when n is zero. */
__attribute__((noinline)) float at_least_once(const LocalTensor<float> &s, uint16_t n)
{
    P p = at(s);
    float sum = 0;
    uint16_t i = 0;
    do {
        sum += p[i >> 4];
        i++;
    } while (i != n);
    return sum;
}
/* An index, of 32 or 64 bits, that begins again at zero. */
template <class T>
__attribute__((noinline)) float steps(const LocalTensor<float> &s, uint16_t n, T step, T limit)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t i = 0; i < n; i++) {
        const T k = i * step;
        if (k < limit)
            sum += p[k];
    }
    return sum;
}
/* Loops in a loop, one of which has no rounds, or one in every second row. */
__attribute__((noinline)) float some_empty(const LocalTensor<float> &s, uint16_t rows, uint32_t row, uint16_t a, uint16_t b)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t i = 0; i < rows; i++) {
        for (uint16_t k = 0; k < a; k++)
            sum += p[i * row + k * 8];
        for (uint16_t k = 0; k < static_cast<uint16_t>(b - a); k++)
            sum += 2 * p[i * row + a * 8u + k * 8];
        for (uint16_t k = 0; k < static_cast<uint16_t>(i & 1); k++)
            sum += 3 * p[i * row + k];
    }
    return sum;
}
/* Left long before the last of its rounds, which would be below address zero. */
__attribute__((noinline)) float left_early(const LocalTensor<float> &s, int64_t from, int64_t rounds)
{
    P p = at(s) + from;
    float sum = 0, left = 40;
    for (int64_t i = 0; i < rounds; i++, p -= 64) {
        sum += *p;
        left -= *p > 0 ? 1 : 0;
        if (left < 0)
            break;
    }
    return sum;
}
/* The same of quotients whose last number, times the size of an element, is as good as zero. */
__attribute__((noinline)) float quarters(const LocalTensor<float> &s, uint16_t n, uint64_t step, uint64_t limit)
{
    P p = at(s);
    float sum = 0;
    for (uint16_t i = 0; i < n; i++) {
        const uint64_t k = i * step >> 2;
        if (k < limit)
            sum += p[k];
    }
    return sum;
}
__attribute__((noinline)) float down_by_halves(const LocalTensor<float> &s, uint32_t n, uint32_t rounds, uint64_t limit)
{
    P p = at(s);
    float sum = 0, left = 300;
    for (uint64_t i = n; i > 0; i--) {
        if (--rounds == 0)
            return sum;
        const uint32_t k = static_cast<uint32_t>(i) >> 1;
        if (i >= limit || k >= limit)
            return sum;
        sum += p[i] + p[k];
        left -= p[k] > 0 ? 1 : 0;
        if (left < 0)
            return sum;
    }
    return sum;
}
/* Left where a number says so, which would come after 2^64 rounds when n is zero. */
__attribute__((noinline)) float once_or_more(const LocalTensor<float> &s, uint16_t n)
{
    P p = at(s);
    float sum = 0;
    uint64_t i = 0;
    do {
        if (p[i] < 0.7f)
            break;
        sum += p[i];
        i++;
    } while (i != static_cast<uint64_t>(n));
    return sum;
}
__attribute__((noinline)) float until_left(const LocalTensor<float> &s, uint64_t n)
{
    P p = at(s);
    float sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (p[i] < 0.7f)
            break;
        sum += p[i];
    }
    return sum;
}
template <class T> T opaque(T v)
{
    __asm__ volatile("" : "+r"(v));
    return v;
}
template <class F, class... A> void sum_same(const char *what, F f, A... a)
{
    float got[2];
    for (int eager = 0; eager < 2; eager++) {
        world w = fresh();
        opf::core().lazy_off = static_cast<uint32_t>(eager);
        DataCopy(w.ub[0], w.gm, 1024);
        DataCopy(w.ub[1024], w.gm[3000], 1024);
        DataCopy(w.ub[2048], w.gm[5000], 4096);
        got[eager] = f(w.ub, opaque(a)...);
        for (int i = 0; i < 4096; i++)
            got[eager] += w.ub.GetValue(i);
    }
    CHECK(got[0] == got[1], "%s: %g, not %g", what, got[0], got[1]);
}
} // namespace
OPF_TEST(indices_that_leave_their_range_between_accesses)
{
    sum_same("halo_u", halo_u, 1024u, 3u);
    sum_same("halo_i", halo_i, 1024, 3);
    sum_same("halo_2", halo_2, 32, 32, 2);
    sum_same("halo_2u", halo_2u, 32u, 32u, 2u);
    sum_same("wrap16", wrap16, (uint16_t)100);
    sum_same("wrap16b", wrap16b, (uint16_t)100, (uint16_t)65500);
    sum_same("ring8", ring8, (uint8_t)250, (uint8_t)100);
    sum_same("ring3", ring3, (uint8_t)200);
    sum_same("two_exits", two_exits, 512u, 700u, 100u);
    sum_same("below_zero", below_zero, 512u, 700u, 100u);
    sum_same("clamp", clamp, 20u, 1000u);
    sum_same("clamp64", clamp64, (uint64_t)20, (uint64_t)1000);
    sum_same("clamp_i", clamp_i, 20, 1000);
    sum_same("quotient", quotient, (uint16_t)60, (uint64_t)64 * 100);
    sum_same("quotient, below zero", quotient, (uint16_t)60, (uint64_t)-64 * 100);
    sum_same("quotient, again", quotient, (uint16_t)60, (uint64_t)0x9000000000000000u + 64 * 77);
    sum_same("strided", strided, 100u, (int64_t)41, 0xffffffffu);
    sum_same("strided, below zero", strided, static_cast<uint32_t>(-100), (int64_t)41, 8191u);
    sum_same("strided_all", strided_all, 100u, (int64_t)41);
    sum_same("strided, again", strided, 0x80000404u, (int64_t)5, 8191u);
    sum_same("strided_all, never", strided_all, 0x80000400u, (int64_t)0);
    sum_same("top_bits", top_bits, (uint16_t)60, (uint64_t)100 << 51);
    sum_same("top_bits, again", top_bits, (uint16_t)60, (uint64_t)0x9e3779b97f4a7c15u);
    sum_same("rows_of_words", rows_of_words, (uint64_t)250, (uint16_t)20);
    sum_same("at_least_once", at_least_once, (uint16_t)100);
    sum_same("at_least_once, all", at_least_once, (uint16_t)0);
    sum_same("long_steps", steps<uint32_t>, (uint16_t)60, 64u, 4000u);
    sum_same("long_steps, again", steps<uint32_t>, (uint16_t)60, 0x40000040u, 4000u);
    sum_same("long_steps, down", steps<uint32_t>, (uint16_t)60, 0xffffffc0u, 4000u);
    sum_same("some_empty", some_empty, (uint16_t)30, 128u, (uint16_t)8, (uint16_t)8);
    sum_same("some_empty, but one", some_empty, (uint16_t)30, 128u, (uint16_t)8, (uint16_t)9);
    sum_same("some_empty, all", some_empty, (uint16_t)1, 128u, (uint16_t)0, (uint16_t)0);
    sum_same("some_empty, none", some_empty, (uint16_t)0, 128u, (uint16_t)3, (uint16_t)2);
    sum_same("quarters", quarters, (uint16_t)40, (uint64_t)400, (uint64_t)8000);
    sum_same("quarters, again", quarters, (uint16_t)41, (uint64_t)0x8000000000000190u, (uint64_t)8000);
    sum_same("down_by_halves", down_by_halves, 90u, 400u, (uint64_t)8000);
    sum_same("wide_steps", steps<uint64_t>, (uint16_t)90, (uint64_t)64, (uint64_t)8000);
    sum_same("wide_steps, again", steps<uint64_t>, (uint16_t)180, (uint64_t)0x2000000000000020u, (uint64_t)8000);
    sum_same("wide_steps, down", steps<uint64_t>, (uint16_t)180, (uint64_t)-32, (uint64_t)8000);
    sum_same("once_or_more", once_or_more, (uint16_t)2000);
    sum_same("once_or_more, all", once_or_more, (uint16_t)0);
    sum_same("until_left", until_left, (uint64_t)2000);
    sum_same("until_left, all", until_left, (uint64_t)-1);
    sum_same("until_left, 2^62 and more", until_left, ((uint64_t)1 << 62) + 2);
    sum_same("shifted", shifted, 100u, 1000u);
    sum_same("shifted_64", shifted_64, (uint64_t)100, (uint64_t)1000);
    sum_same("hash", hash, 1000u);
    sum_same("left_early", left_early, static_cast<int64_t>(4000), INT64_MAX / 1024);
    sum_same("mirror", mirror, 1000u, 8u, 980u);
}


/* Repeat forms to put a memory call through: mask counts, mask bits with holes, block and repeat strides; values that
 * tell cases apart; where a lane of a repeat lies. For calls on elements of 2, 4 and 8 bytes. */
#ifndef OPF_TESTS_DEVICE_FORMS_H
#define OPF_TESTS_DEVICE_FORMS_H

#include "reference.h"

#include <vector>

struct form {
    bool bits;
    uint64_t mask[2];
    uint8_t repeat;
    uint16_t blk[3]; /* dst, first and second source, in 32-byte blocks */
    uint16_t rep[3];
};
/* E lanes a repeat; masks are cut to them */
template <uint32_t E> inline std::vector<form> repeat_forms()
{
    const uint64_t odd = 0xaaaaaaaaaaaaaaaaull, some = 0x8001000f00f0c003ull;
    std::vector<form> f = {
        {false, {E, 0}, 3, {1, 1, 1}, {8, 8, 8}},       {false, {E - 3, 0}, 2, {1, 1, 1}, {8, 8, 8}},
        {false, {E / 2 + 1, 0}, 4, {1, 1, 1}, {4, 6, 7}}, {false, {E, 0}, 2, {2, 1, 3}, {16, 8, 24}},
        {false, {E, 0}, 3, {1, 0, 1}, {8, 8, 0}},       {false, {5, 0}, 255, {1, 1, 1}, {1, 1, 1}},
        {true, {some, odd}, 2, {1, 2, 1}, {9, 17, 25}},  {true, {odd, 0}, 3, {1, 1, 2}, {8, 8, 16}},
        {true, {0, 1ull << 63}, 2, {1, 1, 1}, {8, 8, 8}}, {false, {1, 0}, 1, {1, 1, 1}, {8, 8, 8}}};
    for (form &x : f)
        if (x.bits) {
            if (E <= 64)
                x.mask[0] |= x.mask[1], x.mask[1] = 0;
            if (E < 64)
                x.mask[0] = (x.mask[0] | x.mask[0] >> 32) & ((1ull << (E % 64)) - 1);
        }
    return f;
}
inline bool lane_is_on(const form &f, uint32_t lane)
{
    return f.bits ? f.mask[lane / 64] >> (lane % 64) & 1 : lane < f.mask[0];
}
/* element of operand k that lane `lane` of repeat `r` uses */
template <class T> inline uint32_t element_at(const form &f, int k, uint32_t r, uint32_t lane)
{
    constexpr uint32_t per = 32 / sizeof(T);
    return r * f.rep[k] * per + lane / per * f.blk[k] * per + lane % per;
}
/* floats with every special value and repeats of equal ones; integers with their extremes */
template <class T> inline T telling_value()
{
    static const float special[] = {0.0f,      -0.0f,     1.0f, -1.0f,  2.5f,  65504.0f, -65504.0f, INFINITY,
                                    -INFINITY, NAN,       6e-8f, -6e-8f, 1e-40f, 3.0f,     1.5f,      -2.5f};
    uint64_t r = opf_test_random();
    if constexpr (std::is_integral<T>::value) {
        T x = static_cast<T>(r >> 20);
        return (r & 3) == 0 ? static_cast<T>(r >> 8 & 3) : (r & 28) == 4 ? opf::limits<T>::min : (r & 28) == 8 ? opf::limits<T>::max : x;
    } else {
        float f = (r & 3) == 0 ? special[r >> 8 & 15] : (r & 4) ? static_cast<float>(static_cast<int>(r >> 16 & 15) - 8) : opf_test_float(-40, 40);
        if constexpr (std::is_same<T, double>::value)
            return f;
        else
            return reference::cast<T>(f, AscendC::RoundMode::CAST_RINT, false);
    }
}
template <class T> inline void fill_telling(AscendC::LocalTensor<T> t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        t.ptr()[i] = telling_value<T>();
}
/* a + b and so on of one element, computed exactly and rounded once to T; integers keep the low bits */
template <class T> inline T rounded(long double v)
{
    return v != v ? reference::cast<T>(NAN, AscendC::RoundMode::CAST_RINT, false)
                  : opf::bits<T>(static_cast<std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>>(
                        std::is_same<T, half>::value         ? reference::half_bits(v, AscendC::RoundMode::CAST_RINT)
                        : std::is_same<T, bfloat16_t>::value ? reference::bf16_bits(v, AscendC::RoundMode::CAST_RINT)
                                                             : reference::float_bits(v, AscendC::RoundMode::CAST_RINT, 23, -126, 127, 31)));
}
/* x * y + z rounded once: long double is wide enough for the short types, the language does it for float */
template <class T> inline T fused_reference(long double x, long double y, long double z)
{
    if constexpr (std::is_same<T, float>::value)
        return fmaf(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
    else {
        long double p = x * y, s = p + z, t = s - p, e = (p - (s - t)) + (z - t);
        /* what the sum lost decides a tie */
        return rounded<T>(e > 0 ? nextafterl(s, INFINITY) : e < 0 ? nextafterl(s, -INFINITY) : s);
    }
}
#endif

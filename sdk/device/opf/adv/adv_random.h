/* Philox4x32 counter-based random numbers. Public page: advanced API, PhiloxRandom; algorithm: Salmon et al. 2011. */
#ifndef OPF_ADV_RANDOM_H
#define OPF_ADV_RANDOM_H

#include "adv_driver.h"

namespace AscendC {
using PhiloxKey = uint32_t[2];
using PhiloxCounter = uint32_t[4];
struct PhiloxRandomParams {
    uint32_t stride;
    uint32_t row;
    uint32_t column;
};
} // namespace AscendC

namespace opf {
namespace adv {
struct philox_block {
    uint32_t w[4];
};
template <int ROUNDS>
OPF_INLINE philox_block philox(const uint32_t *key, const uint32_t *counter, uint32_t step)
{
    philox_block b;
    uint64_t carry = step;
    for (int i = 0; i < 4; ++i) {
        carry += counter[i];
        b.w[i] = static_cast<uint32_t>(carry);
        carry >>= 32;
    }
    uint32_t k0 = key[0], k1 = key[1];
    for (int r = 0; r < ROUNDS; ++r) {
        uint64_t p0 = (uint64_t)0xD2511F53u * b.w[0], p1 = (uint64_t)0xCD9E8D57u * b.w[2];
        b = {{static_cast<uint32_t>(p1 >> 32) ^ b.w[1] ^ k0, static_cast<uint32_t>(p1),
              static_cast<uint32_t>(p0 >> 32) ^ b.w[3] ^ k1, static_cast<uint32_t>(p0)}};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return b;
}
/* floats in [0, 1): the low 23 bits are the fraction */
template <typename T>
OPF_INLINE T philox_value(uint32_t u)
{
    if constexpr (std::is_same<T, float>::value) {
        return bits<float>((u & 0x7fffffu) | 0x3f800000u) - 1.0f;
    } else {
        return static_cast<T>(u);
    }
}
template <int ROUNDS, typename T>
inline void philox_row(T *d, uint32_t count, const uint32_t *key, const uint32_t *counter, uint32_t first)
{
    for (uint32_t i = 0; i < count; i += 4) {
        philox_block b = philox<ROUNDS>(key, counter, first + i / 4);
        for (uint32_t k = 0; k < 4 && i + k < count; ++k) {
            d[i + k] = philox_value<T>(b.w[k]);
        }
    }
}
} // namespace adv
} // namespace opf

namespace AscendC {
template <uint16_t Rounds = 7, typename T>
OPF_INLINE void PhiloxRandom(const LocalTensor<T> &dstLocal, const PhiloxKey &philoxKey,
                             const PhiloxCounter &philoxCounter, uint16_t count)
{
    static_assert(Rounds == 7 || Rounds == 10, "PhiloxRandom: 7 or 10 rounds");
    opf::adv::check_range(dstLocal, count, "PhiloxRandom");
    opf::adv::philox_row<Rounds>(dstLocal.ptr(), count, philoxKey, philoxCounter, 0);
}
/* `row` rows of `column` numbers, each row starting stride / 4 counters after the one before */
template <uint16_t Rounds = 7, typename T>
OPF_INLINE void PhiloxRandom(const LocalTensor<T> &dstLocal, const PhiloxKey &philoxKey,
                             const PhiloxCounter &philoxCounter, const PhiloxRandomParams &params)
{
    static_assert(Rounds == 7 || Rounds == 10, "PhiloxRandom: 7 or 10 rounds");
    opf::adv::check_range(dstLocal, (uint64_t)params.row * params.column, "PhiloxRandom");
    for (uint32_t r = 0; r < params.row; ++r) {
        opf::adv::philox_row<Rounds>(dstLocal.ptr() + (uint64_t)r * params.column, params.column, philoxKey,
                                     philoxCounter, r * (params.stride / 4));
    }
}
} // namespace AscendC
#endif

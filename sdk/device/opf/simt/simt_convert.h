/* Conversions of SIMT code: __float2half and its family. The suffix is the rounding: rn nearest even, rz towards zero,
 * rd down, ru up, rna nearest with ties away, ro to odd; _sat saturates. Integers saturate, NaN is 0. */
#ifndef OPF_SIMT_CONVERT_H
#define OPF_SIMT_CONVERT_H

#include "../core/convert.h"

namespace opf {
static_assert(sizeof(long) == 8, "64-bit integers are long and long long");
template <>
struct limits<long long> : limits<long> {};
template <>
struct limits<unsigned long long> : limits<unsigned long> {};
} // namespace opf

#define OPF_SIMT_CONVERT(NAME, FROM, TO, MODE, SAT)                                                                  \
    OPF_INLINE TO NAME(FROM x) { return opf::convert<TO, AscendC::RoundMode::MODE, SAT>(x); }
#define OPF_SIMT_CONVERT5(NAME, FROM, TO)                                                                            \
    OPF_SIMT_CONVERT(NAME##_rn, FROM, TO, CAST_RINT, false)                                                          \
    OPF_SIMT_CONVERT(NAME##_rz, FROM, TO, CAST_TRUNC, false)                                                         \
    OPF_SIMT_CONVERT(NAME##_rd, FROM, TO, CAST_FLOOR, false)                                                         \
    OPF_SIMT_CONVERT(NAME##_ru, FROM, TO, CAST_CEIL, false)                                                          \
    OPF_SIMT_CONVERT(NAME##_rna, FROM, TO, CAST_ROUND, false)
#define OPF_SIMT_CONVERT5_SAT(NAME, FROM, TO)                                                                        \
    OPF_SIMT_CONVERT(NAME##_rn_sat, FROM, TO, CAST_RINT, true)                                                       \
    OPF_SIMT_CONVERT(NAME##_rz_sat, FROM, TO, CAST_TRUNC, true)                                                      \
    OPF_SIMT_CONVERT(NAME##_rd_sat, FROM, TO, CAST_FLOOR, true)                                                      \
    OPF_SIMT_CONVERT(NAME##_ru_sat, FROM, TO, CAST_CEIL, true)                                                       \
    OPF_SIMT_CONVERT(NAME##_rna_sat, FROM, TO, CAST_ROUND, true)

OPF_SIMT_CONVERT5(__float2float, float, float)
OPF_SIMT_CONVERT5(__float2uint, float, uint32_t)
OPF_SIMT_CONVERT5(__float2int, float, int32_t)
OPF_SIMT_CONVERT5(__float2ull, float, unsigned long long)
OPF_SIMT_CONVERT5(__float2ll, float, long long)
OPF_SIMT_CONVERT5(__uint2float, uint32_t, float)
OPF_SIMT_CONVERT5(__int2float, int32_t, float)
OPF_SIMT_CONVERT5(__ull2float, unsigned long long, float)
OPF_SIMT_CONVERT5(__ll2float, long long, float)
#define OPF_SIMT_SHORT_FLOAT(NAME, T)                                                                                \
    OPF_SIMT_CONVERT5(__float2##NAME, float, T)                                                                      \
    OPF_SIMT_CONVERT5_SAT(__float2##NAME, float, T)                                                                  \
    OPF_SIMT_CONVERT(__float2##NAME, float, T, CAST_RINT, false)                                                     \
    OPF_SIMT_CONVERT(__##NAME##2float, T, float, CAST_RINT, false)                                                   \
    OPF_SIMT_CONVERT5(__uint2##NAME, uint32_t, T)                                                                    \
    OPF_SIMT_CONVERT5(__int2##NAME, int32_t, T)                                                                      \
    OPF_SIMT_CONVERT5(__ull2##NAME, unsigned long long, T)                                                           \
    OPF_SIMT_CONVERT5(__ll2##NAME, long long, T)                                                                     \
    OPF_SIMT_CONVERT5(__##NAME##2uint, T, uint32_t)                                                                  \
    OPF_SIMT_CONVERT5(__##NAME##2int, T, int32_t)                                                                    \
    OPF_SIMT_CONVERT5(__##NAME##2ull, T, unsigned long long)                                                         \
    OPF_SIMT_CONVERT5(__##NAME##2ll, T, long long)                                                                   \
    OPF_INLINE uint16_t __##NAME##_as_ushort(T x) { return opf::bits<uint16_t>(x); }                                 \
    OPF_INLINE T __ushort_as_##NAME(uint16_t x) { return opf::bits<T>(x); }
OPF_SIMT_SHORT_FLOAT(half, half)
OPF_SIMT_SHORT_FLOAT(bfloat16, bfloat16_t)
OPF_SIMT_CONVERT5_SAT(__uint2half, uint32_t, half)
OPF_SIMT_CONVERT5_SAT(__int2half, int32_t, half)
OPF_SIMT_CONVERT(__float2half_ro, float, half, CAST_ODD, false)
OPF_SIMT_CONVERT(__float2half_ro_sat, float, half, CAST_ODD, true)
OPF_SIMT_CONVERT5(__half2bfloat16, half, bfloat16_t)
OPF_SIMT_CONVERT5(__bfloat162half, bfloat16_t, half)
OPF_SIMT_CONVERT5_SAT(__bfloat162half, bfloat16_t, half)

OPF_INLINE float __int_as_float(int32_t x) { return opf::bits<float>(x); }
OPF_INLINE float __uint_as_float(uint32_t x) { return opf::bits<float>(x); }
OPF_INLINE int32_t __float_as_int(float x) { return opf::bits<int32_t>(x); }
OPF_INLINE uint32_t __float_as_uint(float x) { return opf::bits<uint32_t>(x); }

namespace AscendC {
namespace Simt {
enum class SatMode { NO_SAT = 0, SAT };
template <typename T, typename U, RoundMode roundMode, SatMode satMode = SatMode::NO_SAT>
OPF_INLINE T Cast(U x)
{
    return opf::convert<T, roundMode, satMode == SatMode::SAT>(x);
}
} // namespace Simt
} // namespace AscendC
#endif

/* Values of types that no C compiler has: floats of 8 and 4 bits, whole numbers of 4 bits and less. */
#ifndef OPF_RUNNER_SMALL_VALUES_H
#define OPF_RUNNER_SMALL_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the ge::DataType number is one of int4, uint1, int2, hifloat8, float8_e5m2, float8_e4m3fn,
 * float8_e8m0, float4_e2m1, float4_e1m2. */
bool opf_small_value_known(int32_t dtype);
/* The value of an element of such a type whose bits are the lowest of `bits`. Exact. */
double opf_small_value(int32_t dtype, uint32_t bits);

#endif

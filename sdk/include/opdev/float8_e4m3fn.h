/* op::Float8E4M3FN: 1 sign, 4 exponent, 3 mantissa bits, no infinities. */
#ifndef OPFORGE_OPDEV_FLOAT8_E4M3FN_H
#define OPFORGE_OPDEV_FLOAT8_E4M3FN_H

#include "opdev/small_float.h"

OPF_DEFINE_SMALL_FLOAT(Float8E4M3FN, internal::SmallFloatCodec<4, 3, 7, internal::SmallFloatKind::NanOnly>)

#endif

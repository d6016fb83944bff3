/* op::Float8E5M2: 1 sign, 5 exponent, 2 mantissa bits, with infinities. */
#ifndef OPFORGE_OPDEV_FLOAT8_E5M2_H
#define OPFORGE_OPDEV_FLOAT8_E5M2_H

#include "opdev/small_float.h"

OPF_DEFINE_SMALL_FLOAT(Float8E5M2, internal::SmallFloatCodec<5, 2, 15, internal::SmallFloatKind::Ieee>)

#endif

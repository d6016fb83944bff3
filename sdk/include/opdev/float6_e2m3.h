/* op::Float6E2M3: 1 sign, 2 exponent, 3 mantissa bits, finite only. */
#ifndef OPFORGE_OPDEV_FLOAT6_E2M3_H
#define OPFORGE_OPDEV_FLOAT6_E2M3_H

#include "opdev/small_float.h"

OPF_DEFINE_SMALL_FLOAT(Float6E2M3, internal::SmallFloatCodec<2, 3, 1, internal::SmallFloatKind::FiniteOnly>)

#endif

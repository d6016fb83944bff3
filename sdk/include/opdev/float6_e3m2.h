/* op::Float6E3M2: 1 sign, 3 exponent, 2 mantissa bits, finite only. */
#ifndef OPFORGE_OPDEV_FLOAT6_E3M2_H
#define OPFORGE_OPDEV_FLOAT6_E3M2_H

#include "opdev/small_float.h"

OPF_DEFINE_SMALL_FLOAT(Float6E3M2, internal::SmallFloatCodec<3, 2, 3, internal::SmallFloatKind::FiniteOnly>)

#endif

/* op::Float4E1M2: 1 sign, 1 exponent, 2 mantissa bits, finite only. */
#ifndef OPFORGE_OPDEV_FLOAT4_E1M2_H
#define OPFORGE_OPDEV_FLOAT4_E1M2_H

#include "opdev/small_float.h"

OPF_DEFINE_SMALL_FLOAT(Float4E1M2, internal::SmallFloatCodec<1, 2, 1, internal::SmallFloatKind::FiniteOnly>)

#endif

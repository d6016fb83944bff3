/* op::Float4E2M1: 1 sign, 2 exponent, 1 mantissa bit, finite only. */
#ifndef OPFORGE_OPDEV_FLOAT4_E2M1_H
#define OPFORGE_OPDEV_FLOAT4_E2M1_H

#include "opdev/small_float.h"

OPF_DEFINE_SMALL_FLOAT(Float4E2M1, internal::SmallFloatCodec<2, 1, 1, internal::SmallFloatKind::FiniteOnly>)

#endif

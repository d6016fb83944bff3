/* A name that an operator includes; everything is in the one header. */
#ifndef OPF_IMPL_DAV_C220_KERNEL_OPERATOR_REG_OTHERS_IMPL_H
#define OPF_IMPL_DAV_C220_KERNEL_OPERATOR_REG_OTHERS_IMPL_H

#include "opf/ascendc.h"

#endif

/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_KERNEL_STRUCT_CONV2D_H
#define OPF_USER_KERNEL_STRUCT_CONV2D_H

#include "opf/ascendc.h"

#endif

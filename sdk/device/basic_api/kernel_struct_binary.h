/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_BASIC_API_KERNEL_STRUCT_BINARY_H
#define OPF_USER_BASIC_API_KERNEL_STRUCT_BINARY_H

#include "opf/ascendc.h"

#endif

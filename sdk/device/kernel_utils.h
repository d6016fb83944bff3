/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_KERNEL_UTILS_H
#define OPF_USER_KERNEL_UTILS_H

#include "opf/ascendc.h"

#endif

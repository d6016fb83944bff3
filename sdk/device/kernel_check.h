/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_KERNEL_CHECK_H
#define OPF_USER_KERNEL_CHECK_H

#include "opf/ascendc.h"

#endif

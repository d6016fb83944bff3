/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_UTILS_BASE_SYS_CONSTANTS_H
#define OPF_USER_UTILS_BASE_SYS_CONSTANTS_H

#include "opf/ascendc.h"

#endif

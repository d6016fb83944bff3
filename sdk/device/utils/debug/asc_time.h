/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_UTILS_DEBUG_ASC_TIME_H
#define OPF_USER_UTILS_DEBUG_ASC_TIME_H

#include "opf/ascendc.h"

#endif

/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_ADV_API_UTILS_INIT_GLOBAL_MEMORY_H
#define OPF_USER_ADV_API_UTILS_INIT_GLOBAL_MEMORY_H

#include "opf/ascendc.h"

#endif

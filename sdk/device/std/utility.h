/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_STD_UTILITY_H
#define OPF_USER_STD_UTILITY_H

#include "opf/core/traits.h"

#endif

/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_IMPL_DAV_C220_REG_OTHERS_H
#define OPF_USER_IMPL_DAV_C220_REG_OTHERS_H

#include "opf/ascendc.h"

#endif

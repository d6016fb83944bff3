/* A name that operators include; everything is in the one header. */
#ifndef OPF_USER_KERNEL_STRUCT_PROPOSAL_H
#define OPF_USER_KERNEL_STRUCT_PROPOSAL_H

#include "opf/ascendc.h"

#endif

/* Types of SIMT code. */
#ifndef OPF_SIMT_API_DEVICE_TYPES_H
#define OPF_SIMT_API_DEVICE_TYPES_H

#include "opf/simt/simt_launch.h"

#endif

/* Simt:: spellings of the SIMT functions. */
#ifndef OPF_SIMT_API_CPP_KERNEL_SIMT_MATH_INTF_H
#define OPF_SIMT_API_CPP_KERNEL_SIMT_MATH_INTF_H

#include "opf/simt/simt.h"

#endif

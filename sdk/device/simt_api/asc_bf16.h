/* bfloat16 in SIMT code. */
#ifndef OPF_SIMT_API_ASC_BF16_H
#define OPF_SIMT_API_ASC_BF16_H

#include "opf/simt/simt.h"
#include "opf/simt/simt_vector.h"

#endif

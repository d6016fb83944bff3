/* half in SIMT code. */
#ifndef OPF_SIMT_API_ASC_FP16_H
#define OPF_SIMT_API_ASC_FP16_H

#include "opf/simt/simt.h"
#include "opf/simt/simt_vector.h"

#endif

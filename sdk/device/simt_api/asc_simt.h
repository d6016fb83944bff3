/* SIMT programming: all of it. */
#ifndef OPF_SIMT_API_ASC_SIMT_H
#define OPF_SIMT_API_ASC_SIMT_H

#include "opf/simt/simt.h"
#include "opf/simt/simt_vector.h"

#endif

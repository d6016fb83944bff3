/* Select by a mask of bytes. */
#ifndef OPF_ADV_API_SELECT_SELECTWITHBYTESMASK_H
#define OPF_ADV_API_SELECT_SELECTWITHBYTESMASK_H

#include "opf/adv/adv_math.h"

#endif

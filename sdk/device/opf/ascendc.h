/* All of Ascend C for kernels: memory form, registers, SIMT, library. */
#ifndef OPF_ASCENDC_H
#define OPF_ASCENDC_H

#include "basic/basic.h"
#include "reg/reg.h"
#include "simt/simt.h"
#include "adv/adv.h"

#endif

/* Broadcast of tensors. */
#ifndef OPF_ADV_API_PAD_BROADCAST_H
#define OPF_ADV_API_PAD_BROADCAST_H

#include "opf/adv/adv_broadcast.h"

#endif

/* Barriers and fences of SIMT code. */
#ifndef OPF_SIMT_API_DEVICE_SYNC_FUNCTIONS_H
#define OPF_SIMT_API_DEVICE_SYNC_FUNCTIONS_H

#include "opf/simt/simt_sync.h"

#endif

/* Spelling of opdev/float4_e1m2.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT4_E1M2_H
#define OPFORGE_ACLNN_OPDEV_FLOAT4_E1M2_H
#include "opdev/float4_e1m2.h"
#endif

/* Spelling of opdev/float4_e2m1.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT4_E2M1_H
#define OPFORGE_ACLNN_OPDEV_FLOAT4_E2M1_H
#include "opdev/float4_e2m1.h"
#endif

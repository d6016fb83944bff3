/* Spelling of opdev/bfloat16.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_BFLOAT16_H
#define OPFORGE_ACLNN_OPDEV_BFLOAT16_H
#include "opdev/bfloat16.h"
#endif

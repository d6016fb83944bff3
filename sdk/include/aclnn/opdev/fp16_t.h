/* Spelling of opdev/fp16_t.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FP16_T_H
#define OPFORGE_ACLNN_OPDEV_FP16_T_H
#include "opdev/fp16_t.h"
#endif

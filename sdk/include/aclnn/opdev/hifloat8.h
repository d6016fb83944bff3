/* Spelling of opdev/hifloat8.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_HIFLOAT8_H
#define OPFORGE_ACLNN_OPDEV_HIFLOAT8_H
#include "opdev/hifloat8.h"
#endif

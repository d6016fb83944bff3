/* Spelling of opdev/float8_e5m2.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT8_E5M2_H
#define OPFORGE_ACLNN_OPDEV_FLOAT8_E5M2_H
#include "opdev/float8_e5m2.h"
#endif

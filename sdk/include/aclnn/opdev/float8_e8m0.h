/* Spelling of opdev/float8_e8m0.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT8_E8M0_H
#define OPFORGE_ACLNN_OPDEV_FLOAT8_E8M0_H
#include "opdev/float8_e8m0.h"
#endif

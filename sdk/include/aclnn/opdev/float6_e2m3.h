/* Spelling of opdev/float6_e2m3.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT6_E2M3_H
#define OPFORGE_ACLNN_OPDEV_FLOAT6_E2M3_H
#include "opdev/float6_e2m3.h"
#endif

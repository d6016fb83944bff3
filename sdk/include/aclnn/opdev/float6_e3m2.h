/* Spelling of opdev/float6_e3m2.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT6_E3M2_H
#define OPFORGE_ACLNN_OPDEV_FLOAT6_E3M2_H
#include "opdev/float6_e3m2.h"
#endif

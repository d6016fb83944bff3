/* Spelling of opdev/float8_e4m3fn.h that applications use. */
#ifndef OPFORGE_ACLNN_OPDEV_FLOAT8_E4M3FN_H
#define OPFORGE_ACLNN_OPDEV_FLOAT8_E4M3FN_H
#include "opdev/float8_e4m3fn.h"
#endif

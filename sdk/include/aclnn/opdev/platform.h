/* Spelling of opdev/platform.h that some host sources use. */
#ifndef OPFORGE_ACLNN_OPDEV_PLATFORM_H
#define OPFORGE_ACLNN_OPDEV_PLATFORM_H
#include "opdev/platform.h"
#endif

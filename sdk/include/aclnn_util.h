/* Visibility of public aclnn functions, as operator sources include it. */
#ifndef OPFORGE_ACLNN_UTIL_H
#define OPFORGE_ACLNN_UTIL_H
#include "aclnnop/aclnn_util.h"
#endif

/* Visibility of public aclnn functions, as operator sources include it. A repository's own header of this name,
 * which may declare more, comes along wherever it is. */
#ifndef OPFORGE_ACLNN_UTIL_H
#define OPFORGE_ACLNN_UTIL_H

#if __has_include_next("aclnn_util.h")
#include_next "aclnn_util.h"
#elif __has_include("op_api/aclnn_util.h")
#include "op_api/aclnn_util.h"
#endif
#include "aclnnop/aclnn_util.h"

#endif

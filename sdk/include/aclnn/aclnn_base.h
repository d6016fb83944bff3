/* Start and end of the aclnn layer. Both calls are optional: everything is set up at first use. */
#ifndef OPFORGE_ACLNN_ACLNN_BASE_H
#define OPFORGE_ACLNN_ACLNN_BASE_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char *configPath); /* the file is not needed; NULL is fine */
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);
#ifdef __cplusplus
}
#endif
#endif

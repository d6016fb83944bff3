/* The one acl function that operators' host functions call. */
#include "acl/acl_rt.h"

extern "C" aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum)
{
    if (!pkgName || !versionNum)
        return ACL_ERROR_INVALID_PARAM;
    *versionNum = 0;
    return ACL_ERROR_INVALID_FILE;
}

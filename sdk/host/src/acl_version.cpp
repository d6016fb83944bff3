/* The one acl function that operators' host functions call. */
#include "acl/acl_rt.h"

#include <cstdlib>
#include <cstring>

/* Host functions ask which device library kernels are compiled with, to choose among their templates: what
 * asc-devkit 9.1.0 brought is not offered here, so that no version is known. OPF_ASC_DEVKIT_VERSION, as in
 * 90100000, answers in its place: for looking at tilings that are meant for such a library. */
extern "C" aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum)
{
    if (!pkgName || !versionNum)
        return ACL_ERROR_INVALID_PARAM;
    *versionNum = 0;
    const char *wanted = std::strcmp(pkgName, "asc-devkit") == 0 ? std::getenv("OPF_ASC_DEVKIT_VERSION") : nullptr;
    if (!wanted)
        return ACL_ERROR_INVALID_FILE;
    char *end = nullptr;
    const long number = std::strtol(wanted, &end, 10);
    if (end == wanted || *end || number <= 0 || number > INT32_MAX)
        return ACL_ERROR_INVALID_FILE;
    *versionNum = static_cast<int32_t>(number);
    return ACL_SUCCESS;
}

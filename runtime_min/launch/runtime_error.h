/* The calling thread's recent error message, and the step from opf_status to acl error numbers. */
#ifndef OPF_LAUNCH_RUNTIME_ERROR_H
#define OPF_LAUNCH_RUNTIME_ERROR_H

#include "base/status.h"

/* Public acl numbers used where no acl header is included (acl_base.h has the names). */
enum opf_acl_code {
    OPF_ACL_OK = 0,
    OPF_ACL_INVALID_PARAM = 100000,
    OPF_ACL_INVALID_FILE = 100003,
    OPF_ACL_BAD_ALLOC = 200000,
    OPF_ACL_API_NOT_SUPPORT = 200001,
    OPF_ACL_INTERNAL = 500000,
    OPF_ACL_FAILURE = 500001,
    OPF_ACL_RT_AICORE_TIMEOUT = 507014,
    OPF_ACL_RT_AICORE_EXCEPTION = 507015
};

/* Keep the text of `status` as this thread's message and return the acl number for its code; frees it. */
int opf_runtime_take_status(opf_status *status);
int opf_runtime_code_of(const opf_status *status);
/* The message for aclGetRecentErrMsg: valid until this thread's next call; the stored one is cleared. NULL =
 * none. */
const char *opf_runtime_pop_error(void);

#endif

/* Argument checks of the acl functions: the first one that fails gives the sentence and the number. */
#ifndef OPF_ACL_ACL_CHECK_H
#define OPF_ACL_ACL_CHECK_H

#include "acl/acl.h"
#include "opforge/runtime_api.h"
#include "runtime_min/launch/runtime_error.h"
#include "runtime_min/launch/runtime_state.h"

#define OPF_ACL_NEED(condition, code, ...)                                                                   \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            return opf_runtime_set_error((code), __VA_ARGS__);                                               \
    } while (0)
#define OPF_ACL_NEED_PTR(pointer)                                                                            \
    OPF_ACL_NEED((pointer) != NULL, ACL_ERROR_INVALID_PARAM, "%s: %s is a null pointer", __func__, #pointer)
#define OPF_ACL_TRY(expr)                                                                                    \
    do {                                                                                                     \
        opf_status *opf_acl_status = (expr);                                                                 \
        if (opf_acl_status)                                                                                  \
            return opf_runtime_take_status(opf_status_note(opf_acl_status, "in %s", __func__));              \
    } while (0)

/* acl_event.c: the event behind a handle, NULL when it is not one. */
opf_event *opf_acl_event(aclrtEvent handle);

#endif

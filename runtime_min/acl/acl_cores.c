/* acl functions that control how many cores a process, a stream or a thread uses. */
#include "opforge/runtime_api.h"
#include "runtime_min/acl/acl_check.h"
#include "runtime_min/launch/core_limits.h"

#define NEED_TYPE(type)                                                                                      \
    OPF_ACL_NEED((type) == ACL_RT_DEV_RES_CUBE_CORE || (type) == ACL_RT_DEV_RES_VECTOR_CORE,                 \
                 ACL_ERROR_RT_PARAM_INVALID, "%s: resource type %d is not known", __func__, (int)(type))
#define NEED_VALUE(value)                                                                                    \
    OPF_ACL_NEED((value) != NULL, ACL_ERROR_RT_PARAM_INVALID, "%s: value is a null pointer", __func__)
#define NEED_DEVICE(device)                                                                                  \
    OPF_ACL_NEED((device) == 0, ACL_ERROR_RT_INVALID_DEVICEID, "%s: device %d; there is device 0 only",      \
                 __func__, (device))

static enum opf_core_type type_of(aclrtDevResLimitType type)
{
    return type == ACL_RT_DEV_RES_CUBE_CORE ? OPF_CORES_CUBE : OPF_CORES_VECTOR;
}

/* What the sentence says is what is wrong with the argument `value`. */
static aclError set_limit(const char *function, opf_stream *stream, aclrtDevResLimitType type, uint32_t value)
{
    opf_status *status = opf_core_limits_set(stream, type_of(type), value);
    if (opf_status_code(status) != OPF_OUT_OF_RANGE)
        return opf_runtime_take_status(status);
    (void)opf_runtime_set_error(ACL_ERROR_RT_PARAM_INVALID, "%s: %s", function, opf_status_message(status));
    opf_status_free(status);
    return ACL_ERROR_RT_PARAM_INVALID;
}

/* ---- The device, for the whole process ------------------------------------------------------------------
 */

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t *value)
{
    struct opf_cores cores;
    NEED_TYPE(type);
    NEED_VALUE(value);
    NEED_DEVICE(deviceId);
    OPF_ACL_TRY(opf_core_limits_get(NULL, &cores));
    *value = cores.num[type_of(type)];
    return ACL_SUCCESS;
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value)
{
    NEED_TYPE(type);
    NEED_DEVICE(deviceId);
    return set_limit(__func__, NULL, type, value);
}

aclError aclrtResetDeviceResLimit(int32_t deviceId)
{
    NEED_DEVICE(deviceId);
    opf_core_limits_reset(NULL);
    return ACL_SUCCESS;
}

/* ---- Streams; NULL is the default one --------------------------------------------------------------------
 */

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value)
{
    opf_stream *s;
    struct opf_cores cores;
    NEED_TYPE(type);
    NEED_VALUE(value);
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_core_limits_get(s, &cores));
    *value = cores.num[type_of(type)];
    return ACL_SUCCESS;
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value)
{
    opf_stream *s;
    NEED_TYPE(type);
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    return set_limit(__func__, s, type, value);
}

aclError aclrtResetStreamResLimit(aclrtStream stream)
{
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    opf_core_limits_reset(s);
    return ACL_SUCCESS;
}

/* ---- The calling thread ----------------------------------------------------------------------------------
 */

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream)
{
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    OPF_ACL_TRY(opf_core_limits_use(s));
    return ACL_SUCCESS;
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream)
{
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(stream, &s));
    opf_core_limits_unuse(s);
    return ACL_SUCCESS;
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value)
{
    struct opf_cores cores;
    NEED_TYPE(type);
    NEED_VALUE(value);
    OPF_ACL_TRY(opf_core_limits_of_thread(&cores));
    *value = cores.num[type_of(type)];
    return ACL_SUCCESS;
}

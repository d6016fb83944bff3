/* acl initialisation, devices, contexts. There is one emulated device, number 0; OPF_SOC says which chip it
 * is. */
#include "opforge/runtime_api.h"
#include "base/alloc.h"
#include "base/path.h"
#include "base/thread.h"
#include "runtime_min/acl/acl_check.h"
#include "runtime_min/launch/core_limits.h"

#define CONTEXT_MAGIC 0x7478746361666f70u

struct context {
    uint64_t magic;
    int32_t device;
};

static opf_mutex lock;
static bool initialised;
static int64_t options[4];
static bool option_set[4];
static aclrtFloatOverflowMode saturation = ACL_RT_OVERFLOW_MODE_INFNAN;
static struct context default_context = {CONTEXT_MAGIC, 0};
static _Thread_local struct context *current;

aclError aclInit(const char *configPath)
{
    OPF_ACL_NEED(!configPath || !*configPath || opf_path_is_file(configPath), ACL_ERROR_INVALID_FILE,
                 "aclInit: configuration file %s does not exist", configPath);
    const struct opf_chip *chip;
    OPF_ACL_TRY(opf_runtime_chip(&chip));
    opf_mutex_lock(&lock);
    bool twice = initialised;
    initialised = true;
    opf_mutex_unlock(&lock);
    OPF_ACL_NEED(!twice, ACL_ERROR_REPEAT_INITIALIZE, "aclInit: called twice without aclFinalize");
    return ACL_SUCCESS;
}

aclError aclFinalize(void)
{
    opf_mutex_lock(&lock);
    bool was = initialised;
    initialised = false;
    opf_mutex_unlock(&lock);
    OPF_ACL_NEED(was, ACL_ERROR_UNINITIALIZE, "aclFinalize: called without aclInit");
    opf_runtime_wait_all();
    opf_core_limits_reset(NULL);
    return ACL_SUCCESS;
}

const char *aclGetRecentErrMsg(void)
{
    return opf_runtime_pop_error();
}

aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion)
{
    OPF_ACL_NEED_PTR(majorVersion);
    OPF_ACL_NEED_PTR(minorVersion);
    OPF_ACL_NEED_PTR(patchVersion);
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
}

/* ---- System parameters --------------------------------------------------------------------------------- */

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value)
{
    OPF_ACL_NEED(opt >= 0 && opt < 4, ACL_ERROR_INVALID_PARAM, "%s: option %d is not known", __func__,
                 (int)opt);
    opf_mutex_lock(&lock);
    options[opt] = value;
    option_set[opt] = true;
    opf_mutex_unlock(&lock);
    return ACL_SUCCESS;
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value)
{
    OPF_ACL_NEED_PTR(value);
    OPF_ACL_NEED(opt >= 0 && opt < 4, ACL_ERROR_INVALID_PARAM, "%s: option %d is not known", __func__,
                 (int)opt);
    opf_mutex_lock(&lock);
    bool set = option_set[opt];
    *value = set ? options[opt] : *value;
    opf_mutex_unlock(&lock);
    OPF_ACL_NEED(set, ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "%s: option %d was not set", __func__, (int)opt);
    return ACL_SUCCESS;
}

int64_t opf_runtime_option(int opt, int64_t unset)
{
    int64_t value = unset;
    opf_mutex_lock(&lock);
    if (opt >= 0 && opt < 4 && option_set[opt])
        value = options[opt];
    opf_mutex_unlock(&lock);
    return value;
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value)
{
    return aclrtSetSysParamOpt(opt, value);
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t *value)
{
    return aclrtGetSysParamOpt(opt, value);
}

/* ---- Devices ------------------------------------------------------------------------------------------- */

aclError aclrtSetDevice(int32_t deviceId)
{
    OPF_ACL_NEED(deviceId == 0, ACL_ERROR_RT_INVALID_DEVICEID,
                 "aclrtSetDevice: device %d; there is device 0 only", deviceId);
    opf_device *device;
    OPF_ACL_TRY(opf_runtime_device(&device));
    current = &default_context;
    return ACL_SUCCESS;
}

aclError aclrtResetDevice(int32_t deviceId)
{
    OPF_ACL_NEED(deviceId == 0, ACL_ERROR_RT_INVALID_DEVICEID,
                 "aclrtResetDevice: device %d; there is device 0 only", deviceId);
    opf_runtime_wait_all();
    current = NULL;
    return ACL_SUCCESS;
}

/* The limit of cores belongs to the process: a thread that has ended its own use of the device leaves it, the
 * forced end of all use takes it away. */
aclError aclrtResetDeviceForce(int32_t deviceId)
{
    aclError code = aclrtResetDevice(deviceId);
    if (code == ACL_SUCCESS)
        opf_core_limits_reset(NULL);
    return code;
}

aclError aclrtGetDevice(int32_t *deviceId)
{
    OPF_ACL_NEED_PTR(deviceId);
    OPF_ACL_NEED(current, ACL_ERROR_RT_CONTEXT_NULL,
                 "aclrtGetDevice: this thread has called neither aclrtSetDevice "
                 "nor aclrtSetCurrentContext");
    *deviceId = current->device;
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
    OPF_ACL_NEED_PTR(count);
    *count = 1;
    return ACL_SUCCESS;
}

aclError aclrtGetRunMode(aclrtRunMode *runMode)
{
    OPF_ACL_NEED_PTR(runMode);
    *runMode = ACL_HOST;
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeDevice(void)
{
    bool late;
    return opf_runtime_take_status(opf_runtime_synchronize_all(-1, &late));
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout)
{
    OPF_ACL_NEED(timeout >= -1, ACL_ERROR_INVALID_PARAM, "%s: timeout %d ms; -1 means none", __func__,
                 timeout);
    bool late;
    OPF_ACL_TRY(opf_runtime_synchronize_all(timeout < 0 ? -1 : (int64_t)timeout * 1000000, &late));
    OPF_ACL_NEED(!late, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "%s: work is still running after %d ms", __func__,
                 timeout);
    return ACL_SUCCESS;
}

aclError aclrtSetTsDevice(aclrtTsId tsId)
{
    OPF_ACL_NEED(tsId == ACL_TS_ID_AICORE || tsId == ACL_TS_ID_AIVECTOR, ACL_ERROR_INVALID_PARAM,
                 "%s: scheduler %d is not known", __func__, (int)tsId);
    return ACL_SUCCESS;
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode)
{
    OPF_ACL_NEED(mode == ACL_RT_OVERFLOW_MODE_SATURATION || mode == ACL_RT_OVERFLOW_MODE_INFNAN,
                 ACL_ERROR_INVALID_PARAM, "%s: mode %d is not known", __func__, (int)mode);
    __atomic_store_n(&saturation, mode, __ATOMIC_RELAXED);
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode)
{
    OPF_ACL_NEED_PTR(mode);
    *mode = __atomic_load_n(&saturation, __ATOMIC_RELAXED);
    return ACL_SUCCESS;
}

/* ---- Contexts ------------------------------------------------------------------------------------------ */

aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId)
{
    OPF_ACL_NEED_PTR(context);
    OPF_ACL_NEED(deviceId == 0, ACL_ERROR_RT_INVALID_DEVICEID, "%s: device %d; there is device 0 only",
                 __func__, deviceId);
    struct context *made = opf_alloc(sizeof(*made));
    OPF_ACL_NEED(made, ACL_ERROR_BAD_ALLOC, "%s: no memory for a context", __func__);
    *made = (struct context){CONTEXT_MAGIC, deviceId};
    *context = current = made;
    return ACL_SUCCESS;
}

aclError aclrtDestroyContext(aclrtContext context)
{
    OPF_ACL_NEED_PTR(context);
    struct context *c = context;
    OPF_ACL_NEED(c->magic == CONTEXT_MAGIC, ACL_ERROR_RT_INVALID_HANDLE, "%s: %p is not a context", __func__,
                 context);
    if (current == c)
        current = NULL;
    if (c != &default_context) {
        c->magic = 0;
        opf_free(c);
    }
    return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext context)
{
    OPF_ACL_NEED_PTR(context);
    struct context *c = context;
    OPF_ACL_NEED(c->magic == CONTEXT_MAGIC, ACL_ERROR_RT_INVALID_HANDLE, "%s: %p is not a context", __func__,
                 context);
    current = c;
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext *context)
{
    OPF_ACL_NEED_PTR(context);
    OPF_ACL_NEED(current, ACL_ERROR_RT_CONTEXT_NULL,
                 "%s: this thread has no current context; call aclrtSetDevice "
                 "first",
                 __func__);
    *context = current;
    return ACL_SUCCESS;
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream)
{
    OPF_ACL_NEED_PTR(stream);
    opf_stream *s;
    OPF_ACL_TRY(opf_runtime_stream(NULL, &s));
    *stream = s;
    return ACL_SUCCESS;
}

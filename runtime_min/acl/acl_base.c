/* acl helpers: half conversion, element sizes, data buffers, application log, chip name and capabilities. */
#include "acl/acl_base.h"

#include "base/alloc.h"
#include "base/log.h"
#include "base/path.h"
#include "runtime_min/acl/acl_check.h"
#include <string.h>

struct aclDataBuffer {
    void *data;
    size_t size;
};

float aclFloat16ToFloat(aclFloat16 value)
{
    uint32_t sign = (uint32_t)(value & 0x8000u) << 16, exp = (value >> 10) & 31u, frac = value & 0x3ffu, word;
    float out;
    if (exp == 0) { /* zero and subnormals: exact in float */
        out = (float)frac * 5.9604644775390625e-8f;
        memcpy(&word, &out, sizeof(word));
        word |= sign;
    } else {
        word = sign | (exp == 31 ? 0x7f800000u : (exp + 112) << 23) | frac << 13;
    }
    memcpy(&out, &word, sizeof(out));
    return out;
}

aclFloat16 aclFloatToFloat16(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof(word));
    uint32_t sign = (word >> 16) & 0x8000u, body = word & 0x7fffffffu;
    if (body > 0x7f800000u) /* NaN keeps its top bits and stays one */
        return (aclFloat16)(sign | 0x7e00u | ((body >> 13) & 0x3ffu));
    if (body >= 0x477ff000u) /* rounds to 65536 or more */
        return (aclFloat16)(sign | 0x7c00u);
    if (body < 0x38800000u) { /* below 2^-14: the hardware adder rounds at the last bit of a subnormal half */
        float shifted;
        uint32_t magic = 126u << 23; /* 0.5: its last bit is 2^-24 */
        float half;
        memcpy(&half, &magic, sizeof(half));
        memcpy(&shifted, &body, sizeof(shifted));
        shifted += half;
        memcpy(&word, &shifted, sizeof(word));
        return (aclFloat16)(sign | (word - magic));
    }
    body += 0xfffu + ((body >> 13) & 1u); /* nearest, ties to even */
    return (aclFloat16)(sign | ((body - (112u << 23)) >> 13));
}

size_t aclDataTypeSize(aclDataType dataType)
{
    switch (dataType) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
        return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
        return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
        return 4;
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_DOUBLE:
    case ACL_COMPLEX64:
        return 8;
    case ACL_COMPLEX128:
        return 16;
    default:
        return 0;
    }
}

aclDataBuffer *aclCreateDataBuffer(void *data, size_t size)
{
    aclDataBuffer *buffer = opf_alloc(sizeof(*buffer));
    if (buffer)
        *buffer = (aclDataBuffer){data, size};
    return buffer;
}

aclError aclDestroyDataBuffer(const aclDataBuffer *dataBuffer)
{
    OPF_ACL_NEED_PTR(dataBuffer);
    opf_free((void *)(uintptr_t)dataBuffer);
    return ACL_SUCCESS;
}

aclError aclUpdateDataBuffer(aclDataBuffer *dataBuffer, void *data, size_t size)
{
    OPF_ACL_NEED_PTR(dataBuffer);
    *dataBuffer = (aclDataBuffer){data, size};
    return ACL_SUCCESS;
}

void *aclGetDataBufferAddr(const aclDataBuffer *dataBuffer)
{
    return dataBuffer ? dataBuffer->data : NULL;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer *dataBuffer)
{
    return dataBuffer ? (uint32_t)dataBuffer->size : 0;
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer *dataBuffer)
{
    return dataBuffer ? dataBuffer->size : 0;
}

void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...)
{
    static const char *const names[] = {"debug", "info", "warning", "error"};
    if (!fmt || (logLevel < ACL_WARNING && !opf_log_enabled("app", OPF_LOG_DEBUG)))
        return;
    char text[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    fprintf(stderr, "%s:%u: %s: %s (in %s)\n", file ? opf_path_base(file) : "", line,
            logLevel >= ACL_DEBUG && logLevel <= ACL_ERROR ? names[logLevel] : "log", text, func ? func : "");
}

const char *aclrtGetSocName(void)
{
    const char *name = opf_runtime_soc_full_name();
    return *name ? name : NULL;
}

aclError aclGetCannAttributeList(const aclCannAttr **cannAttrList, size_t *num)
{
    static const aclCannAttr list[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16};
    OPF_ACL_NEED_PTR(cannAttrList);
    OPF_ACL_NEED_PTR(num);
    *cannAttrList = list;
    *num = sizeof(list) / sizeof(list[0]);
    return ACL_SUCCESS;
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t *value)
{
    OPF_ACL_NEED_PTR(value);
    OPF_ACL_NEED(cannAttr >= ACL_CANN_ATTR_INF_NAN && cannAttr <= ACL_CANN_ATTR_JIT_COMPILE,
                 ACL_ERROR_INVALID_PARAM, "%s: attribute %d is not known", __func__, (int)cannAttr);
    *value = cannAttr != ACL_CANN_ATTR_JIT_COMPILE;
    return ACL_SUCCESS;
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t *value)
{
    static const char *const keys[] = {"cube_core_cnt", "vector_core_cnt", "l2_size"};
    OPF_ACL_NEED_PTR(value);
    OPF_ACL_NEED(deviceId == 0, ACL_ERROR_INVALID_PARAM, "%s: device %u; there is device 0 only", __func__,
                 deviceId);
    OPF_ACL_NEED(deviceInfo >= 0 && deviceInfo <= ACL_DEVICE_INFO_L2_SIZE, ACL_ERROR_INVALID_PARAM,
                 "%s: information %d is not known", __func__, (int)deviceInfo);
    const struct opf_chip *chip;
    OPF_ACL_TRY(opf_runtime_chip(&chip));
    *value = opf_chip_figure(chip, keys[deviceInfo]);
    return ACL_SUCCESS;
}

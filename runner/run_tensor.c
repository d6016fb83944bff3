/* Tensors of a run: memory, values, names of types. */
#include "runner/run_tensor.h"

#include "base/buf.h"
#include "base/text.h"
#include "runner/small_values.h"

#include <string.h>

/* Public numbers of ge::DataType (docs/formats/keys.md) with the bits of one element. */
static const struct {
    const char *name;
    int32_t number;
    uint32_t bits;
} DTYPES[] = {
    {"float32", 0, 32},     {"float16", 1, 16},       {"int8", 2, 8},         {"int32", 3, 32},
    {"uint8", 4, 8},        {"int16", 6, 16},         {"uint16", 7, 16},      {"uint32", 8, 32},
    {"int64", 9, 64},       {"uint64", 10, 64},       {"double", 11, 64},     {"bool", 12, 8},
    {"complex64", 16, 64},  {"complex128", 17, 128},  {"bfloat16", 27, 16},   {"int4", 29, 4},
    {"uint1", 30, 1},       {"int2", 31, 2},          {"complex32", 33, 32},  {"hifloat8", 34, 8},
    {"float8_e5m2", 35, 8}, {"float8_e4m3fn", 36, 8}, {"float8_e8m0", 37, 8}, {"float4_e2m1", 40, 4},
    {"float4_e1m2", 41, 4},
};
#define DTYPE_NUM (sizeof DTYPES / sizeof DTYPES[0])

static uint32_t dtype_bits(int32_t dtype)
{
    for (size_t i = 0; i < DTYPE_NUM; i++)
        if (DTYPES[i].number == dtype)
            return DTYPES[i].bits;
    return 0;
}

const char *opf_run_dtype_name(int32_t dtype)
{
    for (size_t i = 0; i < DTYPE_NUM; i++)
        if (DTYPES[i].number == dtype)
            return DTYPES[i].name;
    return NULL;
}

int32_t opf_run_dtype_number(const char *name)
{
    if (strcmp(name, "float") == 0)
        return 0;
    if (strcmp(name, "half") == 0)
        return 1;
    if (strcmp(name, "float64") == 0)
        return 11;
    for (size_t i = 0; i < DTYPE_NUM; i++)
        if (strcmp(DTYPES[i].name, name) == 0)
            return DTYPES[i].number;
    return -1;
}

const char *opf_run_dtype_nearest(const char *name)
{
    const char *names[DTYPE_NUM];
    for (size_t i = 0; i < DTYPE_NUM; i++)
        names[i] = DTYPES[i].name;
    return opf_text_nearest(name, names, DTYPE_NUM);
}

void opf_run_tensor_free(struct opf_run_tensor *tensor)
{
    opf_free(tensor->name);
    opf_free(tensor->data);
    memset(tensor, 0, sizeof *tensor);
}

int64_t opf_run_tensor_count(const struct opf_host_shape *shape)
{
    int64_t count = 1;
    for (uint32_t i = 0; i < shape->dim_num; i++)
        if (shape->dims[i] < 0 || __builtin_mul_overflow(count, shape->dims[i], &count))
            return -1;
    return count;
}

size_t opf_run_tensor_bytes(int32_t dtype, int64_t count)
{
    return ((size_t)count * dtype_bits(dtype) + 7) / 8;
}

opf_status *opf_run_tensor_alloc(struct opf_run_tensor *tensor)
{
    int64_t count = opf_run_tensor_count(&tensor->shape);
    if (count < 0 || count > ((int64_t)1 << 40))
        return OPF_FAIL(OPF_OUT_OF_RANGE, "a tensor has a negative dimension or too many elements");
    if (!opf_run_dtype_name(tensor->dtype))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "data type number %d has no size", tensor->dtype);
    tensor->bytes = opf_run_tensor_bytes(tensor->dtype, count);
    opf_free(tensor->data);
    /* vector units move whole 32-byte blocks; room behind the data as device memory has it */
    size_t room = tensor->bytes + 64;
    tensor->data = opf_alloc_aligned(64, room);
    if (!tensor->data)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a tensor of %zu bytes", tensor->bytes);
    memset(tensor->data, 0, room);
    return NULL;
}

/* ---- values ------------------------------------------------------------------------------------------- */

static float half_to_float(uint16_t bits)
{
    uint32_t exponent = (bits >> 10) & 31, fraction = bits & 1023u;
    float magnitude;
    if (exponent == 31)
        magnitude = fraction ? __builtin_nanf("") : __builtin_inff();
    else if (exponent == 0)
        magnitude = (float)fraction * 0x1p-24f;
    else
        magnitude = __builtin_ldexpf((float)(1024u + fraction), (int)exponent - 25);
    return bits & 0x8000u ? -magnitude : magnitude;
}

/* Values made by fill rules are short: half and bfloat16 hold them exactly, so truncation is exact here. */
static uint16_t float_to_half(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    int32_t exponent = (int32_t)((bits >> 23) & 255) - 127 + 15;
    uint16_t sign = (uint16_t)((bits >> 16) & 0x8000u);
    if (exponent <= 0)
        return sign;
    return (uint16_t)(sign | (uint32_t)exponent << 10 | ((bits >> 13) & 1023u));
}

static void store_value(int32_t dtype, void *at, double value)
{
    float f = (float)value;
    int64_t whole = (int64_t)value;
    uint32_t bits;
    switch (dtype) {
    case 0:
        memcpy(at, &f, 4);
        break;
    case 1: {
        uint16_t half = float_to_half(f);
        memcpy(at, &half, 2);
        break;
    }
    case 27: {
        memcpy(&bits, &f, 4);
        uint16_t high = (uint16_t)(bits >> 16);
        memcpy(at, &high, 2);
        break;
    }
    case 11:
        memcpy(at, &value, 8);
        break;
    case 12:
        *(uint8_t *)at = whole & 1;
        break;
    case 2:
    case 4:
        *(uint8_t *)at = (uint8_t)whole;
        break;
    case 6:
    case 7:
        memcpy(at, &whole, 2);
        break;
    case 3:
    case 8:
        memcpy(at, &whole, 4);
        break;
    case 9:
    case 10:
        memcpy(at, &whole, 8);
        break;
    default:
        break;
    }
}

static uint64_t next_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static bool is_unsigned(int32_t dtype)
{
    return dtype == 4 || dtype == 7 || dtype == 8 || dtype == 10;
}
static bool is_float(int32_t dtype)
{
    return dtype == 0 || dtype == 1 || dtype == 11 || dtype == 27;
}

opf_status *opf_run_tensor_fill(struct opf_run_tensor *tensor, enum opf_run_fill fill, uint64_t seed)
{
    if (fill == OPF_FILL_ZEROS)
        return NULL;
    size_t size = opf_run_tensor_bytes(tensor->dtype, 1);
    if (!is_float(tensor->dtype) && !(tensor->dtype >= 2 && tensor->dtype <= 12))
        return OPF_FAIL(OPF_UNSUPPORTED, "values of type %s cannot be generated: give a .npy file",
                        opf_run_dtype_name(tensor->dtype));
    int64_t count = opf_run_tensor_count(&tensor->shape);
    uint64_t state = seed;
    for (int64_t i = 0; i < count; i++) {
        double value = 1;
        if (fill == OPF_FILL_ARANGE)
            value = (double)(i % 128);
        else if (fill == OPF_FILL_RANDOM) {
            int64_t draw = (int64_t)(next_random(&state) >> 57); /* 7 bits: exact in every float type */
            value = is_float(tensor->dtype)      ? (double)(draw - 64) / 32
                    : is_unsigned(tensor->dtype) ? (double)(draw & 15)
                                                 : (double)((draw & 15) - 8);
        }
        store_value(tensor->dtype, (char *)tensor->data + (size_t)i * size, value);
    }
    return NULL;
}

opf_status *opf_run_tensor_set(struct opf_run_tensor *tensor, int64_t i, double value)
{
    if (!is_float(tensor->dtype) && !(tensor->dtype >= 2 && tensor->dtype <= 12))
        return OPF_FAIL(OPF_UNSUPPORTED, "values of type %s cannot be written as numbers",
                        opf_run_dtype_name(tensor->dtype));
    size_t size = opf_run_tensor_bytes(tensor->dtype, 1);
    store_value(tensor->dtype, (char *)tensor->data + (size_t)i * size, value);
    return NULL;
}

/* Elements of less than a byte begin at its low end. */
static double small_value(const struct opf_run_tensor *tensor, int64_t i)
{
    const uint64_t place = (uint64_t)i * dtype_bits(tensor->dtype);
    return opf_small_value(tensor->dtype, (uint32_t)((const uint8_t *)tensor->data)[place / 8] >> place % 8);
}

bool opf_run_tensor_is_complex(const struct opf_run_tensor *tensor)
{
    return tensor->dtype == 16 || tensor->dtype == 17 || tensor->dtype == 33;
}

void opf_run_tensor_complex(const struct opf_run_tensor *tensor, int64_t i, double *real, double *imaginary)
{
    struct opf_run_tensor parts = *tensor; /* the same bytes as pairs of real numbers */
    parts.dtype = tensor->dtype == 33 ? 1 : tensor->dtype == 16 ? 0 : 11;
    *real = opf_run_tensor_value(&parts, 2 * i);
    *imaginary = opf_run_tensor_value(&parts, 2 * i + 1);
}

double opf_run_tensor_value(const struct opf_run_tensor *tensor, int64_t i)
{
    if (opf_small_value_known(tensor->dtype))
        return small_value(tensor, i);
    size_t size = opf_run_tensor_bytes(tensor->dtype, 1);
    const char *at = (const char *)tensor->data + (size_t)i * size;
    uint64_t bits = 0;
    memcpy(&bits, at, size > 8 ? 8 : size);
    float f;
    double d;
    switch (tensor->dtype) {
    case 0:
        memcpy(&f, at, 4);
        return (double)f;
    case 1:
        return (double)half_to_float((uint16_t)bits);
    case 27: {
        uint32_t wide = (uint32_t)bits << 16;
        memcpy(&f, &wide, 4);
        return (double)f;
    }
    case 11:
        memcpy(&d, at, 8);
        return d;
    case 2:
        return (double)(int8_t)bits;
    case 3:
        return (double)(int32_t)bits;
    case 6:
        return (double)(int16_t)bits;
    case 9:
        return (double)(int64_t)bits;
    default:
        return (double)bits;
    }
}

char *opf_run_tensor_describe(const struct opf_run_tensor *tensor)
{
    struct opf_buf text;
    opf_buf_init(&text, 4096);
    if (tensor->absent)
        opf_buf_puts(&text, "none");
    else {
        const char *name = opf_run_dtype_name(tensor->dtype);
        opf_buf_printf(&text, "%s[", name ? name : "?");
        for (uint32_t i = 0; i < tensor->shape.dim_num; i++)
            opf_buf_printf(&text, "%s%lld", i ? "," : "", (long long)tensor->shape.dims[i]);
        opf_buf_puts(&text, "]");
    }
    char *copy = opf_strdup(opf_buf_text(&text));
    opf_buf_free(&text);
    return copy;
}

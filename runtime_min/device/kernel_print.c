/* printf and DumpTensor of kernels: text goes to stdout in whole pieces and is flushed at once, so that it is
 * there even when the launch fails right after. */
#include "base/buf.h"
#include "runtime_min/device/core_slot.h"
#include <string.h>

#define SHORT_TEXT 1024
#define LONG_TEXT  ((size_t)1 << 20)
#define DUMP_LINE  16

static opf_mutex print_lock;

static void emit(const char *text, size_t len)
{
    opf_mutex_lock(&print_lock);
    (void)fwrite(text, 1, len, stdout);
    (void)fflush(stdout);
    opf_mutex_unlock(&print_lock);
}

void opf_rt_printf(const char *fmt, ...)
{
    char text[SHORT_TEXT];
    va_list args;
    va_start(args, fmt);
    size_t len = opf_kernel_format(text, sizeof(text), fmt, args);
    va_end(args);
    if (len < sizeof(text)) {
        emit(text, len);
        return;
    }
    size_t size = len < LONG_TEXT ? len + 1 : LONG_TEXT;
    char *big = opf_alloc(size);
    if (!big) {
        emit(text, sizeof(text) - 1);
        return;
    }
    va_start(args, fmt);
    (void)opf_kernel_format(big, size, fmt, args);
    va_end(args);
    emit(big, strlen(big));
    opf_free(big);
}

/* ---- DumpTensor ---------------------------------------------------------------------------------------- */

static const struct dtype {
    int number;
    const char *name;
    unsigned size;
    char form; /* i signed, u unsigned, f float, h half, b bfloat16, t bool, x raw */
} dtypes[] = {{0, "float", 4, 'f'},       {1, "half", 2, 'h'},      {2, "int8_t", 1, 'i'},
              {3, "int32_t", 4, 'i'},     {4, "uint8_t", 1, 'u'},   {6, "int16_t", 2, 'i'},
              {7, "uint16_t", 2, 'u'},    {8, "uint32_t", 4, 'u'},  {9, "int64_t", 8, 'i'},
              {10, "uint64_t", 8, 'u'},   {11, "double", 8, 'f'},   {12, "bool", 1, 't'},
              {27, "bfloat16", 2, 'b'},   {34, "hifloat8", 1, 'x'}, {35, "fp8_e5m2", 1, 'x'},
              {36, "fp8_e4m3fn", 1, 'x'}, {37, "fp8_e8m0", 1, 'x'}};

static float half_value(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16, exp = (bits >> 10) & 31, frac = bits & 0x3ffu;
    float out;
    uint32_t word;
    if (exp == 0) {
        out = (float)frac * 5.9604644775390625e-8f; /* 2^-24 */
        memcpy(&word, &out, 4);
        word |= sign;
    } else {
        word = sign | (exp == 31 ? 0x7f800000u : (exp + 112) << 23) | frac << 13;
    }
    memcpy(&out, &word, 4);
    return out;
}

static void say(struct opf_buf *to, const struct dtype *type, const uint8_t *at)
{
    uint64_t raw = 0;
    memcpy(&raw, at, type->size);
    int64_t whole = (int64_t)(raw << (64 - 8 * type->size)) >> (64 - 8 * type->size);
    uint32_t word = (uint32_t)raw << 16;
    float f;
    double d;
    switch (type->form) {
    case 'i':
        opf_buf_printf(to, "%lld", (long long)whole);
        break;
    case 'f':
        memcpy(&f, at, 4);
        memcpy(&d, &raw, 8);
        opf_buf_printf(to, "%f", type->size == 4 ? (double)f : d);
        break;
    case 'h':
        opf_buf_printf(to, "%f", (double)half_value((uint16_t)raw));
        break;
    case 'b':
        memcpy(&f, &word, 4);
        opf_buf_printf(to, "%f", (double)f);
        break;
    case 'x':
        opf_buf_printf(to, "0x%02x", (unsigned)raw);
        break;
    default:
        opf_buf_printf(to, "%llu", (unsigned long long)raw);
        break;
    }
}

void opf_rt_dump(const char *position, uint32_t desc, int dtype, const void *addr, uint32_t count,
                 const uint32_t *shape, uint32_t dims)
{
    const struct opf_slot *slot = opf_slot_current();
    const struct dtype *type = NULL;
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++)
        if (dtypes[i].number == dtype)
            type = &dtypes[i];
    if (!type)
        opf_fault_raise(OPF_FAULT_UNSUPPORTED, "DumpTensor", __builtin_frame_address(0),
                        "elements of data type %d cannot be shown", dtype);
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_printf(&text, "DumpTensor: desc=%u, addr=0x%zx, data_type=%s, position=%s, block=%u, count=%u",
                   desc, (size_t)(uintptr_t)addr, type->name, position ? position : "", slot->core.block_idx,
                   count);
    for (uint32_t i = 0; shape && i < dims; i++)
        opf_buf_printf(&text, "%s%u%s", i ? ", " : ", shape=[", shape[i], i + 1 == dims ? "]" : "");
    opf_buf_puts(&text, "\n[");
    uint32_t row = shape && dims && shape[dims - 1] ? shape[dims - 1] : DUMP_LINE;
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            opf_buf_puts(&text, i % row == 0 ? ",\n " : ", ");
        say(&text, type, (const uint8_t *)addr + (size_t)i * type->size);
    }
    opf_buf_puts(&text, "]\n");
    emit(opf_buf_text(&text), text.len);
    opf_buf_free(&text);
}

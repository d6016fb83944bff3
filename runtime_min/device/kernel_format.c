/* The formatter of kernels' printf and of fault messages: no locale, no allocation, nothing of libc's stdio,
 * so it is safe on a fibre's stack and cannot be used to write memory (%n does not exist). */
#include "opforge/abi.h"
#include "runtime_min/device/core_slot.h"
#include <math.h>
#include <string.h>

struct spec {
    bool left, plus, space, alt, zero;
    int width, precision; /* precision -1 = not given */
    int length;           /* 0, 1 = l, 2 = ll or z or j or t, -1 = h, -2 = hh */
    char conv;
};

struct out {
    char *data;
    size_t size, len;
};

static void put(struct out *o, char c)
{
    if (o->len + 1 < o->size)
        o->data[o->len] = c;
    o->len++;
}

static void pad(struct out *o, char c, int n)
{
    for (; n > 0; n--)
        put(o, c);
}

/* Prefix ("-", "0x"), then zeros or spaces, then the digits. */
static void put_field(struct out *o, const struct spec *s, const char *prefix, const char *body, size_t len)
{
    int total = (int)(strlen(prefix) + len);
    bool zeros = s->zero && !s->left;
    if (!s->left && !zeros)
        pad(o, ' ', s->width - total);
    for (const char *p = prefix; *p; p++)
        put(o, *p);
    if (zeros)
        pad(o, '0', s->width - total);
    for (size_t i = 0; i < len; i++)
        put(o, body[i]);
    if (s->left)
        pad(o, ' ', s->width - total);
}

static void put_integer(struct out *o, struct spec *s, uint64_t value, bool negative)
{
    const char *digits = s->conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned base = s->conv == 'x' || s->conv == 'X' || s->conv == 'p' ? 16 : s->conv == 'o' ? 8 : 10;
    char text[96];
    size_t n = sizeof(text);
    size_t least = s->precision < 0 ? 1 : s->precision > 64 ? 64 : (size_t)s->precision;
    for (uint64_t v = value; v != 0; v /= base)
        text[--n] = digits[v % base];
    while (sizeof(text) - n < least)
        text[--n] = '0';
    if (s->precision >= 0)
        s->zero = false;
    const char *prefix = negative ? "-" : s->plus ? "+" : s->space ? " " : "";
    if (base == 16)
        prefix = s->conv == 'p' || (s->alt && value) ? (s->conv == 'X' ? "0X" : "0x") : "";
    put_field(o, s, prefix, text + n, sizeof(text) - n);
}

/* Digits of a float come from libc's snprintf, which is exact; the format is rebuilt from the checked parts.
 */
static void put_float(struct out *o, struct spec *s, double value)
{
    char fmt[16] = "%", text[400];
    int precision = s->precision < 0 ? 6 : s->precision > 60 ? 60 : s->precision;
    size_t n = 1;
    if (s->alt)
        fmt[n++] = '#';
    fmt[n++] = '.';
    fmt[n++] = '*';
    fmt[n++] = s->conv;
    fmt[n] = '\0';
    double magnitude = signbit(value) ? -value : value;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int len = snprintf(text, sizeof(text), fmt, precision, magnitude);
#pragma GCC diagnostic pop
    if (!isfinite(value))
        s->zero = false;
    const char *prefix = signbit(value) && !isnan(value) ? "-" : s->plus ? "+" : s->space ? " " : "";
    put_field(o, s, prefix, text, len < 0 ? 0 : (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

static const char *read_number(const char *f, int *out, va_list *args)
{
    if (*f == '*') {
        *out = va_arg(*args, int);
        return f + 1;
    }
    int v = 0;
    while (*f >= '0' && *f <= '9') {
        v = v < 100000 ? v * 10 + (*f - '0') : v;
        f++;
    }
    *out = v;
    return f;
}

static const char *read_spec(const char *f, struct spec *s, va_list *args)
{
    *s = (struct spec){.precision = -1};
    for (;; f++) {
        if (*f == '-')
            s->left = true;
        else if (*f == '+')
            s->plus = true;
        else if (*f == ' ')
            s->space = true;
        else if (*f == '#')
            s->alt = true;
        else if (*f == '0')
            s->zero = true;
        else
            break;
    }
    f = read_number(f, &s->width, args);
    if (s->width < 0) {
        s->left = true;
        s->width = s->width < -100000 ? 100000 : -s->width;
    }
    if (*f == '.')
        f = read_number(f + 1, &s->precision, args);
    if (s->width > 4096)
        s->width = 4096;
    for (;; f++) {
        if (*f == 'l')
            s->length = s->length == 1 ? 2 : 1;
        else if (*f == 'z' || *f == 'j' || *f == 't')
            s->length = 2;
        else if (*f == 'h')
            s->length = s->length == -1 ? -2 : -1;
        else
            break;
    }
    s->conv = *f;
    return *f ? f + 1 : f;
}

static uint64_t narrow(uint64_t value, int length, bool is_signed)
{
    if (length == -1)
        return is_signed ? (uint64_t)(int64_t)(int16_t)value : (uint16_t)value;
    if (length == -2)
        return is_signed ? (uint64_t)(int64_t)(int8_t)value : (uint8_t)value;
    return value;
}

static void put_one(struct out *o, struct spec *s, va_list *args)
{
    switch (s->conv) {
    case 'd':
    case 'i': {
        int64_t v = s->length > 0 ? va_arg(*args, int64_t) : va_arg(*args, int);
        v = (int64_t)narrow((uint64_t)v, s->length, true);
        put_integer(o, s, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0);
        break;
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
        uint64_t v = s->length > 0 ? va_arg(*args, uint64_t) : va_arg(*args, unsigned);
        s->plus = s->space = false;
        put_integer(o, s, narrow(v, s->length, false), false);
        break;
    }
    case 'p':
        put_integer(o, s, (uint64_t)(uintptr_t)va_arg(*args, void *), false);
        break;
    case 'c': {
        char c = (char)va_arg(*args, int);
        s->zero = false;
        put_field(o, s, "", &c, 1);
        break;
    }
    case 's': {
        const char *t = va_arg(*args, const char *);
        t = t ? t : "(null)";
        s->zero = false;
        put_field(o, s, "", t, s->precision >= 0 ? strnlen(t, (size_t)s->precision) : strlen(t));
        break;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
        put_float(o, s, va_arg(*args, double));
        break;
    case '%':
        put(o, '%');
        break;
    default: /* unknown: shown as written, its argument is not consumed */
        put(o, '%');
        if (s->conv)
            put(o, s->conv);
        break;
    }
}

size_t opf_kernel_format(char *out, size_t size, const char *fmt, va_list list)
{
    struct out o = {out, size, 0};
    va_list args;
    va_copy(args, list);
    while (*fmt) {
        if (*fmt != '%') {
            put(&o, *fmt++);
            continue;
        }
        struct spec s;
        fmt = read_spec(fmt + 1, &s, &args);
        put_one(&o, &s, &args);
    }
    va_end(args);
    if (size)
        out[o.len < size ? o.len : size - 1] = '\0';
    return o.len;
}

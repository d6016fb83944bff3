/* Names of dtypes, formats, attribute kinds and classes; the text of attribute defaults. */
#include "opbuild/def_model.h"

#include "base/format_names.h"

#include <stdlib.h>

static const char *const dtype_names[] = {
    "float32",       "float16",     "int8",          "int32",          "uint8",       NULL,
    "int16",         "uint16",      "uint32",        "int64",          "uint64",      "double",
    "bool",          "string",      "dual_sub_int8", "dual_sub_uint8", "complex64",   "complex128",
    "qint8",         "qint16",      "qint32",        "quint8",         "quint16",     "resource",
    "string_ref",    "dual",        "variant",       "bfloat16",       NULL,          "int4",
    "uint1",         "int2",        "uint2",         "complex32",      "hifloat8",    "float8_e5m2",
    "float8_e4m3fn", "float8_e8m0", "float6_e3m2",   "float6_e2m3",    "float4_e2m1", "float4_e1m2",
    "hifloat4"};

static const char *const kind_names[] = {"bool",     "float",     "int",     "str",
                                         "listBool", "listFloat", "listInt", "listListInt"};
static const char *const class_names[] = {"aclnn", "aclnnInner", "aclnnExc"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *opf_def_dtype_name(int number)
{
    return number >= 0 && (size_t)number < COUNT(dtype_names) ? dtype_names[number] : NULL;
}

const char *opf_def_format_name(int number)
{
    int primary = number & 0xff; /* sub-format and C0 bits have no name of their own */
    return number >= 0 ? opf_format_name((size_t)primary) : NULL;
}

const char *opf_def_attr_kind_name(enum opf_def_attr_kind kind)
{
    return (size_t)kind < COUNT(kind_names) ? kind_names[kind] : "";
}

const char *opf_def_class_name(enum opf_def_class op_class)
{
    return class_names[op_class];
}

static void append_item(struct opf_buf *to, const opf_value *item, bool is_float)
{
    if (!item)
        return;
    if (item->kind == OPF_VALUE_BOOL)
        opf_buf_puts(to, item->as.boolean ? "true" : "false");
    else if (item->kind == OPF_VALUE_INT)
        opf_buf_printf(to, "%lld", (long long)item->as.integer);
    else if (item->kind == OPF_VALUE_STRING && is_float)
        opf_buf_printf(to, "%g", strtod(item->as.string, NULL));
    else if (item->kind == OPF_VALUE_STRING)
        opf_buf_puts(to, item->as.string);
}

static void append_list(struct opf_buf *to, const opf_value *list, bool is_float)
{
    opf_buf_putc(to, '[');
    for (const opf_value *item = list ? list->first : NULL; item; item = item->next) {
        if (item->kind == OPF_VALUE_ARRAY)
            append_list(to, item, is_float);
        else
            append_item(to, item, is_float);
        if (item->next)
            opf_buf_putc(to, ',');
    }
    opf_buf_putc(to, ']');
}

void opf_def_attr_default(struct opf_buf *to, const struct opf_def_attr *attr)
{
    bool is_float = attr->kind == OPF_DEF_ATTR_FLOAT || attr->kind == OPF_DEF_ATTR_LIST_FLOAT;
    if (attr->kind >= OPF_DEF_ATTR_LIST_BOOL)
        append_list(to, attr->value, is_float);
    else
        append_item(to, attr->value, is_float);
}

/* ---- faults ---- */

void opf_def_diags_init(struct opf_def_diags *diags)
{
    opf_buf_init(&diags->text, (size_t)16 << 20);
    diags->count = 0;
}

void opf_def_diags_free(struct opf_def_diags *diags)
{
    opf_buf_free(&diags->text);
}

static void add_line(struct opf_def_diags *diags, struct opf_def_place at, const char *severity,
                     const char *fmt, va_list args) __attribute__((format(printf, 4, 0)));
static void add_line(struct opf_def_diags *diags, struct opf_def_place at, const char *severity,
                     const char *fmt, va_list args)
{
    char line[2048];
    vsnprintf(line, sizeof line, fmt, args);
    if (at.file)
        opf_buf_printf(&diags->text, "%s:%d: ", at.file, at.line);
    opf_buf_printf(&diags->text, "%s: %s\n", severity, line);
}

void opf_def_diag(struct opf_def_diags *diags, struct opf_def_place at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add_line(diags, at, "error", fmt, args);
    va_end(args);
    diags->count++;
}

void opf_def_warn(struct opf_def_diags *diags, struct opf_def_place at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add_line(diags, at, "warning", fmt, args);
    va_end(args);
}

/* NumPy's .npy files. */
#include "runner/npy.h"

#include "base/file.h"
#include "base/text.h"

#include <string.h>

static const struct {
    const char *descr; /* little-endian kinds; '|' stands for one-byte types */
    int32_t dtype;
} KINDS[] = {
    {"<f4", 0}, {"<f2", 1}, {"|i1", 2},  {"<i4", 3},  {"|u1", 4},  {"<i2", 6},  {"<u2", 7},
    {"<u4", 8}, {"<i8", 9}, {"<u8", 10}, {"<f8", 11}, {"|b1", 12}, {"<c8", 16}, {"<c16", 17},
};

/* The text behind `'key':` in the header's dictionary, or NULL. */
static const char *find_entry(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (!at)
        return NULL;
    at += strlen(key);
    while (*at == ' ' || *at == ':')
        at++;
    return at;
}

static opf_status *parse_shape(const char *name, const char *text, struct opf_host_shape *shape)
{
    const char *end = *text == '(' ? strchr(text, ')') : NULL;
    if (!end)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: the header's shape is not a tuple", name);
    shape->dim_num = 0;
    for (const char *at = text + 1; at < end;) {
        if (*at == ' ' || *at == ',') {
            at++;
            continue;
        }
        int64_t dim = 0;
        const char *begin = at;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if (__builtin_mul_overflow(dim, 10, &dim) || __builtin_add_overflow(dim, *at - '0', &dim))
                return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: a dimension does not fit 64 bits", name);
        if (at == begin)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: the header's shape has something that is not a number",
                            name);
        if (shape->dim_num == OPF_HOST_MAX_DIMS)
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: more than %d dimensions", name, OPF_HOST_MAX_DIMS);
        shape->dims[shape->dim_num++] = dim;
    }
    return NULL;
}

static opf_status *parse_header(const char *name, const char *header, struct opf_run_tensor *out)
{
    const char *descr = find_entry(header, "'descr'");
    const char *order = find_entry(header, "'fortran_order'");
    const char *shape = find_entry(header, "'shape'");
    if (!descr || !order || !shape)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: the header lacks descr, fortran_order or shape", name);
    if (!opf_text_starts(order, "False"))
        return OPF_FAIL(OPF_UNSUPPORTED, "%s: Fortran order; save it with numpy.ascontiguousarray", name);
    out->dtype = -1;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        size_t len = strlen(KINDS[i].descr);
        if (descr[0] == '\'' && strncmp(descr + 1, KINDS[i].descr, len) == 0 && descr[1 + len] == '\'')
            out->dtype = KINDS[i].dtype;
    }
    if (out->dtype < 0)
        return OPF_FAIL(OPF_UNSUPPORTED, "%s: element type %.12s is not supported", name, descr);
    return parse_shape(name, shape, &out->shape);
}

opf_status *opf_npy_parse(const char *name, const char *bytes, size_t len, struct opf_run_tensor *out)
{
    if (len < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: not a .npy file", name);
    const unsigned char *u = (const unsigned char *)bytes;
    size_t begin = u[6] == 1 ? 10 : 12;
    size_t header_len = u[8] | (size_t)u[9] << 8;
    if (u[6] < 1 || u[6] > 3 || len < begin)
        return OPF_FAIL(OPF_UNSUPPORTED, "%s: .npy version %d, 1 to 3 expected", name, u[6]);
    if (begin == 12)
        header_len |= (size_t)u[10] << 16 | (size_t)u[11] << 24;
    if (header_len > len - begin || header_len > 65536)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: the header is longer than the file", name);
    char *header = opf_strndup(bytes + begin, header_len);
    if (!header)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory to read %s", name);
    opf_status *status = parse_header(name, header, out);
    opf_free(header);
    if (status)
        return status;
    int64_t count = opf_run_tensor_count(&out->shape);
    size_t have = len - begin - header_len;
    if (count < 0 || (uint64_t)count > have || opf_run_tensor_bytes(out->dtype, count) != have)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: %zu bytes of data do not fit the shape in the header", name,
                        have);
    OPF_TRY(opf_run_tensor_alloc(out));
    memcpy(out->data, bytes + begin + header_len, have);
    return NULL;
}

opf_status *opf_npy_read(const char *path, struct opf_run_tensor *out)
{
    struct opf_buf bytes;
    OPF_TRY(opf_file_read(path, (size_t)16 << 30, &bytes));
    opf_status *status = opf_npy_parse(path, bytes.data ? bytes.data : "", bytes.len, out);
    opf_buf_free(&bytes);
    return status;
}

opf_status *opf_npy_write(const char *path, const struct opf_run_tensor *tensor)
{
    enum { BFLOAT16 = 27, UINT16 = 7, ALIGN = 64, PREFIX = 10 };
    int32_t dtype = tensor->dtype == BFLOAT16 ? UINT16 : tensor->dtype;
    const char *descr = NULL;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (KINDS[i].dtype == dtype)
            descr = KINDS[i].descr;
    if (!descr)
        return OPF_FAIL(OPF_UNSUPPORTED, "%s: type %s has no .npy form", path,
                        opf_run_dtype_name(tensor->dtype));
    struct opf_buf head, file;
    opf_buf_init(&head, 4096);
    opf_buf_init(&file, OPF_BUF_MAX_DEFAULT * 64);
    opf_buf_printf(&head, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
    for (uint32_t i = 0; i < tensor->shape.dim_num; i++)
        opf_buf_printf(&head, "%lld,%s", (long long)tensor->shape.dims[i],
                       i + 1 < tensor->shape.dim_num ? " " : "");
    opf_buf_puts(&head, "), }");
    while ((PREFIX + head.len + 1) % ALIGN != 0)
        opf_buf_putc(&head, ' ');
    opf_buf_putc(&head, '\n');
    opf_buf_append(&file, "\x93NUMPY\x01\x00", 8);
    opf_buf_putc(&file, (char)(head.len & 255));
    opf_buf_putc(&file, (char)(head.len >> 8));
    opf_buf_append(&file, head.data, head.len);
    opf_buf_append(&file, tensor->data, tensor->bytes);
    opf_status *status = opf_buf_finish(&file, path);
    if (!status)
        status = opf_file_write(path, file.data, file.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&head);
    opf_buf_free(&file);
    return status;
}

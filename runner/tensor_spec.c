/* Tensors made from specifications of a command line. */
#include "runner/tensor_spec.h"

#include "base/strvec.h"
#include "base/text.h"
#include "runner/npy.h"

#include <string.h>

enum { FORMAT_ND = 2 };

static opf_status *parse_dims(const char *spec, const char *text, struct opf_host_shape *shape)
{
    struct opf_strvec items;
    opf_strvec_init(&items);
    opf_strvec_split(&items, text, ",", true);
    opf_status *status = opf_strvec_finish(&items);
    if (!status && items.len > OPF_HOST_MAX_DIMS)
        status = OPF_FAIL(OPF_OUT_OF_RANGE, "`%s`: %zu dimensions, at most %d", spec, items.len,
                          OPF_HOST_MAX_DIMS);
    for (size_t i = 0; !status && i < items.len; i++)
        if (!opf_text_to_i64(items.items[i], &shape->dims[i]) || shape->dims[i] < 0)
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "`%s`: dimension `%s` is not a whole number >= 0", spec,
                              items.items[i]);
    shape->dim_num = (uint32_t)items.len;
    opf_strvec_free(&items);
    return status;
}

/* The bytes of a file as another type of the same width: NumPy has no bfloat16. */
static opf_status *retype(const char *spec, int32_t dtype, struct opf_run_tensor *out)
{
    int64_t count = opf_run_tensor_count(&out->shape);
    if (opf_run_tensor_bytes(dtype, count) != opf_run_tensor_bytes(out->dtype, count))
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "`%s`: the file's elements (%s) are not as wide as %s", spec,
                        opf_run_dtype_name(out->dtype), opf_run_dtype_name(dtype));
    out->dtype = dtype;
    return NULL;
}

static opf_status *parse_parts(const char *spec, struct opf_strvec *parts, struct opf_run_tensor *out)
{
    size_t at = 0;
    const char *last = parts->items[parts->len - 1];
    bool file = opf_text_ends(last, ".npy"), none = strcmp(last, "none") == 0;
    bool typed = file && parts->len > 1 && opf_run_dtype_number(parts->items[parts->len - 2]) >= 0;
    bool named = file || none ? parts->len == (typed ? 3 : 2)
                              : opf_run_dtype_number(parts->items[0]) < 0 && parts->len > 1;
    if (named) {
        out->name = opf_strdup(parts->items[at++]);
        if (!out->name)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a tensor's name");
    }
    out->format = FORMAT_ND;
    if (none) {
        out->absent = true;
        return NULL;
    }
    out->from_file = file;
    if (file) {
        OPF_TRY(opf_npy_read(last, out));
        return typed ? retype(spec, opf_run_dtype_number(parts->items[at]), out) : NULL;
    }
    out->dtype = opf_run_dtype_number(parts->items[at]);
    if (out->dtype < 0 || parts->len > at + 2) {
        const char *near = opf_run_dtype_nearest(parts->items[at]);
        return OPF_FAIL(
            OPF_INVALID_ARGUMENT,
            "`%s` is not a tensor: `[name:]dtype:dims` (x:float32:2,3), a .npy file or none expected%s%s%s",
            spec, near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
    }
    if (parts->len > at + 1)
        OPF_TRY(parse_dims(spec, parts->items[at + 1], &out->shape));
    return opf_run_tensor_alloc(out);
}

opf_status *opf_run_tensor_parse(const char *spec, struct opf_run_tensor *out)
{
    memset(out, 0, sizeof *out);
    struct opf_strvec parts;
    opf_strvec_init(&parts);
    opf_strvec_split(&parts, spec, ":", false);
    opf_status *status = opf_strvec_finish(&parts);
    if (!status && parts.len == 0)
        status = OPF_FAIL(OPF_INVALID_ARGUMENT, "an empty tensor specification");
    if (!status)
        status = parse_parts(spec, &parts, out);
    opf_strvec_free(&parts);
    if (status)
        opf_run_tensor_free(out);
    return status;
}

/* Golden cases. */
#include "runner/run_cases.h"

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "opforge/index_api.h"
#include "runner/run_compare.h"

#include <stdio.h>
#include <string.h>

enum { MAX_CASE_TENSORS = 256, MAX_CASE_ATTRS = 64 };

struct case_file {
    opf_arena *arena;
    const char *path, *package, *soc;
    struct opf_buf data;
    struct opf_op_facts facts;
    bool tiling_only;
};

struct case_tensors {
    struct opf_run_tensor inputs[MAX_CASE_TENSORS];
    struct opf_run_tensor expected[MAX_CASE_TENSORS]; /* outputs */
    struct opf_run_tensor changed[MAX_CASE_TENSORS];  /* what is in inputs afterwards that are no outputs */
    int32_t in_place[MAX_CASE_TENSORS];
    struct opf_run_start starts[MAX_CASE_TENSORS]; /* of the outputs' memory */
    size_t input_num, expected_num, changed_num;
};

/* The optional members: `name` (of the parameter; several of one name make a list), `format`, `absent`. */
static opf_status *read_identity(const struct case_file *file, const opf_value *value,
                                 struct opf_run_tensor *out)
{
    const opf_value *name = opf_value_get(value, "name"), *format = opf_value_get(value, "format");
    const opf_value *absent = opf_value_get(value, "absent");
    out->format = 2; /* ND */
    if (name && name->kind == OPF_VALUE_STRING) {
        out->name = opf_strdup(name->as.string);
        if (!out->name)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a tensor's name");
    }
    if (format && format->kind == OPF_VALUE_STRING)
        out->format = opf_index_format_number(format->as.string);
    if (out->format < 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: `%s` is not a format", file->path, format->line,
                        format->as.string);
    out->absent = absent && absent->kind == OPF_VALUE_BOOL && absent->as.boolean;
    return NULL;
}

/* The tensor's elements: bytes of the data file at `offset`, or the numbers of `values`. */
static opf_status *read_data(const struct case_file *file, const opf_value *value, struct opf_run_tensor *out)
{
    if (opf_value_get(value, "values")) {
        const opf_value *list;
        OPF_TRY(opf_value_need_array(value, "values", file->path, &list));
        if ((int64_t)list->count != opf_run_tensor_count(&out->shape))
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: %zu values for %lld elements", file->path, list->line,
                            list->count, (long long)opf_run_tensor_count(&out->shape));
        int64_t at = 0;
        for (const opf_value *one = list->first; one; one = one->next) {
            if (one->kind != OPF_VALUE_INT && one->kind != OPF_VALUE_REAL)
                return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: a value is not a number", file->path, one->line);
            OPF_TRY(opf_run_tensor_set(out, at++,
                                       one->kind == OPF_VALUE_INT ? (double)one->as.integer : one->as.real));
        }
        return NULL;
    }
    int64_t offset;
    OPF_TRY(opf_value_need_int(value, "offset", file->path, &offset));
    if (offset < 0 || (size_t)offset > file->data.len || out->bytes > file->data.len - (size_t)offset)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: a tensor of %zu bytes at %lld lies outside the data file",
                        file->path, value->line, out->bytes, (long long)offset);
    memcpy(out->data, file->data.data + offset, out->bytes);
    return NULL;
}

static opf_status *read_tensor(const struct case_file *file, const opf_value *value,
                               struct opf_run_tensor *out)
{
    const char *dtype;
    const opf_value *shape;
    memset(out, 0, sizeof *out);
    OPF_TRY(read_identity(file, value, out));
    if (out->absent)
        return NULL;
    OPF_TRY(opf_value_need_string(value, "dtype", file->path, &dtype));
    OPF_TRY(opf_value_need_array(value, "shape", file->path, &shape));
    out->dtype = opf_run_dtype_number(dtype);
    if (shape->count > OPF_HOST_MAX_DIMS || out->dtype < 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: type `%s` or rank %zu is not supported", file->path,
                        value->line, dtype, shape->count);
    for (const opf_value *dim = shape->first; dim; dim = dim->next) {
        if (dim->kind != OPF_VALUE_INT || dim->as.integer < 0)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: a dimension is not a whole number", file->path,
                            dim->line);
        out->shape.dims[out->shape.dim_num++] = dim->as.integer;
    }
    OPF_TRY(opf_run_tensor_alloc(out));
    return read_data(file, value, out);
}

static opf_status *read_tensors(const struct case_file *file, const opf_value *one, const char *member,
                                struct opf_run_tensor *tensors, size_t *num)
{
    const opf_value *list;
    OPF_TRY(opf_value_need_array(one, member, file->path, &list));
    if (list->count > MAX_CASE_TENSORS)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "%s:%d: more than %d tensors", file->path, list->line,
                        MAX_CASE_TENSORS);
    for (const opf_value *item = list->first; item; item = item->next, (*num)++)
        OPF_TRY(read_tensor(file, item, &tensors[*num]));
    return NULL;
}

static opf_status *read_attrs(const struct case_file *file, const opf_value *one, struct opf_run_attr *attrs,
                              size_t *num)
{
    const opf_value *list = opf_value_get(one, "attrs");
    if (list && list->kind != OPF_VALUE_OBJECT)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: attrs is not an object", file->path, list->line);
    for (const opf_value *item = list ? list->first : NULL; item; item = item->next) {
        struct opf_buf text;
        opf_buf_init(&text, 65536);
        if (item->kind == OPF_VALUE_STRING)
            opf_buf_puts(&text, item->as.string);
        else
            opf_json_write(&text, item, OPF_JSON_COMPACT, OPF_JSON_PLAIN);
        if (*num == MAX_CASE_ATTRS) {
            opf_buf_free(&text);
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s:%d: more than %d attributes", file->path, item->line,
                            MAX_CASE_ATTRS);
        }
        attrs[(*num)++] =
            (struct opf_run_attr){item->name, opf_arena_strdup(file->arena, opf_buf_text(&text))};
        opf_buf_free(&text);
    }
    return NULL;
}

static double number_or(const opf_value *one, const char *name, double fallback)
{
    const opf_value *value = opf_value_get(one, name);
    return !value ? fallback : value->kind == OPF_VALUE_REAL ? value->as.real : (double)value->as.integer;
}

static opf_status *compare_one(const struct opf_run_tensor *got, const struct opf_run_tensor *expected,
                               const opf_value *own, const opf_value *one, const char *what,
                               const struct opf_run_result *result)
{
    double rtol = number_or(own, "rtol", number_or(one, "rtol", 0));
    double atol = number_or(own, "atol", number_or(one, "atol", 0));
    double allow = number_or(own, "allow", 0); /* share of elements that may be further off */
    /* what an operator leaves in the rest of an output, or in one nobody states, is its own business */
    double compared = number_or(own, "compared", -1);
    struct opf_run_difference difference;
    opf_status *status = opf_run_compare(got, expected, (int64_t)compared, rtol, atol, &difference);
    if (status)
        return opf_status_note(status, "%s", what);
    if ((double)difference.wrong > allow * (double)difference.count)
        return OPF_FAIL(OPF_MISMATCH,
                        "%s: %lld of %lld elements are wrong, the first at %lld: %.9g, %.9g expected (key "
                        "%llu, block dim %u)",
                        what, (long long)difference.wrong, (long long)difference.count,
                        (long long)difference.first, difference.got, difference.expected,
                        (unsigned long long)result->tiling_key, result->block_dim);
    return NULL;
}

static opf_status *compare_all(const struct opf_run_result *result, const struct case_tensors *tensors,
                               const opf_value *one)
{
    const opf_value *list = opf_value_get(one, "outputs");
    char what[64];
    if (result->output_num != tensors->expected_num)
        return OPF_FAIL(OPF_MISMATCH, "%zu outputs, %zu expected", result->output_num, tensors->expected_num);
    for (size_t i = 0; i < tensors->expected_num; i++) {
        snprintf(what, sizeof what, "output %zu", i);
        OPF_TRY(compare_one(&result->outputs[i], &tensors->expected[i], opf_value_at(list, i), one, what,
                            result));
    }
    list = opf_value_get(one, "changed");
    for (size_t i = 0; i < tensors->changed_num; i++) {
        const opf_value *own = opf_value_at(list, i);
        double input = number_or(own, "input", -1);
        if (input < 0 || input >= (double)tensors->input_num)
            return OPF_FAIL(OPF_INVALID_FORMAT, "a changed input is number %g of %zu", input,
                            tensors->input_num);
        snprintf(what, sizeof what, "input %zu, changed", (size_t)input);
        OPF_TRY(compare_one(&tensors->inputs[(size_t)input], &tensors->changed[i], own, one, what, result));
    }
    return NULL;
}

/* A case that must fail: each text of `fails` is to be found in the error, which is then forgiven. */
static opf_status *check_failure(const struct case_file *file, const opf_value *fails, opf_status *status)
{
    if (!status)
        return OPF_FAIL(OPF_MISMATCH, "it ran without an error; one was expected");
    char *text = opf_status_text(status);
    const opf_value *missing = NULL;
    for (const opf_value *part = fails->first; part && !missing; part = part->next)
        if (part->kind != OPF_VALUE_STRING || !text || !strstr(text, part->as.string))
            missing = part;
    opf_free(text);
    if (missing)
        return opf_status_note(status, "%s:%d: expected in this error: %s", file->path, missing->line,
                               missing->kind == OPF_VALUE_STRING ? missing->as.string : "(a text)");
    opf_status_free(status);
    return NULL;
}

/* `in_place` of each output: the number of the input whose memory it is. */
static opf_status *read_in_place(const struct case_file *file, const opf_value *one, size_t input_num,
                                 size_t expected_num, int32_t *in_place)
{
    const opf_value *list = opf_value_get(one, "outputs");
    for (size_t i = 0; i < expected_num; i++) {
        double input = number_or(opf_value_at(list, i), "in_place", -1);
        if (input >= (double)input_num)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: output %zu is in place of input %g of %zu",
                            file->path, list->line, i, input, input_num);
        in_place[i] = (int32_t)input;
    }
    return NULL;
}

/* `start` of each output, the bytes of one element in hexadecimal: what its memory holds before the kernel.
 */
static opf_status *read_starts(const struct case_file *file, const opf_value *one, size_t expected_num,
                               struct opf_run_start *starts)
{
    const opf_value *list = opf_value_get(one, "outputs");
    for (size_t i = 0; i < expected_num; i++) {
        const opf_value *text = opf_value_get(opf_value_at(list, i), "start");
        const char *digits = text && text->kind == OPF_VALUE_STRING ? text->as.string : "";
        size_t length = strlen(digits);
        if (length % 2 || length > 2 * sizeof starts[i].bytes || strspn(digits, "0123456789abcdef") != length)
            return OPF_FAIL(OPF_INVALID_FORMAT,
                            "%s:%d: output %zu starts with `%s`; up to 16 bytes in lower-case hexadecimal "
                            "digits expected",
                            file->path, text->line, i, digits);
        for (starts[i].size = 0; starts[i].size < length / 2; starts[i].size++) {
            unsigned byte;
            sscanf(digits + 2 * starts[i].size, "%2x", &byte);
            starts[i].bytes[starts[i].size] = (unsigned char)byte;
        }
    }
    return NULL;
}

static opf_status *read_case(const struct case_file *file, const opf_value *one, const opf_value **fails,
                             struct case_tensors *tensors)
{
    OPF_TRY(read_tensors(file, one, "inputs", tensors->inputs, &tensors->input_num));
    if (opf_value_get(one, "fails"))
        return opf_value_need_array(one, "fails", file->path, fails);
    OPF_TRY(read_tensors(file, one, "outputs", tensors->expected, &tensors->expected_num));
    if (opf_value_get(one, "changed"))
        OPF_TRY(read_tensors(file, one, "changed", tensors->changed, &tensors->changed_num));
    OPF_TRY(read_starts(file, one, tensors->expected_num, tensors->starts));
    return read_in_place(file, one, tensors->input_num, tensors->expected_num, tensors->in_place);
}

static opf_status *run_case_on(const struct case_file *file, const opf_value *one,
                               struct case_tensors *tensors, struct opf_run_result *result)
{
    struct opf_run_attr attrs[MAX_CASE_ATTRS];
    const opf_value *fails = NULL, *declared = opf_value_get(one, "declared");
    size_t attr_num = 0;
    OPF_TRY(read_case(file, one, &fails, tensors));
    OPF_TRY(read_attrs(file, one, attrs, &attr_num));
    struct opf_run_request request = {.facts = &file->facts,
                                      .soc = file->soc,
                                      .inputs = tensors->inputs,
                                      .input_num = tensors->input_num,
                                      .inputs_back = tensors->changed_num > 0,
                                      .attrs = attrs,
                                      .attr_num = attr_num};
    if (declared && declared->kind == OPF_VALUE_BOOL && declared->as.boolean) { /* nothing to infer */
        request.outputs = tensors->expected;
        request.output_num = tensors->expected_num;
        request.in_place = tensors->in_place;
        request.starts = tensors->starts;
    }
    opf_status *status = opf_run_op(&request, !file->tiling_only, result);
    if (file->tiling_only)
        return status;
    if (fails)
        return check_failure(file, fails, status);
    return status ? status : compare_all(result, tensors, one);
}

static opf_status *run_case(const struct case_file *file, const opf_value *one, uint64_t *key)
{
    struct case_tensors *tensors = opf_calloc(1, sizeof *tensors);
    if (!tensors)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a case's tensors");
    struct opf_run_result result = {0};
    opf_status *status = run_case_on(file, one, tensors, &result);
    *key = result.tiling_key;
    opf_run_result_free(&result);
    for (size_t i = 0; i < MAX_CASE_TENSORS; i++) {
        opf_run_tensor_free(&tensors->inputs[i]);
        opf_run_tensor_free(&tensors->expected[i]);
        opf_run_tensor_free(&tensors->changed[i]);
    }
    opf_free(tensors);
    return status;
}

static opf_status *run_list(const struct case_file *file, const opf_value *root, const char *only,
                            opf_run_case_report report, void *ctx)
{
    const opf_value *cases;
    OPF_TRY(opf_value_need_array(root, "cases", file->path, &cases));
    size_t run = 0;
    for (const opf_value *one = cases->first; one; one = one->next) {
        const char *name;
        OPF_TRY(opf_value_need_string(one, "name", file->path, &name));
        if (only && strcmp(only, name) != 0)
            continue;
        run++;
        uint64_t key = 0;
        opf_status *status = run_case(file, one, &key);
        char *text = status ? opf_status_text(status) : NULL;
        report(ctx,
               &(struct opf_run_case_result){name, status ? (text ? text : "out of memory") : NULL, key});
        opf_free(text);
        opf_status_free(status);
    }
    if (run == 0)
        return OPF_FAIL(OPF_NOT_FOUND, "%s: no case%s%s", file->path, only ? " named " : "s",
                        only ? only : "");
    return NULL;
}

static opf_status *open_file(struct case_file *file, opf_value **root)
{
    OPF_TRY(opf_json_read(file->arena, file->path, root));
    const char *op_type, *data;
    OPF_TRY(opf_value_need_string(*root, "op_type", file->path, &op_type));
    OPF_TRY(opf_op_facts_find(file->arena, file->package, file->soc, op_type, &file->facts));
    if (!opf_value_get(*root, "data"))
        return NULL; /* all tensors have their values in place */
    OPF_TRY(opf_value_need_string(*root, "data", file->path, &data));
    char *dir = opf_path_dir(file->path);
    char *path = dir ? opf_path_join(dir, data) : NULL;
    opf_status *status = path ? opf_file_read(path, (size_t)1 << 30, &file->data)
                              : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    opf_free(dir);
    opf_free(path);
    return status;
}

opf_status *opf_run_cases(const char *path, const char *only, const char *package, const char *soc,
                          bool tiling_only, opf_run_case_report report, void *ctx)
{
    struct case_file file = {.path = path, .package = package, .soc = soc, .tiling_only = tiling_only};
    opf_buf_init(&file.data, 0);
    OPF_TRY(opf_arena_create(&file.arena));
    opf_value *root;
    opf_status *status = open_file(&file, &root);
    if (!status)
        status = run_list(&file, root, only, report, ctx);
    opf_buf_free(&file.data);
    opf_arena_destroy(file.arena);
    return status;
}

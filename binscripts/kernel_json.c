/* Kernel `.json`. */
#include "binscripts/kernel_json.h"

#include "base/json.h"
#include "base/text.h"
#include "opforge/abi.h"
#include <string.h>

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a kernel json");
}

void opf_kernel_ratio(uint32_t kernel_type, unsigned *cube, unsigned *vector)
{
    *cube = kernel_type == OPF_KERNEL_AIV_ONLY || kernel_type == OPF_KERNEL_MIX_AIV_1_0 ? 0 : 1;
    *vector = kernel_type == OPF_KERNEL_MIX_AIC_1_2                                         ? 2
              : kernel_type == OPF_KERNEL_AIC_ONLY || kernel_type == OPF_KERNEL_MIX_AIC_1_0 ? 0
                                                                                            : 1;
}

static const char *ratio_text(uint32_t kernel_type)
{
    unsigned cube, vector;
    opf_kernel_ratio(kernel_type, &cube, &vector);
    return !cube ? "0:1" : vector == 2 ? "1:2" : vector ? "1:1" : "1:0";
}

void opf_kernel_classify(const struct opf_kernel_function *f, size_t count, struct opf_kernel_class *out)
{
    bool all_vector = true, all_cube = true, one_ratio = true;
    for (size_t i = 0; i < count; i++) {
        all_vector &= f[i].kernel_type == OPF_KERNEL_AIV_ONLY;
        all_cube &= f[i].kernel_type == OPF_KERNEL_AIC_ONLY;
        one_ratio &= strcmp(ratio_text(f[i].kernel_type), ratio_text(f[0].kernel_type)) == 0;
    }
    if (all_vector) {
        *out =
            (struct opf_kernel_class){"RT_DEV_BINARY_MAGIC_ELF_AIVEC", "AIV", "VectorCore", false, 0, NULL};
    } else if (all_cube) {
        *out = (struct opf_kernel_class){"RT_DEV_BINARY_MAGIC_ELF_AICUBE", "AIC", "AiCore", false, 0, NULL};
    } else {
        *out = (struct opf_kernel_class){"RT_DEV_BINARY_MAGIC_ELF", "", "MIX", true, 1, NULL};
        out->ratio = one_ratio ? ratio_text(f[0].kernel_type) : "tilingKey";
    }
}

/* ---- members ------------------------------------------------------------------------------------------- */

static opf_value *function_value(opf_arena *a, const struct opf_kernel_json *k,
                                 const struct opf_kernel_function *f, bool mixed)
{
    opf_value *o = opf_value_object(a);
    char *name = opf_arena_printf(a, "%s_%llu", k->stem, (unsigned long long)f->key);
    bool ok = o && name && opf_value_set(a, o, "kernelName", opf_value_string(a, name));
    if (ok && mixed) {
        bool only = f->kernel_type == OPF_KERNEL_AIV_ONLY || f->kernel_type == OPF_KERNEL_AIC_ONLY;
        ok = opf_value_set(a, o, "tilingKey", opf_value_int(a, (int64_t)f->key)) &&
             opf_value_set(a, o, "kernelType", opf_value_string(a, "MIX_AIC")) &&
             opf_value_set(a, o, "taskRation", opf_value_string(a, ratio_text(f->kernel_type))) &&
             opf_value_set(a, o, "crossCoreSync", opf_value_int(a, only ? 0 : 1));
    }
    if (ok && strcmp(k->deterministic, "ignore") != 0)
        ok = opf_value_set(a, o, "deterministic", opf_value_string(a, k->deterministic));
    return ok ? o : NULL;
}

static opf_value *functions_value(opf_arena *a, const struct opf_kernel_json *k, bool mixed)
{
    opf_value *list = opf_value_array(a);
    for (size_t i = 0; list && i < k->function_count; i++)
        if (!opf_value_add(list, function_value(a, k, &k->functions[i], mixed)))
            return NULL;
    return list;
}

/* {"dtype", "init_value"} of an output; the definition's text is a number or an object per dtype. */
static opf_status *init_value(opf_arena *a, const char *text, const opf_value *slot, opf_value **out)
{
    const opf_value *tensor = opf_variant_tensor(slot);
    const char *dtype = tensor ? opf_variant_text(tensor, "dtype") : NULL;
    int64_t whole;
    opf_value *value;
    *out = opf_value_object(a);
    if (!*out || !dtype)
        return no_memory();
    if (opf_text_to_i64(text, &whole)) {
        value = opf_value_int(a, whole);
    } else {
        opf_value *parsed;
        OPF_TRY(opf_json_parse(a, "initValue", text, strlen(text), &parsed));
        const opf_value *by_dtype = opf_value_get(parsed, dtype);
        const opf_value *found = opf_value_get(by_dtype ? by_dtype : parsed, "value");
        value = found ? opf_value_copy(a, found) : opf_value_int(a, 0);
    }
    bool ok = opf_value_set(a, *out, "dtype", opf_value_string(a, dtype)) &&
              opf_value_set(a, *out, "init_value", value);
    return ok ? NULL : no_memory();
}

static opf_status *parameters_value(opf_arena *a, const struct opf_kernel_json *k, opf_value **out)
{
    const opf_value *inputs = opf_value_get(k->variant, "inputs"),
                    *outputs = opf_value_get(k->variant, "outputs");
    size_t output_count = k->desc->param_count - k->desc->input_count, i = 0;
    *out = opf_value_array(a);
    for (size_t n = 0; *out && n < inputs->count; n++)
        if (!opf_value_add(*out, opf_value_null(a)))
            return no_memory();
    for (const opf_value *slot = outputs->first; *out && slot; slot = slot->next, i++) {
        const char *text = k->desc->init_values && i < output_count ? k->desc->init_values[i] : NULL;
        opf_value *value = opf_value_null(a);
        if (text && *text && slot->kind != OPF_VALUE_NULL)
            OPF_TRY(init_value(a, text, slot, &value));
        if (!opf_value_add(*out, value))
            return no_memory();
    }
    return *out && opf_value_add(*out, opf_value_null(a)) ? NULL : no_memory();
}

static opf_value *workspace_value(opf_arena *a)
{
    opf_value *o = opf_value_object(a), *size = opf_value_array(a), *type = opf_value_array(a);
    bool ok = o && size && type && opf_value_add(size, opf_value_int(a, -1)) &&
              opf_value_add(type, opf_value_int(a, 0)) && opf_value_set(a, o, "num", opf_value_int(a, 1)) &&
              opf_value_set(a, o, "size", size) && opf_value_set(a, o, "type", type);
    return ok ? o : NULL;
}

/* ---- supportInfo --------------------------------------------------------------------------------------- */

static bool set_text(opf_arena *a, opf_value *o, const char *name, const char *text)
{
    return !text || opf_value_set(a, o, name, opf_value_string(a, text));
}

static opf_value *attrs_value(opf_arena *a, const opf_value *attrs, int mode)
{
    if (mode != 1)
        return opf_value_copy(a, attrs);
    opf_value *list = opf_value_array(a);
    for (const opf_value *v = attrs->first; list && v; v = v->next) {
        opf_value *copy = opf_value_copy(a, v);
        const opf_value *value = opf_value_get(v, "value");
        const char *kind = value && value->kind != OPF_VALUE_NULL ? "value" : "null";
        if (!copy || !opf_value_set(a, copy, "mode", opf_value_string(a, kind)) || !opf_value_add(list, copy))
            return NULL;
    }
    return list;
}

static opf_value *support_value(opf_arena *a, const struct opf_kernel_json *k)
{
    const struct opf_kernel_keys *keys = k->keys;
    opf_value *o = opf_value_object(a), *list = opf_value_array(a);
    bool ok = o && list;
    for (size_t i = 0; ok && i < keys->count; i++)
        ok = opf_value_add(list, opf_value_string(a, keys->simplified[i]));
    ok = ok && opf_value_set(a, o, "implMode", opf_value_string(a, keys->first_mode)) &&
         opf_value_set(a, o, "int64Mode", opf_value_bool(a, false)) &&
         opf_value_set(a, o, "simplifiedKeyMode", opf_value_int(a, keys->mode)) &&
         opf_value_set(a, o, "simplifiedKey", list) &&
         set_text(a, o, "dynamicParamMode", keys->dynamic_param_mode) &&
         set_text(a, o, "optionalInputMode", keys->optional_input_mode) &&
         set_text(a, o, "optionalOutputMode", keys->optional_output_mode) &&
         opf_value_set(a, o, "staticKey", opf_value_string(a, keys->static_key)) &&
         opf_value_set(a, o, "inputs", opf_value_copy(a, opf_value_get(k->variant, "inputs"))) &&
         opf_value_set(a, o, "outputs", opf_value_copy(a, opf_value_get(k->variant, "outputs")));
    const opf_value *attrs = opf_value_get(k->variant, "attrs");
    if (ok && attrs && attrs->kind == OPF_VALUE_ARRAY)
        ok = opf_value_set(a, o, "attrs", attrs_value(a, attrs, keys->mode));
    ok = ok && opf_value_set(a, o, "opMode", opf_value_string(a, "dynamic")) &&
         set_text(a, o, "tilingKey", k->tiling_keys) &&
         opf_value_set(a, o, "deterministic", opf_value_string(a, k->deterministic)) &&
         set_text(a, o, "op_debug_config", k->debug_config);
    return ok ? o : NULL;
}

/* ---- the document -------------------------------------------------------------------------------------- */

/* The first group is alphabetical, the second in the order in which readers' tools append. */
static bool set_first_group(opf_arena *a, opf_value *o, const struct opf_kernel_json *k,
                            const struct opf_kernel_class *c, opf_value *parameters)
{
    return opf_value_set(a, o, "binFileName", opf_value_string(a, k->stem)) &&
           opf_value_set(a, o, "binFileSuffix", opf_value_string(a, ".o")) &&
           opf_value_set(a, o, "blockDim", opf_value_int(a, -1)) &&
           opf_value_set(a, o, "coreType", opf_value_string(a, c->coreType)) &&
           opf_value_set(a, o, "core_type", opf_value_string(a, c->core_type)) &&
           opf_value_set(a, o, "intercoreSync", opf_value_int(a, c->intercore_sync)) &&
           opf_value_set(a, o, "kernelName", opf_value_string(a, k->stem)) &&
           opf_value_set(a, o, "magic", opf_value_string(a, c->magic)) &&
           opf_value_set(a, o, "memoryStamping", opf_value_array(a)) &&
           opf_value_set(a, o, "opParaSize", opf_value_int(a, (int64_t)k->tiling_size + 8)) &&
           opf_value_set(a, o, "parameters", parameters) &&
           opf_value_set(a, o, "sha256", opf_value_string(a, k->sha256)) &&
           set_text(a, o, "taskRation", c->ratio) && opf_value_set(a, o, "workspace", workspace_value(a));
}

static bool set_second_group(opf_arena *a, opf_value *o, const struct opf_kernel_json *k, bool mixed)
{
    bool ignore = strcmp(k->deterministic, "ignore") == 0;
    return opf_value_set(a, o, "kernelList", functions_value(a, k, mixed)) &&
           set_text(a, o, "optionalInputMode", k->keys->optional_input_mode) &&
           set_text(a, o, "optionalOutputMode", k->keys->optional_output_mode) &&
           set_text(a, o, "dynamicParamMode", k->keys->dynamic_param_mode) &&
           set_text(a, o, "deterministic", ignore ? NULL : k->deterministic) &&
           opf_value_set(a, o, "supportSuperKernel", opf_value_int(a, 1)) &&
           set_text(a, o, "debugOptions", k->debug_config) &&
           opf_value_set(a, o, "compileInfo", opf_value_object(a)) &&
           opf_value_set(a, o, "supportInfo", support_value(a, k));
}

opf_status *opf_kernel_json_write(opf_arena *arena, const struct opf_kernel_json *kernel, struct opf_buf *to)
{
    struct opf_kernel_class c;
    opf_value *parameters;
    opf_kernel_classify(kernel->functions, kernel->function_count, &c);
    OPF_TRY(parameters_value(arena, kernel, &parameters));
    opf_value *root = opf_value_object(arena);
    if (!root || !set_first_group(arena, root, kernel, &c, parameters) ||
        !set_second_group(arena, root, kernel, c.mixed))
        return no_memory();
    opf_json_write(to, root, OPF_JSON_INDENT4, OPF_JSON_PLAIN);
    return opf_buf_finish(to, "a kernel json");
}

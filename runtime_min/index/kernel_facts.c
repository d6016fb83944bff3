/* Reading of kernel .json files. */
#include "runtime_min/index/kernel_facts.h"
#include "base/json.h"
#include "base/text.h"

#include <string.h>

static opf_status *no_memory(const char *path)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for %s", path);
}

static opf_status *text_or_empty(opf_arena *arena, const opf_value *file, const char *name, const char *path,
                                 const char **out)
{
    *out = "";
    if (!opf_value_get(file, name))
        return NULL;
    OPF_TRY(opf_value_need_string(file, name, path, out));
    *out = opf_arena_strdup(arena, *out);
    return *out ? NULL : no_memory(path);
}

/* `<stem>_<digits>`, possibly with _mix_aic or _mix_aiv behind: the digits. */
static uint64_t key_in_name(const char *name)
{
    size_t len = strlen(name);
    uint64_t key = 0;
    if (opf_text_ends(name, "_mix_aic") || opf_text_ends(name, "_mix_aiv"))
        len -= 8;
    const char *digits = name + len;
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    char *text = opf_strndup(digits, (size_t)(name + len - digits));
    if (!text || !opf_text_to_u64(text, &key))
        key = 0;
    opf_free(text);
    return key;
}

static opf_status *read_functions(opf_arena *arena, const opf_value *file, const char *path,
                                  struct opf_index_kernel *kernel)
{
    const opf_value *list;
    uint32_t n = 0;
    if (!opf_value_get(file, "kernelList"))
        return NULL;
    OPF_TRY(opf_value_need_array(file, "kernelList", path, &list));
    struct opf_index_function *functions =
        opf_arena_alloc(arena, (list->count ? list->count : 1) * sizeof(*functions));
    if (!functions)
        return no_memory(path);
    for (const opf_value *f = list->first; f; f = f->next) {
        const opf_value *key = opf_value_get(f, "tilingKey");
        const char *name;
        OPF_TRY(opf_value_need_string(f, "kernelName", path, &name));
        functions[n].name = opf_arena_strdup(arena, name);
        if (!functions[n].name)
            return no_memory(path);
        functions[n].tiling_key = key_in_name(name);
        if (key && key->kind == OPF_VALUE_INT)
            functions[n].tiling_key = (uint64_t)key->as.integer;
        else if (key && key->kind == OPF_VALUE_STRING)
            (void)opf_text_to_u64(key->as.string, &functions[n].tiling_key);
        n++;
    }
    kernel->functions = functions;
    kernel->function_num = n;
    return NULL;
}

static opf_status *read_workspace(const opf_value *file, const char *path, struct opf_index_kernel *kernel)
{
    const opf_value *workspace = opf_value_get(file, "workspace"), *sizes;
    if (!workspace || workspace->kind == OPF_VALUE_NULL)
        return NULL;
    OPF_TRY(opf_value_need_object(file, "workspace", path, &workspace));
    OPF_TRY(opf_value_need_array(workspace, "size", path, &sizes));
    for (const opf_value *s = sizes->first; s; s = s->next) {
        if (s->kind != OPF_VALUE_INT || s->as.integer < -1)
            return OPF_FAIL(OPF_INVALID_FORMAT,
                            "%s: workspace.size holds %s, sizes in bytes or -1 were expected", path,
                            opf_value_kind_name(s));
        if (kernel->workspace_num == 16)
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: more than 16 workspaces", path);
        kernel->workspace_size[kernel->workspace_num++] = s->as.integer;
    }
    return NULL;
}

/* `parameters`: null, or {"dtype", "init_value"} for an output that must be filled first. */
static opf_status *read_inits(opf_arena *arena, const opf_value *file, const char *path,
                              struct opf_index_kernel *kernel)
{
    const opf_value *list;
    uint32_t at = 0, n = 0;
    if (!opf_value_get(file, "parameters"))
        return NULL;
    OPF_TRY(opf_value_need_array(file, "parameters", path, &list));
    struct opf_index_init *inits = opf_arena_alloc(arena, (list->count ? list->count : 1) * sizeof(*inits));
    if (!inits)
        return no_memory(path);
    for (const opf_value *p = list->first; p; p = p->next, at++) {
        const opf_value *value = p->kind == OPF_VALUE_OBJECT ? opf_value_get(p, "init_value") : NULL;
        const char *dtype;
        if (!value)
            continue;
        OPF_TRY(opf_value_need_string(p, "dtype", path, &dtype));
        inits[n].dtype = opf_index_dtype_number(dtype);
        if (inits[n].dtype < 0)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: parameters[%u].dtype `%.60s` is no known type", path, at,
                            dtype);
        if (value->kind != OPF_VALUE_INT && value->kind != OPF_VALUE_REAL)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: parameters[%u].init_value is %s, a number was expected",
                            path, at, opf_value_kind_name(value));
        inits[n].parameter = at;
        inits[n].value = value->kind == OPF_VALUE_INT ? (double)value->as.integer : value->as.real;
        n++;
    }
    kernel->inits = inits;
    kernel->init_num = n;
    return NULL;
}

static opf_status *read_mix(const opf_value *file, const char *path, struct opf_index_kernel *kernel)
{
    const char *type = "";
    if (opf_value_get(file, "coreType"))
        OPF_TRY(opf_value_need_string(file, "coreType", path, &type));
    kernel->mix = strcmp(type, "VectorCore") == 0 ? OPF_INDEX_AIV
                  : strcmp(type, "AiCore") == 0   ? OPF_INDEX_AIC
                                                  : OPF_INDEX_MIX;
    return NULL;
}

static bool is_sha256(const char *text)
{
    return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

opf_status *opf_kernel_facts_read(opf_arena *arena, const char *json_path, struct opf_index_kernel **out)
{
    struct opf_index_kernel *kernel = opf_arena_alloc(arena, sizeof(*kernel));
    opf_value *file;
    int64_t number;
    *out = NULL;
    if (!kernel)
        return no_memory(json_path);
    OPF_TRY(opf_json_read(arena, json_path, &file));
    if (file->kind != OPF_VALUE_OBJECT)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s holds %s, an object was expected", json_path,
                        opf_value_kind_name(file));
    kernel->json_path = opf_arena_strdup(arena, json_path);
    if (!kernel->json_path)
        return no_memory(json_path);
    OPF_TRY(opf_value_need_string(file, "binFileName", json_path, &kernel->stem));
    kernel->stem = opf_arena_strdup(arena, kernel->stem);
    if (!kernel->stem)
        return no_memory(json_path);
    OPF_TRY(text_or_empty(arena, file, "sha256", json_path, &kernel->sha256));
    if (kernel->sha256[0] && !is_sha256(kernel->sha256))
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: member `sha256` is not 64 lower-case hex digits", json_path);
    if (opf_value_get(file, "opParaSize")) {
        OPF_TRY(opf_value_need_int(file, "opParaSize", json_path, &number));
        if (number < 0 || number > (64 << 20))
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: member `opParaSize` is %lld; 0 to 64 MiB were expected",
                            json_path, (long long)number);
        kernel->parameter_size = (uint32_t)((number + 7) / 8 * 8);
    }
    kernel->static_shape = !opf_value_get(file, "compileInfo") && !opf_value_get(file, "kernelList");
    if (opf_value_get(file, "blockDim")) {
        OPF_TRY(opf_value_need_int(file, "blockDim", json_path, &number));
        kernel->block_dim = number > 0 && number <= UINT16_MAX ? (uint32_t)number : 0;
    }
    OPF_TRY(read_mix(file, json_path, kernel));
    OPF_TRY(read_functions(arena, file, json_path, kernel));
    OPF_TRY(read_workspace(file, json_path, kernel));
    OPF_TRY(read_inits(arena, file, json_path, kernel));
    *out = kernel;
    return NULL;
}

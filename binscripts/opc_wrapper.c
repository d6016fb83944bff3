/* The wrapper source of a variant: its macros, the user's file, one function for each key or for all. */
#include "binscripts/opc_job.h"

#include "base/text.h"
#include <string.h>

/* Functions of C that the device headers declare: an entry of that name would be a conflicting declaration.
 */
static const char *const C_NAMES[] = {
    "abs",       "acos",      "acosh", "asin",   "asinh",  "atan",   "atan2", "atanh", "ceil",  "cos",
    "cosh",      "div",       "erf",   "erfc",   "erfinv", "exp",    "exp2",  "expm1", "floor", "fma",
    "fmax",      "fmin",      "fmod",  "hypot",  "index",  "lgamma", "log",   "log1p", "log2",  "modf",
    "pow",       "rint",      "round", "select", "sin",    "sinh",   "sqrt",  "tan",   "tanh",  "trunc",
    "remainder", "nearbyint", "ldexp", "logb",   "sort",   "signal", "labs",  "write"};

const char *opf_opc_entry_symbol(opf_arena *arena, const char *entry)
{
    for (size_t i = 0; i < sizeof(C_NAMES) / sizeof(C_NAMES[0]); i++)
        if (strcmp(C_NAMES[i], entry) == 0)
            return opf_arena_printf(arena, "opf_kernel_%s", entry);
    return entry;
}

const opf_value *opf_opc_param_slot(const struct opf_opc_job *job, size_t i)
{
    const struct opf_kernel_desc *d = job->desc;
    bool output = d->params[i].output;
    const opf_value *list = opf_value_get(job->variant, output ? "outputs" : "inputs");
    return opf_value_at(list, output ? i - d->input_count : i);
}

static struct opf_operand operand_of(const opf_value *slot)
{
    const opf_value *t = opf_variant_tensor(slot);
    const struct opf_dtype_info *dtype = t ? opf_dtype_find(opf_variant_text(t, "dtype")) : NULL;
    return (struct opf_operand){dtype ? dtype->number : -1,
                                t ? opf_format_number(opf_variant_text(t, "format")) : -1};
}

opf_status *opf_opc_operands(const struct opf_opc_job *job, struct opf_operands *out)
{
    const opf_value *sides[2] = {opf_value_get(job->variant, "inputs"),
                                 opf_value_get(job->variant, "outputs")};
    struct opf_operand *lists[2];
    for (int s = 0; s < 2; s++) {
        size_t n = 0;
        lists[s] = opf_arena_alloc(job->arena, (sides[s]->count + 1) * sizeof(*lists[s]));
        if (!lists[s])
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the operands of a variant");
        for (const opf_value *slot = sides[s]->first; slot; slot = slot->next)
            lists[s][n++] = operand_of(slot);
    }
    *out = (struct opf_operands){lists[0], lists[1], sides[0]->count, sides[1]->count};
    return NULL;
}

static void write_operands(const struct opf_opc_job *job, struct opf_buf *to)
{
    const struct opf_kernel_desc *d = job->desc;
    for (size_t i = 0; i < d->param_count; i++) {
        const struct opf_kernel_param *p = &d->params[i];
        const opf_value *t = opf_variant_tensor(opf_opc_param_slot(job, i));
        /* absent optional ones keep the definition's first column, so that the source still parses */
        const char *name = t ? opf_variant_text(t, "dtype") : p->columns ? p->dtypes[0] : "float32";
        const char *format = t ? opf_variant_text(t, "format") : p->formats ? p->formats[0] : "ND";
        const struct opf_dtype_info *dtype = opf_dtype_find(name);
        opf_buf_printf(to, "#define DTYPE_%s %s\n", p->macro, dtype ? dtype->c_type : "float");
        opf_buf_printf(to, "#define ORIG_DTYPE_%s %s\n", p->macro, dtype ? dtype->ge_name : "DT_FLOAT");
        opf_buf_printf(to, "#define FORMAT_%s FORMAT_%s\n", p->macro, format);
    }
}

static void write_modes(const struct opf_opc_job *job, const uint64_t *key, struct opf_buf *to)
{
    const char *mode = job->options->impl_mode;
    if (mode && opf_text_starts(mode, "high_performance"))
        opf_buf_puts(to, "#define HIGH_PERFORMANCE 1\n");
    if (mode && opf_text_starts(mode, "high_precision"))
        opf_buf_puts(to, "#define HIGH_PRECISION 1\n");
    opf_buf_printf(to, "#define DETERMINISTIC_MODE %d\n", job->deterministic);
    if (key)
        opf_buf_printf(to, "#define OPF_TILING_KEY_CONST %lluULL\n#define TILING_KEY_VAR %lluULL\n",
                       (unsigned long long)*key, (unsigned long long)*key);
}

/* Kernels that compute their outputs' shapes get one more address, before the workspace, where all are
 * written. */
static size_t argument_count(const struct opf_opc_job *job)
{
    const struct opf_kernel_desc *d = job->desc;
    size_t count = d->mc2_count + opf_value_get(job->variant, "inputs")->count +
                   opf_value_get(job->variant, "outputs")->count + 2;
    return d->compute_shape_count && (!d->entry_params || d->entry_params == count + 1) ? count + 1 : count;
}

static void write_call(const struct opf_opc_job *job, const char *arguments, struct opf_buf *to)
{
    size_t n = argument_count(job);
    const char *entry = opf_opc_entry_symbol(job->arena, job->desc->entry);
    opf_buf_printf(to,
                   "    opf_this_core->sys_workspace = (uint8_t *)args[%zu];\n    OPF_KEEP_ARGUMENTS(args);\n"
                   "    [[clang::noinline]] ::%s",
                   n - 2, entry ? entry : "");
    if (arguments)
        opf_buf_printf(to, "<%s>", arguments);
    opf_buf_putc(to, '(');
    for (size_t i = 0; i < n; i++)
        opf_buf_printf(to, "%s(uint8_t *)args[%zu]", i ? ", " : "", i);
    opf_buf_puts(to, ");\n}\n");
}

static void write_function(const struct opf_opc_job *job, const char *name,
                           const struct opf_template_key *key, struct opf_buf *to)
{
    opf_buf_printf(to, "extern \"C\" __attribute__((used)) void opf_entry%s(void *const *args)\n{\n", name);
    if (key && key->tiling_struct)
        opf_buf_printf(to, "    OPF_RECORD_TILING(sizeof(%s));\n", key->tiling_struct);
    write_call(job, key ? key->arguments : NULL, to);
}

static opf_status *check_arguments(const struct opf_opc_job *job)
{
    size_t given = argument_count(job), expected = job->desc->entry_params;
    if (expected && expected != given)
        return OPF_FAIL(
            OPF_MISMATCH,
            "entry `%s' has %zu parameters, this variant gives %zu: %zu inputs, %zu outputs, workspace, "
            "tiling%s",
            job->desc->entry, expected, given, opf_value_get(job->variant, "inputs")->count,
            opf_value_get(job->variant, "outputs")->count, job->desc->mc2_count ? ", contexts" : "");
    return NULL;
}

opf_status *opf_opc_write_wrapper(const struct opf_opc_job *job, const uint64_t *key, struct opf_buf *to)
{
    const struct opf_kernel_desc *d = job->desc;
    OPF_TRY(check_arguments(job));
    const char *symbol = opf_opc_entry_symbol(job->arena, d->entry);
    opf_buf_printf(to, "/* %s: made by opc, includes the operator's source below. */\n", job->out_stem);
    opf_buf_puts(to, "#include \"ascendc/opf_object.h\"\n");
    write_operands(job, to);
    write_modes(job, key, to);
    if (symbol && strcmp(symbol, d->entry) != 0)
        opf_buf_printf(to, "#define %s %s\n", d->entry, symbol);
    if (job->structs_header) {
        for (size_t i = 0; i < d->struct_count; i++) /* the source has its own structure of that name */
            opf_buf_printf(to, "#define OPF_HAS_STRUCT_%s\n", d->structs[i]);
        opf_buf_printf(to, "#include \"%s\"\n", job->structs_header);
        if (key)
            opf_buf_printf(to,
                           "#ifdef OPF_HOST_TILING_KEY_%llu\n#undef OPF_HOST_TILING_DEFAULT\n"
                           "#define OPF_HOST_TILING_DEFAULT OPF_HOST_TILING_KEY_%llu\n#endif\n",
                           (unsigned long long)*key, (unsigned long long)*key);
    }
    opf_buf_printf(to, "#include \"%s/%s/%s\"\n", job->source_root, d->source_dir, d->source_file);
    if (symbol && strcmp(symbol, d->entry) != 0)
        opf_buf_printf(to, "#undef %s\n", d->entry);
    char name[32] = "";
    for (size_t i = 0; i < job->template_key_count; i++) {
        snprintf(name, sizeof(name), "_%llu", (unsigned long long)job->template_keys[i].key);
        write_function(job, name, &job->template_keys[i], to);
    }
    if (!job->template_key_count) {
        if (key)
            snprintf(name, sizeof(name), "_%llu", (unsigned long long)*key);
        write_function(job, name, NULL, to);
    }
    opf_buf_printf(
        to,
        "extern \"C\" __attribute__((used)) void opf_cpu%s() { OPF_RECORD(\".opf.cpu\", OPF_CPU_BITS); }\n",
        name);
    return opf_buf_finish(to, "a wrapper source");
}

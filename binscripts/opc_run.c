/* opc: from a description and a parameter file to published kernels. */
#include "binscripts/opc_run.h"

#include "base/cpu.h"
#include "base/cpu.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "binscripts/elf_object.h"
#include "binscripts/kernel_meta.h"
#include "binscripts/opc_job.h"
#include "binscripts/opc_keys.h"
#include "opforge/abi.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_OBJECT_BYTES ((size_t)1 << 30)

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a kernel");
}

static opf_status *need_option(const char *value, const char *name)
{
    return value && *value
               ? NULL
               : OPF_FAIL(OPF_INVALID_ARGUMENT, "--%s is missing (--help lists the options)", name);
}

/* ---- what a compiled object tells ---------------------------------------------------------------------- */

struct numbers {
    uint64_t *items;
    size_t count;
    bool failed;
};

static void take_numbers(void *ctx, const unsigned char *bytes, size_t size)
{
    struct numbers *n = ctx;
    for (size_t at = 0; at + 8 <= size; at += 8) {
        uint64_t value;
        memcpy(&value, bytes + at, 8);
        size_t i = 0;
        while (i < n->count && n->items[i] < value)
            i++;
        if (i < n->count && n->items[i] == value)
            continue;
        uint64_t *items = opf_realloc(n->items, (n->count + 1) * sizeof(*items));
        if (!items) {
            n->failed = true;
            return;
        }
        memmove(items + i + 1, items + i, (n->count - i) * sizeof(*items));
        items[i] = value;
        n->items = items;
        n->count++;
    }
}

/* Sorted distinct numbers of a record section. */
static opf_status *read_records(const char *path, const struct opf_buf *image, const char *section,
                                struct numbers *out)
{
    memset(out, 0, sizeof(*out));
    OPF_TRY(opf_elf_each_section(path, image, section, take_numbers, out));
    return out->failed ? no_memory() : NULL;
}

static opf_status *add_function(struct opf_opc_job *job, uint64_t key, uint32_t type)
{
    struct opf_kernel_function *list = opf_arena_alloc(
        job->arena, (job->function_count + 1) * sizeof(*list)); /* rare growth: keys are few */
    if (!list)
        return no_memory();
    if (job->function_count)
        memcpy(list, job->functions, job->function_count * sizeof(*list));
    list[job->function_count++] = (struct opf_kernel_function){key, type};
    job->functions = list;
    return NULL;
}

/* Numbers of the template lists to those of the ABI; both name the same types. */
static uint32_t abi_kernel_type(int listed, uint32_t fallback)
{
    switch (listed) {
    case 0:
        return OPF_KERNEL_AIV_ONLY;
    case 1:
        return OPF_KERNEL_AIC_ONLY;
    case 4:
        return OPF_KERNEL_MIX_AIV_1_0;
    case 5:
        return OPF_KERNEL_MIX_AIC_1_0;
    case 6:
        return OPF_KERNEL_MIX_AIC_1_1;
    case 7:
    case 10:
        return OPF_KERNEL_MIX_AIC_1_2;
    default:
        return fallback;
    }
}

static opf_status *list_template_functions(struct opf_opc_job *job)
{
    job->functions = opf_arena_alloc(job->arena, job->template_key_count * sizeof(*job->functions));
    if (!job->functions)
        return no_memory();
    for (size_t i = 0; i < job->template_key_count; i++)
        job->functions[job->function_count++] = (struct opf_kernel_function){
            job->template_keys[i].key,
            abi_kernel_type(job->template_keys[i].kernel_type, job->file_kernel_type)};
    return NULL;
}

static bool is_wanted_key(const char *list, uint64_t key)
{
    for (const char *at = list; at && *at;) {
        char *end;
        if (strtoull(at, &end, 0) == key && end != at)
            return true;
        at += strcspn(at, ",;");
        at += *at != '\0';
    }
    return !list;
}

static opf_status *names_no_key(const struct opf_opc_job *job, size_t count)
{
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "--tiling_key=%s names none of the kernel's %zu keys",
                    job->options->tiling_key, count);
}

static opf_status *list_literal_functions(struct opf_opc_job *job, const struct numbers *keys)
{
    for (size_t i = 0; i < keys->count; i++)
        if (is_wanted_key(job->options->tiling_key, keys->items[i]))
            OPF_TRY(add_function(job, keys->items[i], job->file_kernel_type));
    if (keys->count == 0)
        return add_function(job, 0, job->file_kernel_type);
    return job->function_count ? NULL : names_no_key(job, keys->count);
}

/* Sizes, kernel type, CPU; in literal mode also the keys. `per_key`: the functions are known already. */
static opf_status *read_object(struct opf_opc_job *job, const char *path, bool per_key)
{
    struct opf_buf image;
    struct numbers keys = {0}, sizes = {0}, types = {0}, cpu = {0};
    OPF_TRY(opf_file_read(path, MAX_OBJECT_BYTES, &image));
    opf_status *status = read_records(path, &image, ".opf.keys", &keys);
    if (!status)
        status = read_records(path, &image, ".opf.tiling", &sizes);
    if (!status)
        status = read_records(path, &image, ".opf.ktype", &types);
    if (!status)
        status = read_records(path, &image, ".opf.cpu", &cpu);
    if (!status) {
        if (sizes.count && sizes.items[sizes.count - 1] > job->tiling_size)
            job->tiling_size = (size_t)sizes.items[sizes.count - 1];
        job->file_kernel_type = types.count ? (uint32_t)types.items[types.count - 1] : job->file_kernel_type;
        job->cpu_bits = cpu.count ? (uint32_t)cpu.items[cpu.count - 1] : 0;
        if (job->template_key_count)
            status = list_template_functions(job);
        else if (!per_key)
            status = list_literal_functions(job, &keys);
    }
    opf_free(keys.items);
    opf_free(sizes.items);
    opf_free(types.items);
    opf_free(cpu.items);
    opf_buf_free(&image);
    return status;
}

/* ---- metadata object ----------------------------------------------------------------------------------- */

static opf_status *meta_params(const struct opf_opc_job *job, struct opf_meta_param **out, size_t *count)
{
    const struct opf_kernel_desc *d = job->desc;
    const opf_value *sides[2] = {opf_value_get(job->variant, "inputs"),
                                 opf_value_get(job->variant, "outputs")};
    struct opf_meta_param *p =
        opf_arena_alloc(job->arena, (d->mc2_count + sides[0]->count + sides[1]->count + 2) * sizeof(*p));
    size_t n = 0;
    if (!p)
        return no_memory();
    for (size_t i = 0; i < d->mc2_count; i++)
        p[n++] = (struct opf_meta_param){OPF_META_MC2_CONTEXT, 1, 0};
    for (int s = 0; s < 2; s++) {
        int64_t index = 0;
        for (const opf_value *slot = sides[s]->first; slot; slot = slot->next, index++) {
            struct opf_meta_param one = {s ? OPF_META_OUTPUT : OPF_META_INPUT, 1, 0};
            const opf_value *t = opf_variant_tensor(slot);
            if (slot->kind == OPF_VALUE_ARRAY && t) {
                one.level = 3;
                one.element_bits = (uint32_t)opf_dtype_find(opf_variant_text(t, "dtype"))->bits;
            }
            for (size_t c = 0; s && c < d->compute_shape_count; c++)
                one.level = d->compute_shapes[c] == index ? 4 : one.level;
            p[n++] = one;
        }
    }
    p[n++] = (struct opf_meta_param){OPF_META_WORKSPACE, 1, 0};
    p[n++] = (struct opf_meta_param){OPF_META_TILING, 1, 0};
    *out = p;
    *count = n;
    return NULL;
}

static void copy_text(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static struct opf_kernel_descriptor make_descriptor(const struct opf_opc_job *job)
{
    struct opf_kernel_descriptor d = {.magic = OPF_ABI_MAGIC,
                                      .abi_version = OPF_ABI_VERSION,
                                      .struct_size = sizeof(d),
                                      .core_size = sizeof(struct opf_core),
                                      .cpu = job->cpu_bits,
                                      .kernel_type = job->file_kernel_type,
                                      .tiling_size = (uint32_t)job->tiling_size,
                                      .npu_arch = job->arch->npu_arch};
    copy_text(d.soc, sizeof(d.soc), job->arch->soc);
    if (job->cpu_bits & OPF_CPU_NATIVE_OTHER)
        copy_text(d.cpu_name, sizeof(d.cpu_name),
                  job->options->march && strcmp(job->options->march, "native") != 0 ? job->options->march
                                                                                    : opf_cpu_model_name());
    copy_text(d.op_type, sizeof(d.op_type), job->desc->op_type);
    return d;
}

struct meta_builder {
    const struct opf_opc_job *job;
    struct opf_elf_section *sections;
    size_t count;
    struct opf_meta_function function;
    struct opf_strvec *aliases;
    opf_status *status;
};

/* One function symbol: its record and its alias to the compiled entry. */
static void add_symbol(struct meta_builder *b, const char *symbol, const char *target)
{
    struct opf_buf bytes;
    opf_buf_init(&bytes, 1 << 20);
    opf_meta_write_function(&bytes, &b->function);
    opf_status *status = opf_buf_finish(&bytes, symbol);
    struct opf_elf_section *s = &b->sections[b->count++];
    s->name = opf_arena_printf(b->job->arena, ".ascend.meta.%s", symbol);
    void *copy = opf_arena_alloc(b->job->arena, bytes.len + 1);
    if (!status && (!s->name || !copy))
        status = no_memory();
    if (!status) {
        memcpy(copy, bytes.data, bytes.len);
        s->bytes = copy;
        s->size = bytes.len;
        opf_strvec_pushf(b->aliases, "%s=%s", symbol, target);
    }
    opf_buf_free(&bytes);
    b->status = b->status ? b->status : status;
}

static void add_function_symbols(struct meta_builder *b, const struct opf_kernel_function *f)
{
    const struct opf_opc_job *job = b->job;
    bool one_entry = !job->template_key_count && !job->per_key;
    char *symbol = opf_arena_printf(job->arena, "%s_%llu", job->out_stem, (unsigned long long)f->key);
    char *target =
        opf_arena_printf(job->arena, one_entry ? "opf_entry" : "opf_entry_%llu", (unsigned long long)f->key);
    unsigned cube, vector;
    if (!symbol || !target) {
        b->status = b->status ? b->status : no_memory();
        return;
    }
    b->function.key = f->key;
    if (f->kernel_type == OPF_KERNEL_AIV_ONLY || f->kernel_type == OPF_KERNEL_AIC_ONLY) {
        b->function.kernel_type = f->kernel_type == OPF_KERNEL_AIV_ONLY ? 3 : 2;
        b->function.cube = b->function.vector = 0;
        add_symbol(b, symbol, target);
        return;
    }
    opf_kernel_ratio(f->kernel_type, &cube, &vector);
    b->function.cube = (uint16_t)cube;
    b->function.vector = (uint16_t)vector;
    static const char *const ENDINGS[] = {"_mix_aic", "_mix_aiv"};
    for (int i = 0; i < 2; i++) {
        char *name = opf_arena_printf(job->arena, "%s%s", symbol, ENDINGS[i]);
        b->function.kernel_type = cube ? 4 : 5;
        if (name)
            add_symbol(b, name, target);
        else
            b->status = b->status ? b->status : no_memory();
    }
}

static opf_status *write_meta_object(const struct opf_opc_job *job, const struct opf_kernel_keys *keys,
                                     const char *path, struct opf_strvec *aliases)
{
    struct opf_kernel_descriptor descriptor = make_descriptor(job);
    struct opf_meta_param *params = NULL;
    struct meta_builder b = {.job = job, .aliases = aliases};
    OPF_TRY(meta_params(job, &params, &b.function.count));
    b.function.params = params;
    b.function.tiling_size = job->tiling_size;
    b.function.deterministic = job->determinism[0] == 't';
    b.sections = opf_arena_alloc(job->arena, (2 * job->function_count + 2) * sizeof(*b.sections));
    if (!b.sections)
        return no_memory();
    struct opf_buf file_meta, image;
    opf_buf_init(&file_meta, 4096);
    opf_buf_init(&image, MAX_OBJECT_BYTES);
    opf_meta_write_file(&file_meta, keys->dynamic_param_mode != NULL, keys->optional_input_mode != NULL,
                        keys->optional_output_mode != NULL);
    b.sections[b.count++] = (struct opf_elf_section){".ascend.meta", file_meta.data, file_meta.len, NULL};
    b.sections[b.count++] =
        (struct opf_elf_section){".rodata.opf", &descriptor, sizeof(descriptor), "opf_kernel_descriptor"};
    for (size_t i = 0; i < job->function_count; i++)
        add_function_symbols(&b, &job->functions[i]);
    opf_status *status = b.status ? b.status : opf_elf_write_object(&image, b.sections, b.count);
    if (!status)
        status = opf_file_write(path, image.data, image.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&file_meta);
    opf_buf_free(&image);
    return status ? status : opf_strvec_finish(aliases);
}

/* ---- compile ------------------------------------------------------------------------------------------- */

static char *work_path(const struct opf_opc_job *job, const char *name)
{
    return opf_arena_printf(job->arena, "%s/%s", job->work_dir, name);
}

static opf_status *compile_one(struct opf_opc_job *job, const uint64_t *key, struct opf_strvec *objects)
{
    char tag[40] = "kernel";
    if (key)
        snprintf(tag, sizeof(tag), "kernel_%llu", (unsigned long long)*key);
    char *source = opf_arena_printf(job->arena, "%s/%s_%s.cpp", job->work_dir, job->out_stem, tag);
    char *object = opf_arena_printf(job->arena, "%s/%s.obj", job->work_dir, tag);
    char *deps = work_path(job, "kernel.d");
    if (!source || !object || !deps)
        return no_memory();
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_status *status = opf_opc_write_wrapper(job, key, &text);
    if (!status)
        status = opf_file_write(source, opf_buf_text(&text), text.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&text);
    if (!status)
        status = opf_opc_compile(job, source, object, deps);
    if (!status && job->options->check_only)
        return NULL; /* there is no object */
    if (!status && key)
        status = opf_opc_rename_symbols(object, *key);
    if (!status)
        status = read_object(job, object, key != NULL);
    if (!status)
        opf_strvec_push(objects, object);
    return status;
}

static opf_status *compile_per_key(struct opf_opc_job *job, struct opf_strvec *objects)
{
    uint64_t *keys;
    size_t count;
    OPF_TRY(opf_opc_list_keys(job, &keys, &count));
    for (size_t i = 0; i < count; i++) {
        if (!is_wanted_key(job->options->tiling_key, keys[i]))
            continue;
        job->file_kernel_type = OPF_KERNEL_AIV_ONLY;
        OPF_TRY(compile_one(job, &keys[i], objects));
        OPF_TRY(add_function(job, keys[i], job->file_kernel_type));
    }
    return job->function_count ? NULL : names_no_key(job, count);
}

static opf_status *compile_kernel(struct opf_opc_job *job, const struct opf_kernel_keys *keys,
                                  const char *out)
{
    struct opf_strvec objects, aliases;
    opf_strvec_init(&objects);
    opf_strvec_init(&aliases);
    opf_status *status = job->per_key ? compile_per_key(job, &objects) : compile_one(job, NULL, &objects);
    const bool link = !job->options->check_only;
    char *meta = work_path(job, "meta.obj");
    if (!status && !meta)
        status = no_memory();
    if (!status && link)
        status = write_meta_object(job, keys, meta, &aliases);
    if (!status && link) {
        opf_strvec_push(&objects, meta);
        status = opf_opc_link(job, &objects, &aliases, out);
    }
    opf_strvec_free(&objects);
    opf_strvec_free(&aliases);
    return status;
}

/* ---- one variant --------------------------------------------------------------------------------------- */

/* The template table for this variant: the one whose columns hold its operands. */
static const struct opf_tpl_table *pick_table(const struct opf_opc_job *job)
{
    const struct opf_kernel_desc *d = job->desc;
    const struct opf_tpl_table *best = &d->tables[0];
    size_t best_score = 0;
    for (size_t t = 0; t < d->table_count; t++)
        for (size_t c = 0; c < d->tables[t].column_count; c++) {
            size_t column = (size_t)d->tables[t].columns[c], score = 0;
            for (size_t i = 0; i < d->param_count; i++) {
                const opf_value *tensor = opf_variant_tensor(opf_opc_param_slot(job, i));
                const struct opf_kernel_param *p = &d->params[i];
                if (!tensor || column >= p->columns)
                    continue;
                score += strcmp(opf_variant_text(tensor, "dtype"), p->dtypes[column]) == 0;
                score += p->formats && strcmp(opf_variant_text(tensor, "format"), p->formats[column]) == 0;
            }
            if (score > best_score) {
                best_score = score;
                best = &d->tables[t];
            }
        }
    return best;
}

static opf_status *keep_wanted_templates(struct opf_opc_job *job)
{
    size_t kept = 0, all = job->template_key_count;
    for (size_t i = 0; i < all; i++)
        if (is_wanted_key(job->options->tiling_key, job->template_keys[i].key))
            job->template_keys[kept++] = job->template_keys[i];
    job->template_key_count = kept;
    return kept || !all ? NULL : names_no_key(job, all);
}

static opf_status *select_templates(struct opf_opc_job *job)
{
    struct opf_operands operands;
    if (job->desc->keys != OPF_KEYS_TEMPLATE)
        return NULL;
    OPF_TRY(opf_opc_operands(job, &operands));
    OPF_TRY(opf_template_keys_make(job->arena, pick_table(job), &operands, job->deterministic,
                                   job->options->template_input, &job->template_keys,
                                   &job->template_key_count));
    return keep_wanted_templates(job);
}

static opf_status *write_depfile(const struct opf_opc_job *job, const char *target)
{
    if (!job->options->depfile)
        return NULL;
    struct opf_buf text, out;
    char *made = work_path(job, "kernel.d");
    if (!made)
        return no_memory();
    OPF_TRY(opf_file_read(made, (size_t)16 << 20, &text));
    const char *rest = strchr(opf_buf_text(&text), ':');
    opf_buf_init(&out, OPF_BUF_MAX_DEFAULT);
    opf_buf_printf(&out, "%s:", target);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_strvec_split(&files, rest ? rest + 1 : "", " \\\n", true);
    for (size_t i = 0; i < files.len; i++)
        if (!opf_text_starts(files.items[i], job->work_dir)) /* the wrapper does not outlive this run */
            opf_buf_printf(&out, " \\\n  %s", files.items[i]);
    opf_buf_putc(&out, '\n');
    opf_strvec_free(&files);
    opf_status *status = opf_buf_finish(&out, job->options->depfile);
    if (!status)
        status = opf_file_write(job->options->depfile, opf_buf_text(&out), out.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&text);
    opf_buf_free(&out);
    return status;
}

static opf_status *publish(struct opf_opc_job *job, const struct opf_kernel_keys *keys, const char *made)
{
    char sha256[OPF_SHA256_HEX];
    if (chmod(made, 0644) != 0) /* the linker makes it executable, which it is not */
        return OPF_FAIL(OPF_IO, "cannot change the mode of %s", made);
    OPF_TRY(opf_digest_sha256_file(made, sha256));
    struct opf_kernel_json kernel = {.stem = job->out_stem,
                                     .file = job->file,
                                     .variant = job->variant,
                                     .desc = job->desc,
                                     .keys = keys,
                                     .functions = job->functions,
                                     .function_count = job->function_count,
                                     .tiling_size = job->tiling_size,
                                     .deterministic = job->determinism,
                                     .sha256 = sha256,
                                     .debug_config = job->options->debug_config,
                                     .tiling_keys = job->options->tiling_key};
    char *object = opf_arena_printf(job->arena, "%s/%s.o", job->options->output_dir, job->out_stem);
    char *json = opf_arena_printf(job->arena, "%s/%s.json", job->options->output_dir, job->out_stem);
    struct opf_buf text;
    opf_file_group *group = NULL;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_status *status = object && json ? opf_kernel_json_write(job->arena, &kernel, &text) : no_memory();
    if (!status)
        status = write_depfile(job, object);
    if (!status)
        status = opf_file_group_create(&group);
    if (!status)
        status = opf_file_group_adopt(group, object, made);
    if (!status)
        status = opf_file_group_add(group, json, opf_buf_text(&text), text.len, OPF_FILE_PLAIN);
    if (!status)
        status = opf_file_group_commit(group);
    opf_file_group_destroy(group);
    opf_buf_free(&text);
    return status;
}

static opf_status *build_variant(struct opf_opc_job *job)
{
    const struct opf_opc_options *o = job->options;
    struct opf_key_options key_options = {.mode = -1,
                                          .impl_mode = o->impl_mode,
                                          .deterministic = job->determinism,
                                          .optional_input_mode = o->optional_input_mode,
                                          .optional_output_mode = o->optional_output_mode,
                                          .dynamic_param_mode = o->dynamic_param_mode};
    if (o->key_mode && strcmp(o->key_mode, "0") != 0 && strcmp(o->key_mode, "1") != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--simplified_key_mode=%s: 0 or 1 expected", o->key_mode);
    if (o->key_mode)
        key_options.mode = o->key_mode[0] - '0';
    struct opf_kernel_keys keys;
    OPF_TRY(opf_kernel_keys_make(job->arena, job->file, job->variant, &key_options, &keys));
    OPF_TRY(select_templates(job));
    job->work_dir = opf_arena_printf(job->arena, "%s/kernel_meta_%s",
                                     o->debug_dir ? o->debug_dir : o->output_dir, job->out_stem);
    char *made = job->work_dir ? work_path(job, "kernel.so") : NULL;
    if (!made)
        return no_memory();
    OPF_TRY(opf_path_remove_tree(job->work_dir)); /* left by a run that was killed */
    OPF_TRY(opf_path_make_dirs(job->work_dir));
    opf_status *status = compile_kernel(job, &keys, made);
    if (!status && !o->check_only)
        status = publish(job, &keys, made);
    if (!o->keep_work)
        opf_status_free(opf_path_remove_tree(job->work_dir));
    return status;
}

static void reset_outcome(struct opf_opc_job *job)
{
    job->functions = NULL;
    job->function_count = job->tiling_size = job->template_key_count = 0;
    job->file_kernel_type = OPF_KERNEL_AIV_ONLY;
}

/* A kernel that asks for determinism is compiled twice; for any other one result serves both. */
static opf_status *build_both(struct opf_opc_job *job)
{
    const char *wanted = job->options->deterministic ? job->options->deterministic : "all";
    bool all = strcmp(wanted, "all") == 0;
    if (!all && strcmp(wanted, "true") != 0 && strcmp(wanted, "false") != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--deterministic=%s: all, true or false expected", wanted);
    job->out_stem = job->stem;
    job->deterministic = strcmp(wanted, "false") != 0;
    job->determinism = !all ? wanted : "ignore";
    reset_outcome(job);
    if (!all || !job->desc->deterministic)
        return build_variant(job);
    job->determinism = "true";
    job->out_stem = opf_arena_printf(job->arena, "%s_deterministic", job->stem);
    if (!job->out_stem)
        return no_memory();
    OPF_TRY(build_variant(job));
    job->determinism = "false";
    job->deterministic = false;
    job->out_stem = job->stem;
    reset_outcome(job);
    return build_variant(job);
}

/* ---- all variants of the parameter file ---------------------------------------------------------------- */

static opf_status *find_structs(struct opf_opc_job *job)
{
    const struct opf_opc_options *o = job->options;
    job->structs_header = o->tiling_structs;
    if (o->tiling_structs && !opf_path_is_file(o->tiling_structs))
        return OPF_FAIL(OPF_NOT_FOUND, "--tiling_structs=%s does not exist", o->tiling_structs);
    if (o->tiling_structs || !o->tiling_library)
        return NULL;
    char *self = NULL;
    OPF_TRY(opf_path_self_dir(&self));
    char *program = opf_arena_printf(job->arena, "%s/optiling_structs", self);
    opf_free(self);
    char *lib = opf_arena_printf(job->arena, "--lib=%s", o->tiling_library);
    char *op = opf_arena_printf(job->arena, "--op=%s", job->desc->op_type);
    char *dir = opf_arena_printf(job->arena, "%s/tiling_structs", o->output_dir);
    char *out = dir ? opf_arena_printf(job->arena, "--out=%s", dir) : NULL;
    if (!program || !lib || !op || !out)
        return no_memory();
    const char *argv[] = {program, lib, op, out, NULL};
    struct opf_proc_spec spec = {.argv = argv, .timeout_s = 600};
    struct opf_proc_result result;
    opf_status *status = opf_proc_check(&spec, &result);
    opf_proc_result_free(&result);
    job->structs_header = opf_arena_printf(job->arena, "%s/%s.tiling.h", dir, job->desc->op_type);
    return status;
}

/* Does the host side give single keys a structure of their own? Then GET_TILING_DATA without a type means
 * another type in each key. */
static opf_status *choose_key_mode(struct opf_opc_job *job)
{
    job->per_key = job->desc->keys == OPF_KEYS_PER_KEY;
    if (job->desc->keys != OPF_KEYS_LITERAL || !job->structs_header || !job->desc->reads_default ||
        job->desc->registers_tiling)
        return NULL;
    struct opf_buf text;
    OPF_TRY(opf_file_read(job->structs_header, (size_t)64 << 20, &text));
    job->per_key = strstr(opf_buf_text(&text), "#define OPF_HOST_TILING_KEY_") != NULL;
    opf_buf_free(&text);
    return NULL;
}

static opf_status *prepare(struct opf_opc_job *job, struct opf_variant_file *file)
{
    const struct opf_opc_options *o = job->options;
    OPF_TRY(need_option(o->input_param, "input_param"));
    OPF_TRY(need_option(o->soc_version, "soc_version"));
    OPF_TRY(need_option(o->output_dir, "output"));
    if (o->op_mode && strcmp(o->op_mode, "dynamic") != 0)
        return OPF_FAIL(OPF_UNSUPPORTED, "--op_mode=%s is not supported: only dynamic is", o->op_mode);
    job->arch = opf_soc_find(o->soc_version);
    if (!job->arch)
        return OPF_FAIL(OPF_UNSUPPORTED, "chip `%s` is not known", o->soc_version);
    struct opf_kernel_desc *desc;
    OPF_TRY(opf_kernel_desc_read(job->arena, o->description, &desc));
    job->desc = desc;
    if (o->main_func && strcmp(o->main_func, desc->entry) != 0)
        return OPF_FAIL(OPF_MISMATCH, "--main_func=%s, but %s describes entry `%s'", o->main_func,
                        o->description, desc->entry);
    OPF_TRY(opf_variant_file_read(job->arena, o->input_param, file));
    job->file = file;
    if (strcmp(file->op_type, desc->op_type) != 0)
        return OPF_FAIL(OPF_MISMATCH, "%s is for operator %s, %s describes %s", o->input_param, file->op_type,
                        o->description, desc->op_type);
    char *dir = opf_path_dir(o->description);
    char *beside = dir ? opf_arena_printf(job->arena, "%s/../ascendc", dir) : NULL;
    if (beside && !opf_path_is_dir(beside)) /* dynamic/<soc>/ */
        beside = opf_arena_printf(job->arena, "%s/../../ascendc", dir);
    opf_free(dir);
    char *root = beside ? opf_path_absolute(o->source_root ? o->source_root : beside) : NULL;
    job->source_root = root ? opf_arena_strdup(job->arena, root) : NULL;
    opf_free(root);
    if (!job->source_root)
        return no_memory();
    OPF_TRY(opf_opc_find_pch(o, job->arch, job->arena, &job->pch));
    OPF_TRY(find_structs(job));
    return choose_key_mode(job);
}

static opf_status *run(struct opf_opc_job *job)
{
    struct opf_variant_file file;
    OPF_TRY(prepare(job, &file));
    if (job->options->bin_filename && file.op_list->count != 1)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--bin_filename with a parameter file of %zu variants",
                        file.op_list->count);
    for (const opf_value *v = file.op_list->first; v; v = v->next) {
        job->variant = v;
        job->stem =
            job->options->bin_filename ? job->options->bin_filename : opf_variant_text(v, "bin_filename");
        OPF_TRY(opf_status_note(build_both(job), "while compiling %s for %s", job->stem, job->arch->soc));
    }
    return NULL;
}

opf_status *opf_opc_run(const struct opf_opc_options *options)
{
    struct opf_opc_job job = {.options = options};
    OPF_TRY(opf_arena_create(&job.arena));
    opf_status *status = run(&job);
    opf_arena_destroy(job.arena);
    return status;
}

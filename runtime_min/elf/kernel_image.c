/* Descriptor checks and the table of entries of a kernel object. */
#include "runtime_min/elf/kernel_image.h"

#include "base/cpu.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "runtime_min/elf/cpu_host.h"
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#define META_PREFIX      ".ascend.meta."
#define SYMBOL_NAME_MAX  4096
#define META_KERNEL_TYPE 1
#define META_RATIO       3
#define META_KEY         14

const char *opf_kernel_type_name(uint32_t kernel_type)
{
    static const char *const names[] = {"AIV_ONLY",    "AIC_ONLY",    "MIX_AIV_1_0",
                                        "MIX_AIC_1_0", "MIX_AIC_1_1", "MIX_AIC_1_2"};
    return kernel_type < sizeof(names) / sizeof(names[0]) ? names[kernel_type] : "unknown";
}

bool opf_meta_next(const uint8_t *bytes, size_t size, size_t *at, struct opf_meta_record *out, bool *broken)
{
    *broken = false;
    while (size - *at >= 4) {
        memcpy(&out->type, bytes + *at, 2);
        memcpy(&out->length, bytes + *at + 2, 2);
        if (out->length > size - *at - 4) {
            *broken = true;
            return false;
        }
        out->payload = bytes + *at + 4;
        *at += 4u + out->length;
        if (out->type != 0 || out->length != 0) /* zero padding reads as empty records */
            return true;
    }
    return false;
}

/* ---- Descriptor ---------------------------------------------------------------------------------------- */

static opf_status *find_descriptor(const struct opf_elf_file *file, struct opf_kernel_descriptor *out)
{
    for (uint32_t i = 0; i < file->symbol_num; i++) {
        struct opf_elf_symbol sym;
        OPF_TRY(opf_elf_file_symbol(file, i, &sym));
        if (!sym.defined || strcmp(sym.name, "opf_kernel_descriptor") != 0)
            continue;
        const uint8_t *bytes = opf_elf_file_at(file, sym.value, sizeof(*out));
        if (!bytes)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: the kernel descriptor at 0x%llx is cut short",
                            file->name, (unsigned long long)sym.value);
        memcpy(out, bytes, sizeof(*out));
        if (out->magic != OPF_ABI_MAGIC)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: the kernel descriptor has magic 0x%llx, expected 0x%llx",
                            file->name, (unsigned long long)out->magic, (unsigned long long)OPF_ABI_MAGIC);
        if (out->abi_version != OPF_ABI_VERSION)
            return OPF_FAIL(
                OPF_MISMATCH,
                "%s: built for version %u of the kernel ABI, this runtime has version %u; rebuild the "
                "operator with this opforge",
                file->name, out->abi_version, OPF_ABI_VERSION);
        if (out->struct_size != sizeof(*out))
            return OPF_FAIL(OPF_INVALID_FORMAT,
                            "%s: the kernel descriptor says it has %u bytes, expected %zu", file->name,
                            out->struct_size, sizeof(*out));
        if (out->core_size != sizeof(struct opf_core))
            return OPF_FAIL(
                OPF_MISMATCH,
                "%s: compiled with a core structure of %u bytes, this runtime's has %zu; rebuild the "
                "operator with this opforge",
                file->name, out->core_size, sizeof(struct opf_core));
        out->soc[sizeof(out->soc) - 1] = out->cpu_name[sizeof(out->cpu_name) - 1] = '\0';
        out->op_type[sizeof(out->op_type) - 1] = '\0';
        return NULL;
    }
    return OPF_FAIL(
        OPF_INVALID_FORMAT,
        "%s: no symbol opf_kernel_descriptor: this is not a kernel object of opforge (kernels compiled "
        "for the real NPU cannot run here)",
        file->name);
}

static opf_status *check_host(const struct opf_elf_file *file, const struct opf_kernel_descriptor *d,
                              const char *soc)
{
    if (soc && strcasecmp(soc, d->soc) != 0)
        return OPF_FAIL(OPF_MISMATCH,
                        "%s: built for %s, the current device is %s; build the operator with --soc=%s",
                        file->name, d->soc, soc, soc);
    uint32_t missing = d->cpu & ~opf_cpu_host_bits() & ~(uint32_t)OPF_CPU_NATIVE_OTHER;
    if (missing) {
        char text[160];
        return OPF_FAIL(
            OPF_MISMATCH,
            "%s: built for a CPU with %s, which this machine (%s) lacks; build the operator here or with "
            "a lower -march",
            file->name, opf_cpu_bits_text(missing, text, sizeof(text)), opf_cpu_model_name());
    }
    /* Compiled with -march=native for a CPU whose extras have no bit of their own: only that model is safe.
     * An explicit -march is one word and the builder's own promise. */
    if ((d->cpu & OPF_CPU_NATIVE_OTHER) && strchr(d->cpu_name, ' ') &&
        strcmp(d->cpu_name, opf_cpu_model_name()) != 0)
        return OPF_FAIL(
            OPF_MISMATCH,
            "%s: built for the CPU it was compiled on (%s), this machine is %s; build the operator here or "
            "with an explicit -march",
            file->name, d->cpu_name, opf_cpu_model_name());
    if (d->flags & OPF_KERNEL_CHECKED)
        return OPF_FAIL(OPF_UNSUPPORTED,
                        "%s: built with synchronisation checks, which this runtime does not have",
                        file->name);
    return NULL;
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

/* `<stem>_<digits>[_mix_aic|_mix_aiv]`, or `<stem>__kernel0` (static shape, key 0). `kind` -1 = both. */
static bool split_symbol(const char *name, uint64_t *key, int *kind)
{
    static const char suffix[2][10] = {"_mix_aiv", "_mix_aic"};
    char text[SYMBOL_NAME_MAX];
    size_t len = strlen(name);
    if (len >= sizeof(text))
        return false;
    memcpy(text, name, len + 1);
    *kind = -1;
    for (int k = 0; k < 2; k++)
        if (opf_text_ends(text, suffix[k])) {
            text[len - strlen(suffix[k])] = '\0';
            *kind = k;
        }
    if (opf_text_ends(text, "__kernel0")) {
        *key = 0;
        return true;
    }
    char *tail = strrchr(text, '_');
    return tail && tail[1] >= '0' && tail[1] <= '9' &&
           !(tail[1] == '0' && (tail[2] == 'x' || tail[2] == 'X')) && opf_text_to_u64(tail + 1, key);
}

static uint32_t type_of_meta(uint32_t type, uint16_t cube, uint16_t vector, uint32_t fallback)
{
    switch (type) {
    case 2:
        return OPF_KERNEL_AIC_ONLY;
    case 3:
        return OPF_KERNEL_AIV_ONLY;
    case 4:
    case 5:
        if (cube == 0 && vector == 1)
            return OPF_KERNEL_MIX_AIV_1_0;
        if (cube == 1 && vector == 0)
            return OPF_KERNEL_MIX_AIC_1_0;
        return cube == 1 && vector == 1 ? OPF_KERNEL_MIX_AIC_1_1 : OPF_KERNEL_MIX_AIC_1_2;
    default:
        return fallback;
    }
}

/* Read the records of `.ascend.meta.<symbol>`: kernel type, ratio, and the key if it states one. */
static opf_status *read_meta(const struct opf_elf_file *file, const char *symbol, struct opf_kernel_key *key)
{
    for (uint64_t i = 0; i < file->section_num; i++) {
        struct opf_elf_section sec;
        OPF_TRY(opf_elf_file_section(file, i, &sec));
        if (!sec.bytes || !opf_text_starts(sec.name, META_PREFIX) ||
            strcmp(sec.name + strlen(META_PREFIX), symbol) != 0)
            continue;
        struct opf_meta_record rec;
        size_t at = 0;
        bool broken = false;
        uint32_t type = 0;
        uint16_t cube = 0, vector = 0;
        while (opf_meta_next(sec.bytes, sec.size, &at, &rec, &broken)) {
            if (rec.type == META_KERNEL_TYPE && rec.length >= 4)
                memcpy(&type, rec.payload, 4);
            if (rec.type == META_RATIO && rec.length >= 4) {
                memcpy(&cube, rec.payload, 2);
                memcpy(&vector, rec.payload + 2, 2);
            }
            if (rec.type == META_KEY && rec.length >= 12)
                memcpy(&key->key, rec.payload + 4, 8);
        }
        if (broken)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: section %s: the record at byte %zu is cut short",
                            file->name, sec.name, at);
        key->kernel_type = type_of_meta(type, cube, vector, key->kernel_type);
        key->has_meta = true;
        return NULL;
    }
    return NULL;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const struct opf_kernel_key *)a)->key, y = ((const struct opf_kernel_key *)b)->key;
    return x < y ? -1 : x > y;
}

static opf_status *add_entry(const struct opf_elf_file *file, struct opf_kernel_image *k,
                             const struct opf_elf_symbol *sym)
{
    struct opf_kernel_key entry = {.kernel_type = k->descriptor.kernel_type, .symbol = sym->name};
    int kind;
    if (!split_symbol(sym->name, &entry.key, &kind))
        return NULL;
    const struct opf_elf_segment *seg = opf_elf_file_segment(file, sym->value, 1);
    if (!seg || !(seg->flags & PF_X))
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: entry `%s` at 0x%llx is not in an executable segment",
                        file->name, sym->name, (unsigned long long)sym->value);
    OPF_TRY(read_meta(file, sym->name, &entry));
    if (entry.kernel_type > OPF_KERNEL_MIX_AIC_1_2)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: entry `%s` has kernel type %u", file->name, sym->name,
                        entry.kernel_type);
    for (int c = 0; c < 2; c++)
        if (kind < 0 || kind == c)
            entry.entry[c] = sym->value;
    for (size_t i = 0; kind >= 0 && i < k->key_num; i++) {
        if (k->keys[i].key != entry.key)
            continue;
        if (k->keys[i].entry[kind])
            return OPF_FAIL(OPF_ALREADY_EXISTS, "%s: two entries for tiling key %llu: `%s` and `%s`",
                            file->name, (unsigned long long)entry.key, k->keys[i].symbol, sym->name);
        k->keys[i].entry[kind] = sym->value;
        return NULL;
    }
    k->keys[k->key_num++] = entry;
    return NULL;
}

/* Duplicates only show after sorting, which keeps objects with thousands of keys fast. */
static opf_status *finish_keys(const struct opf_elf_file *file, struct opf_kernel_image *k)
{
    if (k->key_num == 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: no entry: no exported function is named <stem>_<tiling key>",
                        file->name);
    qsort(k->keys, k->key_num, sizeof(k->keys[0]), by_key);
    size_t names = 0;
    for (size_t i = 0; i < k->key_num; i++) {
        if (i && k->keys[i].key == k->keys[i - 1].key)
            return OPF_FAIL(OPF_ALREADY_EXISTS, "%s: two entries for tiling key %llu: `%s` and `%s`",
                            file->name, (unsigned long long)k->keys[i].key, k->keys[i - 1].symbol,
                            k->keys[i].symbol);
        names += strlen(k->keys[i].symbol) + 1;
    }
    k->names = opf_alloc(names);
    k->key_list = opf_calloc(k->key_num, sizeof(k->key_list[0]));
    if (!k->names || !k->key_list)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no memory for %zu entries", file->name, k->key_num);
    char *to = k->names;
    for (size_t i = 0; i < k->key_num; i++) {
        size_t len = strlen(k->keys[i].symbol) + 1;
        memcpy(to, k->keys[i].symbol, len);
        k->keys[i].symbol = to;
        k->key_list[i] = k->keys[i].key;
        to += len;
    }
    return NULL;
}

static opf_status *read_keys(const struct opf_elf_file *file, struct opf_kernel_image *k)
{
    k->keys = opf_calloc(file->symbol_num, sizeof(k->keys[0]));
    if (!k->keys)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no memory for %u entries", file->name, file->symbol_num);
    for (uint32_t i = 0; i < file->symbol_num; i++) {
        struct opf_elf_symbol sym;
        OPF_TRY(opf_elf_file_symbol(file, i, &sym));
        if (sym.defined && (sym.type == STT_FUNC || sym.type == STT_NOTYPE) && sym.bind != STB_LOCAL)
            OPF_TRY(add_entry(file, k, &sym));
    }
    return finish_keys(file, k);
}

/* ---- Load ---------------------------------------------------------------------------------------------- */

static opf_status *build(const struct opf_elf_file *file, const char *soc, bool map,
                         struct opf_kernel_image *k)
{
    OPF_TRY(find_descriptor(file, &k->descriptor));
    if (map)
        OPF_TRY(check_host(file, &k->descriptor, soc));
    OPF_TRY(read_keys(file, k));
    return map ? opf_elf_image_map(file, &k->image) : NULL;
}

opf_status *opf_kernel_image_from_bytes(const char *path, const void *bytes, size_t size, const char *soc,
                                        bool map, struct opf_kernel_image **out)
{
    *out = NULL;
    struct opf_elf_file file;
    OPF_TRY(opf_elf_file_parse(path, bytes, size, &file));
    struct opf_kernel_image *k = opf_calloc(1, sizeof(*k));
    if (!k || !(k->path = opf_strdup(path))) {
        opf_free(k);
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no memory to load it", path);
    }
    k->file_size = size;
    opf_status *status = build(&file, soc, map, k);
    if (status) {
        opf_kernel_image_destroy(k);
        return status;
    }
    *out = k;
    return NULL;
}

opf_status *opf_kernel_image_load(const char *path, const char *sha256, const char *soc,
                                  struct opf_kernel_image **out)
{
    *out = NULL;
    struct opf_buf file;
    OPF_TRY(opf_file_read(path, OPF_KERNEL_MAX_BYTES, &file));
    char digest[OPF_SHA256_HEX] = "";
    opf_status *status = NULL;
    if (sha256) {
        opf_digest_sha256(file.data ? file.data : "", file.len, digest);
        if (strcasecmp(digest, sha256) != 0)
            status = OPF_FAIL(OPF_MISMATCH,
                              "%s: its sha256 is %s, its .json says %s: the two files are not from one build",
                              path, digest, sha256);
    }
    if (!status)
        status = opf_kernel_image_from_bytes(path, opf_buf_text(&file), file.len, soc, true, out);
    if (!status)
        memcpy((*out)->sha256, digest, sizeof(digest));
    opf_buf_free(&file);
    return status;
}

void opf_kernel_image_destroy(struct opf_kernel_image *kernel)
{
    if (!kernel)
        return;
    opf_elf_image_unmap(&kernel->image);
    opf_free(kernel->names);
    opf_free(kernel->key_list);
    opf_free(kernel->keys);
    opf_free(kernel->path);
    opf_free(kernel);
}

struct opf_kernel_key *opf_kernel_image_find(const struct opf_kernel_image *kernel, uint64_t key)
{
    struct opf_kernel_key wanted = {.key = key};
    return kernel->key_num ? bsearch(&wanted, kernel->keys, kernel->key_num, sizeof(wanted), by_key) : NULL;
}

/* opdump of kernel objects. */
#include "runner/dump_file.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "runtime_min/elf/cpu_host.h"
#include "runtime_min/elf/imports.h"
#include "runtime_min/elf/kernel_image.h"
#include <elf.h>
#include <string.h>

static uint32_t u32_at(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof(v));
    return v;
}

static void say_descriptor(const struct opf_kernel_image *k, const struct opf_elf_file *file,
                           const char *digest, struct opf_buf *to)
{
    const struct opf_kernel_descriptor *d = &k->descriptor;
    char bits[200];
    opf_buf_printf(to, "kernel object   %s\n", k->path);
    opf_buf_printf(to, "operator        %s\n", d->op_type);
    opf_buf_printf(to, "chip            %s (NpuArch %u)\n", d->soc, d->npu_arch);
    opf_buf_printf(to, "machine         %s: %s%s%s\n", opf_elf_machine_name(file->machine),
                   opf_cpu_bits_text(d->cpu, bits, sizeof(bits)), d->cpu_name[0] ? "; built for " : "",
                   d->cpu_name);
    uint32_t missing = d->cpu & ~opf_cpu_host_bits() & ~(uint32_t)OPF_CPU_NATIVE_OTHER;
    if (missing)
        opf_buf_printf(to, "                this machine lacks: %s\n",
                       opf_cpu_bits_text(missing, bits, sizeof(bits)));
    opf_buf_printf(to, "kernel ABI      version %u, core structure %u bytes\n", d->abi_version, d->core_size);
    opf_buf_printf(to, "kernel type     %s%s\n", opf_kernel_type_name(d->kernel_type),
                   d->flags & OPF_KERNEL_CHECKED ? ", with synchronisation checks" : "");
    opf_buf_printf(to, "tiling          at most %u bytes\n", d->tiling_size);
    opf_buf_printf(to, "size            %zu bytes, %llu in memory\n", k->file_size,
                   (unsigned long long)file->span);
    opf_buf_printf(to, "sha256          %s\n", digest);
}

/* One record in words; the numbers are those of docs/formats. */
static void say_record(const struct opf_meta_record *r, bool file_level, struct opf_buf *to)
{
    static const char *const kernel_types[] = {"",        "AICORE",  "AIC",          "AIV",
                                               "MIX_AIC", "MIX_AIV", "AIC rollback", "AIV rollback"};
    uint32_t first = r->length >= 4 ? u32_at(r->payload) : 0;
    uint64_t key;
    uint16_t a, b;
    if (file_level && r->type == 0 && r->length >= 4) {
        opf_buf_printf(to, "    version %u\n", first);
    } else if (file_level && r->type == 1 && r->length >= 8) {
        opf_buf_printf(to, "    debug buffer %u bytes, options 0x%x\n", first, u32_at(r->payload + 4));
    } else if (file_level && r->type == 4 && r->length >= 4) {
        opf_buf_printf(to, "    implicit feature %u\n", first);
    } else if (!file_level && r->type == 1 && r->length >= 4 &&
               first < sizeof(kernel_types) / sizeof(kernel_types[0])) {
        opf_buf_printf(to, "    kernel type %s\n", kernel_types[first]);
    } else if (!file_level && r->type == 3 && r->length >= 4) {
        memcpy(&a, r->payload, 2);
        memcpy(&b, r->payload + 2, 2);
        opf_buf_printf(to, "    cube to vector cores %u:%u\n", a, b);
    } else if (!file_level && r->type == 13 && r->length >= 4) {
        opf_buf_printf(to, "    deterministic %u\n", first);
    } else if (!file_level && r->type == 14 && r->length >= 12) {
        memcpy(&key, r->payload + 4, sizeof(key));
        opf_buf_printf(to, "    tiling key %llu\n", (unsigned long long)key);
    } else if (!file_level && r->type == 15 && r->length >= 4) {
        opf_buf_printf(to, "    block number 0x%x\n", first);
    } else if (!file_level && r->type == 4) {
        opf_buf_printf(to, "    argument description, %u bytes\n", r->length);
    } else {
        opf_buf_printf(to, "    record %u, %u bytes:", r->type, r->length);
        for (unsigned i = 0; i < r->length && i < 16; i++)
            opf_buf_printf(to, " %02x", r->payload[i]);
        opf_buf_puts(to, r->length > 16 ? " ...\n" : "\n");
    }
}

static opf_status *say_meta(const struct opf_elf_file *file, struct opf_buf *to)
{
    for (uint64_t i = 0; i < file->section_num; i++) {
        struct opf_elf_section sec;
        OPF_TRY(opf_elf_file_section(file, i, &sec));
        if (!sec.bytes || !opf_text_starts(sec.name, ".ascend.meta"))
            continue;
        opf_buf_printf(to, "  %s (%llu bytes)\n", sec.name, (unsigned long long)sec.size);
        struct opf_meta_record r;
        size_t at = 0;
        bool broken, file_level = strcmp(sec.name, ".ascend.meta") == 0;
        while (opf_meta_next(sec.bytes, sec.size, &at, &r, &broken))
            say_record(&r, file_level, to);
        if (broken)
            opf_buf_printf(to, "    BROKEN: the record at byte %zu is cut short\n", at);
    }
    return NULL;
}

static void say_keys(const struct opf_kernel_image *k, struct opf_buf *to)
{
    opf_buf_printf(to, "\n%zu tiling key%s\n", k->key_num, k->key_num == 1 ? "" : "s");
    for (size_t i = 0; i < k->key_num; i++) {
        const struct opf_kernel_key *key = &k->keys[i];
        opf_buf_printf(to, "  %-20llu %-12s %s", (unsigned long long)key->key,
                       opf_kernel_type_name(key->kernel_type), key->symbol);
        if (key->entry[0] == key->entry[1])
            opf_buf_printf(to, " at 0x%llx\n", (unsigned long long)key->entry[0]);
        else
            opf_buf_printf(to, " AIV 0x%llx, AIC 0x%llx\n", (unsigned long long)key->entry[OPF_CORE_AIV],
                           (unsigned long long)key->entry[OPF_CORE_AIC]);
    }
}

static opf_status *say_imports(const struct opf_elf_file *file, struct opf_buf *to)
{
    opf_buf_puts(to, "\nimports\n");
    for (uint32_t i = 1; i < file->symbol_num; i++) {
        struct opf_elf_symbol sym;
        OPF_TRY(opf_elf_file_symbol(file, i, &sym));
        if (sym.defined)
            continue;
        bool known = opf_import_find(sym.name) || sym.type == STT_TLS;
        opf_buf_printf(to, "  %s%s\n", sym.name, known ? "" : "   NOT AVAILABLE on the device");
    }
    return NULL;
}

static opf_status *dump_bytes(const char *path, const struct opf_buf *bytes, struct opf_buf *to)
{
    struct opf_elf_file file;
    struct opf_kernel_image *k;
    char digest[OPF_SHA256_HEX];
    OPF_TRY(opf_elf_file_parse(path, opf_buf_text(bytes), bytes->len, &file));
    OPF_TRY(opf_kernel_image_from_bytes(path, opf_buf_text(bytes), bytes->len, NULL, false, &k));
    opf_digest_sha256(opf_buf_text(bytes), bytes->len, digest);
    say_descriptor(k, &file, digest, to);
    say_keys(k, to);
    opf_buf_puts(to, "\nmetadata\n");
    opf_status *status = say_meta(&file, to);
    if (!status)
        status = say_imports(&file, to);
    opf_kernel_image_destroy(k);
    return status;
}

opf_status *opf_dump_object(const char *path, struct opf_buf *to)
{
    struct opf_buf bytes;
    OPF_TRY(opf_file_read(path, OPF_KERNEL_MAX_BYTES, &bytes));
    opf_status *status = dump_bytes(path, &bytes, to);
    opf_buf_free(&bytes);
    return status;
}

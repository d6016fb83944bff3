/* Mapping and relocation of kernel objects. */
#include "runtime_min/elf/elf_image.h"

#include "base/text.h"
#include "runtime_min/elf/imports.h"
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)
#define HOST_MACHINE EM_X86_64
enum {
    REL_RELATIVE = R_X86_64_RELATIVE,
    REL_GLOB = R_X86_64_GLOB_DAT,
    REL_JUMP = R_X86_64_JUMP_SLOT,
    REL_ABS = R_X86_64_64,
    REL_TPOFF = R_X86_64_TPOFF64
};
#elif defined(__aarch64__)
#define HOST_MACHINE EM_AARCH64
enum {
    REL_RELATIVE = R_AARCH64_RELATIVE,
    REL_GLOB = R_AARCH64_GLOB_DAT,
    REL_JUMP = R_AARCH64_JUMP_SLOT,
    REL_ABS = R_AARCH64_ABS64,
    REL_TPOFF = R_AARCH64_TLS_TPREL
};
#else
#error "kernel objects are not supported on this machine"
#endif

#define BAD(file, ...) opf_status_note(OPF_FAIL(OPF_INVALID_FORMAT, __VA_ARGS__), "in %s", (file)->name)
#define HEX(value)     ((unsigned long long)(value))

/* The address a symbol stands for. Undefined symbols are looked up among the imports and nowhere else. */
static opf_status *resolve(const struct opf_elf_file *file, const struct opf_elf_image *image,
                           const struct opf_elf_symbol *sym, uint64_t *out)
{
    if (sym->type == STT_GNU_IFUNC)
        return BAD(file, "symbol `%s` is an indirect function; kernel objects have none", sym->name);
    if (sym->type == STT_TLS)
        return BAD(file, "symbol `%s` is thread-local, but its relocation is not a thread-pointer offset",
                   sym->name);
    if (sym->defined) {
        *out = (uint64_t)(uintptr_t)image->base + sym->value;
        return NULL;
    }
    *out = opf_import_find(sym->name);
    if (*out || sym->bind == STB_WEAK)
        return NULL;
    size_t count;
    const char *const *names = opf_import_names(&count);
    const char *near = opf_text_nearest(sym->name, names, count);
    return opf_status_note(OPF_FAIL(OPF_UNSUPPORTED,
                                    "the kernel calls `%s`, which is not available on the device%s%s%s",
                                    sym->name, near ? "; nearest: `" : "", near ? near : "", near ? "`" : ""),
                           "in %s", file->name);
}

static opf_status *apply(const struct opf_elf_file *file, const struct opf_elf_image *image,
                         const struct opf_elf_relocation *rel, uint64_t index)
{
    const struct opf_elf_segment *seg = opf_elf_file_segment(file, rel->offset, 8);
    if (!seg || !(seg->flags & PF_W))
        return BAD(file, "relocation %llu writes 8 bytes at 0x%llx, which is not in a writable segment",
                   HEX(index), HEX(rel->offset));
    struct opf_elf_symbol sym = {0};
    uint64_t value;
    if (rel->type == REL_RELATIVE) {
        if (rel->symbol != 0)
            return BAD(file, "relocation %llu is relative but names symbol %u", HEX(index), rel->symbol);
        value = (uint64_t)(uintptr_t)image->base + (uint64_t)rel->addend;
    } else if (rel->type == REL_TPOFF) {
        OPF_TRY(opf_elf_file_symbol(file, rel->symbol, &sym));
        if (sym.defined || strcmp(sym.name, "opf_this_core") != 0)
            return BAD(file, "relocation %llu: thread-local `%s`; kernels may use opf_this_core only",
                       HEX(index), sym.name);
        value = (uint64_t)opf_import_core_offset() + (uint64_t)rel->addend;
    } else if (rel->type == REL_GLOB || rel->type == REL_JUMP || rel->type == REL_ABS) {
        if (rel->symbol == 0)
            return BAD(file, "relocation %llu of type %u names no symbol", HEX(index), rel->type);
        OPF_TRY(opf_elf_file_symbol(file, rel->symbol, &sym));
        OPF_TRY(resolve(file, image, &sym, &value));
        value += (uint64_t)rel->addend;
    } else {
        return BAD(file, "relocation %llu has type %u, which kernel objects do not use", HEX(index),
                   rel->type);
    }
    memcpy(image->base + rel->offset, &value, sizeof(value));
    return NULL;
}

static opf_status *protect(const struct opf_elf_file *file, const struct opf_elf_image *image, uint64_t start,
                           uint64_t end, int prot)
{
    start &= ~(uint64_t)(OPF_ELF_PAGE - 1);
    if (end > start && mprotect(image->base + start, end - start, prot) != 0)
        return OPF_FAIL(OPF_IO, "%s: setting the protection of the mapped object failed: %s", file->name,
                        strerror(errno));
    return NULL;
}

static opf_status *protect_segments(const struct opf_elf_file *file, const struct opf_elf_image *image)
{
    for (uint32_t i = 0; i < file->segment_num; i++) {
        const struct opf_elf_segment *s = &file->segments[i];
        int prot = ((s->flags & PF_R) ? PROT_READ : 0) | ((s->flags & PF_W) ? PROT_WRITE : 0) |
                   ((s->flags & PF_X) ? PROT_EXEC : 0);
        uint64_t end = (s->vaddr + s->mem_size + OPF_ELF_PAGE - 1) & ~(uint64_t)(OPF_ELF_PAGE - 1);
        OPF_TRY(protect(file, image, s->vaddr, end, prot));
    }
    if (file->relro_size) {
        /* Only whole pages inside the object; the linker rounds the end up to one. */
        uint64_t end = file->relro_start + file->relro_size;
        if (end > file->span || end < file->relro_start)
            return BAD(file, "the RELRO range ends at 0x%llx, outside the object", HEX(end));
        OPF_TRY(protect(file, image, file->relro_start, end & ~(uint64_t)(OPF_ELF_PAGE - 1), PROT_READ));
    }
    return NULL;
}

static opf_status *fill(const struct opf_elf_file *file, const struct opf_elf_image *image)
{
    if (mprotect(image->base, image->span, PROT_READ | PROT_WRITE) != 0)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no memory for %zu bytes of object: %s", file->name,
                        image->span, strerror(errno));
    for (uint32_t i = 0; i < file->segment_num; i++) {
        const struct opf_elf_segment *s = &file->segments[i];
        if (s->file_size)
            memcpy(image->base + s->vaddr, file->bytes + s->offset, s->file_size);
    }
    for (uint64_t i = 0; i < file->rela_num + file->jmprel_num; i++) {
        struct opf_elf_relocation rel;
        opf_elf_file_relocation(file, i, &rel);
        OPF_TRY(apply(file, image, &rel, i));
    }
    /* Pages between segments are never touched again. */
    if (mprotect(image->base, image->span, PROT_NONE) != 0)
        return OPF_FAIL(OPF_IO, "%s: protecting the object failed: %s", file->name, strerror(errno));
    return protect_segments(file, image);
}

opf_status *opf_elf_image_map(const struct opf_elf_file *file, struct opf_elf_image *out)
{
    *out = (struct opf_elf_image){0};
    if (file->machine != HOST_MACHINE)
        return opf_status_note(
            OPF_FAIL(OPF_MISMATCH, "built for %s, this machine is %s; build the operator here",
                     opf_elf_machine_name(file->machine), opf_elf_machine_name(HOST_MACHINE)),
            "in %s", file->name);
    struct opf_elf_image image = {.span = file->span, .map_size = file->span + 2 * OPF_ELF_PAGE};
    image.map = mmap(NULL, image.map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (image.map == MAP_FAILED)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no address space for %zu bytes of object: %s", file->name,
                        image.map_size, strerror(errno));
    image.base = (uint8_t *)image.map + OPF_ELF_PAGE;
    opf_status *status = fill(file, &image);
    if (status) {
        munmap(image.map, image.map_size);
        return status;
    }
#if defined(__aarch64__)
    __builtin___clear_cache((char *)image.base, (char *)image.base + image.span);
#endif
    *out = image;
    return NULL;
}

void opf_elf_image_unmap(struct opf_elf_image *image)
{
    if (image->map)
        munmap(image->map, image->map_size);
    *image = (struct opf_elf_image){0};
}

bool opf_elf_image_holds(const struct opf_elf_image *image, uintptr_t address)
{
    return image->base && address >= (uintptr_t)image->base && address < (uintptr_t)image->base + image->span;
}

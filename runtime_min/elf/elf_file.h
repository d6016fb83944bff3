/* A read-only, bounds-checked view of an ELF shared object held in memory. Nothing is mapped or run: this is
 * the part that opdump and the loader share. Every offset, size and index in the file is checked before it is
 * used. */
#ifndef OPF_ELF_ELF_FILE_H
#define OPF_ELF_ELF_FILE_H

#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

#define OPF_ELF_MAX_SEGMENTS 32
#define OPF_ELF_MAX_SPAN     ((uint64_t)1 << 30) /* bytes of address space an object may take */
#define OPF_ELF_MAX_SYMBOLS  (1u << 20)
#define OPF_ELF_PAGE         4096u

struct opf_elf_segment {
    uint64_t vaddr, mem_size;
    uint64_t offset, file_size;
    uint32_t flags; /* PF_R, PF_W, PF_X */
};

struct opf_elf_symbol {
    const char *name;
    uint64_t value; /* address inside the object */
    uint64_t size;
    uint8_t type; /* STT_* */
    uint8_t bind; /* STB_* */
    bool defined;
};

struct opf_elf_section {
    const char *name;
    const uint8_t *bytes;
    uint64_t size;
};

struct opf_elf_relocation {
    uint64_t offset;
    int64_t addend;
    uint32_t type;
    uint32_t symbol;
};

struct opf_elf_file {
    const char *name; /* for messages; borrowed */
    const uint8_t *bytes;
    size_t size;
    uint16_t machine;
    uint64_t span; /* end of the last segment, whole pages */
    uint32_t segment_num;
    struct opf_elf_segment segments[OPF_ELF_MAX_SEGMENTS];
    uint64_t relro_start, relro_size;
    /* dynamic tables, as file bytes */
    const uint8_t *symtab;
    uint32_t symbol_num;
    const char *strtab;
    uint64_t strtab_size;
    const uint8_t *rela, *jmprel;
    uint64_t rela_num, jmprel_num;
    /* section headers, for the sections that are not loaded */
    uint64_t section_offset, section_num, section_names;
};

/* Check the whole of `bytes` (borrowed for the life of `out`). INVALID_FORMAT names what is wrong and where,
 * UNSUPPORTED a construct that kernel objects do not use (constructors, needed libraries, own TLS ...). */
opf_status *opf_elf_file_parse(const char *name, const void *bytes, size_t size,
                               struct opf_elf_file *out) OPF_NODISCARD;
/* The index-th dynamic symbol, index < symbol_num. */
opf_status *opf_elf_file_symbol(const struct opf_elf_file *file, uint32_t index,
                                struct opf_elf_symbol *out) OPF_NODISCARD;
/* The index-th relocation of both tables, index < rela_num + jmprel_num. */
void opf_elf_file_relocation(const struct opf_elf_file *file, uint64_t index, struct opf_elf_relocation *out);
/* The index-th section, index < section_num; sections without bytes in the file give bytes NULL, size 0. */
opf_status *opf_elf_file_section(const struct opf_elf_file *file, uint64_t index,
                                 struct opf_elf_section *out) OPF_NODISCARD;
/* File bytes behind [vaddr, vaddr+size), or NULL when any of it is not in one segment's file part. */
const uint8_t *opf_elf_file_at(const struct opf_elf_file *file, uint64_t vaddr, uint64_t size);
/* The segment whose memory holds [vaddr, vaddr+size), or NULL. */
const struct opf_elf_segment *opf_elf_file_segment(const struct opf_elf_file *file, uint64_t vaddr,
                                                   uint64_t size);
const char *opf_elf_machine_name(uint16_t machine); /* "x86-64", "aarch64" or "another machine" */

#endif

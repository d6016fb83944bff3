/* The entries of an ELF file's debug information (DWARF 4 and 5) that describe types, in one array. Hostile
 * bytes end in a status, never outside of the file. */
#ifndef OPF_RUNNER_DWARF_DIES_H
#define OPF_RUNNER_DWARF_DIES_H

#include "base/arena.h"

#include <stdint.h>

#define OPF_DIE_NONE UINT64_MAX

enum opf_die_tag { /* as the standard numbers them */
                   OPF_DIE_ARRAY = 0x01,
                   OPF_DIE_CLASS = 0x02,
                   OPF_DIE_ENUMERATION = 0x04,
                   OPF_DIE_MEMBER = 0x0d,
                   OPF_DIE_POINTER = 0x0f,
                   OPF_DIE_STRUCTURE = 0x13,
                   OPF_DIE_TYPEDEF = 0x16,
                   OPF_DIE_UNION = 0x17,
                   OPF_DIE_INHERITANCE = 0x1c,
                   OPF_DIE_SUBRANGE = 0x21,
                   OPF_DIE_BASE_TYPE = 0x24,
                   OPF_DIE_CONST = 0x26,
                   OPF_DIE_SUBPROGRAM = 0x2e,
                   OPF_DIE_TEMPLATE_TYPE = 0x2f,
                   OPF_DIE_VOLATILE = 0x35,
                   OPF_DIE_NAMESPACE = 0x39
};

/* Numbers that are not there are OPF_DIE_NONE. */
struct opf_die {
    uint64_t offset; /* in the section: what `type` of others names */
    uint64_t type;
    uint64_t byte_size, location, count; /* location: of a member, in bytes; count: of an array's range */
    uint64_t bit_size, bit_offset;       /* of a bit field, from the start of the structure */
    const char *name;                    /* in the file's bytes, NULL = none */
    uint32_t tag, encoding;
    uint32_t parent; /* index of the nearest kept entry around it, UINT32_MAX = none */
    bool declaration;
};
struct opf_dies {
    struct opf_die *items; /* by offset; end with opf_dies_free */
    size_t count, cap;
};

/* `bytes` is the whole file, which must outlive the entries; relocations of its debug sections are applied in
 * place. NOT_FOUND without debug information. The result is to be freed in every case. */
opf_status *opf_dies_read(const char *what, char *bytes, size_t len, struct opf_dies *out) OPF_NODISCARD;
void opf_dies_free(struct opf_dies *dies);
/* Index of the entry at an offset, UINT32_MAX when there is none. */
uint32_t opf_dies_find(const struct opf_dies *dies, uint64_t offset);

#endif

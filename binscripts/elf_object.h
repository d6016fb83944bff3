/* The little of ELF that opc needs: read a section of a compiled object, write an object that holds metadata
 * sections and one data object. */
#ifndef OPF_BINSCRIPTS_ELF_OBJECT_H
#define OPF_BINSCRIPTS_ELF_OBJECT_H

#include "base/buf.h"

/* Calls `found` for each section whose name is `name`; bytes are borrowed from `image`. */
typedef void (*opf_elf_section_fn)(void *ctx, const unsigned char *bytes, size_t size);
opf_status *opf_elf_each_section(const char *what, const struct opf_buf *image, const char *name,
                                 opf_elf_section_fn found, void *ctx) OPF_NODISCARD;

struct opf_elf_section {
    const char *name;
    const void *bytes;
    size_t size;
    const char *object; /* symbol of a data object that the section holds (read-only, allocated), else NULL */
};
/* A relocatable object for this machine with those sections. */
opf_status *opf_elf_write_object(struct opf_buf *to, const struct opf_elf_section *sections,
                                 size_t count) OPF_NODISCARD;

#endif

/* A shared object mapped into this process: one mapping, relocated, then write- or execute-only (never both).
 * The system's dynamic loader has no part in it; nothing of the object runs while it is loaded. */
#ifndef OPF_ELF_ELF_IMAGE_H
#define OPF_ELF_ELF_IMAGE_H

#include "runtime_min/elf/elf_file.h"

struct opf_elf_image {
    uint8_t *base; /* address of the object's address 0 */
    void *map;     /* the mapping, with a guard page before and after */
    size_t map_size;
    size_t span;
};

/* Map and relocate a parsed file. It must be of this machine. The file's bytes are not needed afterwards. */
opf_status *opf_elf_image_map(const struct opf_elf_file *file, struct opf_elf_image *out) OPF_NODISCARD;
void opf_elf_image_unmap(struct opf_elf_image *image);
/* `image` keeps its permissions; true when `address` is inside. */
bool opf_elf_image_holds(const struct opf_elf_image *image, uintptr_t address);

#endif

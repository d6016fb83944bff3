/* ELF objects: sections in, sections out. 64-bit, little endian. */
#include "binscripts/elf_object.h"

#include <elf.h>
#include <string.h>

#if defined(__aarch64__)
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_X86_64
#endif

static opf_status *bad(const char *what, const char *why)
{
    return OPF_FAIL(OPF_INVALID_FORMAT, "%s: not a usable ELF object (%s)", what, why);
}

static bool inside(const struct opf_buf *image, uint64_t offset, uint64_t size)
{
    return offset <= image->len && size <= image->len - offset;
}

/* The string at `at` when it ends within the table. */
static const char *name_at(const struct opf_buf *image, const Elf64_Shdr *strings, uint32_t at)
{
    if (at >= strings->sh_size || !inside(image, strings->sh_offset, strings->sh_size))
        return "";
    const char *name = image->data + strings->sh_offset + at;
    return memchr(name, '\0', (size_t)(strings->sh_size - at)) ? name : "";
}

opf_status *opf_elf_each_section(const char *what, const struct opf_buf *image, const char *name,
                                 opf_elf_section_fn found, void *ctx)
{
    Elf64_Ehdr header;
    if (image->len < sizeof(header) || memcmp(image->data, ELFMAG, SELFMAG) != 0)
        return bad(what, "no ELF header");
    memcpy(&header, image->data, sizeof(header));
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
        return bad(what, "not 64-bit");
    uint64_t table = (uint64_t)header.e_shnum * sizeof(Elf64_Shdr);
    if (!inside(image, header.e_shoff, table) || header.e_shstrndx >= header.e_shnum)
        return bad(what, "its section table lies outside the file");
    Elf64_Shdr strings, section;
    memcpy(&strings, image->data + header.e_shoff + header.e_shstrndx * sizeof(strings), sizeof(strings));
    for (size_t i = 0; i < header.e_shnum; i++) {
        memcpy(&section, image->data + header.e_shoff + i * sizeof(section), sizeof(section));
        if (section.sh_type == SHT_NOBITS || strcmp(name_at(image, &strings, section.sh_name), name) != 0)
            continue;
        if (!inside(image, section.sh_offset, section.sh_size))
            return bad(what, "a section lies outside the file");
        found(ctx, (const unsigned char *)image->data + section.sh_offset, (size_t)section.sh_size);
    }
    return NULL;
}

struct writer {
    struct opf_buf *to;
    struct opf_buf names, symbols, symbol_names, headers;
};

static uint32_t add_name(struct opf_buf *table, const char *name)
{
    uint32_t at = (uint32_t)table->len;
    opf_buf_append(table, name, strlen(name) + 1);
    return at;
}

static void align8(struct opf_buf *to)
{
    while (to->len % 8)
        opf_buf_putc(to, '\0');
}

static void add_section(struct writer *w, const char *name, Elf64_Shdr header, const void *bytes, size_t size)
{
    align8(w->to);
    header.sh_name = add_name(&w->names, name);
    header.sh_offset = w->to->len;
    header.sh_size = size;
    opf_buf_append(w->to, bytes, size);
    opf_buf_append(&w->headers, &header, sizeof(header));
}

static void add_content(struct writer *w, const struct opf_elf_section *s, size_t index)
{
    Elf64_Shdr header = {.sh_type = SHT_PROGBITS, .sh_addralign = 8};
    if (s->object) {
        header.sh_flags = SHF_ALLOC;
        Elf64_Sym symbol = {.st_name = add_name(&w->symbol_names, s->object),
                            .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                            .st_other = STV_DEFAULT,
                            .st_shndx = (Elf64_Half)index,
                            .st_size = s->size};
        opf_buf_append(&w->symbols, &symbol, sizeof(symbol));
    }
    add_section(w, s->name, header, s->bytes, s->size);
}

static void write_tables(struct writer *w, size_t count)
{
    /* sections: null, contents, .symtab, .strtab, .shstrtab */
    Elf64_Shdr symtab = {.sh_type = SHT_SYMTAB,
                         .sh_link = (Elf64_Word)(count + 2),
                         .sh_info = 1,
                         .sh_addralign = 8,
                         .sh_entsize = sizeof(Elf64_Sym)};
    add_section(w, ".symtab", symtab, w->symbols.data, w->symbols.len);
    Elf64_Shdr text = {.sh_type = SHT_STRTAB, .sh_addralign = 1};
    add_section(w, ".strtab", text, w->symbol_names.data, w->symbol_names.len);
    align8(w->to);
    text.sh_name = add_name(&w->names, ".shstrtab");
    text.sh_offset = w->to->len;
    text.sh_size = w->names.len;
    opf_buf_append(w->to, w->names.data, w->names.len);
    opf_buf_append(&w->headers, &text, sizeof(text));
    align8(w->to);
}

opf_status *opf_elf_write_object(struct opf_buf *to, const struct opf_elf_section *sections, size_t count)
{
    struct writer w = {.to = to};
    opf_buf_init(&w.names, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&w.symbols, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&w.symbol_names, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&w.headers, OPF_BUF_MAX_DEFAULT);
    opf_buf_putc(&w.names, '\0');
    opf_buf_putc(&w.symbol_names, '\0');
    const Elf64_Sym none = {0};
    const Elf64_Shdr null_section = {0};
    Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = ET_REL,
                         .e_machine = MACHINE,
                         .e_version = EV_CURRENT,
                         .e_ehsize = sizeof(header),
                         .e_shentsize = sizeof(Elf64_Shdr)};
    opf_buf_append(to, &header, sizeof(header));
    opf_buf_append(&w.symbols, &none, sizeof(none));
    opf_buf_append(&w.headers, &null_section, sizeof(null_section));
    for (size_t i = 0; i < count; i++)
        add_content(&w, &sections[i], i + 1);
    write_tables(&w, count);
    header.e_shoff = to->len;
    header.e_shnum = (Elf64_Half)(count + 4);
    header.e_shstrndx = (Elf64_Half)(count + 3);
    opf_buf_append(to, w.headers.data, w.headers.len);
    bool failed = w.names.failed || w.symbols.failed || w.symbol_names.failed || w.headers.failed;
    opf_buf_free(&w.names);
    opf_buf_free(&w.symbols);
    opf_buf_free(&w.symbol_names);
    opf_buf_free(&w.headers);
    if (failed || count > SHN_LORESERVE - 5)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "an object of %zu metadata sections cannot be made", count);
    OPF_TRY(opf_buf_finish(to, "a metadata object"));
    memcpy(to->data, &header, sizeof(header));
    return NULL;
}

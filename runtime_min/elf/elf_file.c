/* Parsing and checking of ELF shared objects. Structures are copied out with memcpy, because nothing in a
 * file can be trusted to be aligned. */
#include "runtime_min/elf/elf_file.h"

#include <elf.h>
#include <string.h>

#define BAD(file, ...) opf_status_note(OPF_FAIL(OPF_INVALID_FORMAT, __VA_ARGS__), "in %s", (file)->name)
#define NO(file, ...)  opf_status_note(OPF_FAIL(OPF_UNSUPPORTED, __VA_ARGS__), "in %s", (file)->name)
#define HEX(value)     ((unsigned long long)(value))

/* [offset, offset+size) lies inside a range of `total` bytes. */
static bool fits(uint64_t offset, uint64_t size, uint64_t total)
{
    return offset <= total && size <= total - offset;
}

static uint64_t page_up(uint64_t v)
{
    return (v + OPF_ELF_PAGE - 1) & ~(uint64_t)(OPF_ELF_PAGE - 1);
}
static uint64_t page_down(uint64_t v)
{
    return v & ~(uint64_t)(OPF_ELF_PAGE - 1);
}

const char *opf_elf_machine_name(uint16_t machine)
{
    return machine == EM_X86_64 ? "x86-64" : machine == EM_AARCH64 ? "aarch64" : "another machine";
}

const struct opf_elf_segment *opf_elf_file_segment(const struct opf_elf_file *file, uint64_t vaddr,
                                                   uint64_t size)
{
    for (uint32_t i = 0; i < file->segment_num; i++) {
        const struct opf_elf_segment *s = &file->segments[i];
        if (vaddr >= s->vaddr && fits(vaddr - s->vaddr, size, s->mem_size))
            return s;
    }
    return NULL;
}

const uint8_t *opf_elf_file_at(const struct opf_elf_file *file, uint64_t vaddr, uint64_t size)
{
    const struct opf_elf_segment *s = opf_elf_file_segment(file, vaddr, size);
    if (!s || !fits(vaddr - s->vaddr, size, s->file_size))
        return NULL;
    return file->bytes + s->offset + (vaddr - s->vaddr);
}

static opf_status *parse_header(struct opf_elf_file *file, Elf64_Ehdr *eh)
{
    if (file->size < sizeof(*eh))
        return BAD(file, "the file has %zu bytes, an ELF header alone takes %zu: it is empty or truncated",
                   file->size, sizeof(*eh));
    memcpy(eh, file->bytes, sizeof(*eh));
    if (memcmp(eh->e_ident, ELFMAG, SELFMAG) != 0)
        return BAD(file, "not an ELF file: it does not begin with 0x7f 'ELF'");
    if (eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_ident[EI_DATA] != ELFDATA2LSB)
        return BAD(file, "not a 64-bit little-endian ELF file (class %u, data %u)", eh->e_ident[EI_CLASS],
                   eh->e_ident[EI_DATA]);
    if (eh->e_ident[EI_VERSION] != EV_CURRENT || eh->e_version != EV_CURRENT)
        return BAD(file, "ELF version %u, expected 1", eh->e_version);
    if (eh->e_type != ET_DYN)
        return BAD(file, "ELF type %u; a kernel object is a shared object (type 3)", eh->e_type);
    if (eh->e_machine != EM_X86_64 && eh->e_machine != EM_AARCH64)
        return NO(file, "ELF machine %u; kernel objects are x86-64 (62) or aarch64 (183)", eh->e_machine);
    file->machine = eh->e_machine;
    if (eh->e_phentsize != sizeof(Elf64_Phdr) || eh->e_phnum == 0)
        return BAD(file, "%u program headers of %u bytes; expected at least one, of %zu", eh->e_phnum,
                   eh->e_phentsize, sizeof(Elf64_Phdr));
    if (!fits(eh->e_phoff, (uint64_t)eh->e_phnum * sizeof(Elf64_Phdr), file->size))
        return BAD(file,
                   "the program headers at 0x%llx (%u of them) reach past the end of the file (%zu bytes)",
                   HEX(eh->e_phoff), eh->e_phnum, file->size);
    return NULL;
}

static opf_status *add_segment(struct opf_elf_file *file, const Elf64_Phdr *ph, unsigned index)
{
    if (file->segment_num == OPF_ELF_MAX_SEGMENTS)
        return NO(file, "more than %d loadable segments", OPF_ELF_MAX_SEGMENTS);
    if (!fits(ph->p_offset, ph->p_filesz, file->size))
        return BAD(file, "segment %u: file bytes 0x%llx + 0x%llx reach past the end of the file (%zu bytes)",
                   index, HEX(ph->p_offset), HEX(ph->p_filesz), file->size);
    if (ph->p_filesz > ph->p_memsz)
        return BAD(file, "segment %u: 0x%llx bytes in the file but only 0x%llx in memory", index,
                   HEX(ph->p_filesz), HEX(ph->p_memsz));
    if (!fits(ph->p_vaddr, ph->p_memsz, OPF_ELF_MAX_SPAN))
        return BAD(file, "segment %u: address 0x%llx + 0x%llx is beyond the limit of 0x%llx", index,
                   HEX(ph->p_vaddr), HEX(ph->p_memsz), HEX(OPF_ELF_MAX_SPAN));
    if (ph->p_align > 65536 || (ph->p_align & (ph->p_align - 1)) != 0)
        return BAD(file, "segment %u: alignment 0x%llx is not a power of two up to 64 KiB", index,
                   HEX(ph->p_align));
    if ((ph->p_flags & PF_W) && (ph->p_flags & PF_X))
        return NO(file, "segment %u is both writable and executable", index);
    if (file->segment_num > 0) {
        const struct opf_elf_segment *prev = &file->segments[file->segment_num - 1];
        if (ph->p_vaddr < prev->vaddr + prev->mem_size)
            return BAD(file, "segment %u at 0x%llx overlaps the one before it, which ends at 0x%llx", index,
                       HEX(ph->p_vaddr), HEX(prev->vaddr + prev->mem_size));
        if (page_down(ph->p_vaddr) < page_up(prev->vaddr + prev->mem_size) && prev->flags != ph->p_flags)
            return NO(file, "segment %u shares a page with the one before it, but wants other permissions",
                      index);
    }
    file->segments[file->segment_num++] = (struct opf_elf_segment){.vaddr = ph->p_vaddr,
                                                                   .mem_size = ph->p_memsz,
                                                                   .offset = ph->p_offset,
                                                                   .file_size = ph->p_filesz,
                                                                   .flags = ph->p_flags};
    file->span = page_up(ph->p_vaddr + ph->p_memsz);
    return NULL;
}

static opf_status *parse_segments(struct opf_elf_file *file, const Elf64_Ehdr *eh, Elf64_Phdr *dynamic)
{
    *dynamic = (Elf64_Phdr){.p_type = PT_NULL};
    for (unsigned i = 0; i < eh->e_phnum; i++) {
        Elf64_Phdr ph;
        memcpy(&ph, file->bytes + eh->e_phoff + (uint64_t)i * sizeof(ph), sizeof(ph));
        switch (ph.p_type) {
        case PT_LOAD:
            if (ph.p_memsz > 0)
                OPF_TRY(add_segment(file, &ph, i));
            break;
        case PT_DYNAMIC:
            *dynamic = ph;
            break;
        case PT_TLS:
            return NO(file, "it has thread-local storage of its own (program header %u)", i);
        case PT_INTERP:
            return NO(file, "it asks for a program interpreter: this is an executable, not a kernel object");
        case PT_GNU_STACK:
            if (ph.p_flags & PF_X)
                return NO(file, "it asks for an executable stack");
            break;
        case PT_GNU_RELRO:
            file->relro_start = ph.p_vaddr;
            file->relro_size = ph.p_memsz;
            break;
        default:
            break;
        }
    }
    if (file->segment_num == 0)
        return BAD(file, "no loadable segment");
    if (file->relro_size && !opf_elf_file_segment(file, file->relro_start, 1))
        return BAD(file, "the RELRO range at 0x%llx is outside every segment", HEX(file->relro_start));
    if (dynamic->p_type != PT_DYNAMIC)
        return BAD(file, "no dynamic section: it is not linked as a shared object");
    return NULL;
}

/* What the dynamic section says, before its addresses are checked. */
struct dynamic_info {
    uint64_t symtab, syment, strtab, strsz, hash, gnu_hash;
    uint64_t rela, relasz, relaent, jmprel, pltrelsz, pltrel;
};

static opf_status *refuse_tag(const struct opf_elf_file *file, const Elf64_Dyn *d)
{
    switch (d->d_tag) {
    case DT_NEEDED:
        return NO(file, "it needs other shared libraries (DT_NEEDED); link kernel objects with -nostdlib");
    case DT_INIT:
    case DT_FINI:
        return NO(file, "it has a constructor or destructor function (DT_INIT/DT_FINI)");
    case DT_INIT_ARRAYSZ:
    case DT_FINI_ARRAYSZ:
    case DT_PREINIT_ARRAYSZ:
        if (d->d_un.d_val)
            return NO(
                file,
                "it has constructors or destructors (%llu bytes of DT_INIT_ARRAY/DT_FINI_ARRAY): global "
                "objects with run-time initialisation are not allowed in kernels",
                HEX(d->d_un.d_val));
        return NULL;
    case DT_REL:
    case DT_RELSZ:
        return NO(file, "it has relocations without addends (DT_REL)");
    case 36: /* DT_RELR */
    case 35:
        return NO(file, "it has packed relative relocations (DT_RELR); link with -z nopack-relative-relocs");
    case DT_TEXTREL:
        return NO(file, "it has relocations in its code (DT_TEXTREL); compile with -fPIC");
    case DT_FLAGS:
        if (d->d_un.d_val & DF_TEXTREL)
            return NO(file, "it has relocations in its code (DF_TEXTREL); compile with -fPIC");
        return NULL;
    default:
        return NULL;
    }
}

static opf_status *read_dynamic(const struct opf_elf_file *file, const Elf64_Phdr *ph,
                                struct dynamic_info *di)
{
    const uint8_t *bytes = opf_elf_file_at(file, ph->p_vaddr, ph->p_filesz);
    if (!bytes || ph->p_filesz % sizeof(Elf64_Dyn) != 0)
        return BAD(file, "the dynamic section (0x%llx bytes at 0x%llx) is not inside a segment",
                   HEX(ph->p_filesz), HEX(ph->p_vaddr));
    for (uint64_t i = 0; i < ph->p_filesz / sizeof(Elf64_Dyn); i++) {
        Elf64_Dyn d;
        memcpy(&d, bytes + i * sizeof(d), sizeof(d));
        if (d.d_tag == DT_NULL)
            break;
        OPF_TRY(refuse_tag(file, &d));
        struct {
            int64_t tag;
            uint64_t *to;
        } wanted[] = {{DT_SYMTAB, &di->symtab}, {DT_SYMENT, &di->syment},     {DT_STRTAB, &di->strtab},
                      {DT_STRSZ, &di->strsz},   {DT_HASH, &di->hash},         {DT_GNU_HASH, &di->gnu_hash},
                      {DT_RELA, &di->rela},     {DT_RELASZ, &di->relasz},     {DT_RELAENT, &di->relaent},
                      {DT_JMPREL, &di->jmprel}, {DT_PLTRELSZ, &di->pltrelsz}, {DT_PLTREL, &di->pltrel}};
        for (size_t k = 0; k < sizeof(wanted) / sizeof(wanted[0]); k++)
            if (wanted[k].tag == d.d_tag)
                *wanted[k].to = d.d_un.d_val;
    }
    return NULL;
}

static bool read_u32(const struct opf_elf_file *file, uint64_t vaddr, uint32_t *out)
{
    const uint8_t *p = opf_elf_file_at(file, vaddr, 4);
    if (p)
        memcpy(out, p, 4);
    return p != NULL;
}

/* The number of dynamic symbols is not stored: a GNU hash table gives it as the end of its last chain. */
static opf_status *count_gnu_hash(const struct opf_elf_file *file, uint64_t table, uint32_t *out)
{
    uint32_t buckets = 0, first = 0, bloom = 0, last = 0;
    if (!read_u32(file, table, &buckets) || !read_u32(file, table + 4, &first) ||
        !read_u32(file, table + 8, &bloom))
        return BAD(file, "the GNU hash table at 0x%llx is outside the segments", HEX(table));
    uint64_t bucket_at = table + 16 + (uint64_t)bloom * 8;
    if (buckets > OPF_ELF_MAX_SYMBOLS || bloom > OPF_ELF_MAX_SYMBOLS ||
        !opf_elf_file_at(file, bucket_at, (uint64_t)buckets * 4))
        return BAD(file, "the GNU hash table at 0x%llx claims %u buckets, which reach past its segment",
                   HEX(table), buckets);
    for (uint32_t i = 0; i < buckets; i++) {
        uint32_t head = 0;
        (void)read_u32(file, bucket_at + (uint64_t)i * 4, &head);
        if (head > last)
            last = head;
    }
    *out = first;
    if (last == 0)
        return NULL; /* no exported symbol: only the undefined ones before `first` */
    if (last < first)
        return BAD(file, "the GNU hash table has a bucket below its first symbol (%u < %u)", last, first);
    uint64_t chain_at = bucket_at + (uint64_t)buckets * 4;
    for (uint32_t value = 0; !(value & 1); last++) {
        if (last > OPF_ELF_MAX_SYMBOLS || !read_u32(file, chain_at + (uint64_t)(last - first) * 4, &value))
            return BAD(file, "the last chain of the GNU hash table does not end inside its segment");
    }
    *out = last;
    return NULL;
}

static opf_status *find_symbols(struct opf_elf_file *file, const struct dynamic_info *di)
{
    if (!di->symtab || !di->strtab || (di->syment && di->syment != sizeof(Elf64_Sym)))
        return BAD(file, "no usable dynamic symbol table (entry size %llu)", HEX(di->syment));
    uint32_t count = 0;
    if (di->hash) {
        if (!read_u32(file, di->hash + 4, &count))
            return BAD(file, "the hash table at 0x%llx is outside the segments", HEX(di->hash));
    } else if (di->gnu_hash) {
        OPF_TRY(count_gnu_hash(file, di->gnu_hash, &count));
    } else {
        return BAD(file, "neither DT_HASH nor DT_GNU_HASH: the number of symbols is unknown");
    }
    if (count > OPF_ELF_MAX_SYMBOLS)
        return BAD(file, "%u dynamic symbols; the limit is %u", count, OPF_ELF_MAX_SYMBOLS);
    file->symtab = opf_elf_file_at(file, di->symtab, (uint64_t)count * sizeof(Elf64_Sym));
    if (!file->symtab)
        return BAD(file, "the table of %u dynamic symbols at 0x%llx is not inside a segment", count,
                   HEX(di->symtab));
    file->symbol_num = count;
    file->strtab = (const char *)opf_elf_file_at(file, di->strtab, di->strsz);
    file->strtab_size = di->strsz;
    if (!file->strtab || di->strsz == 0 || file->strtab[di->strsz - 1] != '\0')
        return BAD(
            file,
            "the dynamic string table (0x%llx bytes at 0x%llx) is outside the segments or not terminated",
            HEX(di->strsz), HEX(di->strtab));
    return NULL;
}

static opf_status *find_rela(const struct opf_elf_file *file, const char *what, uint64_t at, uint64_t size,
                             const uint8_t **out, uint64_t *count)
{
    if (size == 0)
        return NULL;
    *out = opf_elf_file_at(file, at, size);
    if (!*out || size % sizeof(Elf64_Rela) != 0)
        return BAD(file,
                   "the relocation table %s (0x%llx bytes at 0x%llx) is not inside a segment or not a whole "
                   "number of entries",
                   what, HEX(size), HEX(at));
    *count = size / sizeof(Elf64_Rela);
    return NULL;
}

static opf_status *check_sections(struct opf_elf_file *file, const Elf64_Ehdr *eh)
{
    if (eh->e_shnum == 0)
        return NULL;
    if (eh->e_shentsize != sizeof(Elf64_Shdr) ||
        !fits(eh->e_shoff, (uint64_t)eh->e_shnum * sizeof(Elf64_Shdr), file->size))
        return BAD(file, "the %u section headers at 0x%llx reach past the end of the file: it is truncated",
                   eh->e_shnum, HEX(eh->e_shoff));
    if (eh->e_shstrndx >= eh->e_shnum)
        return BAD(file, "section name table %u of %u sections", eh->e_shstrndx, eh->e_shnum);
    file->section_offset = eh->e_shoff;
    file->section_num = eh->e_shnum;
    file->section_names = eh->e_shstrndx;
    return NULL;
}

opf_status *opf_elf_file_parse(const char *name, const void *bytes, size_t size, struct opf_elf_file *out)
{
    *out = (struct opf_elf_file){.name = name, .bytes = bytes, .size = size};
    Elf64_Ehdr eh;
    Elf64_Phdr dynamic = {0};
    struct dynamic_info di = {0};
    OPF_TRY(parse_header(out, &eh));
    OPF_TRY(parse_segments(out, &eh, &dynamic));
    OPF_TRY(check_sections(out, &eh));
    OPF_TRY(read_dynamic(out, &dynamic, &di));
    OPF_TRY(find_symbols(out, &di));
    if ((di.relaent && di.relaent != sizeof(Elf64_Rela)) || (di.pltrelsz && di.pltrel != DT_RELA))
        return BAD(out, "relocation entries of %llu bytes, PLT kind %llu: expected %zu and %d",
                   HEX(di.relaent), HEX(di.pltrel), sizeof(Elf64_Rela), DT_RELA);
    OPF_TRY(find_rela(out, "DT_RELA", di.rela, di.relasz, &out->rela, &out->rela_num));
    return find_rela(out, "DT_JMPREL", di.jmprel, di.pltrelsz, &out->jmprel, &out->jmprel_num);
}

opf_status *opf_elf_file_symbol(const struct opf_elf_file *file, uint32_t index, struct opf_elf_symbol *out)
{
    if (index >= file->symbol_num)
        return BAD(file, "symbol number %u of %u", index, file->symbol_num);
    Elf64_Sym sym;
    memcpy(&sym, file->symtab + (uint64_t)index * sizeof(sym), sizeof(sym));
    if (sym.st_name >= file->strtab_size)
        return BAD(file, "symbol %u: its name is at %u of a string table of %llu bytes", index, sym.st_name,
                   HEX(file->strtab_size));
    out->name = file->strtab + sym.st_name;
    out->value = sym.st_value;
    out->size = sym.st_size;
    out->type = ELF64_ST_TYPE(sym.st_info);
    out->bind = ELF64_ST_BIND(sym.st_info);
    out->defined = sym.st_shndx != SHN_UNDEF;
    if (out->defined && sym.st_shndx != SHN_ABS && !opf_elf_file_segment(file, sym.st_value, 0))
        return BAD(file, "symbol `%s`: address 0x%llx is outside every segment", out->name,
                   HEX(sym.st_value));
    return NULL;
}

void opf_elf_file_relocation(const struct opf_elf_file *file, uint64_t index, struct opf_elf_relocation *out)
{
    Elf64_Rela r;
    const uint8_t *from = index < file->rela_num ? file->rela + index * sizeof(r)
                                                 : file->jmprel + (index - file->rela_num) * sizeof(r);
    memcpy(&r, from, sizeof(r));
    *out = (struct opf_elf_relocation){.offset = r.r_offset,
                                       .addend = r.r_addend,
                                       .type = (uint32_t)ELF64_R_TYPE(r.r_info),
                                       .symbol = (uint32_t)ELF64_R_SYM(r.r_info)};
}

static void section_header(const struct opf_elf_file *file, uint64_t index, Elf64_Shdr *out)
{
    memcpy(out, file->bytes + file->section_offset + index * sizeof(*out), sizeof(*out));
}

opf_status *opf_elf_file_section(const struct opf_elf_file *file, uint64_t index, struct opf_elf_section *out)
{
    if (index >= file->section_num)
        return BAD(file, "section number %llu of %llu", HEX(index), HEX(file->section_num));
    Elf64_Shdr names, sh;
    section_header(file, file->section_names, &names);
    section_header(file, index, &sh);
    if (!fits(names.sh_offset, names.sh_size, file->size) || names.sh_size == 0 ||
        file->bytes[names.sh_offset + names.sh_size - 1] != 0)
        return BAD(file, "the section name table is outside the file or not terminated");
    if (sh.sh_name >= names.sh_size)
        return BAD(file, "section %llu: its name is outside the name table", HEX(index));
    out->name = (const char *)file->bytes + names.sh_offset + sh.sh_name;
    out->bytes = NULL;
    out->size = 0;
    if (sh.sh_type == SHT_NOBITS || sh.sh_type == SHT_NULL)
        return NULL;
    if (!fits(sh.sh_offset, sh.sh_size, file->size))
        return BAD(file, "section %s: bytes 0x%llx + 0x%llx reach past the end of the file (%zu bytes)",
                   out->name, HEX(sh.sh_offset), HEX(sh.sh_size), file->size);
    out->bytes = file->bytes + sh.sh_offset;
    out->size = sh.sh_size;
    return NULL;
}

/* Reads .debug_info by its abbreviations. Only types and what is around them are kept: a host source has a
 * million entries, most of them inside of functions. */
#include "runner/dwarf_dies.h"

#include <elf.h>
#include <string.h>

enum { MAX_DEPTH = 256 };
#define MAX_DIES ((size_t)64 << 20)

enum attribute {
    AT_NAME = 0x03,
    AT_BYTE_SIZE = 0x0b,
    AT_BIT_SIZE = 0x0d,
    AT_UPPER_BOUND = 0x2f,
    AT_COUNT = 0x37,
    AT_MEMBER_LOCATION = 0x38,
    AT_DECLARATION = 0x3c,
    AT_ENCODING = 0x3e,
    AT_TYPE = 0x49,
    AT_DATA_BIT_OFFSET = 0x6b
};

/* A cursor that stays at the end once something did not fit. */
struct cursor {
    const unsigned char *at, *end;
    bool bad;
};

static const unsigned char *take(struct cursor *c, uint64_t size)
{
    const unsigned char *from = c->at;
    if (size > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        c->at = c->end;
        return NULL;
    }
    c->at += size;
    return from;
}

static uint64_t take_fixed(struct cursor *c, unsigned size)
{
    const unsigned char *from = take(c, size);
    uint64_t value = 0;
    if (from)
        memcpy(&value, from, size < sizeof(value) ? size : sizeof(value));
    return value;
}

static uint64_t take_leb(struct cursor *c, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    for (;;) {
        const unsigned char *byte = take(c, 1);
        if (!byte)
            return 0;
        if (shift < 64)
            value |= (uint64_t)(*byte & 0x7f) << shift;
        shift += 7;
        if (*byte & 0x80)
            continue;
        if (is_signed && shift < 64 && (*byte & 0x40))
            value |= ~UINT64_C(0) << shift;
        return value;
    }
}

/* ---- sections ------------------------------------------------------------------------------------------ */

struct section {
    unsigned char *bytes;
    uint64_t size;
};
struct file {
    const char *what;
    char *bytes;
    size_t len;
    const Elf64_Ehdr *head;
    const Elf64_Shdr *table;
    struct section info, abbrev, str, line_str;
};

static bool in_file(const struct file *f, uint64_t offset, uint64_t size)
{
    return offset <= f->len && size <= f->len - offset;
}

static opf_status *open_table(struct file *f)
{
    f->head = (const Elf64_Ehdr *)(const void *)f->bytes;
    if (f->len < sizeof(*f->head) || memcmp(f->bytes, ELFMAG, SELFMAG) != 0 ||
        f->head->e_ident[EI_CLASS] != ELFCLASS64 || f->head->e_ident[EI_DATA] != ELFDATA2LSB)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: not a 64-bit ELF file", f->what);
    if (f->head->e_shentsize != sizeof(Elf64_Shdr) || f->head->e_shoff % 8 || f->head->e_shnum == 0 ||
        !in_file(f, f->head->e_shoff, (uint64_t)f->head->e_shnum * sizeof(Elf64_Shdr)) ||
        f->head->e_shstrndx >= f->head->e_shnum)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: its table of sections is not inside the file", f->what);
    f->table = (const Elf64_Shdr *)(const void *)(f->bytes + f->head->e_shoff);
    return NULL;
}

/* "" when the name is outside of the names. */
static const char *section_name(const struct file *f, const Elf64_Shdr *section)
{
    const Elf64_Shdr *names = &f->table[f->head->e_shstrndx];
    if (!in_file(f, names->sh_offset, names->sh_size) || section->sh_name >= names->sh_size)
        return "";
    const char *name = f->bytes + names->sh_offset + section->sh_name;
    return memchr(name, '\0', names->sh_size - section->sh_name) ? name : "";
}

static opf_status *find_sections(struct file *f)
{
    const struct {
        const char *name;
        struct section *to;
    } wanted[] = {{".debug_info", &f->info},
                  {".debug_abbrev", &f->abbrev},
                  {".debug_str", &f->str},
                  {".debug_line_str", &f->line_str}};
    for (unsigned i = 0; i < f->head->e_shnum; i++)
        for (size_t w = 0; w < sizeof(wanted) / sizeof(wanted[0]); w++) {
            const Elf64_Shdr *s = &f->table[i];
            if (wanted[w].to->bytes || s->sh_type != SHT_PROGBITS || !in_file(f, s->sh_offset, s->sh_size) ||
                strcmp(section_name(f, s), wanted[w].name) != 0)
                continue;
            if (s->sh_flags & SHF_COMPRESSED)
                return OPF_FAIL(OPF_UNSUPPORTED, "%s: its debug information is compressed (-gz)", f->what);
            *wanted[w].to = (struct section){(unsigned char *)f->bytes + s->sh_offset, s->sh_size};
        }
    return f->info.size && f->abbrev.size ? NULL
                                          : OPF_FAIL(OPF_NOT_FOUND, "%s: no debug information", f->what);
}

/* An object file's references to strings are zero until they are relocated. */
static void relocate(struct file *f, const Elf64_Shdr *relocations)
{
    if (relocations->sh_info >= f->head->e_shnum || relocations->sh_link >= f->head->e_shnum ||
        relocations->sh_offset % 8 || !in_file(f, relocations->sh_offset, relocations->sh_size))
        return;
    const Elf64_Shdr *target = &f->table[relocations->sh_info], *symbols = &f->table[relocations->sh_link];
    if (target->sh_offset != (uint64_t)((char *)f->info.bytes - f->bytes) || symbols->sh_offset % 8 ||
        !in_file(f, symbols->sh_offset, symbols->sh_size))
        return;
    const Elf64_Rela *list = (const Elf64_Rela *)(const void *)(f->bytes + relocations->sh_offset);
    const Elf64_Sym *names = (const Elf64_Sym *)(const void *)(f->bytes + symbols->sh_offset);
    for (uint64_t i = 0; i < relocations->sh_size / sizeof(*list); i++) {
        const uint64_t type = ELF64_R_TYPE(list[i].r_info), symbol = ELF64_R_SYM(list[i].r_info);
        const bool wide = type == R_X86_64_64 || type == R_AARCH64_ABS64;
        const unsigned size = wide ? 8 : 4;
        if ((!wide && type != R_X86_64_32 && type != R_AARCH64_ABS32) ||
            symbol >= symbols->sh_size / sizeof(*names) || list[i].r_offset > f->info.size ||
            f->info.size - list[i].r_offset < size)
            continue;
        const uint64_t value = names[symbol].st_value + (uint64_t)list[i].r_addend;
        memcpy(f->info.bytes + list[i].r_offset, &value, size);
    }
}

/* ---- abbreviations ------------------------------------------------------------------------------------- */

struct abbreviation {
    uint64_t code;
    uint32_t tag;
    bool has_children;
    const unsigned char *attributes;
};
struct abbreviations {
    struct abbreviation *items;
    size_t count, cap;
    uint64_t offset; /* of the table that is loaded */
};

static opf_status *load_abbreviations(const struct file *f, uint64_t offset, struct abbreviations *table)
{
    if (table->items && table->offset == offset)
        return NULL;
    if (offset > f->abbrev.size)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: abbreviations outside of their section", f->what);
    struct cursor c = {f->abbrev.bytes + offset, f->abbrev.bytes + f->abbrev.size, false};
    table->count = 0;
    table->offset = offset;
    for (uint64_t code; (code = take_leb(&c, false)) && !c.bad;) {
        if (table->count == table->cap) {
            size_t cap = table->cap ? table->cap * 2 : 512;
            void *items = opf_realloc(table->items, cap * sizeof(*table->items));
            if (!items)
                return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for abbreviations of %s", f->what);
            table->items = items;
            table->cap = cap;
        }
        struct abbreviation *a = &table->items[table->count++];
        a->code = code;
        a->tag = (uint32_t)take_leb(&c, false);
        a->has_children = take_fixed(&c, 1) != 0;
        a->attributes = c.at;
        for (uint64_t attribute = 1, form = 1; (attribute || form) && !c.bad;) {
            attribute = take_leb(&c, false);
            form = take_leb(&c, false);
            if (form == 0x21) /* the value is here */
                (void)take_leb(&c, true);
        }
    }
    return c.bad ? OPF_FAIL(OPF_INVALID_FORMAT, "%s: its abbreviations end too soon", f->what) : NULL;
}

static const struct abbreviation *find_abbreviation(const struct abbreviations *table, uint64_t code)
{
    if (code && code <= table->count && table->items[code - 1].code == code) /* as compilers number them */
        return &table->items[code - 1];
    for (size_t i = 0; i < table->count; i++)
        if (table->items[i].code == code)
            return &table->items[i];
    return NULL;
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

struct unit {
    const struct file *file;
    uint64_t start; /* of its header: where references inside it count from */
    unsigned version, address_size, offset_size;
};
struct value {
    uint64_t number;  /* OPF_DIE_NONE for what is no number */
    const char *text; /* NULL for what is no text */
    bool in_unit;     /* the number is an offset from the start of the unit */
};

static const char *text_at(const struct section *s, uint64_t offset)
{
    if (offset >= s->size || !memchr(s->bytes + offset, '\0', s->size - offset))
        return NULL;
    return (const char *)s->bytes + offset;
}

static void take_block(struct cursor *c, uint64_t size, struct value *out)
{
    (void)take(c, size);
    out->number = OPF_DIE_NONE; /* an expression: places that are only known at run time */
}

static void take_text(const struct unit *u, struct cursor *c, uint64_t form, struct value *out)
{
    if (form == 0x08) { /* string */
        const void *end = memchr(c->at, '\0', (size_t)(c->end - c->at));
        out->text = end ? (const char *)c->at : NULL;
        (void)take(c, end ? (uint64_t)((const unsigned char *)end - c->at) + 1 : UINT64_MAX);
        return;
    }
    const uint64_t offset = take_fixed(c, u->offset_size); /* strp, line_strp */
    out->text = text_at(form == 0x0e ? &u->file->str : &u->file->line_str, offset);
}

/* False for a form this reader does not know: what follows cannot be found then. */
static bool take_value(const struct unit *u, struct cursor *c, uint64_t form, uint64_t implicit,
                       struct value *out)
{
    /* Forms of a fixed size in bytes; refs (0x11 to 0x14) are relative to the unit. */
    static const unsigned char fixed[0x2d] = {
        [0x05] = 2, [0x06] = 4, [0x07] = 8, [0x0b] = 1, [0x0c] = 1, [0x11] = 1, [0x12] = 2,
        [0x13] = 4, [0x14] = 8, [0x1c] = 4, [0x20] = 8, [0x24] = 8, [0x25] = 1, [0x26] = 2,
        [0x27] = 3, [0x28] = 4, [0x29] = 1, [0x2a] = 2, [0x2b] = 3, [0x2c] = 4, [0x1e] = 16};
    *out = (struct value){.number = 0, .in_unit = form >= 0x11 && form <= 0x15};
    if (form < sizeof(fixed) && fixed[form]) {
        out->number = take_fixed(c, fixed[form]);
        return true;
    }
    switch (form) {
    case 0x01: /* addr */
        out->number = take_fixed(c, u->address_size);
        return true;
    case 0x03: /* block2, block4, block, block1, exprloc */
        take_block(c, take_fixed(c, 2), out);
        return true;
    case 0x04:
        take_block(c, take_fixed(c, 4), out);
        return true;
    case 0x0a:
        take_block(c, take_fixed(c, 1), out);
        return true;
    case 0x09:
    case 0x18:
        take_block(c, take_leb(c, false), out);
        return true;
    case 0x0d: /* sdata */
        out->number = take_leb(c, true);
        return true;
    case 0x08: /* string, strp, line_strp */
    case 0x0e:
    case 0x1f:
        take_text(u, c, form, out);
        return true;
    case 0x0f: /* udata, ref_udata, indices */
    case 0x15:
    case 0x1a:
    case 0x1b:
    case 0x22:
    case 0x23:
        out->number = take_leb(c, false);
        return true;
    case 0x10: /* ref_addr, sec_offset, strp_sup */
    case 0x17:
    case 0x1d:
        out->number = take_fixed(c, u->offset_size);
        return true;
    case 0x19: /* flag_present */
        out->number = 1;
        return true;
    case 0x21: /* implicit_const */
        out->number = implicit;
        return true;
    default:
        return false;
    }
}

static void set_attribute(const struct unit *u, struct opf_die *die, uint64_t attribute,
                          const struct value *v)
{
    switch (attribute) {
    case AT_NAME:
        die->name = v->text;
        break;
    case AT_BYTE_SIZE:
        die->byte_size = v->number;
        break;
    case AT_BIT_SIZE:
        die->bit_size = v->number;
        break;
    case AT_UPPER_BOUND: /* of an empty array: -1 */
        die->count = v->number == OPF_DIE_NONE ? 0 : v->number + 1;
        break;
    case AT_COUNT:
        die->count = v->number;
        break;
    case AT_MEMBER_LOCATION:
        die->location = v->number;
        break;
    case AT_DECLARATION:
        die->declaration = v->number != 0;
        break;
    case AT_ENCODING:
        die->encoding = (uint32_t)v->number;
        break;
    case AT_TYPE:
        die->type = v->in_unit ? u->start + v->number : v->number;
        break;
    case AT_DATA_BIT_OFFSET:
        die->bit_offset = v->number;
        break;
    default:
        break;
    }
}

static opf_status *take_attributes(const struct unit *u, struct cursor *c, const struct abbreviation *a,
                                   struct opf_die *die)
{
    const struct section *abbrev = &u->file->abbrev;
    struct cursor list = {a->attributes, abbrev->bytes + abbrev->size, false};
    for (;;) {
        const uint64_t attribute = take_leb(&list, false);
        uint64_t form = take_leb(&list, false);
        const uint64_t implicit = form == 0x21 ? take_leb(&list, true) : 0;
        struct value value;
        if ((!attribute && !form) || list.bad || c->bad)
            return NULL;
        if (form == 0x16) /* indirect */
            form = take_leb(c, false);
        if (!take_value(u, c, form, implicit, &value))
            return OPF_FAIL(OPF_UNSUPPORTED, "%s: debug information with form 0x%llx", u->file->what,
                            (unsigned long long)form);
        set_attribute(u, die, attribute, &value);
    }
}

/* ---- entries ------------------------------------------------------------------------------------------- */

static bool is_kept(uint32_t tag)
{
    static const uint32_t kept[] = {
        OPF_DIE_ARRAY,       OPF_DIE_CLASS,         OPF_DIE_ENUMERATION, OPF_DIE_MEMBER,
        OPF_DIE_POINTER,     OPF_DIE_STRUCTURE,     OPF_DIE_TYPEDEF,     OPF_DIE_UNION,
        OPF_DIE_INHERITANCE, OPF_DIE_SUBRANGE,      OPF_DIE_BASE_TYPE,   OPF_DIE_CONST,
        OPF_DIE_SUBPROGRAM,  OPF_DIE_TEMPLATE_TYPE, OPF_DIE_VOLATILE,    OPF_DIE_NAMESPACE};
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        if (kept[i] == tag)
            return true;
    return false;
}

static opf_status *keep(struct opf_dies *dies, const struct opf_die *die)
{
    if (dies->count == dies->cap) {
        size_t cap = dies->cap ? dies->cap * 2 : 4096;
        void *items = cap > MAX_DIES ? NULL : opf_realloc(dies->items, cap * sizeof(*dies->items));
        if (!items)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the entries of debug information");
        dies->items = items;
        dies->cap = cap;
    }
    dies->items[dies->count++] = *die;
    return NULL;
}

static opf_status *walk_unit(const struct unit *u, struct cursor *c, const struct abbreviations *table,
                             struct opf_dies *dies)
{
    uint32_t around[MAX_DEPTH] = {UINT32_MAX}; /* by depth: the nearest kept entry */
    unsigned depth = 0;
    while (c->at < c->end && !c->bad) {
        struct opf_die die = {.offset = (uint64_t)(c->at - u->file->info.bytes),
                              .type = OPF_DIE_NONE,
                              .byte_size = OPF_DIE_NONE,
                              .location = OPF_DIE_NONE,
                              .count = OPF_DIE_NONE,
                              .bit_size = OPF_DIE_NONE,
                              .bit_offset = OPF_DIE_NONE,
                              .parent = around[depth]};
        const uint64_t code = take_leb(c, false);
        if (code == 0) { /* the end of children; at the outermost level padding */
            depth -= depth > 0;
            continue;
        }
        const struct abbreviation *a = find_abbreviation(table, code);
        if (!a)
            return OPF_FAIL(OPF_INVALID_FORMAT,
                            "%s: debug information uses abbreviation %llu, which it lacks", u->file->what,
                            (unsigned long long)code);
        OPF_TRY(take_attributes(u, c, a, &die));
        die.tag = a->tag;
        const bool kept = is_kept(die.tag);
        if (kept)
            OPF_TRY(keep(dies, &die));
        if (!a->has_children)
            continue;
        if (++depth == MAX_DEPTH)
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: debug information nests too deeply", u->file->what);
        around[depth] = kept ? (uint32_t)(dies->count - 1) : die.parent;
    }
    return c->bad ? OPF_FAIL(OPF_INVALID_FORMAT, "%s: its debug information ends too soon", u->file->what)
                  : NULL;
}

/* The header of a unit; the cursor is left at its first entry and `end` at its end. */
static bool take_unit(struct cursor *c, struct unit *u, uint64_t *abbreviations, const unsigned char **end)
{
    u->start = (uint64_t)(c->at - u->file->info.bytes);
    uint64_t length = take_fixed(c, 4);
    u->offset_size = length == 0xffffffff ? 8 : 4;
    if (u->offset_size == 8)
        length = take_fixed(c, 8);
    if (c->bad || length > (uint64_t)(c->end - c->at))
        return false;
    *end = c->at + length;
    u->version = (unsigned)take_fixed(c, 2);
    uint64_t kind = 1;
    if (u->version >= 5) {
        kind = take_fixed(c, 1);
        u->address_size = (unsigned)take_fixed(c, 1);
        *abbreviations = take_fixed(c, u->offset_size);
    } else {
        *abbreviations = take_fixed(c, u->offset_size);
        u->address_size = (unsigned)take_fixed(c, 1);
    }
    if (kind == 2 || kind == 6) /* type units: signature and place of the type */
        (void)take(c, 8 + u->offset_size);
    else if (kind == 4 || kind == 5) /* of split debug information: an identification */
        (void)take(c, 8);
    return !c->bad && c->at <= *end && u->version >= 2 && u->version <= 5;
}

static opf_status *walk_units(const struct file *f, struct abbreviations *table, struct opf_dies *out)
{
    struct cursor c = {f->info.bytes, f->info.bytes + f->info.size, false};
    while (c.at < c.end) {
        struct unit unit = {.file = f};
        uint64_t abbreviations;
        const unsigned char *end;
        if (!take_unit(&c, &unit, &abbreviations, &end))
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: a unit of its debug information is damaged", f->what);
        OPF_TRY(load_abbreviations(f, abbreviations, table));
        struct cursor inside = {c.at, end, false};
        OPF_TRY(walk_unit(&unit, &inside, table, out));
        c.at = end;
    }
    return NULL;
}

opf_status *opf_dies_read(const char *what, char *bytes, size_t len, struct opf_dies *out)
{
    memset(out, 0, sizeof(*out));
    struct file file = {.what = what, .bytes = bytes, .len = len};
    OPF_TRY(open_table(&file));
    OPF_TRY(find_sections(&file));
    for (unsigned i = 0; file.head->e_type == ET_REL && i < file.head->e_shnum; i++)
        if (file.table[i].sh_type == SHT_RELA)
            relocate(&file, &file.table[i]);
    struct abbreviations table = {0};
    opf_status *status = walk_units(&file, &table, out);
    opf_free(table.items);
    return status;
}

void opf_dies_free(struct opf_dies *dies)
{
    opf_free(dies->items);
    memset(dies, 0, sizeof(*dies));
}

uint32_t opf_dies_find(const struct opf_dies *dies, uint64_t offset)
{
    size_t low = 0, high = dies->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (dies->items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < dies->count && dies->items[low].offset == offset ? (uint32_t)low : UINT32_MAX;
}

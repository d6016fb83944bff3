/* From entries of debug information to the numbers of one structure. */
#include "runner/debug_types.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/text.h"
#include "runner/dwarf_dies.h"

#include <string.h>

enum { MAX_DEPTH = 32, MAX_FIELDS = 65536, MAX_ALIASES = 64, MAX_STEPS = 1 << 20 };
#define MAX_FILE ((size_t)1 << 30)

struct reading {
    opf_arena *arena;
    const char *what; /* the file, in messages */
    struct opf_dies dies;
    struct opf_debug_layout layout;
    size_t cap, size; /* size: of the structure */
    size_t steps;     /* damaged entries may describe structures that hold themselves */
};

static bool is_structure(const struct opf_die *die)
{
    return die->tag == OPF_DIE_STRUCTURE || die->tag == OPF_DIE_CLASS || die->tag == OPF_DIE_UNION;
}

/* The type behind aliases and qualifiers; NULL when there is none. */
static const struct opf_die *resolve(const struct reading *r, uint64_t offset)
{
    for (int i = 0; i < MAX_ALIASES; i++) {
        const uint32_t at = opf_dies_find(&r->dies, offset);
        if (at == UINT32_MAX)
            return NULL;
        const struct opf_die *die = &r->dies.items[at];
        if (die->tag != OPF_DIE_TYPEDEF && die->tag != OPF_DIE_CONST && die->tag != OPF_DIE_VOLATILE)
            return die;
        offset = die->type;
    }
    return NULL;
}

/* The next child of `parent` behind `at` (first: at = parent), UINT32_MAX at the end. Entries are in order of
 * the tree, so what is inside of the parent follows it. */
static uint32_t next_child(const struct reading *r, uint32_t parent, uint32_t at)
{
    for (size_t i = (size_t)at + 1; i < r->dies.count; i++) {
        const uint32_t above = r->dies.items[i].parent;
        if (above == parent)
            return (uint32_t)i;
        if (above == UINT32_MAX || above < parent)
            break;
    }
    return UINT32_MAX;
}

/* ---- fields -------------------------------------------------------------------------------------------- */

static opf_status *refuse(const struct reading *r, const char *path, const char *why)
{
    return OPF_FAIL(OPF_UNSUPPORTED, "%s: field %s %s", r->what, *path ? path : "(without a name)", why);
}

static opf_status *add_number(struct reading *r, const char *path, const struct opf_die *type,
                              uint64_t offset, const struct opf_die *member)
{
    static const unsigned signed_codes = 1u << 0x05 | 1u << 0x06 | 1u << 0x0d;
    uint64_t size = type->tag == OPF_DIE_POINTER && type->byte_size == OPF_DIE_NONE ? 8 : type->byte_size;
    const bool bits = member && member->bit_size != OPF_DIE_NONE;
    enum opf_debug_number number = OPF_DEBUG_UNSIGNED;
    if (type->tag == OPF_DIE_BASE_TYPE && type->encoding == 0x04)
        number = OPF_DEBUG_REAL;
    else if (type->tag == OPF_DIE_BASE_TYPE && type->encoding < 32 && (signed_codes >> type->encoding & 1))
        number = OPF_DEBUG_SIGNED;
    unsigned bit = 0;
    if (bits) { /* counted from the start of the structure around it, which `offset` is here */
        if (member->bit_offset == OPF_DIE_NONE || member->bit_size == 0 || member->bit_size > 64 ||
            size == 0 || size > 8)
            return refuse(r, path, "is a bit field this reader does not understand");
        const uint64_t unit = member->bit_offset / (size * 8) * size;
        bit = (unsigned)(member->bit_offset - unit * 8);
        offset += unit;
        if (bit + member->bit_size > size * 8)
            return refuse(r, path, "is a bit field across units");
    }
    const bool real_size = number != OPF_DEBUG_REAL || size == 4 || size == 8;
    if (size == 0 || size > 8 || !real_size)
        return refuse(r, path, "is no number of 1 to 8 bytes");
    if (offset > r->size || r->size - offset < size)
        return refuse(r, path, "is not inside of its structure");
    if (r->layout.count == MAX_FIELDS)
        return refuse(r, path, "is one of too many");
    if (r->layout.count == r->cap) {
        const size_t cap = r->cap ? r->cap * 2 : 64;
        struct opf_debug_field *fields = opf_arena_alloc(r->arena, cap * sizeof(*fields));
        if (!fields)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for fields");
        if (r->layout.count)
            memcpy(fields, r->layout.fields, r->layout.count * sizeof(*fields));
        r->layout.fields = fields;
        r->cap = cap;
    }
    r->layout.fields[r->layout.count++] =
        (struct opf_debug_field){.path = path,
                                 .offset = (size_t)offset,
                                 .size = (unsigned)size,
                                 .number = number,
                                 .bit_offset = bit,
                                 .bit_size = bits ? (unsigned)member->bit_size : 0};
    return NULL;
}

static opf_status *add_field(struct reading *r, const char *path, const struct opf_die *type, uint64_t offset,
                             const struct opf_die *member, int depth);

/* "a" and "b" -> "a.b"; members without a name (of a nested union, say) count as those around them. */
static const char *join(const struct reading *r, const char *path, const char *name)
{
    if (!name || !*name)
        return path;
    return *path ? opf_arena_printf(r->arena, "%s.%s", path, name) : name;
}

static opf_status *add_structure(struct reading *r, const char *path, const struct opf_die *type,
                                 uint64_t offset, int depth)
{
    const uint32_t at = (uint32_t)(type - r->dies.items);
    for (uint32_t i = at; (i = next_child(r, at, i)) != UINT32_MAX;) {
        const struct opf_die *member = &r->dies.items[i];
        const bool base = member->tag == OPF_DIE_INHERITANCE;
        if ((member->tag != OPF_DIE_MEMBER && !base) ||
            member->declaration) /* static members are declarations */
            continue;
        const struct opf_die *inner = resolve(r, member->type);
        const char *name = join(r, path, base ? NULL : member->name);
        if (!name)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the name of a field");
        if (!inner)
            return refuse(r, name, "has no type");
        if (base && member->location == OPF_DIE_NONE)
            return refuse(r, name, "is inherited virtually");
        const uint64_t shift = member->location == OPF_DIE_NONE ? 0 : member->location; /* of a union: 0 */
        if (shift > r->size)
            return refuse(r, name, "is not inside of its structure");
        OPF_TRY(add_field(r, name, inner, offset + shift, member, depth + 1));
    }
    return NULL;
}

/* Size of one element; 0 when it cannot be told. */
static uint64_t size_of(const struct opf_die *type)
{
    if (type->byte_size != OPF_DIE_NONE)
        return type->byte_size;
    return type->tag == OPF_DIE_POINTER ? 8 : 0;
}

/* One range of an array after the other; `range` is the last one that was used. */
static opf_status *add_array(struct reading *r, const char *path, const struct opf_die *array, uint32_t range,
                             uint64_t offset, int depth)
{
    const uint32_t at = (uint32_t)(array - r->dies.items);
    uint32_t next = range;
    do
        next = next_child(r, at, next);
    while (next != UINT32_MAX && r->dies.items[next].tag != OPF_DIE_SUBRANGE);
    const struct opf_die *element = resolve(r, array->type);
    if (!element)
        return refuse(r, path, "is an array of no type");
    if (next == UINT32_MAX)
        return range == at ? refuse(r, path, "is an array without a range")
                           : add_field(r, path, element, offset, NULL, depth + 1);
    uint64_t stride = size_of(element);
    for (uint32_t i = next; (i = next_child(r, at, i)) != UINT32_MAX;)
        if (r->dies.items[i].tag == OPF_DIE_SUBRANGE &&
            __builtin_mul_overflow(stride, r->dies.items[i].count, &stride))
            return refuse(r, path, "is too large");
    const uint64_t count = r->dies.items[next].count;
    if (count == OPF_DIE_NONE || count > MAX_FIELDS || (count && (!stride || stride > r->size / count)))
        return refuse(r, path, "is an array whose size is not known");
    for (uint64_t i = 0; i < count; i++) {
        const char *name = opf_arena_printf(r->arena, "%s[%llu]", path, (unsigned long long)i);
        if (!name)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the name of a field");
        OPF_TRY(add_array(r, name, array, next, offset + i * stride, depth + 1));
    }
    return NULL;
}

static opf_status *add_field(struct reading *r, const char *path, const struct opf_die *type, uint64_t offset,
                             const struct opf_die *member, int depth)
{
    if (depth > MAX_DEPTH || ++r->steps > MAX_STEPS)
        return refuse(r, path, "nests too deeply");
    if (is_structure(type))
        return add_structure(r, path, type, offset, depth);
    switch (type->tag) {
    case OPF_DIE_ARRAY:
        return add_array(r, path, type, (uint32_t)(type - r->dies.items), offset, depth);
    case OPF_DIE_BASE_TYPE:
    case OPF_DIE_ENUMERATION:
    case OPF_DIE_POINTER:
        return add_number(r, path, type, offset, member);
    default:
        return refuse(r, path, "has a type that is no number");
    }
}

/* ---- finding the structure ----------------------------------------------------------------------------- */

/* Namespaces without a name have one name here, and blanks do not count. */
static void put_name(struct opf_buf *to, const char *name)
{
    static const char *const nameless[] = {"(anonymous namespace)", "<unnamed>"};
    while (*name) {
        size_t skip = 0;
        for (size_t i = 0; i < 2 && !skip; i++)
            if (opf_text_starts(name, nameless[i]))
                skip = strlen(nameless[i]);
        if (skip)
            opf_buf_puts(to, "{anonymous}");
        else if (*name != ' ')
            opf_buf_putc(to, *name);
        name += skip ? skip : 1;
    }
}

static void put_qualified(const struct reading *r, const struct opf_die *die, struct opf_buf *to, int depth)
{
    if (die->parent != UINT32_MAX && depth < MAX_DEPTH) {
        put_qualified(r, &r->dies.items[die->parent], to, depth + 1);
        opf_buf_puts(to, "::");
    }
    put_name(to, die->name ? die->name : "{anonymous}");
}

static const struct opf_die *find_by_name(const struct reading *r, const char *name)
{
    struct opf_buf wanted, found;
    opf_buf_init(&wanted, 1 << 16);
    opf_buf_init(&found, 1 << 16);
    put_name(&wanted, name);
    const struct opf_die *die = NULL;
    for (size_t i = 0; i < r->dies.count && !die; i++) {
        const struct opf_die *candidate = &r->dies.items[i];
        if (!is_structure(candidate) || candidate->declaration || candidate->byte_size != r->size ||
            !candidate->name)
            continue;
        opf_buf_clear(&found);
        put_qualified(r, candidate, &found, 0);
        if (!found.failed && strcmp(opf_buf_text(&found), opf_buf_text(&wanted)) == 0)
            die = candidate;
    }
    opf_buf_free(&wanted);
    opf_buf_free(&found);
    return die;
}

/* The only structure of this size that the marker was instantiated for. */
static const struct opf_die *find_by_marker(const struct reading *r, const char *marker)
{
    const struct opf_die *found = NULL;
    for (size_t i = 0; i < r->dies.count; i++) {
        const struct opf_die *parameter = &r->dies.items[i];
        if (parameter->tag != OPF_DIE_TEMPLATE_TYPE || parameter->parent == UINT32_MAX)
            continue;
        const struct opf_die *function = &r->dies.items[parameter->parent];
        if (function->tag != OPF_DIE_SUBPROGRAM || !function->name ||
            !opf_text_starts(function->name, marker))
            continue;
        const struct opf_die *type = resolve(r, parameter->type);
        if (!type || !is_structure(type) || type->byte_size != r->size || type == found)
            continue;
        if (found)
            return NULL;
        found = type;
    }
    return found;
}

static opf_status *read_layout(struct reading *r, char *bytes, size_t len, const char *name,
                               const char *marker)
{
    OPF_TRY(opf_dies_read(r->what, bytes, len, &r->dies));
    const struct opf_die *type = find_by_name(r, name);
    if (!type)
        type = find_by_marker(r, marker);
    if (!type)
        return OPF_FAIL(OPF_NOT_FOUND, "%s: its debug information has no structure %s of %zu bytes", r->what,
                        name, r->size);
    return add_structure(r, "", type, 0, 0);
}

opf_status *opf_debug_layout_parse(opf_arena *arena, const char *what, char *bytes, size_t len,
                                   const char *name, const char *marker, size_t size,
                                   struct opf_debug_layout *out)
{
    struct reading r = {.arena = arena, .what = what, .size = size};
    opf_status *status = read_layout(&r, bytes, len, name, marker);
    /* Names of fields are in the file, which the caller may end. */
    for (size_t i = 0; i < r.layout.count && !status; i++) {
        r.layout.fields[i].path = opf_arena_strdup(arena, r.layout.fields[i].path);
        if (!r.layout.fields[i].path)
            status = OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the name of a field");
    }
    opf_dies_free(&r.dies);
    if (status)
        r.layout.count = 0;
    *out = r.layout;
    return status;
}

opf_status *opf_debug_layout_read(opf_arena *arena, const char *path, const char *name, const char *marker,
                                  size_t size, struct opf_debug_layout *out)
{
    struct opf_buf bytes;
    OPF_TRY(opf_file_read(path, MAX_FILE, &bytes));
    opf_status *status = opf_debug_layout_parse(arena, path, bytes.data ? bytes.data : (char[1]){0},
                                                bytes.len, name, marker, size, out);
    opf_buf_free(&bytes);
    return status;
}

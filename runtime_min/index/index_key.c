/* Reading of simplified keys, and the tables of names. */
#include "runtime_min/index/index_key.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    int16_t number;
    int16_t bits;
} dtypes[] = {
    {"float32", 0, 32},     {"float16", 1, 16},     {"int8", 2, 8},          {"int32", 3, 32},
    {"uint8", 4, 8},        {"int16", 6, 16},       {"uint16", 7, 16},       {"uint32", 8, 32},
    {"int64", 9, 64},       {"uint64", 10, 64},     {"double", 11, 64},      {"bool", 12, 8},
    {"string", 13, 0},      {"complex64", 16, 64},  {"complex128", 17, 128}, {"qint8", 18, 8},
    {"qint16", 19, 16},     {"qint32", 20, 32},     {"quint8", 21, 8},       {"quint16", 22, 16},
    {"resource", 23, 0},    {"dual", 25, 0},        {"variant", 26, 0},      {"bfloat16", 27, 16},
    {"int4", 29, 4},        {"uint1", 30, 1},       {"int2", 31, 2},         {"uint2", 32, 2},
    {"complex32", 33, 32},  {"hifloat8", 34, 8},    {"float8_e5m2", 35, 8},  {"float8_e4m3fn", 36, 8},
    {"float8_e8m0", 37, 8}, {"float6_e3m2", 38, 6}, {"float6_e2m3", 39, 6},  {"float4_e2m1", 40, 4},
    {"float4_e1m2", 41, 4}, {"float", 0, 32},       {"float64", 11, 64},
};

static const struct {
    const char *name;
    int16_t number;
} formats[] = {
    {"NCHW", 0},          {"NHWC", 1},         {"ND", 2},     {"NC1HWC0", 3},
    {"FRACTAL_Z", 4},     {"NC1HWC0_C04", 12}, {"HWCN", 16},  {"NDHWC", 27},
    {"FRACTAL_NZ", 29},   {"NCDHW", 30},       {"DHWCN", 31}, {"NDC1HWC0", 32},
    {"FRACTAL_Z_3D", 33}, {"CN", 34},          {"NC", 35},    {"DHWNC", 36},
    {"NCL", 47},
};

const char *opf_index_dtype_name(int32_t dtype)
{
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++)
        if (dtypes[i].number == dtype)
            return dtypes[i].name;
    return NULL;
}

int32_t opf_index_dtype_number(const char *name)
{
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++)
        if (strcmp(dtypes[i].name, name) == 0)
            return dtypes[i].number;
    return -1;
}

const char *opf_index_format_name(int32_t format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (formats[i].number == (format & 0xFF))
            return formats[i].name;
    return NULL;
}

int32_t opf_index_format_number(const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcasecmp(formats[i].name, name) == 0)
            return formats[i].number;
    return -1;
}

int32_t opf_index_dtype_by_width(int32_t dtype)
{
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++) {
        if (dtypes[i].number != dtype)
            continue;
        switch (dtypes[i].bits) {
        case 64:
            return 9;
        case 32:
            return 3;
        case 16:
            return 6;
        case 8:
            return 2;
        case 6:
            return 38;
        case 4:
            return 40;
        default:
            return dtype;
        }
    }
    return dtype;
}

const char *opf_index_key_op_type(opf_arena *arena, const char *text)
{
    const char *slash = strchr(text, '/');
    return slash && slash > text ? opf_arena_strndup(arena, text, (size_t)(slash - text)) : NULL;
}

/* A decimal number of at most 5 digits at `*at`, which moves past it. */
static bool read_number(const char **at, unsigned max, unsigned *out)
{
    unsigned value = 0, digits = 0;
    while (isdigit((unsigned char)**at) && digits < 5) {
        value = value * 10 + (unsigned)(**at - '0');
        (*at)++;
        digits++;
    }
    *out = value;
    return digits > 0 && value <= max;
}

/* `<dtype>,<format>[,<count>]` or `,`, up to the next slash or the end. False when it is not a cell. */
static bool read_cell(const char **at, struct opf_index_cell *cell)
{
    const char *p = *at;
    unsigned dtype, format, count = 0;
    if (p[0] == ',' && (p[1] == '/' || p[1] == '\0')) {
        *cell = (struct opf_index_cell){OPF_INDEX_ABSENT, 0, 0};
        *at = p + 1;
        return true;
    }
    if (!read_number(&p, 254, &dtype) || *p++ != ',' || !read_number(&p, 255, &format))
        return false;
    if (*p == ',') {
        p++;
        if (!read_number(&p, UINT16_MAX, &count))
            return false;
    }
    if (*p != '/' && *p != '\0')
        return false;
    *cell = (struct opf_index_cell){(uint8_t)dtype, (uint8_t)format, (uint16_t)count};
    *at = p;
    return true;
}

static opf_status *bad_key(const char *where, const char *text, const char *what)
{
    return OPF_FAIL(OPF_INVALID_FORMAT,
                    "%s: key `%.200s` %s; expected <OpType>/d=<0|1>,p=<0..7>/<dtype>,<format>...", where,
                    text, what);
}

opf_status *opf_index_key_parse(opf_arena *arena, const char *where, const char *text, int mode, int cell_num,
                                struct opf_index_key *out)
{
    struct opf_index_cell cells[OPF_INDEX_MAX_CELLS];
    unsigned number;
    const char *p = strchr(text, '/');
    if (!p || p == text)
        return bad_key(where, text, "has no operator type");
    *out = (struct opf_index_key){.attrs = "", .text = opf_arena_strdup(arena, text)};
    if (strncmp(p, "/d=", 3) != 0)
        return bad_key(where, text, "does not go on with /d=");
    p += 3;
    if (!read_number(&p, 1, &number))
        return bad_key(where, text, "has a d that is neither 0 nor 1");
    out->deterministic = (uint8_t)number;
    if (strncmp(p, ",p=", 3) != 0)
        return bad_key(where, text, "has no p");
    p += 3;
    if (!read_number(&p, 7, &number))
        return bad_key(where, text, "has a p outside 0..7");
    out->impl_mode = (uint8_t)number;
    if (*p != '\0' && *p != '/')
        return bad_key(where, text, "has other text after p");
    if (mode == 2) {
        out->custom = opf_arena_strdup(arena, *p ? p + 1 : p);
        return out->custom && out->text ? NULL
                                        : OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no memory for a key", where);
    }
    size_t n = 0;
    while (*p == '/' && (cell_num < 0 || n < (size_t)cell_num)) {
        const char *at = p + 1;
        if (n == OPF_INDEX_MAX_CELLS)
            return bad_key(where, text, "has more than 512 tensors");
        if (!read_cell(&at, &cells[n])) {
            if (cell_num < 0 && mode == 1)
                break;
            return bad_key(where, text, "has a tensor that is not <dtype>,<format>");
        }
        n++;
        p = at;
    }
    if (cell_num >= 0 && n != (size_t)cell_num)
        return bad_key(where, text, "has fewer tensors than the operator has parameters");
    if (*p == '/' && mode == 0)
        return bad_key(where, text, "goes on after the last tensor");
    if (*p == '/')
        out->attrs = opf_arena_strdup(arena, p + 1);
    out->cell_num = (uint16_t)n;
    out->cells = opf_arena_alloc(arena, (n ? n : 1) * sizeof(cells[0]));
    if (!out->cells || !out->text || !out->attrs)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "%s: no memory for a key", where);
    memcpy(out->cells, cells, n * sizeof(cells[0]));
    return NULL;
}

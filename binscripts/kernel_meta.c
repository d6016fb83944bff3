/* `.ascend.meta*` sections: little-endian records, big-endian argument description. */
#include "binscripts/kernel_meta.h"

static void put_u16(struct opf_buf *to, uint16_t v)
{
    const unsigned char b[2] = {(unsigned char)v, (unsigned char)(v >> 8)};
    opf_buf_append(to, b, sizeof(b));
}

static void put_u32(struct opf_buf *to, uint32_t v)
{
    put_u16(to, (uint16_t)v);
    put_u16(to, (uint16_t)(v >> 16));
}

static void put_u64(struct opf_buf *to, uint64_t v)
{
    put_u32(to, (uint32_t)v);
    put_u32(to, (uint32_t)(v >> 32));
}

static void put_be16(struct opf_buf *to, uint16_t v)
{
    const unsigned char b[2] = {(unsigned char)(v >> 8), (unsigned char)v};
    opf_buf_append(to, b, sizeof(b));
}

static void put_be64(struct opf_buf *to, uint64_t v)
{
    for (int shift = 48; shift >= 0; shift -= 16)
        put_be16(to, (uint16_t)(v >> shift));
}

static void put_record(struct opf_buf *to, uint16_t type, uint16_t length)
{
    put_u16(to, type);
    put_u16(to, length);
}

void opf_meta_write_file(struct opf_buf *to, bool dynamic_params, bool input_placeholder,
                         bool output_placeholder)
{
    put_record(to, 0, 4);
    put_u32(to, 1); /* version */
    put_record(to, 1, 8);
    put_u32(to, 0); /* debug buffer */
    put_u32(to, 0); /* debug options */
    put_record(to, 2, 4);
    put_u16(to, 0);
    put_u16(to, dynamic_params);
    put_record(to, 3, 4);
    put_u16(to, input_placeholder);
    put_u16(to, output_placeholder);
}

static bool has_size_word(enum opf_meta_arg kind)
{
    return kind == OPF_META_INPUT || kind == OPF_META_OUTPUT || kind == OPF_META_TILING;
}

static void put_arguments(struct opf_buf *to, const struct opf_meta_function *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct opf_meta_param *p = &f->params[i];
        bool group = p->level == 3;
        put_be16(to, 5);
        put_be16(to, (uint16_t)(1 + has_size_word(p->kind) + group));
        put_be64(to, (uint64_t)p->level << 16 | (uint64_t)p->kind);
        if (p->kind == OPF_META_TILING)
            put_be64(to, f->tiling_size + 8);
        else if (has_size_word(p->kind))
            put_be64(to, UINT64_MAX); /* size unknown */
        if (group)
            put_be64(to, p->element_bits);
    }
}

static size_t arguments_length(const struct opf_meta_function *f)
{
    size_t length = 0;
    for (size_t i = 0; i < f->count; i++)
        length += 4 + 8 * (1 + (size_t)has_size_word(f->params[i].kind) + (f->params[i].level == 3));
    return length;
}

void opf_meta_write_function(struct opf_buf *to, const struct opf_meta_function *f)
{
    size_t start = to->len;
    put_record(to, 1, 4);
    put_u32(to, f->kernel_type);
    if (f->cube || f->vector) {
        put_record(to, 3, 4);
        put_u16(to, f->cube);
        put_u16(to, f->vector);
    }
    size_t length = arguments_length(f);
    if (length > UINT16_MAX) {
        to->failed = true; /* the record cannot say it; no real operator has so many parameters */
        return;
    }
    put_record(to, 4, (uint16_t)length);
    put_arguments(to, f);
    put_record(to, 13, 4);
    put_u32(to, f->deterministic);
    put_record(to, 15, 4);
    put_u32(to, UINT32_MAX); /* block number: decided at run time */
    while ((to->len - start) % 8)
        opf_buf_putc(to, '\0'); /* the key's record is 8-byte aligned; zeros read as empty records */
    put_record(to, 14, 12);
    put_u32(to, 0);
    put_u64(to, f->key);
}

/* Per-key compiles. */
#include "binscripts/opc_keys.h"

#include "base/file.h"
#include "base/text.h"
#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#define MARK "opf_key_is_marker"

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the keys of a kernel");
}

/* ---- finding keys -------------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Value of an integer literal with its suffix. */
static bool literal_value(const char *text, size_t len, uint64_t *out)
{
    char digits[32];
    while (len && strchr("uUlL", text[len - 1]))
        len--;
    if (!len || len >= sizeof(digits))
        return false;
    memcpy(digits, text, len);
    digits[len] = '\0';
    return opf_text_to_u64(digits, out);
}

/* A named constant: the first `NAME = literal` of the text. */
static bool constant_value(const char *all, const char *name, size_t len, uint64_t *out)
{
    char word[128];
    if (len >= sizeof(word))
        return false;
    memcpy(word, name, len);
    word[len] = '\0';
    for (const char *at = strstr(all, word); at; at = strstr(at + 1, word)) {
        const char *c = at + len;
        if ((at > all && is_word(at[-1])) || is_word(*c))
            continue;
        c += strspn(c, " \n\t");
        if (*c != '=' || c[1] == '=')
            continue;
        c++;
        c += strspn(c, " \n\t");
        size_t n = 0;
        while (is_word(c[n]))
            n++;
        if (literal_value(c, n, out))
            return true;
    }
    return false;
}

static opf_status *read_key(const char *all, const char *from, uint64_t *out)
{
    const char *at = from + strspn(from, "( \n\t");
    size_t n = 0;
    while (is_word(at[n]))
        n++;
    if (literal_value(at, n, out) || (n && constant_value(all, at, n, out)))
        return NULL;
    return OPF_FAIL(OPF_UNSUPPORTED,
                    "TILING_KEY_IS(%.*s): only numbers and named constants are understood in a kernel "
                    "that uses TILING_KEY_VAR as a constant",
                    (int)(n ? n : strcspn(at, ")\n")), at);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static opf_status *collect_keys(const struct opf_opc_job *job, const char *text, uint64_t **keys,
                                size_t *count)
{
    size_t marks = 0, n = 0;
    for (const char *at = strstr(text, MARK); at; at = strstr(at + 1, MARK))
        marks++;
    uint64_t *list = opf_arena_alloc(job->arena, (marks + 1) * sizeof(*list));
    if (!list)
        return no_memory();
    for (const char *at = strstr(text, MARK); at; at = strstr(at + 1, MARK))
        OPF_TRY(read_key(text, at + strlen(MARK), &list[n++]));
    if (!n)
        list[n++] = 0;
    qsort(list, n, sizeof(*list), by_value);
    size_t kept = 1;
    for (size_t i = 1; i < n; i++)
        if (list[i] != list[kept - 1])
            list[kept++] = list[i];
    *keys = list;
    *count = kept;
    return NULL;
}

opf_status *opf_opc_list_keys(const struct opf_opc_job *job, uint64_t **keys, size_t *count)
{
    static const char MARKING[] = "#undef TILING_KEY_IS\n#define TILING_KEY_IS(...) " MARK "(__VA_ARGS__)\n";
    struct opf_buf wrapper, text;
    opf_buf_init(&wrapper, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_puts(&wrapper, MARKING);
    char *path = opf_arena_printf(job->arena, "%s/keys.cpp", job->work_dir);
    opf_status *status = path ? opf_opc_write_wrapper(job, NULL, &wrapper) : no_memory();
    if (!status)
        status = opf_file_write(path, opf_buf_text(&wrapper), wrapper.len, OPF_FILE_PLAIN, NULL);
    if (!status)
        status = opf_opc_preprocess(job, path, &text);
    if (!status)
        status = collect_keys(job, opf_buf_text(&text), keys, count);
    opf_buf_free(&wrapper);
    opf_buf_free(&text);
    return opf_status_note(status, "while looking for the tiling keys of %s", job->out_stem);
}

/* ---- renaming ------------------------------------------------------------------------------------------ */

struct tables {
    Elf64_Shdr symbols, strings;
    size_t strings_at; /* file offset of the string table's header */
};

static bool find_tables(const struct opf_buf *image, struct tables *t)
{
    Elf64_Ehdr h;
    if (image->len < sizeof(h))
        return false;
    memcpy(&h, image->data, sizeof(h));
    for (size_t i = 0; i < h.e_shnum; i++) {
        size_t at = h.e_shoff + i * sizeof(Elf64_Shdr);
        if (at + sizeof(Elf64_Shdr) > image->len)
            return false;
        memcpy(&t->symbols, image->data + at, sizeof(t->symbols));
        if (t->symbols.sh_type != SHT_SYMTAB)
            continue;
        t->strings_at = h.e_shoff + t->symbols.sh_link * sizeof(Elf64_Shdr);
        if (t->strings_at + sizeof(Elf64_Shdr) > image->len)
            return false;
        memcpy(&t->strings, image->data + t->strings_at, sizeof(t->strings));
        return t->symbols.sh_offset + t->symbols.sh_size <= image->len &&
               t->strings.sh_offset + t->strings.sh_size <= image->len;
    }
    return false;
}

/* The object keeps everything in place; a longer string table goes to its end. */
static void rename_all(struct opf_buf *image, const struct tables *t, uint64_t key)
{
    struct opf_buf names;
    char keep[40];
    snprintf(keep, sizeof(keep), "opf_entry_%llu", (unsigned long long)key);
    opf_buf_init(&names, OPF_BUF_MAX_DEFAULT);
    opf_buf_append(&names, image->data + t->strings.sh_offset, t->strings.sh_size);
    for (size_t at = 0; at + sizeof(Elf64_Sym) <= t->symbols.sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym s;
        memcpy(&s, image->data + t->symbols.sh_offset + at, sizeof(s));
        if (s.st_shndx == SHN_UNDEF || ELF64_ST_BIND(s.st_info) == STB_LOCAL ||
            s.st_name >= t->strings.sh_size)
            continue;
        const char *name = image->data + t->strings.sh_offset + s.st_name;
        if (strcmp(name, keep) == 0)
            continue;
        s.st_name = (Elf64_Word)names.len;
        opf_buf_printf(&names, "%s.k%llu", name, (unsigned long long)key);
        opf_buf_putc(&names, '\0');
        memcpy(image->data + t->symbols.sh_offset + at, &s, sizeof(s));
    }
    Elf64_Shdr strings = t->strings;
    strings.sh_offset = image->len;
    strings.sh_size = names.len;
    memcpy(image->data + t->strings_at, &strings, sizeof(strings));
    image->failed = image->failed || names.failed;
    opf_buf_append(image, names.data, names.len);
    opf_buf_free(&names);
}

opf_status *opf_opc_rename_symbols(const char *object, uint64_t key)
{
    struct opf_buf image;
    struct tables t;
    OPF_TRY(opf_file_read(object, (size_t)1 << 30, &image));
    image.max = (size_t)1 << 31;
    opf_status *status = NULL;
    if (find_tables(&image, &t))
        rename_all(&image, &t, key);
    else
        status = OPF_FAIL(OPF_INVALID_FORMAT, "%s has no symbol table", object);
    if (!status)
        status = opf_buf_finish(&image, object);
    if (!status)
        status = opf_file_write(object, image.data, image.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&image);
    return status;
}

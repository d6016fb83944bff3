/* Fuzz target: the loader of kernel objects. A file that begins with 0x7f is taken as it is; any other is a
 * list of changes, one a line, `<where> <hex offset> <hex value>`, to a small valid object built here, so
 * that the corpus is text. <where>: b, h, w, q = a byte, 2, 4, 8 bytes at a file offset; cut = the file ends
 * at the offset. */
#include "base/alloc.h"
#include "runtime_min/elf/kernel_image.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Layout: 0x0000 headers, descriptor, dynamic symbols, strings, hash, relocations, metadata (read only);
 * 0x1000 code; 0x2000 dynamic section and a pointer (writable); 0x3000 section headers and names (not
 * loaded). */
enum {
    AT_DESCRIPTOR = 0x200,
    AT_SYMBOLS = 0x400,
    AT_STRINGS = 0x480,
    AT_HASH = 0x500,
    AT_RELA = 0x540,
    AT_META = 0x600,
    AT_CODE = 0x1000,
    AT_DYNAMIC = 0x2000,
    AT_DATA = 0x2200,
    AT_NAMES = 0x3000,
    AT_SECTIONS = 0x3080,
    SECTIONS = 3,
    TOTAL = AT_SECTIONS + SECTIONS * 64
};

static uint32_t add_name(uint8_t *at, uint32_t *len, const char *name)
{
    uint32_t here = *len;
    strcpy((char *)at + here, name);
    *len += (uint32_t)strlen(name) + 1;
    return here;
}

static void put_headers(uint8_t *f, uint16_t machine)
{
    Elf64_Ehdr eh = {.e_type = ET_DYN,
                     .e_machine = machine,
                     .e_version = 1,
                     .e_phoff = 64,
                     .e_ehsize = 64,
                     .e_phentsize = 56,
                     .e_phnum = 4,
                     .e_shoff = AT_SECTIONS,
                     .e_shentsize = 64,
                     .e_shnum = SECTIONS,
                     .e_shstrndx = 1};
    memcpy(eh.e_ident, "\177ELF\2\1\1", 7);
    Elf64_Phdr ph[4] = {{PT_LOAD, PF_R, 0, 0, 0, 0x1000, 0x1000, 0x1000},
                        {PT_LOAD, PF_R | PF_X, AT_CODE, AT_CODE, 0, 0x100, 0x100, 0x1000},
                        {PT_LOAD, PF_R | PF_W, AT_DYNAMIC, AT_DYNAMIC, 0, 0x300, 0x400, 0x1000},
                        {PT_DYNAMIC, PF_R | PF_W, AT_DYNAMIC, AT_DYNAMIC, 0, 10 * 16, 10 * 16, 8}};
    memcpy(f, &eh, sizeof(eh));
    memcpy(f + 64, ph, sizeof(ph));
}

static void put_tables(uint8_t *f, bool x86)
{
    uint32_t len = 1, abs = x86 ? R_X86_64_64 : R_AARCH64_ABS64,
             rel = x86 ? R_X86_64_RELATIVE : R_AARCH64_RELATIVE;
    uint32_t tls = x86 ? R_X86_64_TPOFF64 : R_AARCH64_TLS_TPREL;
    uint8_t *s = f + AT_STRINGS;
    Elf64_Sym sym[5] = {{0}};
    sym[1] = (Elf64_Sym){
        add_name(s, &len, "opf_kernel_descriptor"), (1 << 4) | STT_OBJECT, 0, 1, AT_DESCRIPTOR, 8};
    sym[2] = (Elf64_Sym){add_name(s, &len, "Fuzz_101"), (1 << 4) | STT_FUNC, 0, 1, AT_CODE, 16};
    sym[3] = (Elf64_Sym){add_name(s, &len, "opf_rt_yield"), (1 << 4) | STT_FUNC, 0, 0, 0, 0};
    sym[4] = (Elf64_Sym){add_name(s, &len, "opf_this_core"), (1 << 4) | STT_TLS, 0, 0, 0, 0};
    memcpy(f + AT_SYMBOLS, sym, sizeof(sym));
    uint32_t hash[3] = {1, 5, 2};
    memcpy(f + AT_HASH, hash, sizeof(hash));
    Elf64_Rela rela[3] = {{AT_DATA, ELF64_R_INFO(3ull, abs), 0},
                          {AT_DATA + 8, ELF64_R_INFO(0ull, rel), AT_CODE},
                          {AT_DATA + 16, ELF64_R_INFO(4ull, tls), 0}};
    memcpy(f + AT_RELA, rela, sizeof(rela));
    Elf64_Dyn dyn[] = {{DT_SYMTAB, {AT_SYMBOLS}},   {DT_SYMENT, {24}},    {DT_STRTAB, {AT_STRINGS}},
                       {DT_STRSZ, {len}},           {DT_HASH, {AT_HASH}}, {DT_RELA, {AT_RELA}},
                       {DT_RELASZ, {sizeof(rela)}}, {DT_RELAENT, {24}},   {DT_NULL, {0}}};
    memcpy(f + AT_DYNAMIC, dyn, sizeof(dyn));
}

static void put_sections(uint8_t *f)
{
    static const uint8_t meta[] = {1, 0, 4, 0, 3,   0, 0, 0, 14, 0, 12, 0,
                                   0, 0, 0, 0, 101, 0, 0, 0, 0,  0, 0,  0};
    memcpy(f + AT_META, meta, sizeof(meta));
    uint32_t len = 1;
    Elf64_Shdr sh[SECTIONS] = {{0}};
    sh[1] =
        (Elf64_Shdr){add_name(f + AT_NAMES, &len, ".shstrtab"), SHT_STRTAB, 0, 0, AT_NAMES, 0x60, 0, 0, 1, 0};
    sh[2] = (Elf64_Shdr){add_name(f + AT_NAMES, &len, ".ascend.meta.Fuzz_101"),
                         SHT_PROGBITS,
                         0,
                         AT_META,
                         AT_META,
                         sizeof(meta),
                         0,
                         0,
                         1,
                         0};
    memcpy(f + AT_SECTIONS, sh, sizeof(sh));
}

static void build_sample(uint8_t f[TOTAL])
{
#if defined(__x86_64__)
    bool x86 = true;
#else
    bool x86 = false;
#endif
    memset(f, 0, TOTAL);
    put_headers(f, x86 ? EM_X86_64 : EM_AARCH64);
    struct opf_kernel_descriptor d = {.magic = OPF_ABI_MAGIC,
                                      .abi_version = OPF_ABI_VERSION,
                                      .struct_size = sizeof(d),
                                      .core_size = sizeof(struct opf_core),
                                      .soc = "ascend950",
                                      .op_type = "Fuzz"};
    memcpy(f + AT_DESCRIPTOR, &d, sizeof(d));
    put_tables(f, x86);
    put_sections(f);
}

static size_t apply_line(uint8_t *f, size_t size, const char *line)
{
    char where[8];
    unsigned long long offset, value = 0;
    int n = sscanf(line, "%7s %llx %llx", where, &offset, &value);
    if (n < 2 || offset >= size)
        return size;
    if (strcmp(where, "cut") == 0)
        return (size_t)offset;
    size_t width = where[0] == 'b' ? 1 : where[0] == 'h' ? 2 : where[0] == 'w' ? 4 : where[0] == 'q' ? 8 : 0;
    for (size_t i = 0; i < width && offset + i < size; i++)
        f[offset + i] = (uint8_t)(value >> (8 * i));
    return size;
}

static void load(const uint8_t *bytes, size_t size, bool must)
{
    struct opf_kernel_image *k = NULL;
    opf_status *status = opf_kernel_image_from_bytes("fuzz.o", bytes, size, "ascend950", true, &k);
    if (must && status)
        __builtin_trap(); /* the unchanged sample is valid */
    if (!status && opf_kernel_image_find(k, k->keys[0].key) == NULL)
        __builtin_trap();
    opf_status_free(status);
    opf_kernel_image_destroy(k);
    status = opf_kernel_image_from_bytes("fuzz.o", bytes, size, NULL, false, &k);
    opf_status_free(status);
    opf_kernel_image_destroy(k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size && data[0] == 0x7f) {
        load(data, size, false);
        return 0;
    }
    uint8_t sample[TOTAL];
    build_sample(sample);
    size_t len = TOTAL;
    bool changed = false;
    char line[80];
    for (size_t at = 0; at < size;) {
        size_t n = 0;
        while (at < size && data[at] != '\n' && n + 1 < sizeof(line))
            line[n++] = (char)data[at++];
        line[n] = '\0';
        if (at < size && data[at] == '\n')
            at++;
        if (n == 0 || line[0] == '#')
            continue;
        len = apply_line(sample, len, line);
        changed = true;
    }
    uint8_t *exact = opf_alloc(len); /* so that memory checkers see reads past the end */
    if (!exact)
        return 0;
    memcpy(exact, sample, len);
    load(exact, len, !changed);
    opf_free(exact);
    return 0;
}

/* The loader of kernel objects: what it accepts, what it refuses and how it says so. */
#include "base/alloc.h"
#include "base/cpu.h"
#include "base/digest.h"
#include "base/file.h"
#include "runtime_min/elf/imports.h"
#include "runtime_min/elf/kernel_image.h"
#include "tests/unit/check_helpers.h"
#include "tests/unit/emu_helpers.h"

#include <elf.h>

static struct opf_buf object_bytes(const char *name)
{
    struct opf_buf bytes;
    char *path = opf_test_object(name, NULL, NULL);
    assert_ok(opf_file_read(path, 1u << 24, &bytes));
    opf_free(path);
    return bytes;
}

static opf_status *load_bytes(const void *bytes, size_t size)
{
    struct opf_kernel_image *k = NULL;
    opf_status *status = opf_kernel_image_from_bytes("bytes.o", bytes, size, "ascend950", true, &k);
    opf_kernel_image_destroy(k);
    return status;
}

static opf_status *load_variant(const char *variant, const char *const *extra)
{
    struct opf_kernel_image *k = NULL;
    char *path = opf_test_object("refused", variant, extra);
    opf_status *status = opf_kernel_image_load(path, NULL, "ascend950", &k);
    opf_kernel_image_destroy(k);
    opf_free(path);
    return status;
}

START_TEST(keys_and_descriptor_are_read)
{
    struct opf_kernel_image *k = opf_test_kernel("basic");
    ck_assert_uint_eq(k->key_num, 5);
    for (uint64_t key = 0; key < 5; key++) {
        const struct opf_kernel_key *found = opf_kernel_image_find(k, key);
        ck_assert_ptr_nonnull(found);
        ck_assert_uint_eq(found->kernel_type, OPF_KERNEL_AIV_ONLY);
        ck_assert_uint_eq(found->entry[0], found->entry[1]);
    }
    ck_assert_ptr_null(opf_kernel_image_find(k, 5));
    ck_assert_str_eq(k->descriptor.op_type, "TestKernel");
    opf_kernel_image_destroy(k);
}
END_TEST

START_TEST(mixed_kernels_have_two_entries)
{
    struct opf_kernel_image *k = opf_test_kernel("sync");
    const struct opf_kernel_key *two = opf_kernel_image_find(k, 2);
    ck_assert(two && two->entry[OPF_CORE_AIC] && two->entry[OPF_CORE_AIV] && two->entry[0] != two->entry[1]);
    opf_kernel_image_destroy(k);
}
END_TEST

START_TEST(digest_chip_and_cpu_are_compared)
{
    struct opf_kernel_image *k;
    char digest[OPF_SHA256_HEX];
    char *path = opf_test_object("basic", NULL, NULL);
    assert_ok(opf_digest_sha256_file(path, digest));
    assert_ok(opf_kernel_image_load(path, digest, "ascend950", &k));
    ck_assert_str_eq(k->sha256, digest);
    opf_kernel_image_destroy(k);
    digest[0] = digest[0] == '0' ? '1' : '0';
    assert_fails(opf_kernel_image_load(path, digest, "ascend950", &k), OPF_MISMATCH, "not from one build");
    assert_fails(opf_kernel_image_load(path, NULL, "ascend910b", &k), OPF_MISMATCH,
                 "built for ascend950, the current device is ascend910b");
    opf_free(path);
    assert_fails(load_variant("refused_cpu", (const char *[]){"-DREFUSE_CPU", NULL}), OPF_MISMATCH,
                 "which this machine");
    assert_fails(opf_kernel_image_load("/nonexistent.o", NULL, NULL, &k), OPF_NOT_FOUND, "/nonexistent.o");
}
END_TEST

START_TEST(unfit_objects_are_refused)
{
    assert_ok(load_variant("refused_not", NULL));
    assert_fails(load_variant("refused_ctor", (const char *[]){"-DREFUSE_CONSTRUCTOR", NULL}),
                 OPF_UNSUPPORTED, "constructors");
    assert_fails(load_variant("refused_tls", (const char *[]){"-DREFUSE_TLS", NULL}), OPF_UNSUPPORTED,
                 "thread-local storage of its own");
    assert_fails(load_variant("refused_import", (const char *[]){"-DREFUSE_IMPORT", NULL}), OPF_UNSUPPORTED,
                 "the kernel calls `system`");
    assert_fails(load_variant("refused_misspelt", (const char *[]){"-DREFUSE_MISSPELT", NULL}),
                 OPF_UNSUPPORTED, "nearest: `tanhf`");
    assert_fails(load_variant("refused_twice", (const char *[]){"-DREFUSE_TWICE", NULL}), OPF_ALREADY_EXISTS,
                 "two entries for tiling key 7");
    assert_fails(load_variant("refused_needed", (const char *[]){"-Wl,--no-as-needed", "-lm", NULL}),
                 OPF_UNSUPPORTED, "DT_NEEDED");
    assert_fails(load_variant("refused_exec", (const char *[]){"-Wl,-z,execstack", NULL}), OPF_UNSUPPORTED,
                 "executable stack");
}
END_TEST

/* Byte offset of the descriptor in the file. */
static size_t descriptor_at(const struct opf_buf *bytes)
{
    uint64_t magic = OPF_ABI_MAGIC;
    char *at = memmem(bytes->data, bytes->len, &magic, sizeof(magic));
    ck_assert_ptr_nonnull(at);
    return (size_t)(at - bytes->data);
}

START_TEST(descriptor_fields_are_checked)
{
    struct opf_buf b = object_bytes("basic");
    struct opf_kernel_descriptor *d = (struct opf_kernel_descriptor *)(void *)(b.data + descriptor_at(&b));
    struct opf_kernel_descriptor good = *d;
    d->magic ^= 1;
    assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "magic");
    *d = good;
    d->abi_version++;
    char versions[80];
    snprintf(versions, sizeof(versions), "version %u of the kernel ABI, this runtime has version %u",
             OPF_ABI_VERSION + 1, OPF_ABI_VERSION);
    assert_fails(load_bytes(b.data, b.len), OPF_MISMATCH, versions);
    *d = good;
    d->core_size--;
    assert_fails(load_bytes(b.data, b.len), OPF_MISMATCH, "core structure of");
    *d = good;
    d->struct_size = 0;
    assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "kernel descriptor says");
    *d = good;
    d->kernel_type = 77;
    assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "kernel type 77");
    *d = good;
    d->cpu |= OPF_CPU_NATIVE_OTHER;
    snprintf(d->cpu_name, sizeof(d->cpu_name), "Some Other CPU");
    assert_fails(load_bytes(b.data, b.len), OPF_MISMATCH,
                 "built for the CPU it was compiled on (Some Other CPU)");
    snprintf(d->cpu_name, sizeof(d->cpu_name), "%s", opf_cpu_model_name());
    assert_ok(load_bytes(b.data, b.len));
    *d = good;
    d->flags = OPF_KERNEL_CHECKED;
    assert_fails(load_bytes(b.data, b.len), OPF_UNSUPPORTED, "synchronisation checks");
    *d = good;
    assert_ok(load_bytes(b.data, b.len));
    opf_buf_free(&b);
}
END_TEST

START_TEST(headers_are_checked)
{
    struct opf_buf b = object_bytes("basic");
    Elf64_Ehdr *eh = (Elf64_Ehdr *)(void *)b.data, good = *eh;
    Elf64_Phdr *ph = (Elf64_Phdr *)(void *)(b.data + eh->e_phoff);
    assert_fails(load_bytes("", 0), OPF_INVALID_FORMAT, "empty or truncated");
    assert_fails(load_bytes("#!/bin/sh\n# this is a text of more than sixty-four bytes, not an object\n", 72),
                 OPF_INVALID_FORMAT, "not an ELF file");
    eh->e_type = ET_EXEC;
    assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "shared object");
    *eh = good;
    eh->e_machine = good.e_machine == EM_X86_64 ? EM_AARCH64 : EM_X86_64;
    assert_fails(load_bytes(b.data, b.len), OPF_MISMATCH, "this machine is");
    eh->e_machine = EM_RISCV;
    assert_fails(load_bytes(b.data, b.len), OPF_UNSUPPORTED, "ELF machine 243");
    *eh = good;
    eh->e_phoff = b.len - 10;
    assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "past the end of the file");
    *eh = good;
    for (unsigned i = 0; i < eh->e_phnum; i++) {
        if (ph[i].p_type != PT_LOAD)
            continue;
        Elf64_Phdr old = ph[i];
        ph[i].p_memsz = UINT64_MAX - 100;
        assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "beyond the limit");
        ph[i] = old;
        ph[i].p_filesz = ph[i].p_memsz + 1;
        assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "segment");
        ph[i] = old;
        ph[i].p_flags = PF_W | PF_X;
        assert_fails(load_bytes(b.data, b.len), OPF_UNSUPPORTED, "both writable and executable");
        ph[i] = old;
        if (i > 1 && ph[i - 1].p_type == PT_LOAD) {
            ph[i].p_vaddr = ph[i - 1].p_vaddr;
            assert_fails(load_bytes(b.data, b.len), OPF_INVALID_FORMAT, "overlaps");
            ph[i] = old;
        }
    }
    assert_ok(load_bytes(b.data, b.len));
    opf_buf_free(&b);
}
END_TEST

START_TEST(truncation_at_every_offset_is_survived)
{
    struct opf_buf b = object_bytes("faults");
    for (size_t len = 0; len < b.len; len++) {
        char *cut = opf_alloc(len); /* exact size: memory checkers see any read past the end */
        memcpy(cut, b.data, len);
        opf_status *status = load_bytes(cut, len);
        ck_assert_msg(status != NULL, "a file cut at %zu of %zu bytes was accepted", len, b.len);
        opf_status_free(status);
        opf_free(cut);
    }
    opf_buf_free(&b);
}
END_TEST

START_TEST(changed_bytes_are_survived)
{
    struct opf_buf b = object_bytes("faults");
    for (size_t i = 0; i < b.len; i++) {
        static const uint8_t change[] = {0x01, 0x80, 0xff};
        for (size_t c = 0; c < sizeof(change); c++) {
            b.data[i] = (char)(b.data[i] ^ change[c]);
            opf_status_free(load_bytes(b.data, b.len));
            b.data[i] = (char)(b.data[i] ^ change[c]);
        }
    }
    assert_ok(load_bytes(b.data, b.len));
    opf_buf_free(&b);
}
END_TEST

START_TEST(memory_failures_leave_nothing_behind)
{
    struct opf_buf b = object_bytes("basic");
    for (int64_t n = 1;; n++) {
        opf_alloc_fail_after(n, true);
        opf_status *status = load_bytes(b.data, b.len);
        opf_alloc_fail_after(0, false);
        if (!status)
            break;
        ck_assert_int_eq(opf_status_code(status), OPF_OUT_OF_MEMORY);
        opf_status_free(status);
        ck_assert_int_lt(n, 1000);
    }
    opf_buf_free(&b);
}
END_TEST

START_TEST(meta_records_are_stepped_through)
{
    const uint8_t bytes[] = {1, 0, 4, 0, 3, 0, 0, 0, 0, 0, 0, 0, 14, 0, 1, 0, 9, 5, 0, 200, 0};
    struct opf_meta_record r;
    size_t at = 0;
    bool broken;
    ck_assert(opf_meta_next(bytes, sizeof(bytes), &at, &r, &broken) && r.type == 1 && r.length == 4);
    ck_assert(opf_meta_next(bytes, sizeof(bytes), &at, &r, &broken) && r.type == 14 && r.payload[0] == 9);
    ck_assert(!opf_meta_next(bytes, sizeof(bytes), &at, &r, &broken) && broken);
}
END_TEST

START_TEST(only_listed_names_are_importable)
{
    size_t count;
    const char *const *names = opf_import_names(&count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_ne(opf_import_find(names[i]), 0);
        ck_assert(i == 0 || strcmp(names[i - 1], names[i]) < 0);
    }
    ck_assert_uint_eq(opf_import_find("malloc"), 0);
    ck_assert_uint_eq(opf_import_find("dlopen"), 0);
    ck_assert_uint_eq(opf_import_find(""), 0);
}
END_TEST

Suite *elf_suite(void)
{
    Suite *s = suite_create("elf");
    TCase *c = tcase_create("loader");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, keys_and_descriptor_are_read);
    tcase_add_test(c, mixed_kernels_have_two_entries);
    tcase_add_test(c, digest_chip_and_cpu_are_compared);
    tcase_add_test(c, unfit_objects_are_refused);
    tcase_add_test(c, descriptor_fields_are_checked);
    tcase_add_test(c, headers_are_checked);
    tcase_add_test(c, truncation_at_every_offset_is_survived);
    tcase_add_test(c, changed_bytes_are_survived);
    tcase_add_test(c, memory_failures_leave_nothing_behind);
    tcase_add_test(c, meta_records_are_stepped_through);
    tcase_add_test(c, only_listed_names_are_importable);
    suite_add_tcase(s, c);
    return s;
}

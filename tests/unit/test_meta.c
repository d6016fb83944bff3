/* Metadata records against bytes written by hand from the format's description, and the ELF round trip. */
#include "binscripts/elf_object.h"
#include "binscripts/kernel_meta.h"
#include "binscripts/opc_keys.h"
#include "base/file.h"
#include "tests/unit/check_helpers.h"

static void assert_hex(const struct opf_buf *bytes, const char *hex)
{
    static const char DIGITS[] = "0123456789abcdef";
    size_t at = 0;
    for (const char *c = hex; *c; c++) {
        if (*c == ' ')
            continue;
        ck_assert_uint_lt(at / 2, bytes->len);
        unsigned char byte = (unsigned char)bytes->data[at / 2];
        ck_assert_msg(DIGITS[at % 2 ? byte & 15 : byte >> 4] == *c, "byte %zu is %02x", at / 2, byte);
        at++;
    }
    ck_assert_uint_eq(bytes->len, at / 2);
}

START_TEST(file_record)
{
    struct opf_buf bytes;
    opf_buf_init(&bytes, 4096);
    opf_meta_write_file(&bytes, false, true, true);
    assert_hex(&bytes, "00000400 01000000 01000800 00000000 00000000 02000400 00000000 03000400 01000100");
    opf_buf_free(&bytes);
}
END_TEST

START_TEST(vector_function)
{
    static const struct opf_meta_param PARAMS[] = {
        {OPF_META_INPUT, 1, 0}, {OPF_META_OUTPUT, 1, 0}, {OPF_META_WORKSPACE, 1, 0}, {OPF_META_TILING, 1, 0}};
    struct opf_meta_function f = {
        .kernel_type = 3, .params = PARAMS, .count = 4, .tiling_size = 16, .key = 101};
    struct opf_buf bytes;
    opf_buf_init(&bytes, 4096);
    opf_meta_write_function(&bytes, &f);
    assert_hex(&bytes, "01000400 03000000 04004800 00050002 00000000 00010002 ffffffff ffffffff"
                       "00050002 00000000 00010003 ffffffff ffffffff 00050001 00000000 00010004"
                       "00050002 00000000 00010007 00000000 00000018 0d000400 00000000 0f000400"
                       "ffffffff 00000000 0e000c00 00000000 65000000 00000000");
    opf_buf_free(&bytes);
}
END_TEST

START_TEST(mixed_function_with_a_group)
{
    static const struct opf_meta_param PARAMS[] = {{OPF_META_INPUT, 3, 16}};
    struct opf_meta_function f = {.kernel_type = 4,
                                  .cube = 1,
                                  .vector = 2,
                                  .params = PARAMS,
                                  .count = 1,
                                  .deterministic = true,
                                  .key = 1ull << 40};
    struct opf_buf bytes;
    opf_buf_init(&bytes, 4096);
    opf_meta_write_function(&bytes, &f);
    assert_hex(&bytes, "01000400 04000000 03000400 01000200 04001c00 00050003 00000000 00030002"
                       "ffffffff ffffffff 00000000 00000010 0d000400 01000000 0f000400 ffffffff"
                       "0e000c00 00000000 00000000 00010000");
    opf_buf_free(&bytes);
}
END_TEST

struct seen {
    int count;
    char text[16];
};

static void see(void *ctx, const unsigned char *bytes, size_t size)
{
    struct seen *seen = ctx;
    seen->count++;
    memcpy(seen->text, bytes, size < sizeof(seen->text) ? size : sizeof(seen->text));
}

START_TEST(elf_round_trip)
{
    static const struct opf_elf_section SECTIONS[] = {{".one", "first", 6, NULL},
                                                      {".two", "second", 7, "an_object"}};
    struct opf_buf image;
    struct seen seen = {0};
    opf_buf_init(&image, 1 << 20);
    assert_ok(opf_elf_write_object(&image, SECTIONS, 2));
    assert_ok(opf_elf_each_section("image", &image, ".two", see, &seen));
    ck_assert_int_eq(seen.count, 1);
    ck_assert_str_eq(seen.text, "second");
    assert_ok(opf_elf_each_section("image", &image, ".three", see, &seen));
    ck_assert_int_eq(seen.count, 1);
    for (size_t len = 0; len < image.len; len++) { /* cut anywhere: an error or nothing, never a bad read */
        struct opf_buf cut = image;
        cut.len = len;
        opf_status_free(opf_elf_each_section("cut", &cut, ".two", see, &seen));
    }
    opf_buf_free(&image);
}
END_TEST

static bool holds(const struct opf_buf *image, const char *text)
{
    return memmem(image->data, image->len, text, strlen(text) + 1) != NULL;
}

/* Objects of two keys define equal names: the endings keep them apart in one link. */
START_TEST(symbols_get_their_key)
{
    static const struct opf_elf_section SECTIONS[] = {{".a", "1", 2, "helper"},
                                                      {".b", "2", 2, "opf_entry_5"}};
    struct opf_buf image;
    char *dir = test_dir_make();
    char path[512];
    snprintf(path, sizeof(path), "%s/kernel.obj", dir);
    opf_buf_init(&image, 1 << 20);
    assert_ok(opf_elf_write_object(&image, SECTIONS, 2));
    assert_ok(opf_file_write(path, image.data, image.len, OPF_FILE_PLAIN, NULL));
    opf_buf_free(&image);
    assert_ok(opf_opc_rename_symbols(path, 5));
    assert_ok(opf_file_read(path, 1 << 20, &image));
    ck_assert(holds(&image, "helper.k5"));
    ck_assert(holds(&image, "opf_entry_5") && !holds(&image, "opf_entry_5.k5"));
    opf_buf_free(&image);
    assert_ok(opf_file_write(path, "no object", 9, OPF_FILE_PLAIN, NULL));
    assert_fails(opf_opc_rename_symbols(path, 5), OPF_INVALID_FORMAT, "symbol table");
    test_dir_remove(dir);
}
END_TEST

Suite *meta_suite(void);
Suite *meta_suite(void)
{
    Suite *suite = suite_create("meta");
    TCase *tc = tcase_create("meta");
    tcase_add_test(tc, file_record);
    tcase_add_test(tc, vector_function);
    tcase_add_test(tc, mixed_function_with_a_group);
    tcase_add_test(tc, elf_round_trip);
    tcase_add_test(tc, symbols_get_their_key);
    suite_add_tcase(suite, tc);
    return suite;
}

/* opdump: objects, descriptions, indices, look-ups. */
#include "runner/dump_file.h"

#include "base/alloc.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/path.h"
#include "tests/unit/check_helpers.h"
#include "tests/unit/emu_helpers.h"

#define has(buf, part)                                                                                       \
    ck_assert_msg(strstr(opf_buf_text(&(buf)), part), "`%s` is not in:\n%s", part, opf_buf_text(&(buf)))

static struct opf_buf text;

static void setup(void)
{
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
}
static void teardown(void)
{
    opf_buf_free(&text);
}

static char *write_file(const char *dir, const char *name, const char *content)
{
    char *path = opf_path_join(dir, name);
    assert_ok(opf_file_write(path, content, strlen(content), OPF_FILE_PLAIN, NULL));
    return path;
}

START_TEST(objects_show_descriptor_keys_and_imports)
{
    char *path = opf_test_object("sync", NULL, NULL);
    assert_ok(opf_dump_object(path, &text));
    has(text, "operator        TestKernel");
    has(text, "chip            ascend950 (NpuArch 3510)");
    has(text, "6 tiling keys");
    has(text, "sync_2_mix_a");
    has(text, "  opf_rt_simt_ballot\n");
    opf_free(path);
    assert_fails(opf_dump_object("/nonexistent.o", &text), OPF_NOT_FOUND, "/nonexistent.o");
}
END_TEST

START_TEST(what_the_device_lacks_is_marked)
{
    char *path = opf_test_object("refused", "refused_import", (const char *[]){"-DREFUSE_IMPORT", NULL});
    assert_ok(opf_dump_object(path, &text));
    has(text, "system   NOT AVAILABLE on the device");
    opf_free(path);
}
END_TEST

START_TEST(descriptions_are_compared_with_their_object)
{
    char *dir = test_dir_make(), digest[OPF_SHA256_HEX];
    opf_digest_sha256("x", 1, digest);
    char *good =
        opf_asprintf("{\"binFileName\":\"k\",\"binFileSuffix\":\".o\",\"sha256\":\"%s\",\"kernelList\":"
                     "[{\"kernelName\":\"k_3\"}],\"supportInfo\":{\"simplifiedKey\":[\"K/d=0,p=0/1,2\"]}}",
                     digest);
    char *json = write_file(dir, "k.json", good);
    assert_ok(opf_dump_json(json, NULL, &text));
    has(text, "No such file");
    char *object = write_file(dir, "k.o", "x");
    opf_buf_clear(&text);
    assert_ok(opf_dump_json(json, NULL, &text));
    has(text, "its sha256 fits");
    has(text, "  k_3\n");
    has(text, "K/d=0,p=0/1,2");
    opf_free(object);
    object = write_file(dir, "k.o", "y");
    opf_buf_clear(&text);
    assert_ok(opf_dump_json(json, NULL, &text));
    has(text, "DOES NOT FIT");
    opf_free(object);
    opf_free(json);
    opf_free(good);
    test_dir_remove(dir);
}
END_TEST

START_TEST(index_files_are_told_apart)
{
    char *dir = test_dir_make();
    char *one = write_file(dir, "op.json",
                           "{\"binList\":[{\"simplifiedKey\":[\"Relu/d=0,p=0/1,2/1,2\"],\"binInfo\":"
                           "{\"jsonFilePath\":\"ascend950/relu/a.json\"}}]}");
    assert_ok(opf_dump_json(one, NULL, &text));
    has(text, "per-operator index, 1 kernel");
    has(text, "ascend950/relu/a.json");
    char *all = write_file(dir, "all.json",
                           "{\"Relu\":{\"simplifiedKeyMode\":0,\"binaryList\":[{\"binPath\":\"b.o\"}]}}");
    opf_buf_clear(&text);
    assert_ok(opf_dump_json(all, "Relu", &text));
    has(text, "Relu: 1 kernels, key mode 0");
    has(text, "b.o");
    assert_fails(opf_dump_json(all, "Rely", &text), OPF_NOT_FOUND, "did you mean `Relu`?");
    char *other = write_file(dir, "other.json", "{\"a\":1}");
    assert_fails(opf_dump_json(other, NULL, &text), OPF_INVALID_FORMAT, "neither a kernel description");
    char *list = write_file(dir, "list.json", "[1]");
    assert_fails(opf_dump_json(list, NULL, &text), OPF_INVALID_FORMAT, "an array, an object was expected");
    opf_free(one);
    opf_free(all);
    opf_free(other);
    opf_free(list);
    test_dir_remove(dir);
}
END_TEST

START_TEST(lookups_say_what_is_missing)
{
    struct opf_strvec in, out, none;
    opf_strvec_init(&in);
    opf_strvec_init(&out);
    opf_strvec_init(&none);
    opf_strvec_push(&in, "float16:ND");
    opf_strvec_push(&in, "none");
    opf_strvec_push(&out, "int32*2");
    unsetenv("ASCEND_OPP_PATH");
    unsetenv("ASCEND_CUSTOM_OPP_PATH");
    unsetenv("OPF_KERNEL_PATH");
    bool found = true;
    struct opf_dump_query q = {
        .op = "Relu", .soc = "ascend950", .inputs = &in, .outputs = &out, .attrs = &none};
    assert_ok(opf_dump_lookup(&q, &text, &found));
    ck_assert(!found);
    has(text, "ASCEND_OPP_PATH");
    opf_strvec_push(&out, "floot");
    assert_fails(opf_dump_lookup(&q, &text, &found), OPF_INVALID_ARGUMENT, "`floot` is not a data type");
    opf_strvec_free(&in);
    opf_strvec_free(&out);
}
END_TEST

Suite *dump_suite(void)
{
    Suite *s = suite_create("dump");
    TCase *c = tcase_create("dump");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, objects_show_descriptor_keys_and_imports);
    tcase_add_test(c, what_the_device_lacks_is_marked);
    tcase_add_test(c, descriptions_are_compared_with_their_object);
    tcase_add_test(c, index_files_are_told_apart);
    tcase_add_test(c, lookups_say_what_is_missing);
    suite_add_tcase(s, c);
    return s;
}

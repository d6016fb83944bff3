/* Layouts from debug information: of an object that the system's compiler makes here, and of damaged ones. */
#include "runner/debug_types.h"
#include "base/file.h"
#include "base/proc.h"
#include "tests/unit/check_helpers.h"

static const char source[] =
    "template <typename T> const char *Marker() { return __PRETTY_FUNCTION__; }\n"
    "namespace a { namespace {\n"
    "struct Inner { short pair[2][3]; float scale; };\n"
    "struct Outer { bool flag; Inner inner[2]; unsigned low : 3, high : 5; double ratio; };\n"
    "struct Text { const char *where; struct { int n; } in; void (*call)(); };\n"
    "struct Odd { long double wide; };\n"
    "} }\n"
    "const char *use(a::Outer *o, a::Text *t, a::Odd *d) {\n"
    "  struct Local { int only[5]; };\n"
    "  return o && t && d ? Marker<Local>() : Marker<a::Outer>();\n"
    "}\n";

/* The object, in memory of the caller's. */
static struct opf_buf make_object(const char *dir, const char *option)
{
    char path[512], object[512];
    snprintf(path, sizeof(path), "%s/s.cpp", dir);
    snprintf(object, sizeof(object), "%s/s.o", dir);
    assert_ok(opf_file_write(path, source, strlen(source), OPF_FILE_PLAIN, NULL));
    const char *const argv[] = {"g++", "-g", option, "-c", path, "-o", object, NULL};
    struct opf_proc_spec spec = {.argv = argv};
    struct opf_proc_result made;
    assert_ok(opf_proc_check(&spec, &made));
    opf_proc_result_free(&made);
    struct opf_buf bytes;
    assert_ok(opf_file_read(object, (size_t)1 << 24, &bytes));
    return bytes;
}

static const struct opf_debug_field *field(const struct opf_debug_layout *layout, const char *path)
{
    for (size_t i = 0; i < layout->count; i++)
        if (strcmp(layout->fields[i].path, path) == 0)
            return &layout->fields[i];
    ck_abort_msg("no field %s", path);
}

static opf_status *parse(opf_arena *arena, const struct opf_buf *bytes, const char *name, size_t size,
                         struct opf_debug_layout *out)
{
    char *copy = opf_alloc(bytes->len + 1); /* exact, so that memory checkers see reads past the end */
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes->data, bytes->len);
    opf_status *status = opf_debug_layout_parse(arena, "s.o", copy, bytes->len, name, "Marker", size, out);
    opf_free(copy);
    return status;
}

static void check_layouts(const char *option)
{
    char *dir = test_dir_make();
    opf_arena *arena;
    assert_ok(opf_arena_create(&arena));
    struct opf_buf bytes = make_object(dir, option);
    struct opf_debug_layout l;
    assert_ok(parse(arena, &bytes, "a::{anonymous}::Outer", 48, &l));
    ck_assert_uint_eq(l.count, 1 + 2 * 7 + 2 + 1);
    ck_assert_uint_eq(field(&l, "flag")->offset, 0);
    ck_assert_uint_eq(field(&l, "inner[1].pair[1][2]")->offset, 4 + 16 + 10);
    ck_assert_int_eq(field(&l, "inner[1].pair[1][2]")->number, OPF_DEBUG_SIGNED);
    ck_assert_int_eq(field(&l, "inner[0].scale")->number, OPF_DEBUG_REAL);
    ck_assert_uint_eq(field(&l, "low")->bit_size, 3);
    ck_assert_uint_eq(field(&l, "high")->offset * 8 + field(&l, "high")->bit_offset, 36 * 8 + 3);
    ck_assert_uint_eq(field(&l, "ratio")->offset, 40);
    assert_ok(parse(arena, &bytes, "a::{anonymous}::Text", 24, &l));
    ck_assert_uint_eq(field(&l, "in.n")->offset, 8);
    ck_assert_uint_eq(field(&l, "call")->size, 8);
    /* By what the marker was made for: the name is the compiler's own. */
    assert_ok(parse(arena, &bytes, "use(a::{anonymous}::Outer*)::Local", 20, &l));
    ck_assert_uint_eq(field(&l, "only[4]")->offset, 16);
    assert_fails(parse(arena, &bytes, "a::{anonymous}::Outer", 56, &l), OPF_NOT_FOUND, "no structure");
    assert_fails(parse(arena, &bytes, "a::{anonymous}::Odd", 16, &l), OPF_UNSUPPORTED, "field wide");
    opf_buf_free(&bytes);
    opf_arena_destroy(arena);
    test_dir_remove(dir);
}

START_TEST(reads_structures)
{
    check_layouts("-gdwarf-5");
}
END_TEST

START_TEST(no_debug_information)
{
    char *dir = test_dir_make();
    opf_arena *arena;
    assert_ok(opf_arena_create(&arena));
    struct opf_buf bytes = make_object(dir, "-g0");
    struct opf_debug_layout l;
    assert_fails(parse(arena, &bytes, "a::Outer", 48, &l), OPF_NOT_FOUND, "no debug information");
    bytes.len = 20;
    assert_fails(parse(arena, &bytes, "a::Outer", 48, &l), OPF_INVALID_FORMAT, "not a 64-bit ELF file");
    opf_buf_free(&bytes);
    opf_arena_destroy(arena);
    test_dir_remove(dir);
}
END_TEST

/* Whatever the bytes are: a layout inside of the structure, or a status. */
START_TEST(damaged_files)
{
    char *dir = test_dir_make();
    struct opf_buf bytes = make_object(dir, "-gdwarf-5");
    unsigned long long seed = 1;
    for (int round = 0; round < 3000; round++) {
        opf_arena *arena;
        struct opf_debug_layout l;
        struct opf_buf damaged = bytes;
        assert_ok(opf_arena_create(&arena));
        damaged.data = opf_alloc(bytes.len);
        ck_assert_ptr_nonnull(damaged.data);
        memcpy(damaged.data, bytes.data, bytes.len);
        for (int i = 0; i <= round % 8; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            damaged.data[(seed >> 33) % bytes.len] = (char)(seed >> 24);
        }
        if (round % 5 == 0)
            damaged.len = (seed >> 33) % bytes.len;
        opf_status *status = parse(arena, &damaged, "a::{anonymous}::Outer", 48, &l);
        for (size_t i = 0; i < l.count; i++)
            ck_assert_uint_le(l.fields[i].offset + l.fields[i].size, 48);
        opf_status_free(status);
        opf_free(damaged.data);
        opf_arena_destroy(arena);
    }
    opf_buf_free(&bytes);
    test_dir_remove(dir);
}
END_TEST

Suite *debug_types_suite(void)
{
    Suite *suite = suite_create("debug_types");
    TCase *tc = tcase_create("all");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, reads_structures);
    tcase_add_test(tc, no_debug_information);
    tcase_add_test(tc, damaged_files);
    suite_add_tcase(suite, tc);
    return suite;
}

/* alloc, buf, strvec, arena, map: growth, limits, order, and every allocation failing once. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/strvec.h"
#include "tests/unit/check_helpers.h"

START_TEST(chosen_allocation_fails)
{
    opf_alloc_fail_after(2, false);
    void *first = opf_alloc(8), *second = opf_alloc(8), *third = opf_alloc(8);
    opf_alloc_fail_after(0, false);
    ck_assert(first && !second && third);
    opf_free(first);
    opf_free(third);
    ck_assert_ptr_null(opf_calloc(SIZE_MAX / 2, 4));
}
END_TEST

START_TEST(buffer_grows_and_keeps_its_limit)
{
    struct opf_buf buf;
    opf_buf_init(&buf, 1000);
    for (int i = 0; i < 100; i++)
        opf_buf_printf(&buf, "%09d ", i);
    ck_assert_uint_eq(buf.len, 1000);
    assert_ok(opf_buf_finish(&buf, "text"));
    ck_assert(strncmp(buf.data + 990, "000000099 ", 11) == 0);
    opf_buf_putc(&buf, 'x');
    assert_fails(opf_buf_finish(&buf, "the text"), OPF_OUT_OF_RANGE,
                 "the text is larger than the 1000 bytes");
    opf_buf_free(&buf);
    ck_assert_str_eq(opf_buf_text(&buf), "");
}
END_TEST

START_TEST(buffer_failure_is_sticky)
{
    struct opf_buf buf;
    opf_buf_init(&buf, 1 << 20);
    opf_buf_puts(&buf, "kept");
    opf_alloc_fail_after(1, false);
    for (int i = 0; i < 100; i++)
        opf_buf_puts(&buf, "lost");
    opf_alloc_fail_after(0, false);
    ck_assert(buf.failed);
    assert_fails(opf_buf_finish(&buf, "text"), OPF_OUT_OF_MEMORY, "text");
    opf_buf_free(&buf);
}
END_TEST

START_TEST(list_splits_sorts_and_unites)
{
    struct opf_strvec vec;
    opf_strvec_init(&vec);
    ck_assert_ptr_null(vec.items[0]);
    opf_strvec_split(&vec, "b,a;;b", ",;", true);
    opf_strvec_pushf(&vec, "%d", 1);
    opf_strvec_sort(&vec);
    opf_strvec_unique(&vec);
    assert_ok(opf_strvec_finish(&vec));
    ck_assert_uint_eq(vec.len, 3);
    ck_assert_str_eq(vec.items[0], "1");
    ck_assert_str_eq(vec.items[2], "b");
    ck_assert_ptr_null(vec.items[3]);
    ck_assert(opf_strvec_contains(&vec, "a") && !opf_strvec_contains(&vec, "c"));
    opf_strvec_free(&vec);
    opf_strvec_split(&vec, ",", ",", false);
    ck_assert_uint_eq(vec.len, 2);
    opf_strvec_free(&vec);
}
END_TEST

START_TEST(arena_memory_is_zero_and_aligned)
{
    opf_arena *arena;
    assert_ok(opf_arena_create(&arena));
    for (size_t size = 0; size < 20000; size = size * 2 + 1) {
        unsigned char *block = opf_arena_alloc(arena, size);
        ck_assert_ptr_nonnull(block);
        ck_assert_uint_eq((uintptr_t)block % 16, 0);
        for (size_t i = 0; i < size; i++)
            ck_assert_uint_eq(block[i], 0);
        memset(block, 0xff, size);
    }
    ck_assert_str_eq(opf_arena_printf(arena, "%s-%d", "a", 5), "a-5");
    ck_assert_str_eq(opf_arena_strndup(arena, "abcdef", 3), "abc");
    ck_assert_ptr_null(opf_arena_alloc(arena, SIZE_MAX - 4));
    opf_arena_destroy(arena);
}
END_TEST

START_TEST(map_keeps_order_and_replaces)
{
    opf_map *map;
    assert_ok(opf_map_create(&map));
    static int values[1000];
    char key[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof(key), "key%d", i);
        assert_ok(opf_map_set(map, key, &values[i], NULL));
    }
    ck_assert_uint_eq(opf_map_size(map), 1000);
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof(key), "key%d", i);
        ck_assert_ptr_eq(opf_map_get(map, key), &values[i]);
        ck_assert_str_eq(opf_map_key_at(map, (size_t)i), key);
    }
    void *old;
    assert_ok(opf_map_set(map, "key7", &values[0], &old));
    ck_assert_ptr_eq(old, &values[7]);
    ck_assert_ptr_eq(opf_map_value_at(map, 7), &values[0]);
    ck_assert(!opf_map_has(map, "key1000"));
    opf_map_destroy(map);
}
END_TEST

/* Fills a map, a list and an arena; used with each of its allocations failing once. */
static opf_status *use_all(void)
{
    opf_map *map = NULL;
    opf_arena *arena = NULL;
    struct opf_strvec vec;
    opf_strvec_init(&vec);
    opf_status *status = opf_map_create(&map);
    if (!status)
        status = opf_arena_create(&arena);
    for (int i = 0; i < 40 && !status; i++) {
        opf_strvec_pushf(&vec, "item %d", i);
        status = opf_strvec_finish(&vec);
        if (!status)
            status = opf_map_set(map, vec.items[vec.len - 1], map, NULL);
        if (!status && !opf_arena_alloc(arena, 300))
            status = OPF_FAIL(OPF_OUT_OF_MEMORY, "arena");
    }
    opf_strvec_free(&vec);
    opf_arena_destroy(arena);
    opf_map_destroy(map);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    int64_t before = opf_alloc_count();
    assert_ok(use_all());
    int64_t count = opf_alloc_count() - before;
    ck_assert_int_gt(count, 80);
    for (int64_t i = 1; i <= count; i++) {
        opf_alloc_fail_after(i, false);
        opf_status *status = use_all();
        opf_alloc_fail_after(0, false);
        ck_assert_int_eq(opf_status_code(status), OPF_OUT_OF_MEMORY);
        opf_status_free(status);
    }
}
END_TEST

Suite *memory_suite(void);
Suite *memory_suite(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, chosen_allocation_fails);
    tcase_add_test(tests, buffer_grows_and_keeps_its_limit);
    tcase_add_test(tests, buffer_failure_is_sticky);
    tcase_add_test(tests, list_splits_sorts_and_unites);
    tcase_add_test(tests, arena_memory_is_zero_and_aligned);
    tcase_add_test(tests, map_keeps_order_and_replaces);
    tcase_add_test(tests, every_allocation_may_fail);
    suite_add_tcase(suite, tests);
    return suite;
}

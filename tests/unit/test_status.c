/* Statuses: text, places, notes, and that making one survives having no memory. */
#include "base/alloc.h"
#include "tests/unit/check_helpers.h"

START_TEST(text_has_place_message_and_notes)
{
    opf_status *status = OPF_FAIL(OPF_INVALID_FORMAT, "number %d is odd", 3);
    status = opf_status_at(status, "x.json", 4, 7);
    status = opf_status_note(status, "while reading %s", "the index");
    char *text = opf_status_text(status);
    ck_assert_str_eq(text, "x.json:4:7: error: number 3 is odd\n  while reading the index");
    ck_assert_str_eq(opf_status_message(status), "number 3 is odd");
    ck_assert_int_eq(opf_status_code(status), OPF_INVALID_FORMAT);
    free(text);
    opf_status_free(status);
}
END_TEST

START_TEST(unknown_line_is_left_out)
{
    opf_status *status = opf_status_at(OPF_FAIL(OPF_IO, "bad"), "f", 0, 0);
    char *text = opf_status_text(status);
    ck_assert_str_eq(text, "f: error: bad");
    free(text);
    opf_status_free(status);
}
END_TEST

START_TEST(null_is_success)
{
    ck_assert_int_eq(opf_status_code(NULL), OPF_OK);
    ck_assert_str_eq(opf_status_message(NULL), "");
    ck_assert_ptr_null(opf_status_note(NULL, "note"));
    opf_status_free(NULL);
}
END_TEST

START_TEST(without_memory_it_is_out_of_memory)
{
    for (int failing = 1; failing <= 2; failing++) {
        opf_alloc_fail_after(failing, true);
        opf_status *status = OPF_FAIL(OPF_IO, "lost");
        status = opf_status_note(status, "note");
        status = opf_status_at(status, "file", 1, 1);
        opf_alloc_fail_after(0, false);
        ck_assert_int_eq(opf_status_code(status), OPF_OUT_OF_MEMORY);
        opf_status_free(status);
    }
}
END_TEST

START_TEST(internal_names_our_source)
{
    opf_status *status = OPF_FAIL(OPF_INTERNAL, "cannot be");
    char *text = opf_status_text(status);
    ck_assert_ptr_nonnull(strstr(text, "test_status.c"));
    free(text);
    opf_status_free(status);
}
END_TEST

Suite *status_suite(void);
Suite *status_suite(void)
{
    Suite *suite = suite_create("status");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, text_has_place_message_and_notes);
    tcase_add_test(tests, unknown_line_is_left_out);
    tcase_add_test(tests, null_is_success);
    tcase_add_test(tests, without_memory_it_is_out_of_memory);
    tcase_add_test(tests, internal_names_our_source);
    suite_add_tcase(suite, tests);
    return suite;
}

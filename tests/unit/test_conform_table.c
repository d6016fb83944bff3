/* Conformance tables: text forms, reading back, comparison with a baseline, results kept for a later run. */
#include "base/file.h"
#include "base/path.h"
#include "conform/conform_exec.h"
#include "conform/conform_sweep.h"
#include "conform/conform_table.h"
#include "tests/unit/check_helpers.h"

static struct opf_conform_table table;
static struct opf_buf text;
static char *dir;

static void setup(void)
{
    opf_conform_table_init(&table);
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    dir = test_dir_make();
}

static void teardown(void)
{
    opf_conform_table_free(&table);
    opf_buf_free(&text);
    test_dir_remove(dir);
}

static struct opf_conform_row *add(const char *op, enum opf_conform_verdict verdict, unsigned passed,
                                   unsigned total, const char *detail)
{
    struct opf_conform_row *row;
    assert_ok(opf_conform_table_add(&table, "ops-nn", "math", op, &row));
    opf_conform_cell_set(&row->cells[OPF_STAGE_KERNEL], verdict, detail);
    row->cells[OPF_STAGE_KERNEL].passed = passed;
    row->cells[OPF_STAGE_KERNEL].total = total;
    return row;
}

static void write_file(const char *name)
{
    char *path = opf_path_join(dir, name);
    assert_ok(opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_PLAIN, NULL));
    opf_free(path);
}

static void read_file(const char *name, struct opf_conform_table *out)
{
    char *path = opf_path_join(dir, name);
    assert_ok(opf_conform_read_tsv(path, out));
    opf_free(path);
}

START_TEST(stages_by_name)
{
    unsigned bits;
    assert_ok(opf_conform_stage_list("kernel,def", &bits));
    ck_assert_uint_eq(bits, 1u << OPF_STAGE_KERNEL | 1u << OPF_STAGE_DEF);
    assert_fails(opf_conform_stage_list("def,kernels", &bits), OPF_INVALID_ARGUMENT, "`kernels`");
    assert_fails(opf_conform_stage_list("", &bits), OPF_INVALID_ARGUMENT, "no stage");
}
END_TEST

START_TEST(details_are_one_plain_line)
{
    struct opf_conform_cell cell = {0};
    opf_conform_cell_set(&cell, OPF_VERDICT_FAIL, "a\tb\nc\xE2\x80\x98 \n");
    ck_assert_str_eq(cell.detail, "a b c???");
    char long_text[1000];
    memset(long_text, 'x', sizeof(long_text));
    long_text[999] = '\0';
    opf_conform_cell_set(&cell, OPF_VERDICT_FAIL, long_text);
    ck_assert_uint_eq(strlen(cell.detail), 300);
    opf_conform_cell_set(&cell, OPF_VERDICT_OK, NULL);
    ck_assert_ptr_null(cell.detail);
}
END_TEST

START_TEST(tsv_there_and_back)
{
    struct opf_conform_table back;
    add("add", OPF_VERDICT_OK, 4, 4, NULL);
    add("mul", OPF_VERDICT_FAIL, 1, 3, "x.h:3: error: no\ttab")->cells[OPF_STAGE_KERNEL].skipped = 7;
    table.stages = 1u << OPF_STAGE_KERNEL;
    table.comment = opf_strdup("made by a test");
    opf_conform_write_tsv(&table, &text);
    write_file("t.tsv");
    read_file("t.tsv", &back);
    ck_assert_uint_eq(back.count, 2);
    ck_assert_uint_eq(back.stages, table.stages);
    ck_assert_str_eq(back.comment, "made by a test");
    const struct opf_conform_row *row = opf_conform_table_find(&back, "ops-nn", "mul");
    ck_assert_ptr_nonnull(row);
    const struct opf_conform_cell *cell = &row->cells[OPF_STAGE_KERNEL];
    ck_assert_int_eq(cell->verdict, OPF_VERDICT_FAIL);
    ck_assert_uint_eq(cell->passed, 1);
    ck_assert_uint_eq(cell->total, 3);
    ck_assert_uint_eq(cell->skipped, 7);
    ck_assert_str_eq(cell->detail, "x.h:3: error: no tab");
    ck_assert_ptr_null(opf_conform_table_find(&back, "ops-math", "mul"));
    opf_conform_table_free(&back);
}
END_TEST

START_TEST(broken_tsv_is_named)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "empty"},
        {"# only a comment\n", "no head line"},
        {"a\tb\n", "repo, category and op"},
        {"repo\tcategory\top\tkernel\nr\tc\to\n", ":2: 3 columns"},
        {"repo\tcategory\top\tkernel\nr\tc\to\tmaybe\n", "cannot be `maybe`"},
        {"repo\tcategory\top\tkernel_total\nr\tc\to\t-1\n", "cannot be `-1`"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct opf_conform_table back;
        opf_buf_clear(&text);
        opf_buf_puts(&text, cases[i].text);
        write_file("bad.tsv");
        char *path = opf_path_join(dir, "bad.tsv");
        assert_fails(opf_conform_read_tsv(path, &back), OPF_INVALID_FORMAT, cases[i].part);
        opf_free(path);
    }
}
END_TEST

START_TEST(only_worse_results_are_listed)
{
    struct opf_conform_table now;
    add("same", OPF_VERDICT_FAIL, 1, 2, NULL);
    add("broke", OPF_VERDICT_OK, 2, 2, NULL);
    add("fewer", OPF_VERDICT_FAIL, 5, 9, NULL);
    add("better", OPF_VERDICT_FAIL, 0, 2, NULL);
    add("unseen", OPF_VERDICT_OK, 2, 2, NULL);
    opf_conform_write_tsv(&table, &text);
    write_file("before.tsv");
    read_file("before.tsv", &now);
    struct opf_conform_cell *cells[5];
    for (size_t i = 0; i < 5; i++)
        cells[i] = &now.rows[i].cells[OPF_STAGE_KERNEL];
    opf_buf_clear(&text);
    ck_assert_uint_eq(opf_conform_compare(&table, &now, &text), 0);
    opf_conform_cell_set(cells[1], OPF_VERDICT_FAIL, "<why>");
    cells[1]->passed = 1;
    cells[2]->passed = 4;
    opf_conform_cell_set(cells[3], OPF_VERDICT_OK, NULL);
    opf_conform_cell_set(cells[4], OPF_VERDICT_NOT_RUN, NULL);
    ck_assert_uint_eq(opf_conform_compare(&table, &now, &text), 2);
    ck_assert_ptr_nonnull(
        strstr(opf_buf_text(&text), "worse: ops-nn/broke kernel: fail 1/2, was ok 2/2: <why>"));
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&text), "worse: ops-nn/fewer kernel: fail 4/9, was fail 5/9"));
    opf_conform_table_free(&now);
}
END_TEST

START_TEST(html_escapes_what_it_shows)
{
    add("a<b>", OPF_VERDICT_FAIL, 0, 1, "x & \"y\" <script>alert('1')</script>");
    table.comment = opf_strdup("<i>");
    opf_conform_write_html(&table, &text);
    const char *page = opf_buf_text(&text);
    ck_assert_ptr_nonnull(strstr(page, "<td>a&lt;b&gt;</td>"));
    ck_assert_ptr_nonnull(strstr(page, "x &amp; &quot;y&quot; &lt;script&gt;alert(&#39;1&#39;)"));
    ck_assert_ptr_nonnull(strstr(page, "&lt;i&gt;"));
    ck_assert_ptr_null(strstr(page, "<script>alert"));
    ck_assert_ptr_null(strstr(page, "http"));
}
END_TEST

START_TEST(text_and_json_have_every_operator)
{
    add("add", OPF_VERDICT_OK, 4, 4, NULL);
    add("mul", OPF_VERDICT_FAIL, 1, 3, "no such call");
    opf_conform_write_text(&table, &text);
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&text), "FAIL 1/3"));
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&text), "no such call"));
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&text), "items: 5 of 7 passed"));
    opf_buf_clear(&text);
    assert_ok(opf_conform_write_json(&table, &text));
    ck_assert_ptr_nonnull(strstr(opf_buf_text(&text), "\"op\": \"mul\""));
}
END_TEST

START_TEST(state_survives_and_broken_state_does_not)
{
    struct opf_conform_row *row = add("mul", OPF_VERDICT_FAIL, 1, 3, "why");
    char *path = opf_path_join(dir, "mul.tsv");
    assert_ok(opf_conform_state_save(path, row));
    opf_conform_cell_set(&row->cells[OPF_STAGE_KERNEL], OPF_VERDICT_NOT_RUN, NULL);
    assert_ok(opf_conform_state_load(path, row));
    ck_assert_int_eq(row->cells[OPF_STAGE_KERNEL].verdict, OPF_VERDICT_FAIL);
    ck_assert_str_eq(row->cells[OPF_STAGE_KERNEL].detail, "why");
    row = add("other", OPF_VERDICT_NOT_RUN, 0, 0, NULL);
    assert_ok(opf_conform_state_load(path, row)); /* another operator's */
    ck_assert_int_eq(row->cells[OPF_STAGE_KERNEL].verdict, OPF_VERDICT_NOT_RUN);
    opf_buf_puts(&text, "repo\tcat");
    write_file("mul.tsv");
    row = &table.rows[0];
    opf_conform_cell_set(&row->cells[OPF_STAGE_KERNEL], OPF_VERDICT_NOT_RUN, NULL);
    assert_ok(opf_conform_state_load(path, row));
    ck_assert_int_eq(row->cells[OPF_STAGE_KERNEL].verdict, OPF_VERDICT_NOT_RUN);
    opf_free(path);
}
END_TEST

START_TEST(commands_end_within_their_limits)
{
    struct opf_conform_outcome out;
    const struct opf_conform_limits none = {0}, short_time = {.seconds = 0.2};
    assert_ok(opf_conform_exec_shell("echo fine", &none, &out));
    ck_assert(out.ok);
    ck_assert_str_eq(out.output, "fine\n");
    opf_conform_outcome_free(&out);
    assert_ok(
        opf_conform_exec_shell("echo start; echo 'x.c:1: error: bad' >&2; echo end; exit 3", &none, &out));
    ck_assert(!out.ok);
    ck_assert_str_eq(out.reason, "x.c:1: error: bad");
    opf_conform_outcome_free(&out);
    assert_ok(opf_conform_exec_shell("sleep 20", &short_time, &out));
    ck_assert(!out.ok);
    ck_assert_str_eq(out.reason, "ran longer than 0.2 s");
    opf_conform_outcome_free(&out);
    assert_ok(opf_conform_exec_shell("kill -SEGV $$", &none, &out));
    ck_assert_ptr_nonnull(strstr(out.reason, "signal 11"));
    opf_conform_outcome_free(&out);
}
END_TEST

Suite *conform_table_suite(void);
Suite *conform_table_suite(void)
{
    Suite *suite = suite_create("conform_table");
    TCase *tests = tcase_create("conform_table");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, stages_by_name);
    tcase_add_test(tests, details_are_one_plain_line);
    tcase_add_test(tests, tsv_there_and_back);
    tcase_add_test(tests, broken_tsv_is_named);
    tcase_add_test(tests, only_worse_results_are_listed);
    tcase_add_test(tests, html_escapes_what_it_shows);
    tcase_add_test(tests, text_and_json_have_every_operator);
    tcase_add_test(tests, state_survives_and_broken_state_does_not);
    tcase_add_test(tests, commands_end_within_their_limits);
    suite_add_tcase(suite, tests);
    return suite;
}

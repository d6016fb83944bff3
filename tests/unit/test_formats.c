/* The readers and writers: json, yaml, ini, value look-ups. */
#include "base/file.h"
#include "base/ini.h"
#include "base/json.h"
#include "base/yaml.h"
#include "tests/unit/check_helpers.h"

#include <unistd.h>

static opf_arena *arena;

static void make_arena(void)
{
    assert_ok(opf_arena_create(&arena));
}

static void drop_arena(void)
{
    opf_arena_destroy(arena);
}

static opf_status *json(const char *text, opf_value **out)
{
    return opf_json_parse(arena, "t.json", text, strlen(text), out);
}

static opf_status *yaml(const char *text, opf_value **out)
{
    return opf_yaml_parse(arena, "t.yaml", text, strlen(text), out);
}

START_TEST(json_values_lines_and_exact_integers)
{
    opf_value *v;
    assert_ok(
        json("{\"i\": 9223372036854775807,\n \"r\": -1.5, \"s\": \"\\u00e9\\n\",\n\n\"l\": [true, null, {}]}",
             &v));
    ck_assert_int_eq(opf_value_get(v, "i")->as.integer, INT64_MAX);
    ck_assert_double_eq(opf_value_get(v, "r")->as.real, -1.5);
    ck_assert_str_eq(opf_value_get(v, "s")->as.string, "\xc3\xa9\n");
    const opf_value *list = opf_value_get(v, "l");
    ck_assert_int_eq(list->line, 4);
    ck_assert_uint_eq(list->count, 3);
    ck_assert_int_eq(opf_value_at(list, 1)->kind, OPF_VALUE_NULL);
    ck_assert_ptr_null(opf_value_at(list, 3));
    ck_assert_ptr_null(opf_value_get(list, "l"));
}
END_TEST

START_TEST(json_last_twin_counts_when_asked)
{
    struct opf_buf text;
    opf_value *v;
    const char *path = "json_twins.json";
    opf_buf_init(&text, 4096);
    opf_buf_puts(&text, "{\"a\": 1, \"b\": 2,\n \"a\": [3]");
    for (int i = 0; i < 30; i++) /* large objects find twins in another way */
        opf_buf_printf(&text, ", \"m%d\": %d", i, i);
    opf_buf_puts(&text, ", \"m29\": 7, \"m29\": 8, \"b\": 9, \"z\": 0}");
    assert_ok(opf_file_write(path, text.data, text.len, OPF_FILE_PLAIN, NULL));
    assert_fails(opf_json_read(arena, path, &v), OPF_INVALID_FORMAT, "member `a` is given twice");
    assert_ok(opf_json_read_last_wins(arena, path, &v));
    ck_assert_uint_eq(v->count, 33);
    ck_assert_str_eq(v->first->name, "a");
    ck_assert_int_eq(opf_value_at(opf_value_get(v, "a"), 0)->as.integer, 3);
    ck_assert_int_eq(opf_value_get(v, "b")->as.integer, 9);
    ck_assert_int_eq(opf_value_get(v, "m29")->as.integer, 8);
    ck_assert_str_eq(v->last->name, "z");
    unlink(path);
    opf_buf_free(&text);
}
END_TEST

START_TEST(json_errors_say_where)
{
    opf_value *v;
    assert_fails(json("", &v), OPF_INVALID_FORMAT, "t.json:1:1: error: the file is empty");
    assert_fails(json("{\"a\": 1,\n  \"a\": 2}", &v), OPF_INVALID_FORMAT,
                 "t.json:2:3: error: member `a` is given twice, first at line 1");
    assert_fails(json("{\"a\": [1,\n2", &v), OPF_INVALID_FORMAT,
                 "t.json:2:2: error: the JSON ends too early");
    assert_fails(json("{\"a\":\n tru}", &v), OPF_INVALID_FORMAT,
                 "t.json:2:2: error: malformed JSON at `tru}`");
    assert_fails(json("{} x", &v), OPF_INVALID_FORMAT, "t.json:1:4: error: more text");
    assert_fails(json("[01]", &v), OPF_INVALID_FORMAT, "malformed number");
    assert_fails(json("[1.]", &v), OPF_INVALID_FORMAT, "malformed number");
    assert_fails(json("\"a\\u0000b\"", &v), OPF_INVALID_FORMAT, "\\u0000");
    assert_fails(json("\"a\nb\"", &v), OPF_INVALID_FORMAT, "control character 0x0a");
    assert_fails(opf_json_parse(arena, "t.json", "[1\n\0]", 5, &v), OPF_INVALID_FORMAT,
                 "t.json:2:1: error: NUL byte");
    char deep[1001];
    memset(deep, '[', 1000);
    deep[1000] = '\0';
    assert_fails(json(deep, &v), OPF_INVALID_FORMAT, "t.json:1:");
    memset(deep, '[', 300);
    memset(deep + 300, ']', 300);
    deep[600] = '\0';
    assert_fails(json(deep, &v), OPF_INVALID_FORMAT, "nested deeper");
}
END_TEST

START_TEST(json_twins_among_many_members)
{
    struct opf_buf text;
    opf_buf_init(&text, 1 << 20);
    opf_buf_puts(&text, "{");
    for (int i = 0; i < 100; i++)
        opf_buf_printf(&text, "\"m%d\": %d,\n", i, i);
    opf_buf_puts(&text, "\"m57\": 0}");
    opf_value *v;
    assert_fails(json(opf_buf_text(&text), &v), OPF_INVALID_FORMAT, "`m57` is given twice, first at line 58");
    opf_buf_free(&text);
}
END_TEST

static void assert_json_text(const opf_value *v, enum opf_json_style style, unsigned flags, const char *want)
{
    struct opf_buf text;
    opf_buf_init(&text, 1 << 20);
    opf_json_write(&text, v, style, flags);
    ck_assert_str_eq(opf_buf_text(&text), want);
    opf_buf_free(&text);
}

/* The texts are what Python's json.dumps gives with the same separators and indentation. */
START_TEST(json_styles)
{
    opf_value *v;
    assert_ok(json("{\"b\": [1, 2.0, \"x\\\"\"], \"a\": {}, \"c\": [], \"d\": 0.1}", &v));
    assert_json_text(v, OPF_JSON_COMPACT, 0, "{\"b\":[1,2.0,\"x\\\"\"],\"a\":{},\"c\":[],\"d\":0.1}");
    assert_json_text(v, OPF_JSON_COMPACT, OPF_JSON_SORT_KEYS,
                     "{\"a\":{},\"b\":[1,2.0,\"x\\\"\"],\"c\":[],\"d\":0.1}");
    assert_json_text(
        v, OPF_JSON_INDENT2, 0,
        "{\n  \"b\": [\n    1,\n    2.0,\n    \"x\\\"\"\n  ],\n  \"a\": {},\n  \"c\": [],\n  \"d\": 0.1\n}");
    assert_json_text(opf_value_get(v, "b"), OPF_JSON_INDENT4_TIGHT, 0,
                     "[\n    1,\n    2.0,\n    \"x\\\"\"\n]");
    opf_value *tight = opf_value_object(arena);
    ck_assert(opf_value_set(arena, tight, "k", opf_value_int(arena, INT64_MIN)));
    assert_json_text(tight, OPF_JSON_INDENT4_TIGHT, 0, "{\n    \"k\":-9223372036854775808\n}");
    assert_json_text(tight, OPF_JSON_INDENT4, 0, "{\n    \"k\": -9223372036854775808\n}");
}
END_TEST

START_TEST(json_memory_failures)
{
    const char *text = "{\"a\": [1, \"two\", {\"b\": null}], \"c\": 1.5}";
    opf_value *v;
    assert_ok(json(text, &v)); /* the arena has its first block now, so that the next runs ask for the same */
    int64_t before = opf_alloc_count();
    assert_ok(json(text, &v));
    int64_t count = opf_alloc_count() - before;
    for (int64_t i = 1; i <= count; i++) {
        opf_alloc_fail_after(i, false);
        opf_status *status = json(text, &v);
        opf_alloc_fail_after(0, false);
        ck_assert_msg(opf_status_code(status) == OPF_OUT_OF_MEMORY, "allocation %d of %d: %s", (int)i,
                      (int)count, opf_status_message(status));
        ck_assert_ptr_null(v);
        opf_status_free(status);
    }
}
END_TEST

START_TEST(needs_explain_themselves)
{
    opf_value *v;
    const char *s;
    int64_t i;
    assert_ok(json("{\n\"name\": 3}", &v));
    assert_ok(opf_value_need_int(v, "name", "x", &i));
    assert_fails(opf_value_need_string(v, "name", "t.json, op Relu", &s), OPF_INVALID_FORMAT,
                 "t.json, op Relu: member `name` is a whole number, a string was expected (line 2)");
    assert_fails(opf_value_need_string(v, "no", "t.json", &s), OPF_INVALID_FORMAT,
                 "t.json: member `no` is missing");
    assert_fails(opf_value_need_string(NULL, "no", "t.json", &s), OPF_INVALID_FORMAT, "is nothing");
}
END_TEST

START_TEST(yaml_core_schema)
{
    opf_value *v;
    assert_ok(yaml(
        "a: 0x10\nb: -3\nc: 1e3\nd: 'true'\ne: yes\nf: ~\ng: true\nh: .5\ni: [1, x]\nj:\nk: 0o17\n", &v));
    ck_assert_int_eq(opf_value_get(v, "a")->as.integer, 16);
    ck_assert_int_eq(opf_value_get(v, "b")->as.integer, -3);
    ck_assert_double_eq(opf_value_get(v, "c")->as.real, 1000.0);
    ck_assert_str_eq(opf_value_get(v, "d")->as.string, "true");
    ck_assert_str_eq(opf_value_get(v, "e")->as.string, "yes");
    ck_assert_int_eq(opf_value_get(v, "f")->kind, OPF_VALUE_NULL);
    ck_assert(opf_value_get(v, "g")->as.boolean);
    ck_assert_double_eq(opf_value_get(v, "h")->as.real, 0.5);
    ck_assert_int_eq(opf_value_get(v, "i")->line, 9);
    ck_assert_int_eq(opf_value_get(v, "j")->kind, OPF_VALUE_NULL);
    ck_assert_int_eq(opf_value_get(v, "k")->as.integer, 15);
}
END_TEST

START_TEST(yaml_errors_say_where)
{
    opf_value *v;
    assert_fails(yaml("", &v), OPF_INVALID_FORMAT, "empty");
    assert_fails(yaml("a: 1\na: 2\n", &v), OPF_INVALID_FORMAT,
                 "t.yaml:2:1: error: key `a` is given twice, first at line 1");
    assert_fails(yaml("a: &x 1\n", &v), OPF_INVALID_FORMAT, "t.yaml:1:4: error: anchors");
    assert_fails(yaml("a: !!str 1\n", &v), OPF_INVALID_FORMAT, "tags");
    assert_fails(yaml("a: 1\n<<: {b: 1}\n", &v), OPF_INVALID_FORMAT, "merge keys");
    assert_fails(yaml("a: [1\n", &v), OPF_INVALID_FORMAT, "malformed YAML");
    assert_fails(yaml("a: 1\n---\nb: 1\n", &v), OPF_INVALID_FORMAT, "more than one document");
    assert_fails(yaml("? [a]\n: 1\n", &v), OPF_INVALID_FORMAT, "mapping key");
    assert_fails(yaml("a: \"x\\0y\"\n", &v), OPF_INVALID_FORMAT, "NUL");
}
END_TEST

START_TEST(yaml_writes_what_reads_back)
{
    opf_value *v = opf_value_object(arena), *list = opf_value_array(arena), *again;
    static const char *const texts[] = {"",      "true",       "12",  "0x1", "1.5",        "~",
                                        "plain", "a: b",       "#no", "- x", "two\nlines", " lead",
                                        "é",     "it's \"q\"", "<<",  ".inf"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        ck_assert(opf_value_add(list, opf_value_string(arena, texts[i])));
    ck_assert(opf_value_set(arena, v, "texts", list));
    ck_assert(opf_value_set(arena, v, "12", opf_value_real(arena, 2.0)));
    ck_assert(opf_value_set(arena, v, "none", opf_value_array(arena)));
    struct opf_buf text;
    opf_buf_init(&text, 1 << 20);
    assert_ok(opf_yaml_write(&text, v));
    assert_ok(yaml(opf_buf_text(&text), &again));
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const opf_value *item = opf_value_at(opf_value_get(again, "texts"), i);
        ck_assert_int_eq(item->kind, OPF_VALUE_STRING);
        ck_assert_str_eq(item->as.string, texts[i]);
    }
    ck_assert_int_eq(opf_value_get(again, "12")->kind, OPF_VALUE_REAL);
    ck_assert_int_eq(opf_value_get(again, "none")->kind, OPF_VALUE_ARRAY);
    opf_buf_free(&text);
}
END_TEST

START_TEST(ini_keeps_order)
{
    struct opf_ini_section *first;
    const char *text = "# c\n[Relu]\ninput0.name=x\n opFile.value = relu=1 \r\n[Add]\nempty=\n";
    assert_ok(opf_ini_parse(arena, "t.ini", text, strlen(text), &first));
    ck_assert_str_eq(first->name, "Relu");
    ck_assert_str_eq(opf_ini_get(first, "opFile.value"), "relu=1");
    ck_assert_int_eq(first->pairs->next->line, 4);
    ck_assert_str_eq(opf_ini_get(opf_ini_find(first, "Add"), "empty"), "");
    ck_assert_ptr_null(opf_ini_get(opf_ini_find(first, "None"), "empty"));
    struct opf_buf written;
    opf_buf_init(&written, 1 << 20);
    opf_ini_write(&written, first);
    ck_assert_str_eq(opf_buf_text(&written), "[Relu]\ninput0.name=x\nopFile.value=relu=1\n[Add]\nempty=\n");
    opf_buf_free(&written);
}
END_TEST

START_TEST(ini_errors_say_where)
{
    struct opf_ini_section *first;
    static const char *const bad[][2] = {
        {"[A]\nk=1\nk=2\n", "t.ini:3: error: key `k` is given twice in section [A], first at line 2"},
        {"[A]\n[A]\n", "t.ini:2: error: section [A] is given twice"},
        {"k=1\n", "t.ini:1: error: `key=value` before the first"},
        {"[A\n", "t.ini:1: error: `[A` is not a section line"},
        {"[A]\nword\n", "t.ini:2: error: `word` is neither"},
        {"[A]\n=x\n", "t.ini:2: error: the key before `=` is empty"},
        {"[ ]\n", "t.ini:1: error: the section's name is empty"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_fails(opf_ini_parse(arena, "t.ini", bad[i][0], strlen(bad[i][0]), &first), OPF_INVALID_FORMAT,
                     bad[i][1]);
    assert_ok(opf_ini_parse(arena, "t.ini", "", 0, &first));
    ck_assert_ptr_null(first);
}
END_TEST

Suite *formats_suite(void);
Suite *formats_suite(void)
{
    Suite *suite = suite_create("formats");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, make_arena, drop_arena);
    tcase_add_test(tests, json_values_lines_and_exact_integers);
    tcase_add_test(tests, json_last_twin_counts_when_asked);
    tcase_add_test(tests, json_errors_say_where);
    tcase_add_test(tests, json_twins_among_many_members);
    tcase_add_test(tests, json_styles);
    tcase_add_test(tests, json_memory_failures);
    tcase_add_test(tests, needs_explain_themselves);
    tcase_add_test(tests, yaml_core_schema);
    tcase_add_test(tests, yaml_errors_say_where);
    tcase_add_test(tests, yaml_writes_what_reads_back);
    tcase_add_test(tests, ini_keeps_order);
    tcase_add_test(tests, ini_errors_say_where);
    suite_add_tcase(suite, tests);
    return suite;
}

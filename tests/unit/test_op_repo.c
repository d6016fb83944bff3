/* Operator repositories: discovery, registration calls, dependency closure, support of chips. */
#include "base/file.h"
#include "base/path.h"
#include "driver/cmake_call.h"
#include "driver/ninja_text.h"
#include "driver/op_repo.h"
#include "tests/unit/check_helpers.h"

static char *root;
static opf_arena *arena;
static struct opf_repo repo;

static void put(const char *path, const char *text)
{
    char *full = opf_path_join(root, path);
    assert_ok(opf_file_write(full, text, strlen(text), 0, NULL));
    opf_free(full);
}

/* A small repository: alu (two chips), beta (depends on gamma), gamma, a shared folder, and an experimental
 * alu. */
static void make_repo(void)
{
    root = test_dir_make();
    assert_ok(opf_arena_create(&arena));
    put("activation/alu/CMakeLists.txt",
        "# add_modules_sources(OPTYPE wrong ACLNNTYPE wrong)\n"
        "set(UNITS \"ascend950\" \"mc62\") set(DIRS arch35 arch35)\n"
        "if(X)\n add_modules_sources(HOSTNAME ${H} MODE PRIVATE OPTYPE alu\n"
        "  ACLNNTYPE aclnn COMPUTE_UNIT ${UNITS} TILING_DIR ${DIRS} DISABLE_IN_OPP TRUE)\n"
        "endif()\n"
        "add_kernel_sources(KERNEL_SRC arch35/alu.cpp COMPUTE_UNITS ascend950)\n");
    put("activation/alu/op_host/alu_def.cpp",
        "// OP_ADD(Wrong)\nOP_ADD( ALuV2 );\nAddConfig(\"ascend950\", c);\n");
    put("activation/alu/op_host/arch35/alu_tiling.cpp", "");
    put("activation/alu/op_kernel/alu.cpp", "");
    put("activation/common/op_host/shared.cpp", "");
    put("math/beta/op_host/beta_def.cpp", "OP_ADD(Beta);");
    put("math/beta/op_host/op_api/beta.cpp", "");
    put("math/beta/op_host/config/ascend910b/beta_binary.json", "{}");
    put("math/beta/op_kernel/beta.cpp", "");
    put("math/beta/CMakeLists.txt",
        "add_modules_sources(OPTYPE beta ACLNNTYPE aclnn_exclude DEPENDENCIES gamma)");
    put("math/beta/op_host/CMakeLists.txt", "add_modules_sources(OPTYPE beta ACLNNTYPE aclnn)");
    put("math/gamma/op_host/gamma_def.cpp", "OP_ADD(Gamma);");
    put("math/delta/op_host/arch35/delta_tiling.cpp",
        "#include \"delta.h\"\n#include \"../../../../activation/alu/op_host/alu.h\"\n"
        "#include \"math/nobody/op_host/x.h\"\n#include \"op_host/tiling.h\"\n");
    put("math/delta/op_host/delta.h", "#include \"../../gamma/op_host/gamma.h\"\n");
    put("math/delta/op_host/op_api/delta.cpp", "#include \"../../../beta/op_host/beta.h\"\n");
    put("docs/page/op_host/no.cpp", "");
    put("math/notes/readme.md", "");
    put("experimental/activation/alu/op_host/alu_def.cpp", "OP_ADD(ALuV2);");
    assert_ok(opf_repo_open(arena, root, false, NULL, &repo));
}

static void drop_repo(void)
{
    opf_repo_close(&repo);
    opf_arena_destroy(arena);
    test_dir_remove(root);
}

START_TEST(operators_are_found)
{
    ck_assert_uint_eq(repo.op_count, 5);
    ck_assert_str_eq(repo.name, "nn");
    const struct opf_repo_op *alu = opf_repo_find(&repo, "alu"), *beta = opf_repo_find(&repo, "beta");
    ck_assert_str_eq(alu->category, "activation");
    ck_assert(alu->has_host && alu->has_kernel && !alu->has_api);
    ck_assert(beta->has_api);
    ck_assert_ptr_null(opf_repo_find(&repo, "page"));
    ck_assert_ptr_null(opf_repo_find(&repo, "notes"));
}
END_TEST

START_TEST(experimental_tree)
{
    struct opf_repo other;
    assert_ok(opf_repo_open(arena, root, true, "x", &other));
    ck_assert_uint_eq(other.op_count, 1);
    ck_assert_ptr_nonnull(strstr(other.ops[0].dir, "/experimental/activation/alu"));
    ck_assert_str_eq(other.name, "x");
    opf_repo_close(&other);
}
END_TEST

START_TEST(name_of_the_repository)
{
    static const struct {
        const char *folder, *cmake, *name;
    } cases[] = {
        {"ops-math", NULL, "math"},
        {"ops-cv-main", NULL, "cv"},
        {"ops-", NULL, "nn"},
        {"checkout", NULL, "nn"},
        {"x-y", "set(PKG_NAME math)", "math"},
        {"ops-nn", "project(x)\nset(PKG_NAME cv )", "cv"},
        {"ops-cv", "set(PKG_NAME ${X})", "cv"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *top = opf_asprintf("%s/names/%s", root, cases[i].folder);
        char *file = opf_asprintf("names/%s/CMakeLists.txt", cases[i].folder);
        char *op = opf_asprintf("names/%s/math/one/op_host/one_def.cpp", cases[i].folder);
        put(op, "OP_ADD(One);");
        opf_free(op);
        if (cases[i].cmake)
            put(file, cases[i].cmake);
        struct opf_repo other;
        assert_ok(opf_repo_open(arena, top, false, NULL, &other));
        ck_assert_str_eq(other.name, cases[i].name);
        opf_repo_close(&other);
        opf_free(top);
        opf_free(file);
    }
}
END_TEST

START_TEST(registration_is_read)
{
    struct opf_repo_op *alu = opf_repo_find(&repo, "alu");
    assert_ok(opf_repo_read_details(&repo, alu));
    ck_assert_str_eq(alu->aclnn_type, "aclnn");
    ck_assert_str_eq(alu->compute_units[1], "mc62");
    ck_assert_ptr_null(alu->compute_units[2]);
    ck_assert_str_eq(alu->op_type, "ALuV2");
    ck_assert_str_eq(opf_repo_tiling_dir(alu, "ascend950"), "arch35");
    ck_assert_ptr_null(opf_repo_tiling_dir(alu, "ascend910b"));
    ck_assert_str_eq(opf_repo_kernel_src(alu, "ascend950"), "arch35/alu.cpp");
    ck_assert_ptr_null(opf_repo_kernel_src(alu, "ascend910b"));
}
END_TEST

START_TEST(closure_of_dependencies)
{
    struct opf_repo_selection selection;
    assert_ok(opf_repo_select(&repo, "beta,alu", &selection));
    ck_assert_uint_eq(selection.named, 2);
    ck_assert_uint_eq(selection.count, 4);
    ck_assert_str_eq(selection.ops[0]->name, "beta");
    ck_assert_str_eq(selection.ops[2]->name, "gamma");
    ck_assert_str_eq(selection.ops[3]->name, "common");
    ck_assert_str_eq(selection.ops[0]->aclnn_type,
                     "aclnn_exclude"); /* the folder's own call, not op_host's */
    assert_ok(opf_repo_select(&repo, NULL, &selection));
    ck_assert_uint_eq(selection.count, 5);
    assert_fails(opf_repo_select(&repo, "bata", &selection), OPF_NOT_FOUND,
                 "bata is not exists, please check.\n  did you mean beta?");
    assert_fails(opf_repo_select(&repo, ",", &selection), OPF_INVALID_ARGUMENT, "names no operator");
}
END_TEST

START_TEST(closure_of_includes)
{
    struct opf_repo_selection selection;
    assert_ok(opf_repo_select(&repo, "delta", &selection));
    ck_assert_uint_eq(selection.named, 1);
    ck_assert_uint_eq(selection.count, 4); /* alu, gamma; common comes with alu; beta is of the aclnn layer */
    for (size_t i = 0; i < selection.count; i++)
        ck_assert_str_ne(selection.ops[i]->name, "beta");
}
END_TEST

START_TEST(closure_of_registrations)
{
    struct opf_repo_selection selection;
    put("math/gamma/op_host/gamma_infershape.cpp", "IMPL_OP_INFERSHAPE(Gamma).InferShape(f);");
    put("math/delta/op_host/delta_infershape.cpp", "IMPL_OP_INFERSHAPE(Gamma);"); /* gamma has one itself */
    put("math/beta/op_host/beta_tiling.cpp", "IMPL_OP_OPTILING(GammaV2);IMPL_OP_OPTILING(\n Beta )");
    assert_ok(opf_repo_select(&repo, "gamma", &selection));
    ck_assert_uint_eq(selection.count, 1);
    put("activation/alu/op_host/other_tiling.cpp", "IMPL_OP_OPTILING( Gamma ).Tiling(f);");
    assert_ok(opf_repo_select(&repo, "gamma", &selection));
    ck_assert_uint_eq(selection.count, 3); /* and the folder `common` beside alu */
    ck_assert_str_eq(selection.ops[1]->name, "alu");
    put("math/gamma/op_host/gamma_tiling.cpp", "IMPL_OP_OPTILING(Gamma)");
    assert_ok(opf_repo_select(&repo, "gamma", &selection));
    ck_assert_uint_eq(selection.count, 1);
}
END_TEST

START_TEST(support_of_chips)
{
    bool yes;
    struct opf_repo_op *alu = opf_repo_find(&repo, "alu"), *beta = opf_repo_find(&repo, "beta");
    assert_ok(opf_repo_read_details(&repo, alu));
    assert_ok(opf_repo_read_details(&repo, beta));
    assert_ok(opf_repo_supports(alu, "ascend950", &yes));
    ck_assert(yes);
    assert_ok(opf_repo_supports(alu, "ascend910b", &yes));
    ck_assert(!yes);
    assert_ok(opf_repo_supports(beta, "ascend910b", &yes));
    ck_assert(yes);
    assert_ok(opf_repo_supports(opf_repo_find(&repo, "gamma"), "ascend950", &yes));
    ck_assert(!yes); /* no op_kernel */
}
END_TEST

START_TEST(missing_repository)
{
    struct opf_repo none;
    assert_fails(opf_repo_open(arena, "/nowhere/at/all", false, NULL, &none), OPF_NOT_FOUND,
                 "/nowhere/at/all");
    char *empty = opf_path_join(root, "docs");
    assert_fails(opf_repo_open(arena, empty, true, NULL, &none), OPF_NOT_FOUND, "experimental");
    opf_free(empty);
}
END_TEST

START_TEST(cmake_text_that_is_odd)
{
    struct opf_cmake_call call;
    opf_cmake_call_init(&call);
    assert_ok(opf_cmake_call_parse("add_modules_sources(OPTYPE", &call));
    assert_ok(opf_cmake_call_parse("f(\"unclosed OPTYPE", &call));
    assert_ok(opf_cmake_call_parse("x((ACLNNTYPE (a))) ${ } )( set() set(A) f(${A} ACLNNTYPE aclnn)", &call));
    ck_assert(call.found);
    ck_assert_str_eq(call.aclnn_type, "aclnn");
    opf_cmake_call_free(&call);
}
END_TEST

START_TEST(ninja_escapes)
{
    struct opf_buf text;
    opf_buf_init(&text, 1 << 16);
    opf_ninja_path(&text, "/a b:$c");
    opf_ninja_word(&text, "plain-1=/x");
    opf_ninja_word(&text, "it's $HOME;");
    opf_ninja_word(&text, "");
    ck_assert_str_eq(opf_buf_text(&text), "/a$ b$:$$c plain-1=/x 'it'\\''s $$HOME;' ''");
    opf_buf_free(&text);
}
END_TEST

Suite *op_repo_suite(void);
Suite *op_repo_suite(void)
{
    Suite *suite = suite_create("op_repo");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, make_repo, drop_repo);
    tcase_add_test(tests, operators_are_found);
    tcase_add_test(tests, experimental_tree);
    tcase_add_test(tests, name_of_the_repository);
    tcase_add_test(tests, registration_is_read);
    tcase_add_test(tests, closure_of_dependencies);
    tcase_add_test(tests, closure_of_includes);
    tcase_add_test(tests, closure_of_registrations);
    tcase_add_test(tests, support_of_chips);
    tcase_add_test(tests, missing_repository);
    tcase_add_test(tests, cmake_text_that_is_odd);
    tcase_add_test(tests, ninja_escapes);
    suite_add_tcase(suite, tests);
    return suite;
}

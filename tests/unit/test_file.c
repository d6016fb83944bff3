/* Paths and files: what readers may see while writers work, fail or are killed. */
#include "base/file.h"
#include "base/path.h"
#include "tests/unit/check_helpers.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_content(const char *path, const char *want)
{
    struct opf_buf text;
    assert_ok(opf_file_read(path, 1 << 20, &text));
    ck_assert_str_eq(opf_buf_text(&text), want);
    opf_buf_free(&text);
}

static size_t count_files(const char *dir)
{
    struct opf_strvec names;
    opf_strvec_init(&names);
    assert_ok(opf_path_list(dir, &names));
    size_t count = names.len;
    opf_strvec_free(&names);
    return count;
}

START_TEST(lexical_paths)
{
    static const char *const relative[][3] = {
        {"/a/b", "/a/b/c", "c"}, {"/a/b", "/a/c", "../c"}, {"/a/bc", "/a/b", "../b"},
        {"/a", "/a", "."},       {"/", "/x/y", "x/y"},     {"/a/b/c", "/", "../../.."},
    };
    for (size_t i = 0; i < sizeof(relative) / sizeof(relative[0]); i++) {
        char *path = opf_path_relative(relative[i][0], relative[i][1]);
        ck_assert_str_eq(path, relative[i][2]);
        opf_free(path);
    }
    char *folded = opf_path_absolute("/a/./b//../c/..");
    ck_assert_str_eq(folded, "/a");
    opf_free(folded);
    folded = opf_path_absolute("/../..");
    ck_assert_str_eq(folded, "/");
    opf_free(folded);
    char *joined = opf_path_join("a/", "b"), *dir = opf_path_dir("/x"), *none = opf_path_dir("x");
    ck_assert_str_eq(joined, "a/b");
    ck_assert_str_eq(dir, "/");
    ck_assert_str_eq(none, ".");
    ck_assert_str_eq(opf_path_base("/a/b.c"), "b.c");
    opf_free(joined);
    opf_free(dir);
    opf_free(none);
}
END_TEST

START_TEST(write_makes_folders_and_knows_change)
{
    char *dir = test_dir_make();
    char *path = opf_path_join(dir, "a/b/c.txt");
    bool changed;
    assert_ok(opf_file_write(path, "one", 3, OPF_FILE_IF_CHANGED, &changed));
    ck_assert(changed);
    int64_t time = opf_path_mtime(path);
    assert_ok(opf_file_write(path, "one", 3, OPF_FILE_IF_CHANGED, &changed));
    ck_assert(!changed);
    ck_assert_int_eq(opf_path_mtime(path), time);
    assert_ok(opf_file_write(path, "two", 3, OPF_FILE_EXEC | OPF_FILE_IF_CHANGED, &changed));
    ck_assert(changed);
    assert_content(path, "two");
    ck_assert_int_eq(access(path, X_OK), 0);
    opf_free(path);
    test_dir_remove(dir);
}
END_TEST

START_TEST(read_errors)
{
    char *dir = test_dir_make();
    char *path = opf_path_join(dir, "f");
    struct opf_buf text;
    assert_fails(opf_file_read(path, 10, &text), OPF_NOT_FOUND, path);
    assert_ok(opf_file_write(path, "0123456789a", 11, 0, NULL));
    assert_fails(opf_file_read(path, 10, &text), OPF_OUT_OF_RANGE, "11 bytes");
    assert_fails(opf_file_read(dir, 10, &text), OPF_IO, "folder");
    opf_free(path);
    test_dir_remove(dir);
}
END_TEST

/* Whatever system call is refused, the old content stays and no temporary is left. */
START_TEST(refused_write_leaves_old_file)
{
    char *dir = test_dir_make();
    char *path = opf_path_join(dir, "f");
    assert_ok(opf_file_write(path, "old", 3, 0, NULL));
    int refused = 0;
    for (int call = 1; call < 20; call++) {
        opf_file_fail_after(call, ENOSPC);
        opf_status *status = opf_file_write(path, "new", 3, OPF_FILE_SYNC, NULL);
        opf_file_fail_after(0, 0);
        if (!status)
            break;
        refused++;
        ck_assert_int_eq(opf_status_code(status), OPF_IO);
        ck_assert_ptr_nonnull(strstr(opf_status_message(status), strerror(ENOSPC)));
        opf_status_free(status);
        assert_content(path, "old");
        ck_assert_uint_eq(count_files(dir), 1);
    }
    ck_assert_int_eq(refused, 4); /* create, write, fsync, rename */
    opf_free(path);
    test_dir_remove(dir);
}
END_TEST

START_TEST(leftover_of_dead_writer_is_removed)
{
    char *dir = test_dir_make();
    char *path = opf_path_join(dir, "f");
    pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    waitpid(gone, NULL, 0);
    char *dead = opf_asprintf("%s.tmp-%ld-abcdef", path, (long)gone);
    char *alive = opf_asprintf("%s.tmp-%ld-abcdef", path, (long)getpid());
    char *other = opf_asprintf("%s2", path);
    assert_ok(opf_file_write(dead, "x", 1, 0, NULL));
    assert_ok(opf_file_write(alive, "x", 1, 0, NULL));
    assert_ok(opf_file_write(other, "x", 1, 0, NULL));
    assert_ok(opf_file_write(path, "new", 3, 0, NULL));
    ck_assert(!opf_path_exists(dead) && opf_path_exists(alive) && opf_path_exists(other));
    opf_free(dead);
    opf_free(alive);
    opf_free(other);
    opf_free(path);
    test_dir_remove(dir);
}
END_TEST

START_TEST(group_is_published_on_commit_only)
{
    char *dir = test_dir_make();
    char *a = opf_path_join(dir, "a"), *b = opf_path_join(dir, "b"), *made = opf_path_join(dir, "made");
    opf_file_group *group;
    assert_ok(opf_file_group_create(&group));
    assert_ok(opf_file_group_add(group, a, "A", 1, 0));
    ck_assert(!opf_path_exists(a));
    opf_file_group_destroy(group);
    ck_assert_uint_eq(count_files(dir), 0);
    assert_ok(opf_file_write(made, "B", 1, 0, NULL));
    assert_ok(opf_file_group_create(&group));
    assert_ok(opf_file_group_add(group, a, "A", 1, 0));
    assert_ok(opf_file_group_adopt(group, b, made));
    assert_ok(opf_file_group_commit(group));
    opf_file_group_destroy(group);
    assert_content(a, "A");
    assert_content(b, "B");
    ck_assert_uint_eq(count_files(dir), 2);
    opf_free(a);
    opf_free(b);
    opf_free(made);
    test_dir_remove(dir);
}
END_TEST

START_TEST(tree_is_removed_without_following_links)
{
    char *dir = test_dir_make();
    char *kept = opf_path_join(dir, "kept/file"), *tree = opf_path_join(dir, "tree");
    char *deep = opf_path_join(dir, "tree/x/y/z"), *link = opf_path_join(dir, "tree/link");
    assert_ok(opf_file_write(kept, "k", 1, 0, NULL));
    assert_ok(opf_file_write(deep, "z", 1, 0, NULL));
    assert_ok(opf_path_link("../kept", link));
    assert_ok(opf_path_link("../kept", link));
    ck_assert(opf_path_is_dir(link));
    assert_ok(opf_path_remove_tree(tree));
    assert_ok(opf_path_remove_tree(tree));
    ck_assert(!opf_path_exists(tree) && opf_path_exists(kept));
    opf_free(kept);
    opf_free(tree);
    opf_free(deep);
    opf_free(link);
    test_dir_remove(dir);
}
END_TEST

START_TEST(walk_matches_and_sorts)
{
    char *dir = test_dir_make();
    static const char *const names[] = {"b.cpp", "a/a.cpp", "a/x.h", "a/b/c/d.cpp"};
    for (size_t i = 0; i < 4; i++) {
        char *path = opf_path_join(dir, names[i]);
        assert_ok(opf_file_write(path, "", 0, 0, NULL));
        opf_free(path);
    }
    struct opf_strvec files;
    opf_strvec_init(&files);
    assert_ok(opf_path_walk(dir, "*.cpp", 10, &files));
    ck_assert_uint_eq(files.len, 3);
    ck_assert_str_eq(files.items[0] + strlen(dir), "/a/a.cpp");
    ck_assert_str_eq(files.items[2] + strlen(dir), "/b.cpp");
    opf_strvec_free(&files);
    assert_ok(opf_path_walk(dir, "*.cpp", 2, &files));
    ck_assert_uint_eq(files.len, 2);
    opf_strvec_free(&files);
    test_dir_remove(dir);
}
END_TEST

START_TEST(lock_excludes_other_processes)
{
    char *dir = test_dir_make();
    char *path = opf_path_join(dir, "lock"), *mark = opf_path_join(dir, "mark");
    opf_file_lock *lock;
    assert_ok(opf_file_lock_take(path, &lock));
    pid_t child = fork();
    if (child == 0) {
        opf_file_lock *mine;
        opf_status *status = opf_file_lock_take(path, &mine);
        _exit(!status && opf_path_exists(mark) ? 0 : 1);
    }
    usleep(100000);
    assert_ok(opf_file_write(mark, "", 0, 0, NULL));
    opf_file_lock_drop(lock);
    int how;
    waitpid(child, &how, 0);
    ck_assert(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    opf_free(path);
    opf_free(mark);
    test_dir_remove(dir);
}
END_TEST

Suite *file_suite(void);
Suite *file_suite(void)
{
    Suite *suite = suite_create("file");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, lexical_paths);
    tcase_add_test(tests, write_makes_folders_and_knows_change);
    tcase_add_test(tests, read_errors);
    tcase_add_test(tests, refused_write_leaves_old_file);
    tcase_add_test(tests, leftover_of_dead_writer_is_removed);
    tcase_add_test(tests, group_is_published_on_commit_only);
    tcase_add_test(tests, tree_is_removed_without_following_links);
    tcase_add_test(tests, walk_matches_and_sorts);
    tcase_add_test(tests, lock_excludes_other_processes);
    suite_add_tcase(suite, tests);
    return suite;
}

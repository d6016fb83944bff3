/* Scratch folders for unit tests. */
#include "tests/unit/check_helpers.h"
#include "base/path.h"

char *test_dir_make(void)
{
    const char *parent = getenv("TMPDIR");
    char *dir = opf_path_join(parent ? parent : "/tmp", "opforge-test-XXXXXX");
    ck_assert_ptr_nonnull(dir);
    ck_assert_ptr_nonnull(mkdtemp(dir));
    return dir;
}

void test_dir_remove(char *dir)
{
    assert_ok(opf_path_remove_tree(dir));
    free(dir);
}

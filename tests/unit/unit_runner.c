/* Runs the suites of all tests/unit/test_*.c (the list is generated from the file names), or those named as
 * arguments. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPF_SUITE(name) Suite *name##_suite(void);
#include "unit_suites.inc"
#undef OPF_SUITE

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
#define OPF_SUITE(name) {#name, name##_suite},
#include "unit_suites.inc"
#undef OPF_SUITE
};

static int is_wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return 1;
    return argc == 1;
}

int main(int argc, char **argv)
{
    SRunner *runner = srunner_create(NULL);
    int chosen = 0;
    for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
        if (!is_wanted(suites[i].name, argc, argv))
            continue;
        srunner_add_suite(runner, suites[i].make());
        chosen++;
    }
    if (chosen == 0) {
        fprintf(stderr, "unit_tests: no suite of that name; there are:");
        for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++)
            fprintf(stderr, " %s", suites[i].name);
        fprintf(stderr, "\n");
        return 1;
    }
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    int passed = srunner_ntests_run(runner) - failed;
    srunner_free(runner);
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}

/* Assertions on statuses, and a scratch folder, for unit tests. */
#ifndef TESTS_UNIT_CHECK_HELPERS_H
#define TESTS_UNIT_CHECK_HELPERS_H

#include "base/status.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define assert_ok(expr)                                                                                      \
    do {                                                                                                     \
        opf_status *assert_status = (expr);                                                                  \
        if (assert_status) {                                                                                 \
            char *assert_text = opf_status_text(assert_status);                                              \
            ck_abort_msg("%s: %s", #expr, assert_text);                                                      \
        }                                                                                                    \
    } while (0)

/* The expression fails with this code, and its whole text contains `part`. */
#define assert_fails(expr, want, part)                                                                       \
    do {                                                                                                     \
        opf_status *assert_status = (expr);                                                                  \
        ck_assert_msg(assert_status != NULL, "%s succeeded", #expr);                                         \
        char *assert_text = opf_status_text(assert_status);                                                  \
        ck_assert_msg(opf_status_code(assert_status) == (want), "code %s: %s",                               \
                      opf_code_name(opf_status_code(assert_status)), assert_text);                           \
        ck_assert_msg(strstr(assert_text, part) != NULL, "`%s` is not in: %s", part, assert_text);           \
        free(assert_text);                                                                                   \
        opf_status_free(assert_status);                                                                      \
    } while (0)

/* A fresh folder for one test, removed when the test ends well. Returned text is the caller's (free). */
char *test_dir_make(void);
void test_dir_remove(char *dir);

#endif

/* Test kernels, compiled from tests/cases/objects with clang when a test first asks for them. */
#ifndef OPF_TESTS_EMU_HELPERS_H
#define OPF_TESTS_EMU_HELPERS_H

#include "runtime_min/device/grid.h"

/* Path of the object built from tests/cases/objects/<name>.c with additional compiler arguments (may be NULL,
 * else NULL-terminated) under the name <variant>.o; fails the test when it does not compile. The caller's
 * (opf_free). */
char *opf_test_object(const char *name, const char *variant, const char *const *extra);
/* Load it for the host; fails the test otherwise. */
struct opf_kernel_image *opf_test_kernel(const char *name);
/* Chip ascend950 from sdk/soc, also told to the code under test by OPF_SOC_PATH. */
struct opf_chip opf_test_chip(void);

#endif

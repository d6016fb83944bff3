/* Building of test kernels. */
#include "tests/unit/emu_helpers.h"

#include "base/alloc.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/strvec.h"
#include "tests/unit/check_helpers.h"
#include <unistd.h>

static const char *root(void)
{
    const char *dir = getenv("OPF_ROOT");
    return dir ? dir : ".";
}

char *opf_test_object(const char *name, const char *variant, const char *const *extra)
{
    const char *out = getenv("OPF_OUT"), *clang = getenv("OPF_CLANG");
    char *dir = opf_asprintf("%s/test_objects", out ? out : "out");
    char *object = opf_asprintf("%s/%s.o", dir, variant ? variant : name);
    char *source = opf_asprintf("%s/tests/cases/objects/%s.c", root(), name);
    char *made = opf_asprintf("%s.%d", object, (int)getpid());
    char *include = opf_asprintf("-I%s/sdk/include", root());
    assert_ok(opf_path_make_dirs(dir));
    char *abi = opf_asprintf("%s/sdk/include/opforge/abi.h", root());
    if (opf_path_mtime(object) < opf_path_mtime(source) || opf_path_mtime(object) < opf_path_mtime(abi)) {
        struct opf_strvec argv;
        opf_strvec_init(&argv);
        const char *const fixed[] = {clang ? clang : "clang-19",
                                     "-std=c11",
                                     "-O2",
                                     "-fPIC",
                                     "-shared",
                                     "-nostdlib",
                                     "-fuse-ld=lld",
                                     "-fno-omit-frame-pointer",
                                     "-gline-tables-only",
                                     "-ftls-model=initial-exec",
                                     "-fno-stack-protector",
                                     "-fvisibility=hidden",
                                     "-fno-math-errno",
                                     "-Wno-infinite-recursion"};
        for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
            opf_strvec_push(&argv, fixed[i]);
        opf_strvec_push(&argv, include);
        for (; extra && *extra; extra++)
            opf_strvec_push(&argv, *extra);
        opf_strvec_push(&argv, source);
        opf_strvec_push(&argv, "-o");
        opf_strvec_push(&argv, made);
        struct opf_proc_result result;
        assert_ok(opf_strvec_finish(&argv));
        assert_ok(opf_proc_check(&(struct opf_proc_spec){.argv = (const char *const *)argv.items}, &result));
        ck_assert_int_eq(rename(made, object), 0);
        opf_proc_result_free(&result);
        opf_strvec_free(&argv);
    }
    opf_free(abi);
    opf_free(include);
    opf_free(made);
    opf_free(source);
    opf_free(dir);
    return object;
}

struct opf_kernel_image *opf_test_kernel(const char *name)
{
    struct opf_kernel_image *kernel;
    char *path = opf_test_object(name, NULL, NULL);
    assert_ok(opf_kernel_image_load(path, NULL, NULL, &kernel));
    opf_free(path);
    return kernel;
}

struct opf_chip opf_test_chip(void)
{
    struct opf_chip chip;
    char *path = opf_asprintf("%s/sdk/soc", root());
    setenv("OPF_SOC_PATH", path, 1);
    unsetenv("OPF_CORES");
    opf_free(path);
    assert_ok(opf_chip_read("ascend950", &chip));
    return chip;
}

/* Host unit tests of one operator: the patterns of the repository's build. */
#include "conform/ut_sources.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/soc_names.h"

#include <fnmatch.h>
#include <string.h>

/* "test_*_tiling.cpp" of the folder itself and of the architecture's. */
struct patterns {
    struct opf_strvec own, chip;
};

/* One `${MODULE_DIR}/[${FOLDER}/]PATTERN`; those of other stages name neither tiling nor infershape. */
static void add_pattern(const char *at, struct patterns *out)
{
    struct opf_strvec *list = &out->own;
    if (at[0] == '$') {
        list = &out->chip;
        at += strcspn(at, "/ )\n");
        at += *at == '/';
    }
    char *pattern = opf_strndup(at, strcspn(at, " )\t\r\n"));
    if (pattern && (strstr(pattern, "tiling") || strstr(pattern, "infershape")))
        opf_strvec_push(list, pattern);
    list->failed |= !pattern;
    opf_free(pattern);
}

static opf_status *read_patterns(struct opf_conform_op *work, struct patterns *out)
{
    static const char FOLDER[] = "${MODULE_DIR}/";
    const char *path = opf_run_text(&work->run, "%s/cmake/ut.cmake", work->run.repo.root);
    opf_strvec_init(&out->own);
    opf_strvec_init(&out->chip);
    struct opf_buf text;
    if (opf_path_is_file(path)) {
        OPF_TRY(opf_file_read(path, (size_t)1 << 20, &text));
        for (const char *at = opf_buf_text(&text); (at = strstr(at, FOLDER));) {
            at += strlen(FOLDER);
            add_pattern(at, out);
        }
        opf_buf_free(&text);
    }
    if (out->own.len == 0 && out->chip.len == 0) {
        opf_strvec_push(&out->own, "*.cpp");
        opf_strvec_push(&out->chip, "*.cpp");
    }
    OPF_TRY(opf_strvec_finish(&out->own));
    return opf_strvec_finish(&out->chip);
}

static bool matches(const struct opf_strvec *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->len; i++)
        if (fnmatch(patterns->items[i], name, 0) == 0)
            return true;
    return false;
}

static bool is_wanted(struct opf_conform_op *work, const struct patterns *patterns, const char *relative)
{
    const char *name = opf_path_base(relative);
    if (opf_text_starts(name, "test_aclnn_")) /* of another stage, misplaced */
        return false;
    if (name == relative)
        return matches(&patterns->own, name);
    const struct opf_soc_name *chip = opf_soc_match(work->repo->soc);
    const char *dirs[] = {opf_repo_tiling_dir(work->op, work->repo->soc), chip ? chip->arch_dir : NULL};
    for (size_t i = 0; i < 2; i++)
        if (dirs[i] && strlen(dirs[i]) + 1 == (size_t)(name - relative) && opf_text_starts(relative, dirs[i]))
            return matches(&patterns->chip, name);
    return false;
}

opf_status *opf_conform_list_tests(struct opf_conform_op *work, struct opf_strvec *out)
{
    const char *tests = opf_run_text(&work->run, "%s/tests/ut/op_host", work->op->dir);
    struct patterns patterns;
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = read_patterns(work, &patterns);
    if (!status && opf_path_is_dir(tests))
        status = opf_path_walk(tests, "*.cpp", 4, &files);
    for (size_t i = 0; i < files.len && !status; i++)
        if (is_wanted(work, &patterns, files.items[i] + strlen(tests) + 1))
            opf_strvec_push(out, files.items[i]);
    opf_strvec_free(&files);
    opf_strvec_free(&patterns.own);
    opf_strvec_free(&patterns.chip);
    return status ? status : opf_strvec_finish(out);
}

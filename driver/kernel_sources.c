/* Links that lay the sources of a repository out as its kernels expect them. */
#include "driver/kernel_build.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>
#include <sys/utsname.h>

/* Every file below `from` as a link at the same place below `to`. */
static opf_status *link_folder(struct opf_build_run *run, const char *from, const char *to)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(from) ? opf_path_walk(from, NULL, 8, &files) : NULL;
    for (size_t i = 0; i < files.len && !status; i++)
        status =
            opf_path_link(files.items[i], opf_run_text(run, "%s/%s", to, files.items[i] + strlen(from) + 1));
    opf_strvec_free(&files);
    return status;
}

/* Another repository than last time: links of the old one must not be found by includes. */
static opf_status *forget_other_source(struct opf_build_run *run)
{
    const char *mark = opf_run_text(run, "%s/tmp/source.txt", run->build);
    const char *now =
        opf_run_text(run, "%s%s\n", run->repo.root, run->repo.experimental ? "/experimental" : "");
    struct opf_buf old;
    opf_status *status = opf_file_read(mark, 1 << 16, &old);
    bool same = !status && strcmp(opf_buf_text(&old), now) == 0;
    bool first = opf_status_code(status) == OPF_NOT_FOUND;
    opf_status_free(status);
    opf_buf_free(&old);
    if (same)
        return NULL;
    static const char *const folders[] = {"tbe/ascendc", "tbe/config", "tbe/dynamic", "include", "autogen"};
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]) && !first; i++)
        OPF_TRY(opf_path_remove_tree(opf_run_text(run, "%s/%s", run->build, folders[i])));
    return opf_file_write(mark, now, strlen(now), 0, NULL);
}

static opf_status *link_shared(struct opf_build_run *run, const char *ascendc)
{
    const char *root = run->repo.root, *common = opf_run_text(run, "%s/common", ascendc);
    OPF_TRY(link_folder(run, opf_run_text(run, "%s/common/inc/op_kernel", root),
                        opf_run_text(run, "%s/inc", ascendc)));
    OPF_TRY(link_folder(run, opf_run_text(run, "%s/matmul/common/cmct", root),
                        opf_run_text(run, "%s/cmct", common)));
    if (!run->opbase)
        return NULL;
    OPF_TRY(link_folder(run, opf_run_text(run, "%s/pkg_inc/op_common/atvoss", run->opbase),
                        opf_run_text(run, "%s/atvoss", common)));
    return link_folder(run, opf_run_text(run, "%s/include/op_common/op_kernel", run->opbase),
                       opf_run_text(run, "%s/op_kernel", common));
}

static opf_status *link_op(struct opf_build_run *run, struct opf_repo_op *op, const char *ascendc)
{
    const char *kernel = opf_run_text(run, "%s/op_kernel", op->dir);
    if (op->has_kernel)
        OPF_TRY(link_folder(run, kernel, opf_run_text(run, "%s/%s", ascendc, op->name)));
    /* An operator whose type is not the folder's name is looked for by its type too. */
    if (op->op_type && op->has_kernel) {
        char *snake = opf_text_snake(op->op_type);
        opf_status *status = snake ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a name");
        if (snake && strcmp(snake, op->name) != 0 && !opf_repo_find(&run->repo, snake))
            status = link_folder(run, kernel, opf_run_text(run, "%s/%s", ascendc, snake));
        opf_free(snake);
        return status;
    }
    return NULL;
}

opf_status *opf_build_link_sources(struct opf_build_run *run)
{
    const char *ascendc = opf_run_text(run, "%s/tbe/ascendc", run->build);
    OPF_TRY(forget_other_source(run));
    OPF_TRY(link_shared(run, ascendc));
    for (size_t i = 0; i < run->repo.op_count; i++)
        OPF_TRY(link_op(run, &run->repo.ops[i], ascendc));
    for (size_t i = 0; i < run->selection.count; i++)
        for (size_t s = 0; s < run->socs.len; s++) {
            const struct opf_repo_op *op = run->selection.ops[i];
            const char *soc = run->socs.items[s];
            OPF_TRY(link_folder(run, opf_run_text(run, "%s/op_host/config/%s", op->dir, soc),
                                opf_run_text(run, "%s/tbe/config/%s/%s", run->build, soc, op->name)));
        }
    return opf_run_check(run);
}

opf_status *opf_build_opp_tree(struct opf_build_run *run)
{
    struct utsname machine;
    if (uname(&machine) != 0)
        return OPF_FAIL(OPF_IO, "cannot ask the system for its architecture");
    const char *tbe = opf_run_text(run, "%s/opp/built-in/op_impl/ai_core/tbe", run->build),
               *build = run->build;
    for (size_t i = 0; i < run->socs.len; i++) {
        const char *soc = run->socs.items[i];
        OPF_TRY(opf_path_link(opf_run_text(run, "%s/binary/%s/bin/%s", build, soc, soc),
                              opf_run_text(run, "%s/kernel/%s", tbe, soc)));
        OPF_TRY(opf_path_link(opf_run_text(run, "%s/binary/%s/bin/config/%s", build, soc, soc),
                              opf_run_text(run, "%s/kernel/config/%s", tbe, soc)));
        OPF_TRY(opf_path_link(opf_run_text(run, "%s/tbe/op_info_cfg/ai_core/%s", build, soc),
                              opf_run_text(run, "%s/config/%s", tbe, soc)));
    }
    const char *library = opf_run_text(run, "%s/libophost_%s.so", build, run->repo.name);
    OPF_TRY(opf_path_link(library, opf_run_text(run, "%s/op_host/lib/linux/%s/libophost_%s.so", tbe,
                                                machine.machine, run->repo.name)));
    const char *tiling = opf_run_text(run, "%s/op_tiling/lib/linux/%s", tbe, machine.machine);
    OPF_TRY(opf_path_link(library, opf_run_text(run, "%s/liboptiling.so", tiling)));
    OPF_TRY(opf_path_link(library, opf_run_text(run, "%s/libopmaster_ct.so", tiling)));
    /* The build folder itself is laid out as an entry of ASCEND_CUSTOM_OPP_PATH: several builds are used at
     * once by naming them all there. */
    OPF_TRY(opf_path_link("opp/built-in/op_impl", opf_run_text(run, "%s/op_impl", build)));
    const char *info = opf_run_text(run, "os=linux\nos_version=\narch=%s\n", machine.machine);
    OPF_TRY(opf_run_check(run));
    return opf_file_write(opf_run_text(run, "%s/opp/scene.info", build), info, strlen(info),
                          OPF_FILE_IF_CHANGED, NULL);
}

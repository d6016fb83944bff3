/* Packages: copies of built files in the layout that applications and the run time search. */
#include "driver/op_package.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/console.h"

#include <string.h>
#include <sys/utsname.h>

#define FILE_MAX ((size_t)1 << 30)

static opf_status *copy_file(const char *from, const char *to)
{
    struct opf_buf content;
    OPF_TRY(opf_file_read(from, FILE_MAX, &content));
    opf_status *status = opf_file_write(to, opf_buf_text(&content), content.len,
                                        opf_text_ends(from, ".so") ? OPF_FILE_EXEC : OPF_FILE_PLAIN, NULL);
    opf_buf_free(&content);
    return status;
}

/* Files of `from` matching `pattern`, kept at their places below `to`. An absent folder is nothing to copy.
 */
static opf_status *copy_tree(struct opf_build_run *run, const char *from, const char *pattern, const char *to)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(from) ? opf_path_walk(from, pattern, 8, &files) : NULL;
    for (size_t i = 0; i < files.len && !status; i++)
        status = copy_file(files.items[i], opf_run_text(run, "%s/%s", to, files.items[i] + strlen(from) + 1));
    opf_strvec_free(&files);
    return status;
}

static opf_status *copy_kernels(struct opf_build_run *run, const char *tbe, const char *vendor)
{
    for (size_t i = 0; i < run->socs.len; i++) {
        const char *soc = run->socs.items[i], *bin = opf_run_text(run, "%s/binary/%s/bin", run->build, soc);
        OPF_TRY(copy_tree(run, opf_run_text(run, "%s/tbe/op_info_cfg/ai_core/%s", run->build, soc), "*.json",
                          opf_run_text(run, "%s/config/%s", tbe, soc)));
        if (run->options->jit)
            continue;
        OPF_TRY(copy_tree(run, opf_run_text(run, "%s/%s", bin, soc), "*.[oj]*",
                          opf_run_text(run, "%s/kernel/%s", tbe, soc)));
        OPF_TRY(copy_tree(run, opf_run_text(run, "%s/config/%s", bin, soc), "*.json",
                          opf_run_text(run, "%s/kernel/config/%s", tbe, soc)));
    }
    OPF_TRY(copy_tree(run, opf_run_text(run, "%s/tbe/dynamic", run->build), "*.yaml",
                      opf_run_text(run, "%s/%s_impl/dynamic", tbe, vendor)));
    return copy_tree(run, opf_run_text(run, "%s/tbe/ascendc", run->build), NULL,
                     opf_run_text(run, "%s/%s_impl/ascendc", tbe, vendor));
}

static const char set_env[] =
    "# Source this to make the operators of this package known to applications.\n"
    "opf_vendor_dir=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd)\n"
    "export ASCEND_CUSTOM_OPP_PATH=\"$opf_vendor_dir${ASCEND_CUSTOM_OPP_PATH:+:$ASCEND_CUSTOM_OPP_PATH}\"\n"
    "export LD_LIBRARY_PATH=\"$opf_vendor_dir/op_api/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\n"
    "unset opf_vendor_dir\n";

static opf_status *fill_package(struct opf_build_run *run, const char *root, const char *vendor)
{
    struct utsname machine;
    if (uname(&machine) != 0)
        return OPF_FAIL(OPF_IO, "cannot ask the system for its architecture");
    const char *tbe = opf_run_text(run, "%s/op_impl/ai_core/tbe", root), *name = run->repo.name;
    const char *host = opf_run_text(run, "%s/libophost_%s.so", run->build, name);
    const char *lib =
        opf_run_text(run, "%s/op_tiling/lib/linux/%s/libcust_opmaster_rt2.0.so", tbe, machine.machine);
    OPF_TRY(copy_file(opf_run_text(run, "%s/libopapi_%s.so", run->build, name),
                      opf_run_text(run, "%s/op_api/lib/libcust_opapi.so", root)));
    OPF_TRY(copy_tree(run, opf_run_text(run, "%s/include/aclnnop", run->build), "*.h",
                      opf_run_text(run, "%s/op_api/include/aclnnop", root)));
    OPF_TRY(copy_file(host, lib));
    OPF_TRY(opf_path_link(opf_run_text(run, "lib/linux/%s/libcust_opmaster_rt2.0.so", machine.machine),
                          opf_run_text(run, "%s/op_tiling/liboptiling.so", tbe)));
    OPF_TRY(copy_file(host, opf_run_text(run, "%s/op_proto/lib/linux/%s/libcust_opsproto_rt2.0.so", root,
                                         machine.machine)));
    OPF_TRY(copy_kernels(run, tbe, vendor));
    return opf_file_write(opf_run_text(run, "%s/bin/set_env.bash", root), set_env, strlen(set_env),
                          OPF_FILE_EXEC, NULL);
}

opf_status *opf_package_make(struct opf_build_run *run)
{
    const char *vendor = opf_run_text(
        run, "%s_%s", run->options->vendor_name ? run->options->vendor_name : "custom", run->repo.name);
    char *beside = opf_path_dir(run->build);
    const char *out = opf_run_text(run, "%s/build_out", beside ? beside : ".");
    opf_free(beside);
    const char *root = opf_run_text(run, "%s/packages/vendors/%s", out, vendor);
    opf_console_line("build pkg start");
    OPF_TRY(opf_path_remove_tree(out));
    opf_status *status = fill_package(run, root, vendor);
    if (!status)
        status = opf_run_check(run);
    if (status)
        return opf_run_headline(status, "target:package build failed!");
    opf_console_line("%s", root);
    opf_console_success("Build package success!");
    return NULL;
}

/* Host libraries: one Ninja plan each, written when it changes. */
#include "driver/host_build.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "driver/left_out.h"
#include "driver/ninja_text.h"

#include <string.h>

/* A library in the making. */
struct library {
    struct opf_build_run *run;
    const char *kind;     /* "ophost", "opapi" */
    const char *obj_root; /* where its objects go */
    struct opf_buf plan;
    struct opf_strvec objects, includes; /* includes: folders for every source */
    struct opf_strvec implicit;          /* what every object depends on */
};

static void add_include(struct library *lib, const char *dir)
{
    if (opf_path_is_dir(dir) && !opf_strvec_contains(&lib->includes, dir))
        opf_strvec_push(&lib->includes, dir);
}

static const char *repo_top(struct opf_build_run *run)
{
    return run->repo.experimental ? opf_run_text(run, "%s/experimental", run->repo.root) : run->repo.root;
}

/* Our SDK first, then the repository's common folders, then opbase's templates. */
static void add_common_includes(struct library *lib)
{
    static const char *const in_repo[] = {"",
                                          "/common/inc",
                                          "/common/inc/op_host",
                                          "/common/inc/external",
                                          "/common/stub/op_api",
                                          "/common/stub/inc",
                                          "/common/inc/op_api"};
    static const char *const in_opbase[] = {"/include", "/include/op_common", "/pkg_inc",
                                            "/pkg_inc/op_common"};
    struct opf_build_run *run = lib->run;
    add_include(lib, opf_run_text(run, "%s/include", run->sdk));
    add_include(lib, opf_run_text(run, "%s/host/include", run->sdk));
    for (size_t i = 0; i < sizeof(in_repo) / sizeof(in_repo[0]); i++) {
        if (run->repo.experimental)
            add_include(lib, opf_run_text(run, "%s%s", repo_top(run), in_repo[i]));
        add_include(lib, opf_run_text(run, "%s%s", run->repo.root, in_repo[i]));
    }
    for (size_t i = 0; run->opbase && i < sizeof(in_opbase) / sizeof(in_opbase[0]); i++)
        add_include(lib, opf_run_text(run, "%s%s", run->opbase, in_opbase[i]));
}

static void put_flags(struct library *lib, const char *const *defines)
{
    const struct opf_build_options *o = lib->run->options;
    bool debug = o->build_type && strcmp(o->build_type, "Debug") == 0;
    struct opf_buf *to = &lib->plan;
    opf_buf_printf(to, "flags = -std=c++17 -O%s%s -fPIC",
                   o->opt_level ? o->opt_level
                   : debug      ? "0"
                                : "2",
                   debug ? " -g" : "");
    if (o->asan)
        opf_buf_puts(to, " -fsanitize=address");
    if (o->cov)
        opf_buf_puts(to, " --coverage");
    for (; *defines; defines++)
        opf_ninja_word(to, *defines);
    for (size_t i = 0; i < lib->includes.len; i++) {
        const char *word = opf_run_text(lib->run, "-I%s", lib->includes.items[i]);
        opf_ninja_word(to, word);
    }
    opf_buf_putc(to, '\n');
}

/* Head of a plan: rules for objects, the precompiled header and the library. */
static void begin_plan(struct library *lib, const char *const *defines, const char *links)
{
    struct opf_build_run *run = lib->run;
    struct opf_buf *to = &lib->plan;
    opf_buf_puts(to, "# Written by opforge; do not edit.\nninja_required_version = 1.5\nbuilddir = ");
    opf_ninja_path(to, opf_run_text(run, "%s/tmp/%s", run->build, lib->kind));
    opf_buf_putc(to, '\n');
    put_flags(lib, defines);
    opf_buf_puts(to, "rule cxx\n  command =");
    if (run->ccache) { /* a precompiled header needs these to be found again */
        opf_ninja_word(to, "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime");
        opf_ninja_word(to, run->ccache);
    }
    opf_buf_puts(to, " g++ $flags $own -MMD -MF $out.d -c $in -o $out\n"
                     "  depfile = $out.d\n  deps = gcc\n  description = ");
    opf_buf_printf(to, "%s: $name\n", lib->kind);
    opf_buf_puts(to, "rule pch\n  command = g++ $flags -x c++-header -MMD -MF $out.d -c $in -o $out\n"
                     "  depfile = $out.d\n  deps = gcc\n");
    opf_buf_printf(to, "  description = %s: precompiled header\n", lib->kind);
    opf_buf_printf(to,
                   "rule link\n  command = g++ -shared%s -o $out.tmp @$out.rsp %s && mv -f $out.tmp $out\n"
                   "  rspfile = $out.rsp\n  rspfile_content = $in\n  description = %s: link $out\n",
                   run->options->asan ? " -fsanitize=address" : "", links, lib->kind);
}

/* One source. `own` is its further flags, already escaped for Ninja. */
static void add_source(struct library *lib, const char *source, const char *shown, const char *own)
{
    struct opf_build_run *run = lib->run;
    const char *object = opf_run_text(run, "%s/%s.o", lib->obj_root, shown);
    struct opf_strvec inputs;
    opf_strvec_init(&inputs);
    opf_strvec_push(&inputs, source);
    opf_ninja_build(&lib->plan, object, "cxx", &inputs, &lib->implicit);
    opf_buf_printf(&lib->plan, "  own = %s\n  name = ", own);
    opf_ninja_path(&lib->plan, shown);
    opf_buf_putc(&lib->plan, '\n');
    opf_strvec_push(&lib->objects, object);
    lib->objects.failed |= inputs.failed;
    opf_strvec_free(&inputs);
}

/* Folders of an operator and of what it depends on, as flags. */
static const char *own_includes(struct library *lib, const struct opf_repo_op *op, const char *pch)
{
    struct opf_build_run *run = lib->run;
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    const struct opf_repo_op *ops[64] = {op};
    size_t count = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; ops[i]->dependencies && ops[i]->dependencies[k] && count < 64; k++) {
            const struct opf_repo_op *next = opf_repo_find(&run->repo, ops[i]->dependencies[k]);
            bool there = !next;
            for (size_t j = 0; j < count && !there; j++)
                there = ops[j] == next;
            if (!there)
                ops[count++] = next;
        }
    static const char *const folders[] = {"/op_host", "/op_api", "/op_host/op_api", ""};
    if (pch)
        opf_buf_printf(&text, " -include %s", pch);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof(folders) / sizeof(folders[0]); k++) {
            const char *dir = opf_run_text(run, "%s%s", ops[i]->dir, folders[k]);
            if (opf_path_is_dir(dir))
                opf_ninja_word(&text, opf_run_text(run, "-I%s", dir));
        }
    opf_ninja_word(&text, opf_run_text(run, "-I%s/%s", repo_top(run), op->category));
    const char *kept = opf_run_text(run, "%s", opf_buf_text(&text));
    run->no_memory |= text.failed;
    opf_buf_free(&text);
    return kept;
}

static opf_status *finish_plan(struct library *lib, const char *output, const char **out)
{
    struct opf_build_run *run = lib->run;
    opf_ninja_build(&lib->plan, output, "link", &lib->objects, NULL);
    opf_buf_puts(&lib->plan, "default ");
    opf_ninja_path(&lib->plan, output);
    opf_buf_putc(&lib->plan, '\n');
    OPF_TRY(opf_strvec_finish(&lib->objects));
    OPF_TRY(opf_strvec_finish(&lib->includes));
    OPF_TRY(opf_run_check(run));
    *out = opf_run_text(run, "%s/tmp/%s/build.ninja", run->build, lib->kind);
    return opf_run_write(*out, &lib->plan);
}

static void open_library(struct library *lib, struct opf_build_run *run, const char *kind)
{
    memset(lib, 0, sizeof(*lib));
    lib->run = run;
    lib->kind = kind;
    lib->obj_root = opf_run_text(run, "%s/tmp/%s/obj", run->build, kind);
    opf_buf_init(&lib->plan, OPF_BUF_MAX_DEFAULT);
    opf_strvec_init(&lib->objects);
    opf_strvec_init(&lib->includes);
    opf_strvec_init(&lib->implicit);
}

static void close_library(struct library *lib)
{
    opf_buf_free(&lib->plan);
    opf_strvec_free(&lib->objects);
    opf_strvec_free(&lib->includes);
    opf_strvec_free(&lib->implicit);
}

/* ---- ophost ---- */

static bool is_arch_dir(const char *name)
{
    return strncmp(name, "arch", 4) == 0 && name[4] >= '0' && name[4] <= '9';
}

/* Whether a source below op_host (path relative to it) belongs to the library for the chips of this run. */
static bool belongs_to_ophost(const struct opf_build_run *run, const struct opf_repo_op *op,
                              const char *relative)
{
    static const char *const not_ours[] = {"op_api/", "config/", "tests/", "test/", "ut/", "framework/"};
    if (opf_text_ends(relative, "_def.cpp"))
        return false;
    for (size_t i = 0; i < sizeof(not_ours) / sizeof(not_ours[0]); i++)
        if (opf_text_starts(relative, not_ours[i]))
            return false;
    if (!is_arch_dir(relative) || !strchr(relative, '/'))
        return true;
    for (size_t i = 0; i < run->socs.len; i++) {
        const char *dir = opf_repo_tiling_dir(op, run->socs.items[i]);
        size_t len = dir ? strlen(dir) : 0;
        if (dir && strncmp(relative, dir, len) == 0 && relative[len] == '/')
            return true;
    }
    return false;
}

static opf_status *add_ophost_op(struct library *lib, const struct opf_repo_op *op, const char *pch)
{
    struct opf_build_run *run = lib->run;
    if (!op->has_host)
        return NULL;
    const char *host = opf_run_text(run, "%s/op_host", op->dir);
    const char *own = own_includes(lib, op, pch);
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(host, "*.cpp", 4, &files);
    for (size_t i = 0; i < files.len && !status; i++) {
        const char *relative = files.items[i] + strlen(host) + 1;
        if (belongs_to_ophost(run, op, relative))
            add_source(lib, files.items[i], opf_run_text(run, "%s/%s/%s", op->category, op->name, relative),
                       own);
    }
    opf_strvec_free(&files);
    return status;
}

/* Sources every operator of the repository shares, and opbase's host side of its templates. */
static opf_status *add_shared_sources(struct library *lib, const char *pch)
{
    struct opf_build_run *run = lib->run;
    const char *own = opf_run_text(run, "-include %s", pch);
    const struct {
        const char *dir, *shown;
        int depth;
    } places[] = {
        {opf_run_text(run, "%s/common/src", run->repo.root), "common", 1},
        {opf_run_text(run, "%s/common/src/op_host", run->repo.root), "common/op_host", 1},
        {run->opbase ? opf_run_text(run, "%s/src/op_common/atvoss", run->opbase) : NULL, "opbase/atvoss", 4},
    };
    for (size_t p = 0; p < sizeof(places) / sizeof(places[0]); p++) {
        if (!places[p].dir || !opf_path_is_dir(places[p].dir))
            continue;
        struct opf_strvec files;
        opf_strvec_init(&files);
        opf_status *status = opf_path_walk(places[p].dir, "*.cpp", places[p].depth, &files);
        for (size_t i = 0; i < files.len && !status; i++) {
            const char *relative = files.items[i] + strlen(places[p].dir) + 1;
            add_source(lib, files.items[i], opf_run_text(run, "%s/%s", places[p].shown, relative), own);
        }
        opf_strvec_free(&files);
        OPF_TRY(status);
    }
    return NULL;
}

static const char pch_text[] = "/* Headers that nearly every host source of operators includes. */\n"
                               "#include <algorithm>\n#include <map>\n#include <memory>\n#include <set>\n"
                               "#include <string>\n#include <unordered_map>\n#include <vector>\n"
                               "#include \"register/op_impl_registry.h\"\n"
                               "#include \"register/tilingdata_base.h\"\n"
                               "#include \"tiling/platform/platform_ascendc.h\"\n"
                               "#include \"log/log.h\"\n";

/* Plan lines for the precompiled header; the name to include is returned. */
static opf_status *add_pch(struct library *lib, const char **out)
{
    struct opf_build_run *run = lib->run;
    const char *header = opf_run_text(run, "%s/tmp/%s/prefix.h", run->build, lib->kind);
    const char *compiled = opf_run_text(run, "%s.gch", header);
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_puts(&text, pch_text);
    opf_status *status = opf_run_write(header, &text);
    opf_buf_free(&text);
    OPF_TRY(status);
    struct opf_strvec inputs;
    opf_strvec_init(&inputs);
    opf_strvec_push(&inputs, header);
    opf_ninja_build(&lib->plan, compiled, "pch", &inputs, NULL);
    opf_strvec_free(&inputs);
    opf_strvec_push(&lib->implicit, compiled);
    *out = header;
    return opf_strvec_finish(&lib->implicit);
}

static opf_status *plan_ophost(struct library *lib, const char *output, const char **plan)
{
    struct opf_build_run *run = lib->run;
    char *upper = opf_strdup(run->repo.name);
    if (!upper)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a name");
    opf_text_upper(upper);
    /* The last one makes a repository declare what its common/src defines. */
    const char *defines[] = {"-DOPS_UTILS_LOG_SUB_MOD_NAME=\"OP_TILING\"", "-DLOG_CPP",
                             opf_run_text(run, "-DOP_SUBMOD_NAME=\"OPS_%s\"", upper),
                             opf_run_text(run, "-D%s_ENABLE_DLOPEN_LEGACY", upper), NULL};
    opf_free(upper);
    const char *links = opf_run_text(run, "-L%s -lopforge_host -Wl,-rpath,%s", run->lib_dir, run->lib_dir);
    add_common_includes(lib);
    begin_plan(lib, defines, links);
    const char *pch;
    OPF_TRY(add_pch(lib, &pch));
    for (size_t i = 0; i < run->selection.count; i++)
        OPF_TRY(add_ophost_op(lib, run->selection.ops[i], pch));
    OPF_TRY(add_shared_sources(lib, pch));
    return finish_plan(lib, output, plan);
}

opf_status *opf_plan_ophost(struct opf_build_run *run, const char **plan)
{
    const char *output = opf_run_text(run, "%s/libophost_%s.so", run->build, run->repo.name);
    struct library lib;
    open_library(&lib, run, "ophost");
    opf_status *status = plan_ophost(&lib, output, plan);
    close_library(&lib);
    return status;
}

/* Commands end in "-o <build>/tmp/<kind>/obj/<category>/<operator>/...". */
static const struct opf_repo_op *op_of_object(struct opf_build_run *run, const char *line)
{
    const char *output = strstr(line, " -o ");
    return output ? opf_left_out_by_place(run, output, "/obj/", true) : NULL;
}

/* Builds a plan; operators whose sources do not compile are left out, so that the caller can try again. */
static opf_status *run_plan(struct opf_build_run *run, const char *plan, const char *kind)
{
    opf_status *status = opf_run_ninja(run, plan, NULL, kind);
    return status
               ? opf_left_out_outcome(status, opf_left_out_after(run, plan, NULL, kind, op_of_object, true))
               : NULL;
}

static opf_status *try_ophost(struct opf_build_run *run, const char *soc)
{
    (void)soc;
    const char *output = opf_run_text(run, "%s/libophost_%s.so", run->build, run->repo.name), *plan = NULL;
    opf_status *status = opf_plan_ophost(run, &plan);
    if (!status)
        status = run_plan(run, plan, "ophost");
    if (!status) /* sources of ops-nn look beside their library for functions that ours has */
        status = opf_path_link(opf_run_text(run, "%s/libopforge_host.so", run->lib_dir),
                               opf_run_text(run, "%s/libophost_comm_legacy.so", run->build));
    if (!status) /* the name of the first description of this tool chain */
        status = opf_path_link(opf_path_base(output),
                               opf_run_text(run, "%s/libophost_ops_%s.so", run->build, run->repo.name));
    return status;
}

opf_status *opf_build_ophost(struct opf_build_run *run)
{
    return opf_left_out_run(run, try_ophost, NULL);
}

/* ---- opapi ---- */

/* `is_public`: of an operator of this run, so that applications may include it. */
static opf_status *link_header(struct opf_build_run *run, const char *path, bool is_public)
{
    const char *name = opf_path_base(path);
    if (is_public && opf_text_starts(name, "aclnn")) {
        OPF_TRY(opf_path_link(path, opf_run_text(run, "%s/include/aclnnop/%s", run->build, name)));
        OPF_TRY(opf_path_link(path, opf_run_text(run, "%s/include/aclnnop/level2/%s", run->build, name)));
    }
    return opf_path_link(path, opf_run_text(run, "%s/include/op_api/%s", run->build, name));
}

/* Sources and headers of one folder of aclnn. */
static opf_status *add_opapi_folder(struct library *lib, const char *dir, int depth, const char *shown,
                                    const char *own, bool compile)
{
    struct opf_build_run *run = lib->run;
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_is_dir(dir) ? opf_path_walk(dir, "*.[ch]*", depth, &files) : NULL;
    for (size_t i = 0; i < files.len && !status; i++) {
        const char *file = files.items[i], *relative = file + strlen(dir) + 1;
        if (strstr(relative, "test"))
            continue;
        if (opf_text_ends(file, ".h"))
            status = link_header(run, file, compile);
        else if (opf_text_ends(file, ".cpp") && compile)
            add_source(lib, file, opf_run_text(run, "%s/%s", shown, relative), own);
    }
    opf_strvec_free(&files);
    return status;
}

static opf_status *add_opapi_op(struct library *lib, const struct opf_repo_op *op, bool compile)
{
    struct opf_build_run *run = lib->run;
    static const char *const folders[] = {"op_api", "op_host/op_api"};
    if (!op->has_api)
        return NULL;
    const char *own = compile ? own_includes(lib, op, NULL) : "";
    for (size_t i = 0; i < 2; i++)
        OPF_TRY(add_opapi_folder(lib, opf_run_text(run, "%s/%s", op->dir, folders[i]), 3,
                                 opf_run_text(run, "%s/%s/%s", op->category, op->name, folders[i]), own,
                                 compile));
    return NULL;
}

/* Remove public headers of operators that this run does not build. */
static opf_status *forget_headers(struct opf_build_run *run)
{
    const char *selection = opf_run_text(run, "%s/tmp/opapi/selection.txt", run->build);
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    for (size_t i = 0; i < run->selection.count; i++)
        opf_buf_printf(&text, "%s\n", run->selection.ops[i]->dir);
    bool changed = false;
    opf_status *status = opf_buf_finish(&text, selection);
    if (!status)
        status = opf_file_write(selection, opf_buf_text(&text), text.len, OPF_FILE_IF_CHANGED, &changed);
    opf_buf_free(&text);
    if (!status && changed)
        status = opf_path_remove_tree(opf_run_text(run, "%s/include/aclnnop", run->build));
    return status;
}

static opf_status *plan_opapi(struct library *lib, const char *output, const char **plan)
{
    struct opf_build_run *run = lib->run;
    static const char *const generated[] = {"autogen", "autogen/inner"};
    const char *defines[] = {"-DLOG_CPP", "-DOP_SUBMOD_NAME=\"OPS\"", "-DACLNN_WITH_BINARY", NULL};
    const char *links =
        opf_run_text(run, "-L%s -lnnopbase -lascendcl -Wl,-rpath,%s", run->lib_dir, run->lib_dir);
    const char *flat = opf_run_text(run, "%s/include/op_api", run->build);
    OPF_TRY(opf_path_make_dirs(flat));
    /* Headers of an earlier selection would promise what this library does not have. */
    OPF_TRY(forget_headers(run));
    OPF_TRY(opf_path_make_dirs(opf_run_text(run, "%s/include/aclnnop/level2", run->build)));
    add_common_includes(lib);
    add_include(lib, opf_run_text(run, "%s/include", run->build));
    add_include(lib, flat);
    begin_plan(lib, defines, links);
    for (size_t i = 0; i < 2; i++)
        OPF_TRY(add_opapi_folder(lib, opf_run_text(run, "%s/%s", run->build, generated[i]), 1, generated[i],
                                 "", true));
    for (size_t i = 0; i < run->selection.count; i++)
        OPF_TRY(add_opapi_op(lib, run->selection.ops[i], true));
    /* Headers of all the others too: operators include each other's launchers. */
    for (size_t i = 0; i < run->repo.op_count; i++)
        OPF_TRY(add_opapi_op(lib, &run->repo.ops[i], false));
    return finish_plan(lib, output, plan);
}

opf_status *opf_plan_opapi(struct opf_build_run *run, const char **plan)
{
    const char *output = opf_run_text(run, "%s/libopapi_%s.so", run->build, run->repo.name);
    struct library lib;
    open_library(&lib, run, "opapi");
    opf_status *status = plan_opapi(&lib, output, plan);
    close_library(&lib);
    return status;
}

static opf_status *try_opapi(struct opf_build_run *run, const char *soc)
{
    (void)soc;
    const char *plan = NULL;
    opf_status *status = opf_plan_opapi(run, &plan);
    if (!status)
        status = run_plan(run, plan, "opapi");
    if (!status) /* the API's part of an entry of ASCEND_CUSTOM_OPP_PATH (opf_build_opp_tree has the rest) */
        status = opf_path_link("../include", opf_run_text(run, "%s/op_api/include", run->build));
    return status ? status
                  : opf_path_link(opf_run_text(run, "../../libopapi_%s.so", run->repo.name),
                                  opf_run_text(run, "%s/op_api/lib/libcust_opapi.so", run->build));
}

opf_status *opf_build_opapi(struct opf_build_run *run)
{
    return opf_left_out_run(run, try_opapi, NULL);
}

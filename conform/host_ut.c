/* Builds and runs host unit tests of one operator. */
#include "conform/host_ut.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "conform/ut_sources.h"

#include <string.h>
#include <sys/utsname.h>

#define MAX_RESTARTS 64 /* a crash ends a process: the cases behind it run in the next one */

struct ut {
    struct opf_conform_op *work;
    const char *dir;     /* where objects go */
    const char *program; /* where their own build would have it: tests look for files from there */
    const char *flags;   /* of the compiler, for the shell */
    const char *library; /* the operator's */
    struct opf_strvec objects, finished;
    unsigned passed, failed, crashed, not_built;
    const char *reason; /* the first */
};

static void keep_reason(struct ut *ut, const char *what, const char *why)
{
    if (!ut->reason)
        ut->reason = opf_run_text(&ut->work->run, "%s: %s", what, why ? why : "no reason given");
}

/* ---- how tests are compiled ---- */

static const char *helper_dir(struct opf_conform_op *work)
{
    return opf_run_text(&work->run, "%s/host_ut", work->repo->state);
}

/* The operator's own host sources' flags, so that tests see the same headers in the same order, between what
 * only tests need. Private members are open to them, as in their own build. */
static const char *make_flags(struct opf_conform_op *work)
{
    struct opf_build_run *run = &work->run;
    const struct opf_conform_repo *repo = work->repo;
    const char *prefix = opf_run_text(run, "/ophost/obj/%s/%s/", work->op->category, work->op->name);
    const char *command = NULL;
    for (size_t i = 0; i < repo->unit_count; i++)
        if (!command || strstr(repo->units[i].edge.output, prefix))
            command = repo->units[i].edge.command;
    const char *from = command ? strstr(command, " -") : NULL, *to = from ? strstr(from, " -MMD") : NULL;
    if (!to)
        return NULL;
    const char *root = run->repo.root, *host = opf_run_text(run, "%s/host/include", run->sdk);
    return opf_run_text(
        run,
        "-include '%s/prefix.h' -I'%s/tests/ut/common' -I'%s/tests/ut/common/utils' -I'%s/tests/ut' %.*s "
        "-I'%s/common/inc' -I'%s/common/inc/op_host' -I'%s' -I'%s/common/include' "
        "-I'%s/base/context_builder' -I'%s/graph' -O0 -w -fno-access-control -DBUILD_SOC_VERSION=%s",
        helper_dir(work), root, root, root, (int)(to - from), from, root, root, root, root, host, host,
        repo->soc);
}

/* Whether an earlier run made this file, and with the headers of now: they change with the library. */
static bool is_current(const struct ut *ut, const char *path)
{
    const struct opf_build_run *run = &ut->work->run;
    char *library = opf_asprintf("%s/libopforge_host.so", run->lib_dir);
    bool current = library && opf_path_mtime(path) > opf_path_mtime(library);
    opf_free(library);
    return current;
}

/* Flags without headers that the tests do not ask for: names of those may stand in their way. */
static const char *plain_flags(struct ut *ut)
{
    static const char INCLUDE[] = "-include ";
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    for (const char *at = ut->flags; *at;) {
        if (strncmp(at, INCLUDE, strlen(INCLUDE)) == 0) {
            at += strlen(INCLUDE);
            at += strcspn(at, " ");
        } else {
            opf_buf_putc(&text, *at++);
        }
    }
    const char *kept = opf_run_text(&ut->work->run, "%s", opf_buf_text(&text));
    opf_buf_free(&text);
    return kept;
}

static opf_status *compile_with(struct ut *ut, const char *flags, const char *source, const char *object,
                                const char **error)
{
    struct opf_build_run *run = &ut->work->run;
    char *folder = opf_path_dir(source);
    const char *command =
        opf_run_text(run, "g++ %s -I'%s' -I'%s/tests/ut/op_host' -c '%s' -o '%s.tmp' && mv -f '%s.tmp' '%s'",
                     flags, folder ? folder : ".", ut->work->op->dir, source, object, object, object);
    opf_free(folder);
    OPF_TRY(opf_run_check(run));
    struct opf_conform_outcome made;
    OPF_TRY(opf_conform_exec_shell(command, &ut->work->repo->options->limits, &made));
    *error = made.ok ? NULL : opf_run_text(run, "%s", made.reason);
    opf_conform_outcome_free(&made);
    return opf_run_check(run);
}

/* Compiles unless the object is there; *error in the arena when that fails. */
static opf_status *compile(struct ut *ut, const char *source, const char *object, const char **error)
{
    *error = NULL;
    if (is_current(ut, object))
        return NULL;
    OPF_TRY(compile_with(ut, ut->flags, source, object, error));
    const char *first = *error;
    if (first)
        OPF_TRY(compile_with(ut, plain_flags(ut), source, object, error));
    if (*error)
        *error = first;
    return NULL;
}

/* ---- the repository's helpers, once for all operators ---- */

static opf_status *make_helper(struct ut *ut, const char *dir, const char *source)
{
    struct opf_build_run *run = &ut->work->run;
    const char *object = opf_run_text(run, "%s/%s.o", dir, opf_path_base(source)), *error = NULL;
    const char *note = opf_run_text(run, "%s.err", object);
    if (opf_path_is_file(note) && !ut->work->repo->options->retry)
        return NULL;
    OPF_TRY(compile(ut, source, object, &error));
    if (!error) {
        opf_strvec_push(&ut->objects, object);
        return NULL;
    }
    /* Tests that need it will not link, and say so. */
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_puts(&text, error);
    opf_status *status = opf_run_write(note, &text);
    opf_buf_free(&text);
    return status;
}

/* What every test includes, precompiled: the headers of host sources and gtest's. */
static opf_status *make_prefix(struct ut *ut, const char *dir)
{
    struct opf_build_run *run = &ut->work->run;
    const char *header = opf_run_text(run, "%s/prefix.h", dir),
               *compiled = opf_run_text(run, "%s.gch", header);
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_printf(&text, "#include \"%s/tmp/ophost/prefix.h\"\n", ut->work->repo->run.build);
    opf_buf_puts(&text, "#include <fstream>\n#include <gtest/gtest.h>\n#include <iostream>\n");
    opf_status *status = opf_run_write(header, &text);
    opf_buf_free(&text);
    if (status || is_current(ut, compiled))
        return status;
    const char *flags = strstr(ut->flags, " -I"); /* without the inclusion of itself */
    const char *command = opf_run_text(run, "g++ %s -x c++-header '%s' -o '%s.tmp' && mv -f '%s.tmp' '%s'",
                                       flags, header, compiled, compiled, compiled);
    struct opf_conform_outcome made;
    OPF_TRY(opf_conform_exec_shell(command, &ut->work->repo->options->limits, &made));
    opf_conform_outcome_free(&made); /* without it everything is slower, nothing more */
    return opf_run_check(run);
}

static const char *program_dir(struct opf_conform_op *work)
{
    return opf_run_text(&work->run, "%s/tree/build/tests/ut/op_host", helper_dir(work));
}

static const char *opp_dir(struct opf_conform_op *work)
{
    return opf_run_text(&work->run, "%s/opp", helper_dir(work));
}

/* The repository as tests expect to find it from the folder of their program, which is not to be written to.
 */
static opf_status *make_tree(struct ut *ut)
{
    struct opf_build_run *run = &ut->work->run;
    const char *tree = opf_run_text(run, "%s/tree", helper_dir(ut->work));
    OPF_TRY(opf_path_make_dirs(program_dir(ut->work)));
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = opf_path_list(run->repo.root, &names);
    for (size_t i = 0; i < names.len && !status; i++)
        if (strcmp(names.items[i], "build") != 0)
            status = opf_path_link(opf_run_text(run, "%s/%s", run->repo.root, names.items[i]),
                                   opf_run_text(run, "%s/%s", tree, names.items[i]));
    opf_strvec_free(&names);
    return status;
}

/* The folder that ASCEND_OPP_PATH names, with the library that the repositories' helpers open from it. */
static opf_status *make_opp(struct ut *ut)
{
    struct opf_build_run *run = &ut->work->run;
    struct utsname name;
    if (uname(&name) != 0)
        return OPF_FAIL(OPF_IO, "the name of the processor is not known");
    const char *dir = opf_run_text(run, "%s/built-in/op_impl/ai_core/tbe/op_host/lib/linux/%s",
                                   opp_dir(ut->work), name.machine);
    OPF_TRY(opf_path_make_dirs(dir));
    return opf_path_link(opf_run_text(run, "%s/libopforge_host.so", run->lib_dir),
                         opf_run_text(run, "%s/libophost_comm_legacy.so", dir));
}

static opf_status *make_helpers(struct ut *ut)
{
    struct opf_build_run *run = &ut->work->run;
    const char *dir = helper_dir(ut->work);
    OPF_TRY(opf_path_make_dirs(dir));
    opf_file_lock *lock;
    OPF_TRY(opf_file_lock_take(opf_run_text(run, "%s/lock", dir), &lock));
    struct opf_strvec files;
    opf_strvec_init(&files);
    const char *common = opf_run_text(run, "%s/tests/ut/common", run->repo.root);
    opf_status *status = opf_path_is_dir(common) ? opf_path_walk(common, "*.cpp", 1, &files) : NULL;
    opf_strvec_pushf(&files, "%s/tests/ut/op_host/test_op_host_main.cpp", run->repo.root);
    if (!status)
        status = opf_strvec_finish(&files);
    if (!status)
        status = make_tree(ut);
    if (!status)
        status = make_opp(ut);
    if (!status)
        status = make_prefix(ut, dir);
    for (size_t i = 0; i < files.len && !status; i++)
        status = make_helper(ut, dir, files.items[i]);
    opf_strvec_free(&files);
    opf_file_lock_drop(lock);
    return status;
}

/* ---- the operator's tests ---- */

/* Cases that a source declares; parametrised ones count once. */
static unsigned count_cases(const char *source)
{
    unsigned count = 0;
    struct opf_buf text;
    opf_status *status = opf_file_read(source, (size_t)16 << 20, &text);
    if (!status) {
        for (const char *line = opf_buf_text(&text); *line; line += line[strcspn(line, "\n")] == '\n') {
            const char *at = line + strspn(line, " \t");
            count += strncmp(at, "TEST(", 5) == 0 || strncmp(at, "TEST_F(", 7) == 0 ||
                     strncmp(at, "TEST_P(", 7) == 0;
            line += strcspn(line, "\n");
            if (!*line)
                break;
        }
    }
    opf_buf_free(&text);
    opf_status_free(status);
    return count;
}

static opf_status *make_tests(struct ut *ut, const struct opf_strvec *sources)
{
    struct opf_build_run *run = &ut->work->run;
    OPF_TRY(opf_path_make_dirs(ut->dir));
    for (size_t i = 0; i < sources->len; i++) {
        const char *error = NULL, *name = opf_path_base(sources->items[i]);
        const char *object = opf_run_text(run, "%s/%zu-%s.o", ut->dir, i, name);
        OPF_TRY(compile(ut, sources->items[i], object, &error));
        if (!error) {
            opf_strvec_push(&ut->objects, object);
            continue;
        }
        unsigned lost = count_cases(sources->items[i]);
        ut->not_built += lost ? lost : 1;
        keep_reason(ut, name, error);
    }
    return opf_strvec_finish(&ut->objects);
}

static opf_status *link_tests(struct ut *ut, bool *linked)
{
    struct opf_build_run *run = &ut->work->run;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "g++");
    opf_strvec_push(&argv, "-rdynamic");
    opf_strvec_push(&argv, "-o");
    opf_strvec_push(&argv, ut->program);
    for (size_t i = 0; i < ut->objects.len; i++)
        opf_strvec_push(&argv, ut->objects.items[i]);
    /* Registrations are all that many tests want of the library. */
    opf_strvec_push(&argv, "-Wl,--no-as-needed");
    opf_strvec_push(&argv, ut->library);
    opf_strvec_pushf(&argv, "-L%s", run->lib_dir);
    opf_strvec_push(&argv, "-lopforge_host");
    opf_strvec_pushf(&argv, "-Wl,-rpath,%s", run->lib_dir);
    opf_strvec_push(&argv, "-lgtest");
    opf_strvec_push(&argv, "-lpthread");
    opf_strvec_push(&argv, "-ldl");
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &ut->work->repo->options->limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    *linked = made.ok;
    if (!made.ok)
        keep_reason(ut, "link", made.reason);
    opf_conform_outcome_free(&made);
    return NULL;
}

/* ---- running ---- */

/* The name behind a mark of gtest's, cut at ", " or a space; in the arena. */
static const char *case_name(struct ut *ut, const char *at)
{
    return opf_run_text(&ut->work->run, "%.*s", (int)strcspn(at, ", \r\n"), at);
}

/* The first line of a failed expectation behind `from`, joined with its two next lines: what was compared. */
static const char *failure_text(struct ut *ut, const char *from, const char *end)
{
    const char *at = strstr(from, ": Failure\n");
    const char *exception = strstr(from, "C++ exception");
    if (exception && exception < end)
        return opf_run_text(&ut->work->run, "%.*s", (int)strcspn(exception, "\n"), exception);
    if (!at || at > end)
        return "failed without a message";
    const char *line = at;
    while (line > from && line[-1] != '\n')
        line--;
    const char *base = line;
    for (const char *slash = line; slash < at; slash++)
        if (*slash == '/')
            base = slash + 1;
    const char *text = at + strlen(": Failure\n");
    size_t len = strcspn(text, "\n");
    for (int more = 0; more < 2 && text + len < end && text[len] == '\n'; more++)
        len += 1 + strcspn(text + len + 1, "\n");
    return opf_run_text(&ut->work->run, "%.*s: %.*s", (int)(at - base), base, (int)len, text);
}

/* Counts the cases that ended, and returns the one that was running at the end (NULL: none). */
static const char *read_cases(struct ut *ut, const char *output)
{
    static const char RUN[] = "[ RUN      ] ", OK[] = "[       OK ] ", BAD[] = "[  FAILED  ] ",
                      SKIP[] = "[  SKIPPED ] ";
    const char *running = NULL, *at = output;
    while ((at = strstr(at, RUN))) {
        const char *name = case_name(ut, at + sizeof(RUN) - 1);
        const char *next = strstr(at + 1, RUN), *end = next ? next : at + strlen(at);
        const char *ok = strstr(at, opf_run_text(&ut->work->run, "%s%s", OK, name));
        const char *bad = strstr(at, opf_run_text(&ut->work->run, "%s%s", BAD, name));
        const char *skip = strstr(at, opf_run_text(&ut->work->run, "%s%s", SKIP, name));
        bool passed = (ok && ok < end) || (skip && skip < end), failed = bad && bad < end;
        if (!passed && !failed) {
            running = name;
        } else {
            opf_strvec_push(&ut->finished, name);
            ut->passed += passed;
            ut->failed += !passed;
            if (!passed)
                keep_reason(ut, name, failure_text(ut, at, bad));
        }
        at = end;
    }
    return running;
}

/* Cases that are not to run again, as gtest's filter. */
static const char *filter_text(struct ut *ut)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    opf_buf_puts(&text, "GTEST_FILTER=*");
    for (size_t i = 0; i < ut->finished.len; i++)
        opf_buf_printf(&text, "%s%s", i ? ":" : "-", ut->finished.items[i]);
    const char *kept = opf_run_text(&ut->work->run, "%s", opf_buf_text(&text));
    opf_buf_free(&text);
    return kept;
}

static opf_status *run_once(struct ut *ut, bool *again)
{
    struct opf_build_run *run = &ut->work->run;
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "env");
    opf_strvec_pushf(&argv, "--chdir=%s", program_dir(ut->work));
    opf_strvec_pushf(&argv, "OPF_SOC_PATH=%s/soc", run->sdk);
    opf_strvec_pushf(&argv, "ASCEND_OPP_PATH=%s", opp_dir(ut->work));
    /* Their expected values were written with this device library, on a machine without a chip. */
    opf_strvec_push(&argv, "OPF_ASC_DEVKIT_VERSION=90100000");
    opf_strvec_push(&argv, "OPF_SOC=none");
    opf_strvec_push(&argv, filter_text(ut));
    opf_strvec_push(&argv, ut->program);
    struct opf_conform_outcome made;
    opf_status *status = opf_conform_exec(&argv, &ut->work->repo->options->limits, &made);
    opf_strvec_free(&argv);
    OPF_TRY(status);
    const char *running = read_cases(ut, made.output);
    *again = running != NULL;
    if (running) {
        ut->crashed++;
        opf_strvec_push(&ut->finished, running);
        keep_reason(ut, running, made.reason ? made.reason : "the process ended inside it");
    } else if (!made.ok && ut->failed == 0 && ut->crashed == 0) {
        keep_reason(ut, "run", made.reason);
        ut->crashed++;
    }
    if (*again || !made.ok) {
        struct opf_buf log;
        opf_buf_init(&log, OPF_BUF_MAX_DEFAULT);
        opf_buf_puts(&log, made.output);
        status = opf_run_write(opf_run_text(run, "%s/failed.log", ut->dir), &log);
        opf_buf_free(&log);
    }
    opf_conform_outcome_free(&made);
    return status ? status : opf_run_check(run);
}

static opf_status *run_tests(struct ut *ut)
{
    bool linked = false, again = true;
    OPF_TRY(link_tests(ut, &linked));
    for (int i = 0; linked && again && i < MAX_RESTARTS; i++)
        OPF_TRY(run_once(ut, &again));
    if (!linked || ut->reason)
        return NULL;
    OPF_TRY(opf_path_remove_tree(ut->program)); /* nothing to look at */
    return opf_path_remove_tree(ut->dir);
}

static void fill_cell(struct ut *ut, struct opf_conform_cell *cell, unsigned declared)
{
    bool ran = ut->passed || ut->failed || ut->crashed;
    if (!ran)
        ut->not_built = declared;
    cell->passed = ut->passed;
    cell->total = ut->passed + ut->failed + ut->crashed + ut->not_built;
    bool ok = cell->passed == cell->total;
    const char *detail =
        ok ? NULL
           : opf_run_text(&ut->work->run, "%u failed, %u crashed, %u not built; %s", ut->failed, ut->crashed,
                          ut->not_built, ut->reason ? ut->reason : "");
    opf_conform_cell_set(cell, ok ? OPF_VERDICT_OK : OPF_VERDICT_FAIL, detail);
}

static opf_status *run_all(struct ut *ut, const struct opf_strvec *sources)
{
    OPF_TRY(opf_conform_make_library(ut->work));
    if (!ut->work->has_library) {
        keep_reason(ut, "library", ut->work->library_error);
        return NULL;
    }
    OPF_TRY(make_helpers(ut));
    OPF_TRY(make_tests(ut, sources));
    return ut->not_built && ut->objects.len == 0 ? NULL : run_tests(ut);
}

opf_status *opf_conform_run_host_ut(struct opf_conform_op *work)
{
    struct opf_conform_cell *cell = &work->row->cells[OPF_STAGE_HOST_UT];
    struct opf_build_run *run = &work->run;
    struct opf_strvec sources;
    opf_strvec_init(&sources);
    opf_status *status = opf_conform_list_tests(work, &sources);
    unsigned declared = 0;
    for (size_t i = 0; i < sources.len && !status; i++)
        declared += count_cases(sources.items[i]);
    cell->passed = cell->total = 0;
    struct ut ut = {.work = work, .dir = opf_run_text(run, "%s/host_ut", run->build)};
    ut.library = opf_run_text(run, "%s/libophost_%s.so", run->build, run->repo.name);
    ut.program = opf_run_text(run, "%s/%s", program_dir(work), work->op->name);
    ut.flags = make_flags(work);
    opf_strvec_init(&ut.objects);
    opf_strvec_init(&ut.finished);
    if (!status && declared == 0)
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, "no host unit tests for this chip");
    else if (!status && !ut.flags)
        opf_conform_cell_set(cell, OPF_VERDICT_SKIP, "no host sources for this chip");
    else if (!status) {
        status = run_all(&ut, &sources);
        if (!status)
            fill_cell(&ut, cell, declared);
    }
    opf_strvec_free(&ut.objects);
    opf_strvec_free(&ut.finished);
    opf_strvec_free(&sources);
    return status ? status : opf_run_check(run);
}

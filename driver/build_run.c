/* Services of a run. */
#include "driver/build_run.h"
#include "ascendc_gen/sdk_paths.h"
#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "base/thread.h"
#include "driver/console.h"

#include <stdlib.h>
#include <string.h>

const char *opf_run_text(struct opf_build_run *run, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *text = len < 0 ? NULL : opf_arena_alloc(run->arena, (size_t)len + 1);
    if (!text) {
        run->no_memory = true;
        return "";
    }
    va_start(args, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, args);
    va_end(args);
    return text;
}

opf_status *opf_run_check(const struct opf_build_run *run)
{
    return run->no_memory ? OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while preparing the build") : NULL;
}

/* `path` made absolute, in the arena. */
static const char *keep_absolute(struct opf_build_run *run, const char *path)
{
    char *absolute = opf_path_absolute(path);
    const char *kept = absolute ? opf_run_text(run, "%s", absolute) : opf_run_text(run, "%s", path);
    run->no_memory |= !absolute;
    opf_free(absolute);
    return kept;
}

static const char *find_ccache(struct opf_build_run *run)
{
    const char *wish = run->options->ccache, *path = getenv("PATH");
    if (wish && strcmp(wish, "on") != 0 && strcmp(wish, "true") != 0)
        return NULL;
    struct opf_strvec dirs;
    opf_strvec_init(&dirs);
    opf_strvec_split(&dirs, path ? path : "", ":", true);
    const char *found = NULL;
    for (size_t i = 0; i < dirs.len && !found; i++) {
        const char *file = opf_run_text(run, "%s/ccache", dirs.items[i]);
        if (opf_path_is_file(file))
            found = file;
    }
    opf_strvec_free(&dirs);
    return found;
}

/* opbase's templates: as told, else in the repository's third_party. */
static const char *find_opbase(struct opf_build_run *run)
{
    const struct opf_build_options *o = run->options;
    const char *src = o->src ? o->src : run->home;
    const char *places[] = {
        o->opbase ? keep_absolute(run, o->opbase) : NULL,
        o->third_lib_path ? keep_absolute(run, opf_run_text(run, "%s/opbase", o->third_lib_path)) : NULL,
        keep_absolute(run, opf_run_text(run, "%s/third_party/opbase", src)),
    };
    for (size_t i = 0; i < 3; i++)
        if (places[i] && opf_path_is_dir(places[i]))
            return places[i];
    return NULL;
}

opf_status *opf_run_open(opf_arena *arena, const struct opf_build_options *options, struct opf_build_run *run)
{
    memset(run, 0, sizeof(*run));
    run->arena = arena;
    run->options = options;
    opf_strvec_init(&run->socs);
    opf_strvec_init(&run->left_out);
    char *self = NULL, *sdk = NULL;
    OPF_TRY(opf_path_self_dir(&self));
    opf_status *status = opf_sdk_find(NULL, &sdk);
    if (!status) {
        run->bin_dir = keep_absolute(run, self);
        run->lib_dir = keep_absolute(run, opf_run_text(run, "%s/../lib", self));
        run->sdk = keep_absolute(run, sdk);
        run->home = keep_absolute(run, opf_run_text(run, "%s/..", sdk));
        run->build = keep_absolute(run, options->build_dir ? options->build_dir
                                                           : opf_run_text(run, "%s/build", run->home));
        run->ccache = find_ccache(run);
        run->opbase = find_opbase(run);
        int64_t jobs = 0;
        run->jobs =
            options->jobs && opf_text_to_i64(options->jobs, &jobs) ? (int)jobs : opf_thread_cpu_count();
        if (options->opbase && !opf_path_is_dir(options->opbase))
            status = OPF_FAIL(OPF_NOT_FOUND, "--opbase: there is no folder %s", options->opbase);
    }
    opf_free(self);
    opf_free(sdk);
    return status ? status : opf_run_check(run);
}

void opf_run_close(struct opf_build_run *run)
{
    opf_repo_close(&run->repo);
    opf_strvec_free(&run->socs);
    opf_strvec_free(&run->left_out);
}

opf_status *opf_run_tool(struct opf_build_run *run, const char *name, const char **out)
{
    *out = opf_run_text(run, "%s/%s", run->bin_dir, name);
    if (!opf_path_is_file(*out))
        return OPF_FAIL(OPF_NOT_FOUND, "program %s is not in %s; build opforge with `make`", name,
                        run->bin_dir);
    return opf_run_check(run);
}

opf_status *opf_run_program(struct opf_build_run *run, const struct opf_strvec *argv, const char *what)
{
    OPF_TRY(opf_strvec_finish(argv));
    if (run->options->verbose) {
        struct opf_buf line;
        opf_buf_init(&line, OPF_BUF_MAX_DEFAULT);
        for (size_t i = 0; i < argv->len; i++)
            opf_buf_printf(&line, "%s%s", i ? " " : "", argv->items[i]);
        opf_console_line("%s", opf_buf_text(&line));
        opf_buf_free(&line);
    }
    struct opf_proc_spec spec = {.argv = (const char *const *)argv->items, .inherit_output = true};
    struct opf_proc_result result;
    opf_status *status = opf_proc_run(&spec, &result);
    if (!status && (result.signal || result.exit_code))
        status = result.signal ? OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %s was ended by signal %d", what,
                                          opf_path_base(argv->items[0]), result.signal)
                               : OPF_FAIL(OPF_SUBPROCESS_FAILED, "%s: %s ended with exit code %d", what,
                                          opf_path_base(argv->items[0]), result.exit_code);
    opf_proc_result_free(&result);
    return status;
}

opf_status *opf_run_ninja(struct opf_build_run *run, const char *plan, const char *target, const char *what)
{
    struct opf_strvec argv;
    opf_strvec_init(&argv);
    opf_strvec_push(&argv, "ninja");
    opf_strvec_push(&argv, "-f");
    opf_strvec_push(&argv, plan);
    opf_strvec_pushf(&argv, "-j%d", run->jobs);
    opf_strvec_push(&argv, "-k0");
    if (run->options->verbose)
        opf_strvec_push(&argv, "-v");
    if (target)
        opf_strvec_push(&argv, target);
    setenv("NINJA_STATUS", "[%f/%t] ", 0);
    opf_status *status = opf_run_program(run, &argv, what);
    opf_strvec_free(&argv);
    return status;
}

opf_status *opf_run_headline(opf_status *status, const char *headline)
{
    if (!status)
        return NULL;
    char *reason = opf_status_text(status);
    opf_status *headed = opf_status_note(OPF_FAIL(opf_status_code(status), "%s", headline), "%s",
                                         reason ? reason : opf_status_message(status));
    opf_free(reason);
    opf_status_free(status);
    return headed;
}

opf_status *opf_run_write(const char *path, struct opf_buf *text)
{
    OPF_TRY(opf_buf_finish(text, path));
    return opf_file_write(path, opf_buf_text(text), text->len, OPF_FILE_IF_CHANGED, NULL);
}

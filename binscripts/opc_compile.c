/* Compiler and linker runs of opc, and the precompiled device header. */
#include "base/buf.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/text.h"
#include "binscripts/opc_bridge.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPILE_SECONDS  7200.0
#define BRIDGE_ROUNDS    8   /* a bridged place may let the compiler see the next */
#define RESPONSE_FILE_AT 256 /* aliases; more go through a response file */

static const char *compiler(void)
{
    const char *given = getenv("OPF_CLANGXX");
    return given && *given ? given : "clang++-19";
}

static const char *linker(void)
{
    const char *given = getenv("OPF_LLD");
    return given && *given ? given : "ld.lld-19";
}

static bool has_item(const char *list, const char *item)
{
    size_t len = strlen(item);
    for (const char *at = list; at && *at;) {
        size_t n = strcspn(at, ",;");
        if (n == len && memcmp(at, item, len) == 0)
            return true;
        at += n + (at[n] != '\0');
    }
    return false;
}

/* Everything that a precompiled header and its users must agree on. */
static opf_status *code_flags(const struct opf_opc_options *o, const struct opf_soc_arch *arch,
                              struct opf_strvec *args)
{
    static const char *const FIXED[] = {
        "-fPIC", "-fno-exceptions", "-fno-rtti", "-fno-math-errno", "-ffp-contract=off",
        "-fvisibility=hidden", "-ftls-model=initial-exec", "-fno-threadsafe-statics", "-fno-stack-protector",
        "-fno-omit-frame-pointer",
        /* reports name the line of a call: each call keeps its own */
        "-fno-optimize-sibling-calls", "-mllvm", "-sink-common-insts=false", "-mllvm",
        "-enable-tail-merge=false", "-fno-asynchronous-unwind-tables", "-fno-semantic-interposition", "-w"};
    const char *type = o->build_type ? o->build_type : "Release";
    bool debug = strcasecmp(type, "Debug") == 0;
    if (!debug && strcasecmp(type, "Release") != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--build-type=%s: Release or Debug expected", type);
    opf_kernel_flags_language(arch, args);
    for (size_t i = 0; i < sizeof(FIXED) / sizeof(FIXED[0]); i++)
        opf_strvec_push(args, FIXED[i]);
    opf_strvec_push(args, debug || has_item(o->debug_config, "ccec_O0") ? "-O0" : "-O2");
    opf_strvec_push(args, debug || has_item(o->debug_config, "ccec_g") ? "-g" : "-gline-tables-only");
    opf_strvec_pushf(args, "-march=%s", o->march ? o->march : "native");
#if defined(__x86_64__)
    opf_strvec_push(args, "-mno-avx512bf16"); /* its conversion flushes denormals; the SDK's own keeps them */
    opf_strvec_push(args, "-mno-scatter");    /* one store after the other is faster than a scattering one */
#endif
    /* short floats are rounded after every operation, as the vector unit does */
    static const char *const SHORT[] = {"-Xclang", "-ffloat16-excess-precision=none", "-Xclang",
                                        "-fbfloat16-excess-precision=none"};
    for (size_t i = 0; i < sizeof(SHORT) / sizeof(SHORT[0]); i++)
        opf_strvec_push(args, SHORT[i]);
    opf_kernel_flags_sdk(o->sdk_dir, args);
    return opf_strvec_finish(args);
}

/* ---- the user's diagnostics ---------------------------------------------------------------------------- */

/* The wrapper is ours: lines that only say that it includes the user's file are left out. */
static void show_diagnostics(const char *text, const char *wrapper)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        char *line = opf_strndup(text, len);
        bool ours = line && strstr(line, wrapper) && opf_text_starts(line, "In file included from ");
        if (line && !ours)
            fprintf(stderr, "%s\n", line);
        opf_free(line);
        text += len + (text[len] == '\n');
    }
}

static void show_command(const struct opf_strvec *args)
{
    for (size_t i = 0; i < args->len; i++)
        fprintf(stderr, "%s%s", i ? " " : "", args->items[i]);
    fputc('\n', stderr);
}

/* The pass that runs SIMT threads in the order of memory (simt_order.cpp), NULL where it was not built. */
static char *simt_order(const struct opf_opc_job *job)
{
    char *self = NULL;
    opf_status *status = opf_path_self_dir(&self);
    char *plugin = status ? NULL : opf_arena_printf(job->arena, "%s/../lib/libopf_simt_order.so", self);
    opf_status_free(status);
    opf_free(self);
    return plugin && opf_path_is_file(plugin) ? plugin : NULL;
}

/* `bridge`: not NULL = told whether all that is wrong may be conversions to bridge; their messages are not
 * shown then. */
static opf_status *run_compiler(const struct opf_opc_job *job, const struct opf_strvec *args,
                                const char *wrapper, struct opf_buf *out, bool *bridge)
{
    char *plugin = simt_order(job); /* its content decides what is compiled, its name does not */
    const char *extra = plugin ? opf_arena_printf(job->arena, "CCACHE_EXTRAFILES=%s", plugin) : NULL;
    const char *const CACHE_ENV[] = {"CCACHE_SLOPPINESS=pch_defines,time_macros", "CCACHE_DEPEND=1", extra,
                                     NULL};
    struct opf_proc_spec spec = {.argv = (const char *const *)args->items,
                                 .timeout_s = COMPILE_SECONDS,
                                 .env_add = job->options->ccache ? CACHE_ENV : NULL};
    struct opf_proc_result result;
    if (job->options->verbose)
        show_command(args);
    OPF_TRY(opf_proc_run(&spec, &result));
    const bool wants = bridge && result.exit_code && opf_opc_wants_bridge(opf_buf_text(&result.err));
    if (bridge)
        *bridge = wants;
    if (!wants)
        show_diagnostics(opf_buf_text(&result.err), wrapper);
    opf_status *status = NULL;
    if (result.timed_out)
        status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "the compile of %s took longer than %.0f s", job->out_stem,
                          COMPILE_SECONDS);
    else if (result.signal)
        status =
            OPF_FAIL(OPF_SUBPROCESS_FAILED, "the compiler was ended by signal %d (%s) while compiling %s",
                     result.signal, strsignal(result.signal), job->out_stem);
    else if (result.exit_code && !strstr(opf_buf_text(&result.err), "error:")) /* a cache hides the signal */
        status =
            OPF_FAIL(OPF_SUBPROCESS_FAILED,
                     "the compile of %s ended with exit code %d and without a diagnostic: a limit of time or "
                     "memory may have stopped it",
                     job->out_stem, result.exit_code);
    else if (result.exit_code)
        status = OPF_FAIL(OPF_SUBPROCESS_FAILED, "kernel %s of operator %s does not compile", job->out_stem,
                          job->desc->op_type);
    if (!status && out) {
        opf_buf_append(out, opf_buf_text(&result.out), result.out.len);
        status = opf_buf_finish(out, "a preprocessed kernel");
    }
    opf_proc_result_free(&result);
    return status;
}

/* Compiler, flags and include folders; the caller adds what to do. */
static opf_status *common_arguments(const struct opf_opc_job *job, struct opf_strvec *args)
{
    const struct opf_opc_options *o = job->options;
    opf_strvec_push(args, compiler());
    if (job->pch) {
        opf_strvec_push(args, "-include-pch");
        opf_strvec_push(args, job->pch);
    }
    OPF_TRY(code_flags(o, job->arch, args));
    opf_kernel_flags_source(job->source_root, job->desc->source_dir, o->includes, args);
    for (size_t i = 0; i < job->desc->option_count; i++)
        if (opf_text_starts(job->desc->compile_options[i], "-D")) /* the others speak to another compiler */
            opf_strvec_push(args, job->desc->compile_options[i]);
    char *header = opf_arena_printf(job->arena, "%s/device/opf_prefix.h", o->sdk_dir);
    if (!job->pch && header && opf_path_is_file(header)) {
        opf_strvec_push(args, "-include");
        opf_strvec_push(args, header);
    }
    if (isatty(2))
        opf_strvec_push(args, "-fcolor-diagnostics");
    char *plugin = simt_order(job);
    if (plugin)
        opf_strvec_pushf(args, "-fpass-plugin=%s", plugin);
    return opf_strvec_finish(args);
}

opf_status *opf_opc_preprocess(const struct opf_opc_job *job, const char *source, struct opf_buf *out)
{
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_status *status = common_arguments(job, &args);
    opf_strvec_push(&args, "-E");
    opf_strvec_push(&args, "-P");
    opf_strvec_push(&args, source);
    if (!status)
        status = opf_strvec_finish(&args);
    if (!status)
        status = run_compiler(job, &args, source, out, NULL);
    opf_strvec_free(&args);
    return status;
}

static void push_overlay(const struct opf_opc_bridge *bridge, struct opf_strvec *args)
{
    if (!bridge->overlay)
        return;
    opf_strvec_push(args, "-ivfsoverlay");
    opf_strvec_push(args, bridge->overlay);
}

static opf_status *compile_once(const struct opf_opc_job *job, const struct opf_opc_bridge *bridge,
                                const char *const *outputs, const char *source, bool *wants)
{
    const char *ccache = job->options->ccache;
    struct opf_strvec args;
    opf_strvec_init(&args);
    if (ccache && *ccache && !job->options->check_only && !bridge->overlay) /* it knows no overlays */
        opf_strvec_push(&args, ccache);
    opf_status *status = common_arguments(job, &args);
    push_overlay(bridge, &args);
    for (size_t i = 0; outputs[i] && !job->options->check_only; i++)
        opf_strvec_push(&args, outputs[i]);
    if (job->options->check_only)
        opf_strvec_push(&args, "-fsyntax-only");
    opf_strvec_push(&args, source);
    if (!status)
        status = opf_strvec_finish(&args);
    if (!status)
        status = run_compiler(job, &args, source, NULL, wants);
    opf_strvec_free(&args);
    return status;
}

static opf_status *bridge_more(const struct opf_opc_job *job, struct opf_opc_bridge *bridge,
                               const char *source, bool *more)
{
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_status *status = common_arguments(job, &args);
    push_overlay(bridge, &args);
    opf_strvec_push(&args, source);
    if (!status)
        status = opf_strvec_finish(&args);
    if (!status)
        status = opf_opc_bridge_places(job, &args, bridge, more);
    opf_strvec_free(&args);
    return status;
}

opf_status *opf_opc_compile(const struct opf_opc_job *job, const char *source, const char *object,
                            const char *depfile)
{
    const char *outputs[] = {"-MD", "-MF", depfile, "-c", "-o", object, NULL};
    struct opf_opc_bridge bridge = {0};
    opf_status *status = NULL;
    bool wants = true, more = true;
    for (int round = 0; wants && more; round++) {
        opf_status_free(status);
        status = compile_once(job, &bridge, outputs, source, round < BRIDGE_ROUNDS ? &wants : NULL);
        if (round >= BRIDGE_ROUNDS || !wants)
            break;
        opf_status *bridged = bridge_more(job, &bridge, source, &more);
        if (!bridged && more)
            continue;
        opf_status_free(status); /* nothing was found: the compiler's messages are the user's */
        return bridged ? bridged : compile_once(job, &bridge, outputs, source, NULL);
    }
    return status;
}

/* ---- link ---------------------------------------------------------------------------------------------- */

static opf_status *write_response(const struct opf_strvec *aliases, const char *path)
{
    struct opf_buf text;
    opf_buf_init(&text, OPF_BUF_MAX_DEFAULT);
    for (size_t i = 0; i < aliases->len; i++)
        opf_buf_printf(&text, "--defsym=%s\n", aliases->items[i]);
    opf_status *status = opf_buf_finish(&text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&text);
    return status;
}

opf_status *opf_opc_link(const struct opf_opc_job *job, const struct opf_strvec *objects,
                         const struct opf_strvec *aliases, const char *out)
{
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_strvec_push(&args, linker());
    opf_strvec_push(&args, "-shared");
    opf_strvec_push(&args, "--build-id=none");
    opf_strvec_push(&args, "--hash-style=gnu");
    opf_strvec_push(&args, "--threads=1");
    opf_strvec_push(&args, "-z");
    opf_strvec_push(&args, "now");
    for (size_t i = 0; i < objects->len; i++)
        opf_strvec_push(&args, objects->items[i]);
    opf_status *status = NULL;
    if (aliases->len > RESPONSE_FILE_AT) {
        char *response = opf_arena_printf(job->arena, "%s/aliases.rsp", job->work_dir);
        status = response ? write_response(aliases, response)
                          : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
        opf_strvec_pushf(&args, "@%s", response ? response : "");
    } else {
        for (size_t i = 0; i < aliases->len; i++)
            opf_strvec_pushf(&args, "--defsym=%s", aliases->items[i]);
    }
    opf_strvec_push(&args, "-o");
    opf_strvec_push(&args, out);
    if (!status)
        status = opf_strvec_finish(&args);
    if (!status && job->options->verbose)
        show_command(&args);
    if (!status) {
        struct opf_proc_spec spec = {.argv = (const char *const *)args.items, .timeout_s = COMPILE_SECONDS};
        struct opf_proc_result result;
        status = opf_proc_check(&spec, &result);
        opf_proc_result_free(&result);
    }
    opf_strvec_free(&args);
    return opf_status_note(status, "while linking %s", job->out_stem);
}

/* ---- precompiled header -------------------------------------------------------------------------------- */

/* Is every file of the depfile at `deps` older than the header? */
static bool is_current(const char *pch, const char *deps)
{
    int64_t made = opf_path_mtime(pch);
    struct opf_buf text;
    if (made < 0)
        return false;
    opf_status *status = opf_file_read(deps, (size_t)4 << 20, &text);
    if (status) {
        opf_status_free(status);
        return false;
    }
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_strvec_split(&files, opf_buf_text(&text), " \\\n", true);
    bool current = !files.failed && files.len > 1;
    for (size_t i = 1; current && i < files.len; i++) {
        int64_t changed = opf_path_mtime(files.items[i]);
        current = changed >= 0 && changed <= made;
    }
    opf_strvec_free(&files);
    opf_buf_free(&text);
    return current;
}

/* The compiler by the file that runs, its time and size stand for its version; then the flags. */
static opf_status *pch_identity(const struct opf_strvec *flags, struct opf_buf *to)
{
    const char *program = compiler();
    char *dirs = strchr(program, '/') ? NULL : opf_strdup(getenv("PATH") ? getenv("PATH") : "/usr/bin");
    int64_t time = strchr(program, '/') ? opf_path_mtime(program) : -1;
    for (char *dir = dirs, *next; dir && time < 0; dir = next) {
        next = strchr(dir, ':');
        if (next)
            *next++ = '\0';
        char *path = opf_path_join(dir, program);
        time = path ? opf_path_mtime(path) : -1;
        opf_free(path);
    }
    opf_free(dirs);
    opf_buf_printf(to, "%s %lld", program, (long long)time);
    for (size_t i = 0; i < flags->len; i++)
        opf_buf_printf(to, " %s", flags->items[i]);
    return opf_buf_finish(to, "the identity of a precompiled header");
}

static bool has_text(const char *path, const char *expected)
{
    struct opf_buf text;
    opf_status *status = opf_file_read(path, (size_t)1 << 20, &text);
    bool same = !status && strcmp(opf_buf_text(&text), expected) == 0;
    opf_status_free(status);
    if (!status)
        opf_buf_free(&text);
    return same;
}

static opf_status *build_pch(const struct opf_strvec *flags, const char *header, const char *pch,
                             const char *deps, bool verbose)
{
    char *temporary = opf_asprintf("%s.tmp-%d", pch, (int)getpid());
    struct opf_strvec args;
    opf_strvec_init(&args);
    opf_strvec_push(&args, compiler());
    for (size_t i = 0; i < flags->len; i++)
        opf_strvec_push(&args, flags->items[i]);
    static const char *const TAIL[] = {"-x", "c++-header", "-MD", "-MF"};
    for (size_t i = 0; i < 4; i++)
        opf_strvec_push(&args, TAIL[i]);
    opf_strvec_push(&args, deps);
    opf_strvec_push(&args, "-MT");
    opf_strvec_push(&args, pch);
    opf_strvec_push(&args, header);
    opf_strvec_push(&args, "-o");
    opf_strvec_push(&args, temporary ? temporary : "");
    opf_status *status =
        temporary ? opf_strvec_finish(&args) : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    if (!status && verbose)
        show_command(&args);
    if (!status) {
        struct opf_proc_spec spec = {.argv = (const char *const *)args.items, .timeout_s = COMPILE_SECONDS};
        struct opf_proc_result result;
        status = opf_proc_check(&spec, &result);
        opf_proc_result_free(&result);
    }
    if (!status && rename(temporary, pch) != 0)
        status = OPF_FAIL(OPF_IO, "cannot rename %s to %s", temporary, pch);
    if (status && temporary)
        (void)unlink(temporary);
    opf_free(temporary);
    opf_strvec_free(&args);
    return opf_status_note(status, "while precompiling the device header %s", header);
}

static opf_status *make_locked(const struct opf_opc_options *o, const struct opf_strvec *flags,
                               const char *header, const char *pch, opf_arena *arena)
{
    char *deps = opf_arena_printf(arena, "%s.d", pch), *key = opf_arena_printf(arena, "%s.key", pch);
    char *lock_path = opf_arena_printf(arena, "%s.lock", pch), *dir = opf_path_dir(pch);
    struct opf_buf identity;
    opf_buf_init(&identity, 1 << 20);
    opf_file_lock *lock = NULL;
    opf_status *status = pch_identity(flags, &identity);
    if (!status && (!deps || !key || !lock_path || !dir))
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    /* the common case takes no lock */
    if (!status && !(has_text(key, opf_buf_text(&identity)) && is_current(pch, deps))) {
        status = opf_path_make_dirs(dir);
        if (!status)
            status = opf_file_lock_take(lock_path, &lock);
        if (!status && !(has_text(key, opf_buf_text(&identity)) && is_current(pch, deps)))
            status = build_pch(flags, header, pch, deps, o->verbose);
        if (!status)
            status = opf_file_write(key, opf_buf_text(&identity), identity.len, OPF_FILE_IF_CHANGED, NULL);
        opf_file_lock_drop(lock);
    }
    opf_buf_free(&identity);
    opf_free(dir);
    return status;
}

static opf_status *make_pch(const struct opf_opc_options *o, const struct opf_soc_arch *arch,
                            const char *given, opf_arena *arena, const char **out)
{
    *out = NULL;
    char *header = opf_arena_printf(arena, "%s/device/opf_prefix.h", o->sdk_dir);
    if (!header)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    if (!opf_path_is_file(header))
        return OPF_FAIL(OPF_NOT_FOUND, "the SDK has no device header %s", header);
    struct opf_strvec flags;
    opf_strvec_init(&flags);
    opf_status *status = code_flags(o, arch, &flags);
    if (!status && !given) {
        struct opf_buf text;
        char md5[OPF_MD5_HEX];
        opf_buf_init(&text, 1 << 20);
        for (size_t i = 0; i < flags.len; i++)
            opf_buf_printf(&text, "%s ", flags.items[i]);
        opf_digest_md5(opf_buf_text(&text), text.len, md5);
        opf_buf_free(&text);
        char *self = NULL;
        status = opf_path_self_dir(&self);
        if (!status)
            given = opf_arena_printf(arena, "%s/../pch/%s-%.12s.pch", self, arch->soc, md5);
        opf_free(self);
    }
    if (!status && !given)
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    if (!status)
        status = make_locked(o, &flags, header, given, arena);
    opf_strvec_free(&flags);
    *out = status ? NULL : given;
    return status;
}

opf_status *opf_opc_find_pch(const struct opf_opc_options *options, const struct opf_soc_arch *arch,
                             opf_arena *arena, const char **out)
{
    *out = NULL;
    if (options->pch && strcmp(options->pch, "none") == 0)
        return NULL;
    opf_status *status = make_pch(options, arch, options->pch, arena, out);
    /* the default place may be read-only (an installed opforge): slower, but no reason to fail */
    if (status && !options->pch && opf_status_code(status) == OPF_IO) {
        opf_status_free(status);
        return NULL;
    }
    return status;
}

opf_status *opf_opc_make_pch(const struct opf_opc_options *options, const char *path)
{
    const struct opf_soc_arch *arch = options->soc_version ? opf_soc_find(options->soc_version) : NULL;
    if (!arch)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--make-pch needs --soc_version of a known chip");
    opf_arena *arena;
    const char *made;
    OPF_TRY(opf_arena_create(&arena));
    opf_status *status = make_pch(options, arch, path, arena, &made);
    opf_arena_destroy(arena);
    return status;
}

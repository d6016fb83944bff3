/* A plan as files. */
#include "binscripts/plan_ninja.h"

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include <string.h>

struct emitter {
    opf_arena *arena;
    const struct opf_plan_request *r;
    const struct opf_plan *plan;
    const char *passes; /* that opc compiles with (Makefile, SIMT_ORDER), NULL where they were not built */
    struct opf_buf text;
};

static opf_status *publish(struct emitter *e, const char *path, unsigned flags)
{
    OPF_TRY(opf_buf_finish(&e->text, path));
    opf_status *status =
        opf_file_write(path, opf_buf_text(&e->text), e->text.len, OPF_FILE_IF_CHANGED | flags, NULL);
    opf_buf_clear(&e->text);
    return status;
}

/* A word of a shell command; plain words stay as they are. */
static void put_word(struct opf_buf *to, const char *word)
{
    if (*word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%") ==
                     strlen(word)) {
        opf_buf_puts(to, word);
        return;
    }
    opf_buf_putc(to, '\'');
    for (; *word; word++)
        if (*word == '\'')
            opf_buf_puts(to, "'\\''");
        else
            opf_buf_putc(to, *word);
    opf_buf_putc(to, '\'');
}

static void put_option(struct opf_buf *to, const char *name, const char *value)
{
    if (!value)
        return;
    char *word = opf_asprintf("--%s=%s", name, value);
    opf_buf_putc(to, ' ');
    if (word)
        put_word(to, word);
    else
        to->failed = true;
    opf_free(word);
}

static const char *bin_dir(const struct emitter *e)
{
    return opf_arena_printf(e->arena, "%s/binary/%s/bin", e->r->build_dir, e->plan->arch->soc);
}

static const char *kernel_dir(const struct emitter *e, const struct opf_plan_op *op)
{
    return opf_arena_printf(e->arena, "%s/binary/%s/bin/%s/%s/", e->r->build_dir, e->plan->arch->soc,
                            e->plan->arch->soc, op->dir);
}

static const char *structs_dir(const struct emitter *e)
{
    return opf_arena_printf(e->arena, "%s/binary/%s/gen/tiling", e->r->build_dir, e->plan->arch->soc);
}

static const char *pch_path(const struct emitter *e)
{
    if (e->r->pch_path)
        return e->r->pch_path;
    return opf_arena_printf(e->arena, "%s/binary/%s/pch/opf_prefix.pch", e->r->build_dir, e->plan->arch->soc);
}

/* The options that every form of one variant's command has. */
static void put_variant_options(struct emitter *e, const struct opf_plan_op *op,
                                const struct opf_plan_variant *v, const char *output, struct opf_buf *to)
{
    put_option(to, "main_func", op->desc->entry);
    put_option(to, "input_param", v->param_path);
    put_option(to, "soc_version", e->plan->arch->compile_soc);
    put_option(to, "output", output);
    put_option(to, "impl_mode", v->impl_mode);
    put_option(to, "simplified_key_mode", op->key_mode);
    put_option(to, "op_mode", "dynamic");
    put_option(to, "op_debug_config", e->r->debug_config);
    put_option(to, "kernel-template-input", e->r->template_input);
}

/* What our compiler needs beyond asc_opc's options. */
static void put_own_options(struct emitter *e, struct opf_buf *to)
{
    put_option(to, "sdk", e->r->sdk_dir);
    put_option(to, "march", e->r->march);
    put_option(to, "build_type", e->r->build_type);
    put_option(to, "ccache", e->r->ccache);
    for (size_t i = 0; e->r->includes && i < e->r->includes->len; i++)
        put_option(to, "include", e->r->includes->items[i]);
}

/* ---- task lists and scripts ---------------------------------------------------------------------------- */

static opf_status *write_opc_cmd(struct emitter *e)
{
    for (size_t o = 0; o < e->plan->op_count; o++) {
        const struct opf_plan_op *op = &e->plan->ops[o];
        for (size_t i = 0; i < op->variant_count; i++) {
            put_word(&e->text, e->r->opc_path);
            opf_buf_putc(&e->text, ' ');
            put_word(&e->text, op->desc_path);
            put_variant_options(e, op, &op->variants[i], kernel_dir(e, op), &e->text);
            put_option(&e->text, "pch", pch_path(e));
            put_own_options(e, &e->text);
            put_option(&e->text, "tiling_library", e->r->tiling_library);
            opf_buf_putc(&e->text, '\n');
        }
    }
    return publish(e, opf_arena_printf(e->arena, "%s/opc_cmd/opc_cmd.sh", bin_dir(e)), OPF_FILE_PLAIN);
}

static void put_index_command(struct emitter *e, const struct opf_plan_op *op, struct opf_buf *to)
{
    put_word(to, e->r->opindex_path);
    put_option(to, "kernels", kernel_dir(e, op));
    put_option(to, "out",
               opf_arena_printf(e->arena, "%s/config/%s/%s.json", bin_dir(e), e->plan->arch->soc,
                                op->desc->op_file));
    for (size_t i = 0; i < op->variant_count; i++) {
        opf_buf_putc(to, ' ');
        put_word(to, op->variants[i].param_path);
    }
}

static opf_status *write_out_cmd(struct emitter *e)
{
    for (size_t o = 0; o < e->plan->op_count; o++) {
        put_index_command(e, &e->plan->ops[o], &e->text);
        opf_buf_putc(&e->text, '\n');
    }
    return publish(e, opf_arena_printf(e->arena, "%s/opc_cmd/out_cmd.sh", bin_dir(e)), OPF_FILE_PLAIN);
}

/* Arguments of a script: $1 description, $2 output folder. */
static opf_status *write_script(struct emitter *e, const struct opf_plan_op *op,
                                const struct opf_plan_variant *v, size_t number)
{
    struct opf_buf *t = &e->text;
    opf_buf_puts(t,
                 "#!/bin/bash\n# Compiles one kernel variant. Usage: script [DESCRIPTION [OUTPUT_FOLDER]]\n");
    opf_buf_puts(t,
                 "export ASCEND_GLOBAL_LOG_LEVEL=3\nexport ASCEND_SLOG_PRINT_TO_STDOUT=1\ndescription=${1:-");
    put_word(t, op->desc_path);
    opf_buf_puts(t, "}\noutput=${2:-");
    put_word(t, kernel_dir(e, op));
    opf_buf_puts(t, "}\n");
    put_word(t, e->r->opc_path);
    opf_buf_puts(t, " \"$description\" --output=\"$output\"");
    put_variant_options(e, op, v, NULL, t);
    put_own_options(e, t);
    put_option(t, "tiling_library", e->r->tiling_library);
    opf_buf_printf(t, " || exit 1\nfor file in %s.json %s.o; do\n", v->stem, v->stem);
    opf_buf_puts(
        t, "    if ! test -f \"$output/$file\"; then\n        echo \"$file not generated!\"\n        exit 1\n"
           "    fi\ndone\n");
    return publish(e,
                   opf_arena_printf(e->arena, "%s/binary/%s/gen/%s/%s-%s-%zu.sh", e->r->build_dir,
                                    e->plan->arch->soc, op->dir, op->desc->op_type, op->desc->op_file,
                                    number),
                   OPF_FILE_EXEC);
}

static opf_status *write_all(struct emitter *e)
{
    for (size_t o = 0; o < e->plan->op_count; o++)
        for (size_t i = 0; i < e->plan->ops[o].variant_count; i++)
            OPF_TRY(write_script(e, &e->plan->ops[o], &e->plan->ops[o].variants[i], i));
    OPF_TRY(write_opc_cmd(e));
    return write_out_cmd(e);
}

opf_status *opf_plan_write_scripts(opf_arena *arena, const struct opf_plan_request *request,
                                   const struct opf_plan *plan)
{
    struct emitter e = {.arena = arena, .r = request, .plan = plan};
    opf_buf_init(&e.text, OPF_BUF_MAX_DEFAULT);
    opf_status *status = write_all(&e);
    opf_buf_free(&e.text);
    return status;
}

/* ---- build.ninja --------------------------------------------------------------------------------------- */

/* A path in a build line. */
static void put_path(struct opf_buf *to, const char *path)
{
    for (; *path; path++) {
        if (*path == ' ' || *path == ':' || *path == '$')
            opf_buf_putc(to, '$');
        opf_buf_putc(to, *path);
    }
}

/* A shell command in a variable: `$` is Ninja's too. */
static void put_command(struct opf_buf *to, const struct opf_buf *command)
{
    for (const char *c = opf_buf_text(command); *c; c++) {
        if (*c == '$')
            opf_buf_putc(to, '$');
        opf_buf_putc(to, *c);
    }
    to->failed = to->failed || command->failed;
}

static void put_rules(struct emitter *e)
{
    struct opf_buf *t = &e->text;
    opf_buf_printf(t,
                   "# Kernels of %s. Made by binscripts; its default target makes all kernels and indices.\n",
                   e->plan->arch->soc);
    opf_buf_puts(t, "ninja_required_version = 1.10\nbuilddir = ");
    put_path(t, bin_dir(e));
    opf_buf_puts(
        t, "\n\nrule opc\n  command = $cmd\n  description = opc $stem\n  depfile = $depfile\n  deps = gcc\n"
           "  restat = 1\n");
    opf_buf_puts(
        t, "rule pch\n  command = $cmd\n  description = device header\n  depfile = $out.d\n  restat = 1\n");
    opf_buf_puts(t, "rule run\n  command = $cmd\n  description = $what\n  restat = 1\n\n");
}

static void put_pch_edge(struct emitter *e)
{
    struct opf_buf command;
    opf_buf_init(&command, 1 << 20);
    put_word(&command, e->r->opc_path);
    put_option(&command, "make-pch", pch_path(e));
    put_option(&command, "soc_version", e->plan->arch->compile_soc);
    put_option(&command, "sdk", e->r->sdk_dir);
    put_option(&command, "march", e->r->march);
    put_option(&command, "build_type", e->r->build_type);
    put_option(&command, "op_debug_config", e->r->debug_config);
    opf_buf_puts(&e->text, "build ");
    put_path(&e->text, pch_path(e));
    opf_buf_puts(&e->text, ": pch | ");
    put_path(&e->text, e->r->opc_path);
    opf_buf_puts(&e->text, "\n  cmd = ");
    put_command(&e->text, &command);
    opf_buf_puts(&e->text, "\n\n");
    opf_buf_free(&command);
}

/* One edge makes every operator's header of host-defined structures; unchanged ones rebuild nothing. */
static void put_structs_edge(struct emitter *e)
{
    struct opf_buf command, *t = &e->text;
    opf_buf_init(&command, OPF_BUF_MAX_DEFAULT);
    put_word(&command, e->r->structs_path);
    put_option(&command, "lib", e->r->tiling_library);
    put_option(&command, "out", structs_dir(e));
    opf_buf_puts(t, "build");
    for (size_t o = 0; o < e->plan->op_count; o++) {
        put_option(&command, "op", e->plan->ops[o].desc->op_type);
        opf_buf_puts(t, " $\n    ");
        put_path(t,
                 opf_arena_printf(e->arena, "%s/%s.tiling.h", structs_dir(e), e->plan->ops[o].desc->op_type));
    }
    opf_buf_puts(t, ": run ");
    put_path(t, e->r->tiling_library);
    opf_buf_puts(t, " | ");
    put_path(t, e->r->structs_path);
    opf_buf_puts(t, "\n  what = tiling structures of the host library\n  cmd = ");
    put_command(t, &command);
    opf_buf_puts(t, "\n\n");
    opf_buf_free(&command);
}

/* NULL when there is no such file. */
static const char *passes_path(opf_arena *arena, const char *opc_path)
{
    const char *slash = strrchr(opc_path, '/');
    const int length = slash ? (int)(slash - opc_path) : 0;
    const char *path =
        slash ? opf_arena_printf(arena, "%.*s/../lib/libopf_simt_order.so", length, opc_path) : NULL;
    return path && opf_path_is_file(path) ? path : NULL;
}

static void put_variant_edge(struct emitter *e, const struct opf_plan_op *op,
                             const struct opf_plan_variant *v)
{
    struct opf_buf command, *t = &e->text;
    const char *dir = kernel_dir(e, op);
    const char *object = opf_arena_printf(e->arena, "%s%s.o", dir, v->stem);
    const char *json = opf_arena_printf(e->arena, "%s%s.json", dir, v->stem);
    const char *depfile = opf_arena_printf(e->arena, "%s/build_logs/%s.d", bin_dir(e), v->stem);
    const char *header = e->r->tiling_library
                             ? opf_arena_printf(e->arena, "%s/%s.tiling.h", structs_dir(e), op->desc->op_type)
                             : NULL;
    opf_buf_init(&command, 1 << 20);
    put_word(&command, e->r->opc_path);
    opf_buf_putc(&command, ' ');
    put_word(&command, op->desc_path);
    put_variant_options(e, op, v, dir, &command);
    put_option(&command, "pch", pch_path(e));
    put_option(&command, "tiling_structs", header);
    put_own_options(e, &command);
    put_option(&command, "depfile", depfile);
    opf_buf_puts(t, "build ");
    put_path(t, object);
    opf_buf_puts(t, " | ");
    put_path(t, json);
    opf_buf_puts(t, ": opc ");
    put_path(t, v->param_path);
    opf_buf_puts(t, " | ");
    put_path(t, op->desc_path);
    opf_buf_putc(t, ' ');
    put_path(t, e->r->opc_path);
    opf_buf_putc(t, ' ');
    put_path(t, pch_path(e));
    if (header) {
        opf_buf_putc(t, ' ');
        put_path(t, header);
    }
    if (e->passes) {
        opf_buf_putc(t, ' ');
        put_path(t, e->passes);
    }
    opf_buf_printf(t, "\n  stem = %s\n  depfile = %s\n  cmd = ", v->stem, depfile);
    put_command(t, &command);
    opf_buf_putc(t, '\n');
    opf_buf_free(&command);
}

static void put_index_edge(struct emitter *e, const struct opf_plan_op *op)
{
    struct opf_buf command, *t = &e->text;
    opf_buf_init(&command, OPF_BUF_MAX_DEFAULT);
    put_index_command(e, op, &command);
    opf_buf_puts(t, "build ");
    put_path(t, opf_arena_printf(e->arena, "%s/config/%s/%s.json", bin_dir(e), e->plan->arch->soc,
                                 op->desc->op_file));
    opf_buf_puts(t, ": run");
    for (size_t i = 0; i < op->variant_count; i++) {
        opf_buf_puts(t, " $\n    ");
        put_path(t, opf_arena_printf(e->arena, "%s%s.o", kernel_dir(e, op), op->variants[i].stem));
    }
    opf_buf_printf(t, " | ");
    put_path(t, e->r->opindex_path);
    opf_buf_printf(t, "\n  what = index %s\n  cmd = ", op->desc->op_file);
    put_command(t, &command);
    opf_buf_puts(t, "\n\n");
    opf_buf_free(&command);
}

static void put_global_edge(struct emitter *e)
{
    struct opf_buf command, *t = &e->text;
    const char *out =
        opf_arena_printf(e->arena, "%s/config/%s/binary_info_config.json", bin_dir(e), e->plan->arch->soc);
    opf_buf_init(&command, 1 << 20);
    put_word(&command, e->r->opindex_path);
    put_option(&command, "bin", bin_dir(e));
    put_option(&command, "soc", e->plan->arch->soc);
    put_option(&command, "out", out);
    opf_buf_puts(t, "build ");
    put_path(t, out);
    opf_buf_puts(t, ": run");
    for (size_t o = 0; o < e->plan->op_count; o++)
        for (size_t i = 0; i < e->plan->ops[o].variant_count; i++) {
            opf_buf_puts(t, " $\n    ");
            put_path(t, opf_arena_printf(e->arena, "%s%s.o", kernel_dir(e, &e->plan->ops[o]),
                                         e->plan->ops[o].variants[i].stem));
        }
    opf_buf_puts(t, "\n  what = index binary_info_config\n  cmd = ");
    put_command(t, &command);
    opf_buf_puts(t, "\n\nbuild kernels: phony");
    for (size_t o = 0; o < e->plan->op_count; o++) {
        opf_buf_puts(t, " $\n    ");
        put_path(t, opf_arena_printf(e->arena, "%s/config/%s/%s.json", bin_dir(e), e->plan->arch->soc,
                                     e->plan->ops[o].desc->op_file));
    }
    opf_buf_puts(t, " ");
    put_path(t, out);
    opf_buf_puts(t, "\ndefault kernels\n");
    opf_buf_free(&command);
}

opf_status *opf_plan_write_ninja(opf_arena *arena, const struct opf_plan_request *request,
                                 const struct opf_plan *plan, char **path)
{
    struct emitter e = {
        .arena = arena, .r = request, .plan = plan, .passes = passes_path(arena, request->opc_path)};
    opf_buf_init(&e.text, OPF_BUF_MAX_DEFAULT);
    put_rules(&e);
    put_pch_edge(&e);
    if (request->tiling_library)
        put_structs_edge(&e);
    for (size_t o = 0; o < plan->op_count; o++) {
        for (size_t i = 0; i < plan->ops[o].variant_count; i++)
            put_variant_edge(&e, &plan->ops[o], &plan->ops[o].variants[i]);
        put_index_edge(&e, &plan->ops[o]);
    }
    put_global_edge(&e);
    *path = opf_asprintf("%s/build.ninja", bin_dir(&e));
    opf_status *status =
        *path ? publish(&e, *path, OPF_FILE_PLAIN) : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    opf_buf_free(&e.text);
    return status;
}

/* Fuzz target: the model of an operator definition as a child process hands it over; what is accepted is
 * resolved and written in every form, and its section must be a readable .ini. */
#include "base/json.h"
#include "opbuild/def_model.h"
#include "opbuild/def_write.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_all(opf_arena *arena, const struct opf_def_op *op, const struct opf_def_view *view,
                      struct opf_def_diags *diags)
{
    struct opf_def_ini_options options = {NULL, true};
    struct opf_def_aclnn_files files = {NULL, 0, 0};
    struct opf_ini_section *first;
    struct opf_buf ini, json;
    opf_buf_init(&ini, OPF_BUF_MAX_DEFAULT);
    opf_buf_init(&json, OPF_BUF_MAX_DEFAULT);
    opf_def_write_ini(&ini, view, &options, diags);
    opf_status *status =
        diags->count ? NULL : opf_ini_parse(arena, "section", opf_buf_text(&ini), ini.len, &first);
    if (status && opf_status_code(status) == OPF_INVALID_FORMAT)
        __builtin_trap();
    if (!status)
        status = opf_def_write_opsinfo(&json, arena, "section", opf_buf_text(&ini), ini.len);
    opf_status_free(status);
    opf_status_free(opf_def_write_aclnn(arena, op, view, 1, diags, &files));
    opf_def_aclnn_files_free(&files);
    opf_buf_free(&json);
    opf_buf_free(&ini);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct opf_def_place at = {"fuzz_def.cpp", 1};
    struct opf_def_diags diags;
    struct opf_def_view view;
    struct opf_def_op *op = NULL;
    opf_value *model = NULL;
    opf_arena *arena;
    opf_status *status = opf_arena_create(&arena);
    opf_def_diags_init(&diags);
    if (!status)
        status = opf_json_parse(arena, "model", (const char *)data, size, &model);
    if (!status)
        status = opf_def_read(arena, model, at, &op);
    if (!status) {
        op->source = at.file;
        op->op_class = OPF_DEF_ACLNN;
        opf_def_check(op, false, &diags);
        if (diags.count == 0)
            status = opf_def_expand(arena, op, "ascend950", &diags, &view);
        if (!status && diags.count == 0)
            write_all(arena, op, &view, &diags);
    }
    opf_status_free(status);
    opf_def_diags_free(&diags);
    opf_arena_destroy(arena);
    return 0;
}

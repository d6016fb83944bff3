/* Kernels of types that the definition allows and no listed variant has. */
#include "conform/conform_op.h"

#include "base/path.h"

opf_status *opf_conform_make_column(struct opf_conform_op *work, size_t column, const char *keys,
                                    struct opf_conform_op *out, const char **error)
{
    *out = *work;
    *error = NULL;
    out->run.build = opf_run_text(&work->run, "%s/columns/%zu", work->run.build, column);
    out->edges = (struct opf_conform_edges){0};
    out->planned = false;
    out->plan_error = NULL;
    out->column = column;
    const char *library = opf_run_text(&work->run, "libophost_%s.so", work->run.repo.name);
    OPF_TRY(opf_run_check(&work->run));
    OPF_TRY(opf_path_make_dirs(out->run.build));
    OPF_TRY(opf_path_link(opf_run_text(&work->run, "%s/tbe", work->repo->run.build),
                          opf_run_text(&work->run, "%s/tbe", out->run.build)));
    OPF_TRY(opf_path_link(opf_run_text(&work->run, "%s/%s", work->run.build, library),
                          opf_run_text(&work->run, "%s/%s", out->run.build, library)));
    OPF_TRY(opf_conform_make_plan(out));
    *error = out->plan_error;
    for (size_t i = 0; i < out->edges.count && !*error; i++)
        if (opf_conform_is_variant(&out->edges.items[i]))
            OPF_TRY(opf_conform_make_variant(out, &out->edges.items[i], keys, error));
    return *error ? NULL : opf_conform_write_indices(out, error);
}

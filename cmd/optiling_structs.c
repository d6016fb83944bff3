/* optiling_structs: C++ headers of the tiling structures that operators' host libraries define. */
#include "ascendc_gen/cli_options.h"
#include "binscripts/tiling_header.h"
#include "opforge/host_api.h"

static const char USAGE[] =
    "Usage: optiling_structs --lib=FILE [--lib=FILE]... --op=TYPE [--op=TYPE]... --out=DIR\n"
    "\n"
    "Loads operators' host libraries and writes DIR/<OpType>.tiling.h for each operator: the structures it\n"
    "registered with REGISTER_TILING_DATA_CLASS, as a kernel can include them. Unchanged headers keep their "
    "time;\n"
    "an operator without any gets an empty header.\n";

static void emit_struct(void *ctx, const char *registered, const char *name, const char *source, size_t size)
{
    opf_tiling_header_add(ctx, registered, name, source, size);
}

static opf_status *write_op(const char *op_type, const char *out_dir)
{
    opf_tiling_header *header = NULL;
    OPF_TRY(opf_tiling_header_create(op_type, &header));
    opf_status *status = NULL;
    if (opf_host_tiling_structs(op_type, emit_struct, header) != 0)
        status = OPF_FAIL(OPF_INVALID_FORMAT, "tiling structures of %s: %s", op_type, opf_host_last_error());
    if (!status)
        status = opf_tiling_header_write(header, out_dir);
    opf_tiling_header_destroy(header);
    return status;
}

static opf_status *run(const struct opf_strvec *libs, const struct opf_strvec *ops, const char *out)
{
    if (!libs->len || !ops->len || !out)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--lib, --op and --out are needed (--help)");
    for (size_t i = 0; i < libs->len; i++)
        if (opf_host_load(libs->items[i]) != 0)
            return OPF_FAIL(OPF_NOT_FOUND, "cannot load %s: %s", libs->items[i], opf_host_last_error());
    for (size_t i = 0; i < ops->len; i++)
        OPF_TRY(write_op(ops->items[i], out));
    return NULL;
}

int main(int argc, char **argv)
{
    const char *out = NULL;
    struct opf_strvec libs, ops;
    opf_strvec_init(&libs);
    opf_strvec_init(&ops);
    bool help = false;
    const struct opf_cli_option options[] = {
        {"lib", OPF_CLI_LIST, &libs, "FILE", "libophost_*.so; repeatable"},
        {"op", OPF_CLI_LIST, &ops, "TYPE", "operator type; repeatable"},
        {"out", OPF_CLI_TEXT, &out, "DIR", "where the headers go"},
        {"help", OPF_CLI_FLAG, &help, NULL, "this page"},
    };
    const size_t count = sizeof(options) / sizeof(options[0]);
    opf_status *status = opf_cli_parse(options, count, argc, argv, NULL);
    if (!status && help)
        opf_cli_help(stdout, USAGE, options, count);
    else if (!status)
        status = run(&libs, &ops, out);
    opf_strvec_free(&libs);
    opf_strvec_free(&ops);
    return opf_cli_finish(status);
}

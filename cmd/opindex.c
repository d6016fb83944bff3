/* opindex: index files of finished kernels (end of target 5). */
#include "ascendc_gen/cli_options.h"
#include "binscripts/index_writer.h"

static const char USAGE[] =
    "Usage: opindex --kernels=DIR --out=FILE PARAM...     one operator: PARAM are its parameter files in "
    "order\n"
    "       opindex --bin=DIR --soc=NAME --out=FILE       a chip: every kernel below DIR/NAME\n"
    "\n"
    "The first form writes <opFile>.json, the second binary_info_config.json. A kernel that is missing its "
    ".o or\n"
    ".json is an error; an unchanged index is left alone.\n";

static opf_status *run(const char *kernels, const char *bin, const char *soc, const char *out,
                       const struct opf_strvec *params)
{
    if (!out)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--out=FILE is missing (--help shows the two forms)");
    if (bin && soc && !kernels && params->len == 0)
        return opf_index_write_global(bin, soc, out, stdout);
    if (kernels && params->len > 0 && !bin)
        return opf_index_write_op(params, kernels, out);
    return OPF_FAIL(OPF_INVALID_ARGUMENT, "give either --kernels and parameter files, or --bin and --soc");
}

int main(int argc, char **argv)
{
    const char *kernels = NULL, *bin = NULL, *soc = NULL, *out = NULL;
    struct opf_strvec params;
    opf_strvec_init(&params);
    bool help = false;
    const struct opf_cli_option options[] = {
        {"kernels", OPF_CLI_TEXT, &kernels, "DIR", "folder of the operator's .o and .json"},
        {"bin", OPF_CLI_TEXT, &bin, "DIR", "<build>/binary/<soc>/bin"},
        {"soc", OPF_CLI_TEXT, &soc, "NAME", "chip, short lower-case name"},
        {"out", OPF_CLI_TEXT, &out, "FILE", "the index to write"},
        {"help", OPF_CLI_FLAG, &help, NULL, "this page"},
    };
    const size_t count = sizeof(options) / sizeof(options[0]);
    opf_status *status = opf_cli_parse(options, count, argc, argv, &params);
    if (!status && help)
        opf_cli_help(stdout, USAGE, options, count);
    else if (!status)
        status = run(kernels, bin, soc, out, &params);
    opf_strvec_free(&params);
    return opf_cli_finish(status);
}

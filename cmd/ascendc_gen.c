/* ascendc_gen: kernel descriptions (target 3). */
#include "ascendc_gen/cli_options.h"
#include "ascendc_gen/describe.h"
#include "ascendc_gen/sdk_paths.h"

static const char USAGE[] =
    "Usage: ascendc_gen --ini=FILE --src=DIR --soc=NAME --out=DIR [--op=TYPE]...\n"
    "\n"
    "Writes one kernel description <opFile>.yaml for each operator of the .ini (or those named with --op),\n"
    "from the operator's parameters in the .ini and from its kernel source: entry function, template\n"
    "parameters and selections, kernel flags. Unchanged descriptions keep their time.\n"
    "\n"
    "Kernel sources lie in DIR as <dir>/<opFile>.cpp (dir = opFile without _apt or _910b), or <dir>/<file> "
    "of a\n"
    "kernelSrc.value line; DIR/common and DIR/inc hold what operators share.\n";

int main(int argc, char **argv)
{
    struct opf_describe_request request = {0};
    struct opf_strvec ops, includes;
    opf_strvec_init(&ops);
    opf_strvec_init(&includes);
    bool help = false;
    const struct opf_cli_option options[] = {
        {"ini", OPF_CLI_TEXT, &request.ini_path, "FILE", "operator definitions, merged or of one operator"},
        {"op", OPF_CLI_LIST, &ops, "TYPE", "operator type; repeatable; default: every section"},
        {"src", OPF_CLI_TEXT, &request.source_root, "DIR", "kernel sources: <build>/tbe/ascendc"},
        {"soc", OPF_CLI_TEXT, &request.soc, "NAME", "chip, short lower-case name (ascend950)"},
        {"out", OPF_CLI_TEXT, &request.out_dir, "DIR", "where the descriptions go: <build>/tbe/dynamic"},
        {"csv", OPF_CLI_TEXT, &request.csv_path, "FILE",
         "also list OpType,dynamic/<opFile>.yaml,entry lines"},
        {"config", OPF_CLI_TEXT, &request.config_path, "FILE", "ascendc_config.json of the repository"},
        {"include", OPF_CLI_LIST, &includes, "DIR", "further include folder; repeatable"},
        {"sdk", OPF_CLI_TEXT, &request.sdk_dir, "DIR", "the SDK; default: beside the programs"},
        {"pch", OPF_CLI_TEXT, &request.pch_path, "FILE", "precompiled device header, to parse faster"},
        {"help", OPF_CLI_FLAG, &help, NULL, "this page"},
    };
    const size_t count = sizeof(options) / sizeof(options[0]);
    opf_status *status = opf_cli_parse(options, count, argc, argv, NULL);
    char *sdk = NULL;
    if (!status && help) {
        opf_cli_help(stdout, USAGE, options, count);
    } else if (!status) {
        status = opf_sdk_find(request.sdk_dir, &sdk);
        request.sdk_dir = sdk;
        request.ops = &ops;
        request.includes = &includes;
        if (!status)
            status = opf_describe_kernels(&request, stderr);
    }
    opf_free(sdk);
    opf_strvec_free(&ops);
    opf_strvec_free(&includes);
    return opf_cli_finish(status);
}

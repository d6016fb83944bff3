/* binscripts: variants, task lists and the Ninja plan of one chip (target 4). */
#include "ascendc_gen/cli_options.h"
#include "ascendc_gen/sdk_paths.h"
#include "base/text.h"
#include "binscripts/plan.h"

#include <string.h>

static const char USAGE[] =
    "Usage: binscripts --build=DIR --ini=FILE --soc=NAME [--op=TYPE]... [options]\n"
    "\n"
    "Plans the kernels of a chip. For each operator: variants from "
    "DIR/tbe/config/<soc>/<op>/<op>_binary.json if\n"
    "it exists, else one for each column of the definition; one parameter file a variant and implementation\n"
    "mode; a stand-alone script a variant. For the chip: opc_cmd.sh, out_cmd.sh and\n"
    "DIR/binary/<soc>/bin/build.ninja, whose default target makes every kernel and the index files\n"
    "(run it with: ninja -f DIR/binary/<soc>/bin/build.ninja). Descriptions come from DIR/tbe/dynamic.\n"
    "Prints the plan's path, the number of operators and of variants.\n";

int main(int argc, char **argv)
{
    struct opf_plan_request request = {0};
    struct opf_plan_result result = {0};
    struct opf_strvec ops, includes;
    opf_strvec_init(&ops);
    opf_strvec_init(&includes);
    bool help = false;
    const char *same_keys = "error", *column = NULL;
    int64_t number = 0;
    const struct opf_cli_option options[] = {
        {"build", OPF_CLI_TEXT, &request.build_dir, "DIR", "the build folder"},
        {"ini", OPF_CLI_TEXT, &request.ini_path, "FILE", "operator definitions of the chip"},
        {"soc", OPF_CLI_TEXT, &request.soc, "NAME", "chip, short lower-case name (ascend950)"},
        {"op", OPF_CLI_LIST, &ops, "TYPE", "operator type; repeatable; default: all that have a description"},
        {"impl_modes", OPF_CLI_TEXT, &request.impl_modes_path, "FILE",
         "all_ops_impl_mode.ini of the repository"},
        {"config", OPF_CLI_TEXT, &request.config_path, "FILE", "ascendc_config.json of the repository"},
        {"tiling_library", OPF_CLI_TEXT, &request.tiling_library, "FILE",
         "libophost_*.so, asked for host-defined tiling structures"},
        {"pch", OPF_CLI_TEXT, &request.pch_path, "FILE", "precompiled device header to make and use"},
        {"march", OPF_CLI_TEXT, &request.march, "CPU",
         "host instruction set (default native; packages: x86-64-v3)"},
        {"build_type", OPF_CLI_TEXT, &request.build_type, "TYPE", "Release or Debug"},
        {"op_debug_config", OPF_CLI_TEXT, &request.debug_config, "LIST", "passed to every compile"},
        {"kernel_template_input", OPF_CLI_TEXT, &request.template_input, "A=1;B=2",
         "restrict template parameters"},
        {"ccache", OPF_CLI_TEXT, &request.ccache, "PROGRAM", "compiler cache"},
        {"same_keys", OPF_CLI_TEXT, &same_keys, "WHAT",
         "two variants with one key: error (default), or first (plan the first, say so)"},
        {"column", OPF_CLI_TEXT, &column, "N",
         "plan column N of the definition only, counted from 1, whatever variants are listed"},
        {"include", OPF_CLI_LIST, &includes, "DIR", "further include folder for kernels; repeatable"},
        {"opc", OPF_CLI_TEXT, &request.opc_path, "PROGRAM", "default: opc beside this program"},
        {"opindex", OPF_CLI_TEXT, &request.opindex_path, "PROGRAM", "default: opindex beside this program"},
        {"optiling_structs", OPF_CLI_TEXT, &request.structs_path, "PROGRAM", "default: beside this program"},
        {"sdk", OPF_CLI_TEXT, &request.sdk_dir, "DIR", "the SDK; default: beside the programs"},
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
        request.keep_first = strcmp(same_keys, "first") == 0;
        if (!status && !request.keep_first && strcmp(same_keys, "error") != 0)
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "--same_keys=%s: error or first expected", same_keys);
        if (!status && column && (!opf_text_to_i64(column, &number) || number < 1))
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "--column=%s: a number from 1 on expected", column);
        request.column = (size_t)number;
        if (!status)
            status = opf_plan_write(&request, &result);
        for (size_t i = 0; i < result.notes.len; i++)
            fprintf(stderr, "note: %s\n", result.notes.items[i]);
        if (!status)
            printf("%s: %zu operators, %zu variants\n", result.ninja_path, result.operators, result.variants);
    }
    opf_free(result.ninja_path);
    opf_strvec_free(&result.notes);
    opf_free(sdk);
    opf_strvec_free(&ops);
    opf_strvec_free(&includes);
    return opf_cli_finish(status);
}

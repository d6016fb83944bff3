/* opc: compiles one variant of an operator (target 5); the options are those of CANN's asc_opc. */
#include "ascendc_gen/cli_options.h"
#include "ascendc_gen/sdk_paths.h"
#include "binscripts/opc_run.h"

#include <string.h>

static const char USAGE[] =
    "Usage: opc DESCRIPTION --main_func=F --input_param=P --soc_version=S --output=DIR [options]\n"
    "       opc --make-pch=FILE --soc_version=S [--march=CPU] [--build-type=TYPE]\n"
    "\n"
    "Compiles the variants of parameter file P of the operator described by DESCRIPTION (<opFile>.yaml) "
    "into\n"
    "<stem>.o and <stem>.json in DIR, published together. The second form makes the precompiled device "
    "header.\n";

static opf_status *reject_unsupported(const char *graph, const char *core_type)
{
    if (graph)
        return OPF_FAIL(OPF_UNSUPPORTED, "--graph is not supported: opc compiles single operators");
    if (core_type && strcmp(core_type, "AiCore") != 0 && strcmp(core_type, "VectorCore") != 0)
        return OPF_FAIL(OPF_INVALID_ARGUMENT, "--core_type=%s: AiCore or VectorCore expected", core_type);
    return NULL;
}

int main(int argc, char **argv)
{
    struct opf_opc_options o = {0};
    struct opf_strvec files, includes;
    opf_strvec_init(&files);
    opf_strvec_init(&includes);
    bool help = false;
    const char *make_pch = NULL, *graph = NULL, *core_type = NULL, *ignored = NULL;
    const struct opf_cli_option options[] = {
        {"main_func", OPF_CLI_TEXT, &o.main_func, "NAME", "entry function"},
        {"input_param", OPF_CLI_TEXT, &o.input_param, "FILE", "parameter file with one or several variants"},
        {"soc_version", OPF_CLI_TEXT, &o.soc_version, "NAME", "chip, e.g. Ascend950PR_9599"},
        {"output", OPF_CLI_TEXT, &o.output_dir, "DIR", "where .o and .json go"},
        {"bin_filename", OPF_CLI_TEXT, &o.bin_filename, "STEM", "overrides the parameter file's"},
        {"impl_mode", OPF_CLI_TEXT, &o.impl_mode, "MODE[,optional]", "implementation mode"},
        {"op_mode", OPF_CLI_TEXT, &o.op_mode, "MODE", "dynamic (default)"},
        {"simplified_key_mode", OPF_CLI_TEXT, &o.key_mode, "N", "0 or 1; default: inferred"},
        {"optional_input_mode", OPF_CLI_TEXT, &o.optional_input_mode, "MODE",
         "gen_placeholder or no_placeholder"},
        {"optional_output_mode", OPF_CLI_TEXT, &o.optional_output_mode, "MODE", "the same for outputs"},
        {"dynamic_param_mode", OPF_CLI_TEXT, &o.dynamic_param_mode, "MODE", "unfolded or folded_with_desc"},
        {"deterministic", OPF_CLI_TEXT, &o.deterministic, "WHICH", "all (default), true or false"},
        {"tiling_key", OPF_CLI_TEXT, &o.tiling_key, "K,...", "only these keys"},
        {"kernel_template_input", OPF_CLI_TEXT, &o.template_input, "A=1,2;B=0",
         "restrict template parameters"},
        {"op_debug_config", OPF_CLI_TEXT, &o.debug_config, "LIST",
         "oom dump_cce ccec_O0 ccec_g sanitizer ..."},
        {"op_debug_level", OPF_CLI_TEXT, &ignored, "N", "accepted, has no effect"},
        {"debug_dir", OPF_CLI_TEXT, &o.debug_dir, "DIR", "parent of work folders"},
        {"core_type", OPF_CLI_TEXT, &core_type, "TYPE", "AiCore or VectorCore; the kernel decides by itself"},
        {"aicore_num", OPF_CLI_TEXT, &ignored, "N", "accepted, has no effect"},
        {"log", OPF_CLI_TEXT, &ignored, "LEVEL", "accepted, has no effect"},
        {"graph", OPF_CLI_TEXT, &graph, "FILE", "not supported"},
        {"source", OPF_CLI_TEXT, &o.source_root, "DIR",
         "kernel sources; default ../ascendc of the description"},
        {"tiling_structs", OPF_CLI_TEXT, &o.tiling_structs, "FILE",
         "header of host-defined tiling structures"},
        {"tiling_library", OPF_CLI_TEXT, &o.tiling_library, "FILE",
         "libophost_*.so to take that header from"},
        {"include", OPF_CLI_LIST, &includes, "DIR", "further include folder; repeatable"},
        {"sdk", OPF_CLI_TEXT, &o.sdk_dir, "DIR", "the SDK; default: beside the programs"},
        {"pch", OPF_CLI_TEXT, &o.pch, "FILE", "precompiled device header; none = do without"},
        {"make_pch", OPF_CLI_TEXT, &make_pch, "FILE", "only make the precompiled device header"},
        {"march", OPF_CLI_TEXT, &o.march, "CPU", "host instruction set (default native)"},
        {"build_type", OPF_CLI_TEXT, &o.build_type, "TYPE", "Release (default) or Debug"},
        {"ccache", OPF_CLI_TEXT, &o.ccache, "PROGRAM", "compiler cache"},
        {"depfile", OPF_CLI_TEXT, &o.depfile, "FILE", "dependencies of the compile, for Ninja"},
        {"check", OPF_CLI_FLAG, &o.check_only, NULL,
         "only whether the compiler accepts the kernel: no code, no files"},
        {"keep_work", OPF_CLI_FLAG, &o.keep_work, NULL, "leave the work folder for inspection"},
        {"verbose", OPF_CLI_FLAG, &o.verbose, NULL, "show the commands"},
        {"help", OPF_CLI_FLAG, &help, NULL, "this page"},
    };
    const size_t count = sizeof(options) / sizeof(options[0]);
    opf_status *status = opf_cli_parse(options, count, argc, argv, &files);
    char *sdk = NULL;
    if (!status && help) {
        opf_cli_help(stdout, USAGE, options, count);
    } else if (!status) {
        status = reject_unsupported(graph, core_type);
        if (!status)
            status = opf_sdk_find(o.sdk_dir, &sdk);
        o.sdk_dir = sdk;
        o.includes = &includes;
        o.description = files.len == 1 ? files.items[0] : NULL;
        if (!status && make_pch)
            status = opf_opc_make_pch(&o, make_pch);
        else if (!status && !o.description)
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "one kernel description is expected, %zu given (--help)",
                              files.len);
        else if (!status)
            status = opf_opc_run(&o);
    }
    opf_free(sdk);
    opf_strvec_free(&files);
    opf_strvec_free(&includes);
    return opf_cli_finish(status);
}

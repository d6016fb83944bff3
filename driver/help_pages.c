/* The help pages. */
#include "driver/help_pages.h"

static const char general[] =
    "Usage: bash build.sh [OPTIONS]\n"
    "\n"
    "Builds operators for the emulated NPU and runs them. Long options take a value as --name=value.\n"
    "\n"
    "What to build\n"
    "  --opkernel              kernels: host library, definitions, descriptions, plan, .o and .json, "
    "indices\n"
    "  --ophost                libophost_*.so (shape inference and tiling)\n"
    "  --opapi                 libopapi_*.so (the aclnn interface)\n"
    "  --pkg                   a package tree in build_out/\n"
    "  --run_example OP eager [cust]   build what OP needs, then build and run its example programs\n"
    "  --genop=CLASS/NAME      create a skeleton operator\n"
    "  --torch_extension       the PyTorch device \"npu\", into the Python called python3 (or $PYTHON)\n"
    "  -u                      build and run the tests of opforge\n"
    "  --make_clean            remove what was built below build/; --make_clean_all: also build_out/\n"
    "\n"
    "Which operators\n"
    "  --src=DIR               operator repository in the ops-nn layout (default: kernels_src)\n"
    "  --ops=a,b               operators, snake case, with their dependencies (default: all)\n"
    "  --no_force              compile kernels of the listed operators only\n"
    "  --experimental          use the experimental/ tree of the repository\n"
    "  --opbase=DIR            checkout with opbase's templates (default: <src>/third_party/opbase);\n"
    "                          --cann_3rd_lib_path=DIR finds it as DIR/opbase\n"
    "  --same_keys=WHAT        two variants of an operator with one key: error (default), or first (build "
    "the\n"
    "                          first and say so)\n"
    "  --plan                  stop before kernels are compiled: build/binary/<soc>/bin/build.ninja is the "
    "plan\n"
    "  --name=N                name of the libraries (default: the repository's PKG_NAME, else its folder's, "
    "else nn)\n"
    "\n"
    "How\n"
    "  --soc=X[,Y]             chips (default ascend910b): ascend950, ascend910b, ascend910_93, ascend310p, "
    "...\n"
    "  --build=DIR             where built files go (default: build)\n"
    "  --build-type=T          Release (default) or Debug\n"
    "  --march=CPU             host instruction set of kernels (default native)\n"
    "  --ccache=on|off         use ccache when it is installed (default on)\n"
    "  -j N                    parallel jobs (default: number of processors)\n"
    "  -O N                    optimisation level of host code (default 2)\n"
    "  --mssanitizer --oom --dump_cce --bisheng_flags=a,b   debug builds of kernels\n"
    "  --kernel_template_input=\"A=1;B=2\"   restrict template parameters of one operator\n"
    "  --vendor_name=N         vendor of a custom package (default custom)\n"
    "  -v                      show every command\n"
    "  -h, --help              this page; with --opkernel, --run_example, -u ... the page of that topic\n";

static const char opkernel[] =
    "Usage: bash build.sh --opkernel [--ops=a,b] [--soc=X[,Y]] [OPTIONS]\n"
    "\n"
    "Compiles kernels. Five targets run in order: ophost, opbuild, ascendc_impl_gen, gen_bin_scripts, "
    "binary.\n"
    "\n"
    "  --ops=a,b --soc=X --src=DIR --no_force --experimental --build-type=T --march=CPU --ccache=on|off\n"
    "  --mssanitizer --oom --dump_cce --bisheng_flags=a,b --kernel_template_input=\"A=1;B=2\" -j N -v\n"
    "\n"
    "Results (for --ops=relu --soc=ascend950)\n"
    "  build/libophost_nn.so                              shape inference and tiling\n"
    "  build/tbe/config/aic-ascend950-ops-info.ini        operator definitions\n"
    "  build/tbe/dynamic/relu.yaml                        kernel description\n"
    "  build/binary/ascend950/bin/ascend950/relu/         kernels, .o and .json\n"
    "  build/binary/ascend950/bin/config/ascend950/       relu.json and binary_info_config.json, the "
    "indices\n"
    "  build/binary/ascend950/bin/opc_cmd/opc_cmd.sh      one line for each kernel\n";

static const char ophost[] = "Usage: bash build.sh --ophost [--soc=X] [--src=DIR] [-j N] [-v]\n"
                             "\n"
                             "Builds libophost_*.so: shape inference and tiling of every operator.\n";
static const char opapi[] =
    "Usage: bash build.sh --opapi [--src=DIR] [-j N] [-v]\n"
    "\n"
    "Builds libopapi_*.so from generated and hand-written aclnn sources, and the headers in\n"
    "build/include/aclnnop. Link applications with -lopapi_nn -lascendcl -lnnopbase.\n";
static const char test[] = "Usage: bash build.sh -u [OPTIONS]\n"
                           "\n"
                           "Builds and runs the tests of opforge (make check).\n"
                           "  --asan                  with address and undefined-behaviour sanitizers\n"
                           "  --noexec                build only\n"
                           "  --ut_timeout=N          seconds for one test case (default 120)\n";
static const char clean[] = "Usage: bash build.sh --make_clean | --make_clean_all\n"
                            "\n"
                            "  --make_clean            remove built operators below build/\n"
                            "  --make_clean_all        empty build/ and build_out/\n";
static const char example[] =
    "Usage: bash build.sh --run_example OP eager [cust] [--soc=X] [--example_name=N] [--src=DIR]\n"
    "\n"
    "Builds kernels and aclnn of OP, then compiles each */OP/examples/test_aclnn_*.cpp, runs it on the "
    "emulator\n"
    "and shows the last lines it prints. `cust` uses an installed custom package (ASCEND_CUSTOM_OPP_PATH).\n"
    "Mode graph (test_geir_*.cpp) is recognised but not supported.\n";
static const char pkg[] = "Usage: bash build.sh --pkg [--ops=a,b] [--soc=X] [--vendor_name=N] [--jit]\n"
                          "\n"
                          "Builds everything and makes an installable tree below build_out/.\n"
                          "  --pkg-type=T            run (default), rpm, deb, all\n";
static const char genop[] =
    "Usage: bash build.sh --genop=CLASS/NAME [--src=DIR] [--soc=X]\n"
    "\n"
    "Creates CLASS/NAME in the operator repository: definition, shape inference, tiling,\n"
    "kernel and example of an element-wise addition to start from.\n";
static const char aicpu[] = "AI-CPU kernels are not supported by opforge.\n";
static const char graph[] = "Graph libraries and framework plug-ins are not supported by opforge.\n";

const char *opf_help_page(enum opf_help_topic topic)
{
    switch (topic) {
    case OPF_HELP_PKG:
        return pkg;
    case OPF_HELP_OPKERNEL:
        return opkernel;
    case OPF_HELP_TEST:
        return test;
    case OPF_HELP_CLEAN:
        return clean;
    case OPF_HELP_OPHOST:
        return ophost;
    case OPF_HELP_OPAPI:
        return opapi;
    case OPF_HELP_RUN_EXAMPLE:
        return example;
    case OPF_HELP_GENOP:
        return genop;
    case OPF_HELP_OPKERNEL_AICPU:
    case OPF_HELP_GENOP_AICPU:
        return aicpu;
    case OPF_HELP_OPGRAPH:
    case OPF_HELP_ONNXPLUGIN:
    case OPF_HELP_TFPLUGIN:
        return graph;
    case OPF_HELP_GENERAL:
        break;
    }
    return general;
}

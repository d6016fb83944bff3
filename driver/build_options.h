/* The command line of build.sh. */
#ifndef OPF_DRIVER_BUILD_OPTIONS_H
#define OPF_DRIVER_BUILD_OPTIONS_H

#include "base/strvec.h"

enum opf_help_topic {
    OPF_HELP_GENERAL,
    OPF_HELP_PKG,
    OPF_HELP_OPKERNEL,
    OPF_HELP_OPKERNEL_AICPU,
    OPF_HELP_TEST,
    OPF_HELP_CLEAN,
    OPF_HELP_OPHOST,
    OPF_HELP_OPGRAPH,
    OPF_HELP_OPAPI,
    OPF_HELP_ONNXPLUGIN,
    OPF_HELP_TFPLUGIN,
    OPF_HELP_RUN_EXAMPLE,
    OPF_HELP_GENOP,
    OPF_HELP_GENOP_AICPU
};

struct opf_build_options {
    bool help, verbose, test;
    bool opkernel, opkernel_aicpu, opkernel_aicpu_test;
    bool ophost, opapi, opgraph, onnxplugin, tfplugin;
    bool pkg, jit, static_libs, no_force, experimental, simulator;
    bool mssanitizer, oom, dump_cce, asan, cov, noexec, noaicpu, noaclnn, torch_extension, plan;
    bool make_clean, make_clean_all;
    enum opf_help_topic topic; /* the last option seen that has a page of its own */
    /* Texts are borrowed from argv; NULL = not given. */
    const char *jobs, *opt_level, *changed_files;
    const char *ops, *soc, *vendor_name, *pkg_type, *build_type, *genop, *genop_aicpu, *example_name;
    const char *bisheng_flags, *template_input, *ccache, *ut_mode, *ut_timeout, *third_lib_path;
    const char *module_extension, *rule_launch;
    const char *src, *name, *build_dir, *march, *opbase,
        *same_keys; /* ours: not options of CANN's build.sh */
    const char *example_op, *example_mode;
    bool example_cust;
};

/* How an error of the command line is to be shown. */
struct opf_option_fault {
    bool bare;  /* `[ERROR] ...` without frame */
    bool usage; /* followed by the general page */
};

/* Parses and checks; the first fault is returned. argv[0] is skipped. */
opf_status *opf_options_parse(int argc, const char *const *argv, struct opf_build_options *out,
                              struct opf_option_fault *fault) OPF_NODISCARD;

#endif

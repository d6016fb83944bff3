/* Target 4: from definitions, variant files and descriptions to parameter files, task lists, stand-alone
 * scripts and the Ninja plan of one chip. Formats: docs/formats/binary-json.md. */
#ifndef OPF_BINSCRIPTS_PLAN_H
#define OPF_BINSCRIPTS_PLAN_H

#include "base/strvec.h"

struct opf_plan_request {
    const char *build_dir;        /* build/ */
    const char *ini_path;         /* operator definitions of this chip */
    const char *soc;              /* short name */
    const struct opf_strvec *ops; /* operator types; empty = every section that has a description */
    const char *impl_modes_path;  /* all_ops_impl_mode.ini, NULL = none */
    const char *config_path;      /* ascendc_config.json, NULL = none */
    const char *opc_path;         /* program that compiles one variant; NULL = opc beside us */
    const char *opindex_path;     /* NULL = opindex beside us */
    const char *structs_path;     /* optiling_structs; NULL = beside us */
    const char *tiling_library;   /* libophost_*.so, NULL = no host-defined tiling structures */
    const char *pch_path;         /* NULL = <build>/binary/<soc>/pch/opf_prefix.pch */
    const char *march;            /* NULL = native */
    const char *build_type;       /* NULL = Release */
    const char *debug_config;     /* --op_debug_config value or NULL */
    const char *template_input;   /* --kernel_template_input value or NULL */
    const char *ccache;           /* ccache program or NULL */
    size_t column;                /* plan this column of the definition only, counted from 1; 0 = no */
    bool keep_first;              /* of variants with one key, plan the first instead of failing */
    const struct opf_strvec *includes;
    const char *sdk_dir;
};

struct opf_plan_result {
    size_t operators, variants;
    char *ninja_path;        /* owned; opf_free */
    struct opf_strvec notes; /* what the user should know, one sentence each; opf_strvec_free */
};

/* Variants that differ in attribute values only, which key mode 0 does not hold, are one kernel: the first is
 * planned and a note says so. Other variants with one key are an error (see keep_first).
 * Writes everything below <build>/tbe/config/<soc> and <build>/binary/<soc>, unchanged files keep their time;
 * with `column`, whose parameter files are not those of the listed variants, below the latter only.
 * Errors (no variant possible, two variants with one key, bad variant file ...) leave the old plan in place.
 */
opf_status *opf_plan_write(const struct opf_plan_request *request,
                           struct opf_plan_result *result) OPF_NODISCARD;

#endif

/* Chips by name: what `--soc` accepts and what belongs to each. */
#ifndef OPF_DRIVER_SOC_NAMES_H
#define OPF_DRIVER_SOC_NAMES_H

#include "base/strvec.h"

struct opf_soc_name {
    const char *short_name; /* "ascend950" */
    const char *version;    /* what the kernel compiler is given, "Ascend950PR_9599"; NULL = not known here */
    const char *arch_dir;   /* folder of its sources in operators, "arch35"; NULL = none */
};

/* The chip whose short name is the longest that occurs in `text` (any case), or NULL. */
const struct opf_soc_name *opf_soc_match(const char *text);
/* Chips of a comma list, each once, in order. An item that names no chip is an error (INVALID_ARGUMENT, with
 * the whole list in the message). */
opf_status *opf_soc_select(const char *list, struct opf_strvec *short_names) OPF_NODISCARD;
/* All short names, for suggestions and help. */
const char *const *opf_soc_list(size_t *count);

#endif

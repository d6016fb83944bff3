/* What a definition says that a run needs: parameters, attributes with types and defaults. Read from the
 * ops-info JSON of a package (docs/formats/ops-info.md). */
#ifndef OPF_RUNNER_OP_FACTS_H
#define OPF_RUNNER_OP_FACTS_H

#include "base/arena.h"
#include "base/strvec.h"

#include <stdbool.h>

enum opf_param_need { OPF_PARAM_REQUIRED, OPF_PARAM_OPTIONAL, OPF_PARAM_DYNAMIC };

struct opf_op_param {
    const char *name;
    enum opf_param_need need;
    bool computed_shape; /* an output whose shape the kernel finds */
};
struct opf_op_attr {
    const char *name,
        *type; /* "int", "listInt", "bool", "str", "float", "listFloat", "listBool", "listListInt" */
    const char *default_text; /* NULL: must be given */
};
struct opf_op_facts {
    const char *op_type;
    const struct opf_op_param *inputs, *outputs;
    uint32_t input_num, output_num;
    const struct opf_op_attr *attrs;
    uint32_t attr_num;
};

/* Search `package`/built-in, vendors and a plain build tree for the operator; everything lives in the arena.
 */
opf_status *opf_op_facts_find(opf_arena *arena, const char *package, const char *soc, const char *op_type,
                              struct opf_op_facts *out) OPF_NODISCARD;
/* Libraries with host functions in the package, in the order they are to be loaded. */
opf_status *opf_op_facts_host_libraries(const char *package, struct opf_strvec *out) OPF_NODISCARD;

#endif

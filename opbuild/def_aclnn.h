/* Internal to the aclnn generator: the operator with the names its C functions use. */
#ifndef OPF_OPBUILD_DEF_ACLNN_H
#define OPF_OPBUILD_DEF_ACLNN_H

#include "opbuild/def_write.h"

struct opf_aclnn_name {
    const char *text;  /* of the C parameter */
    const char *ctype; /* "const aclTensor *" */
    const char *kind;  /* enumerator of enum opf_aclnn_value_kind, or of the attribute kinds */
    int ref;           /* the same tensor on the other side, -1 = none */
    unsigned since;
};

struct opf_aclnn_plan {
    const struct opf_def_op *op;
    const struct opf_def_view *views;
    size_t view_count;
    const char *prefix; /* "aclnn" or "aclnnInner" */
    struct opf_aclnn_name *inputs, *outputs, *attrs;
    bool tensor_api; /* while writing the ...TensorGetWorkspaceSize variant */
};

/* Appends `.cpp` text for API version `version`; `header` is the file it includes. */
void opf_def_aclnn_source(struct opf_buf *to, struct opf_aclnn_plan *plan, unsigned version, const char *api,
                          const char *header);
/* The parameter lines of the first function, without the closing parenthesis. */
void opf_def_aclnn_signature(struct opf_buf *to, const struct opf_aclnn_plan *plan, unsigned version);
bool opf_def_aclnn_has_arrays(const struct opf_def_op *op); /* some input is given by value */
const char *opf_def_aclnn_input_type(const struct opf_aclnn_plan *plan, size_t i);
const char *opf_def_aclnn_input_kind(const struct opf_aclnn_plan *plan, size_t i);

#endif

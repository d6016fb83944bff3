/* gert::KernelExtendInfo: name and type of the host function a context was made for. */
#ifndef OPFORGE_EXE_GRAPH_CONTEXT_EXTEND_H
#define OPFORGE_EXE_GRAPH_CONTEXT_EXTEND_H

#include "exe_graph/runtime/compute_node_info.h"

namespace gert {

class KernelExtendInfo {
public:
    const ge::char_t *GetKernelName() const { return name_; }
    void SetKernelName(const ge::char_t *kernel_name) { name_ = kernel_name; }
    const ge::char_t *GetKernelType() const { return type_; }
    void SetKernelType(const ge::char_t *kernel_type) { type_ = kernel_type; }

private:
    const ge::char_t *name_ = "";
    const ge::char_t *type_ = "";
};

} // namespace gert
#endif

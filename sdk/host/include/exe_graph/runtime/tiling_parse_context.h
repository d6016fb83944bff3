/* gert::TilingParseContext: called once per operator and platform, fills the compile info for later tilings.
 *
 * Slots: compiled json (const char *), platform, operator type; output 0: the compile info object. */
#ifndef OPFORGE_EXE_GRAPH_TILING_PARSE_CONTEXT_H
#define OPFORGE_EXE_GRAPH_TILING_PARSE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"
#include "graph/types.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

class TilingParseContext : public ExtendedKernelContext {
public:
    const ge::char_t *GetCompiledJson() const { return GetInputStrPointer(0); }
    template <typename T> T *GetCompiledInfo()
    {
        Chain *slot = GetOutput(0);
        return slot ? static_cast<T *>(slot->GetValue<void *>()) : nullptr;
    }
    fe::PlatFormInfos *GetPlatformInfo() const
    {
        const Chain *slot = GetInput(1);
        return slot ? slot->GetValue<fe::PlatFormInfos *>() : nullptr;
    }
};
static_assert(std::is_standard_layout<TilingParseContext>::value, "a context is a view of KernelRunContext");

} // namespace gert
#endif

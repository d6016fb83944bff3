/* Builds a context for a tiling parse function. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_OP_TILING_PARSE_CONTEXT_BUILDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_OP_TILING_PARSE_CONTEXT_BUILDER_H

#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/tiling_parse_context.h"

namespace gert {

class OPF_HOST_API OpTilingParseContextBuilder : public OpContextBuilderBase<OpTilingParseContextBuilder> {
public:
    OpTilingParseContextBuilder &InputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                                 ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(true, index, dtype, origin_format, storage_format, expand);
    }
    OpTilingParseContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format,
                                                  ge::Format storage_format, const ExpandDimsType &expand = {})
    {
        return Describe(false, index, dtype, origin_format, storage_format, expand);
    }
    OpTilingParseContextBuilder &CompiledJson(const ge::char_t *compiled_json);
    OpTilingParseContextBuilder &CompiledInfo(const void *compile_info);
    OpTilingParseContextBuilder &PlatformInfo(const void *platform_info);
    /* NULL without a JSON text and a platform. */
    ContextHolder<TilingParseContext> Build();

private:
    const ge::char_t *json_ = nullptr;
    const void *info_ = nullptr;
    const void *platform_ = nullptr;
};

} // namespace gert
#endif

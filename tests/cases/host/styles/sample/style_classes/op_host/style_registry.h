// A registry of tiling classes by priority, as operator repositories have one: the first that is capable tiles.
#ifndef STYLE_REGISTRY_H
#define STYLE_REGISTRY_H
#include "op_host/tiling_base_class.h"
#include <functional>
#include <map>
#include <memory>

namespace optiling {
class StyleRegistry {
public:
    using Maker = std::function<std::unique_ptr<Ops::Base::TilingBaseClass>(gert::TilingContext *)>;
    static StyleRegistry &Instance()
    {
        static StyleRegistry registry;
        return registry;
    }
    int Add(int priority, Maker maker)
    {
        makers_[priority] = std::move(maker);
        return priority;
    }
    ge::graphStatus DoTiling(gert::TilingContext *context) const
    {
        for (const auto &item : makers_) {
            const ge::graphStatus status = item.second(context)->DoTiling();
            if (status != ge::GRAPH_PARAM_INVALID) {
                return status;
            }
        }
        OP_LOGE(context, "no tiling class is capable");
        return ge::GRAPH_FAILED;
    }

private:
    std::map<int, Maker> makers_;
};
} // namespace optiling

#define REGISTER_STYLE_TILING_TEMPLATE(Class, priority)                                                                \
    static const int g_##Class = StyleRegistry::Instance().Add(                                                       \
        priority, [](gert::TilingContext *context) { return std::make_unique<Class>(context); })
#endif

// Classes derived from TilingBaseClass, chosen by priority and by what they are capable of.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "style_registry.h"

namespace optiling {
struct StyleClassesData {
    int64_t size;
    uint64_t ubSize;
};

class StyleBase : public Ops::Base::TilingBaseClass {
public:
    using TilingBaseClass::TilingBaseClass;

protected:
    ge::graphStatus GetPlatformInfo() override
    {
        const platform_ascendc::PlatformAscendC platform(context_->GetPlatformInfo());
        platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, aicoreParams_.ubSize);
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus GetShapeAttrsInfo() override
    {
        size_ = context_->GetInputShape(0)->GetStorageShape().GetShapeSize();
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus DoOpTiling() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus GetWorkspaceSize() override
    {
        context_->GetWorkspaceSizes(1)[0] = 64;
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus PostTiling() override
    {
        auto *data = context_->GetTilingData<StyleClassesData>();
        OP_CHECK_NULL_WITH_CONTEXT(context_, data);
        *data = {size_, aicoreParams_.ubSize};
        context_->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    }
    int64_t size_ = 0;
};

class StyleSmall : public StyleBase {
public:
    using StyleBase::StyleBase;

protected:
    bool IsCapable() override { return size_ < 10; }
    uint64_t GetTilingKey() const override { return 10; }
};

class StyleLarge : public StyleBase {
public:
    using StyleBase::StyleBase;

protected:
    bool IsCapable() override { return size_ < 1000; }
    uint64_t GetTilingKey() const override { return 20; }
};

REGISTER_STYLE_TILING_TEMPLATE(StyleLarge, 2000);
REGISTER_STYLE_TILING_TEMPLATE(StyleSmall, 1000);

static ge::graphStatus Tiling(gert::TilingContext *context) { return StyleRegistry::Instance().DoTiling(context); }
IMPL_OP_OPTILING(StyleClasses).Tiling(Tiling);
} // namespace optiling

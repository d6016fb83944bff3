/* Ops::Base::TilingBaseClass: the steps of a tiling; DoTiling runs them in their fixed order. */
#ifndef OPFORGE_OP_COMMON_TILING_BASE_CLASS_H
#define OPFORGE_OP_COMMON_TILING_BASE_CLASS_H

#include "exe_graph/runtime/tiling_context.h"
#include "graph/utils/type_utils.h"
#include "op_common/log/log.h"
#include "platform/soc_spec.h"
#include "tiling/platform/platform_ascendc.h"
#include <memory>
#include <sstream>
#include <string>

#ifndef ASCENDC_EXTERN_C
#ifdef ASCENDC_OP_TEST
#define ASCENDC_EXTERN_C extern "C"
#else
#define ASCENDC_EXTERN_C
#endif
#endif

namespace Ops {
namespace Base {

/* Bytes and core counts. */
struct AiCoreParams {
    uint64_t ubSize = 0;
    uint64_t numBlocks = 0;
    uint64_t aicNum = 0;
    uint64_t l1Size = 0;
    uint64_t l0aSize = 0;
    uint64_t l0bSize = 0;
    uint64_t l0cSize = 0;
};

struct CompileInfoCommon {
    uint32_t aivNum;
    uint32_t aicNum;
    uint64_t ubSize;
    uint64_t l1Size;
    uint64_t l0aSize;
    uint64_t l0bSize;
    uint64_t l0cSize;
    uint64_t l2CacheSize;
    int64_t coreNum;
    int32_t socVersion;
    uint32_t rsvd;
};

class TilingBaseClass {
public:
    explicit TilingBaseClass(gert::TilingContext *context) : context_(context) {}
    virtual ~TilingBaseClass() = default;

    /* GRAPH_PARAM_INVALID when this template is not for this case: the caller tries the next one. */
    ge::graphStatus DoTiling()
    {
        ge::graphStatus status = GetShapeAttrsInfo();
        if (status == ge::GRAPH_SUCCESS)
            status = GetPlatformInfo();
        if (status != ge::GRAPH_SUCCESS)
            return status;
        if (!IsCapable())
            return ge::GRAPH_PARAM_INVALID;
        using Step = ge::graphStatus (TilingBaseClass::*)();
        for (Step step : {&TilingBaseClass::DoOpTiling, &TilingBaseClass::DoLibApiTiling,
                          &TilingBaseClass::GetWorkspaceSize, &TilingBaseClass::PostTiling}) {
            status = (this->*step)();
            if (status != ge::GRAPH_SUCCESS)
                return status;
        }
        context_->SetTilingKey(GetTilingKey());
        DumpTilingInfo();
        return ge::GRAPH_SUCCESS;
    }
    virtual void Reset(gert::TilingContext *context) { context_ = context; }

protected:
    virtual bool IsCapable() = 0;
    virtual ge::graphStatus GetPlatformInfo() = 0;
    virtual ge::graphStatus GetShapeAttrsInfo() = 0;
    virtual ge::graphStatus DoOpTiling() = 0;
    virtual ge::graphStatus DoLibApiTiling() = 0;
    [[nodiscard]] virtual uint64_t GetTilingKey() const = 0;
    virtual ge::graphStatus GetWorkspaceSize() = 0;
    virtual ge::graphStatus PostTiling() = 0;
    virtual void DumpTilingInfo()
    {
        OP_LOGD(context_, "tiling key %lu, block dim %u", context_->GetTilingKey(), context_->GetBlockDim());
    }
    /* Blocks of a mixed kernel: one block drives aivCoreNum / aicCoreNum vector slices. */
    static uint32_t CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum)
    {
        return platform_ascendc::PlatformAscendC(nullptr).CalcTschBlockDim(sliceNum, aicCoreNum, aivCoreNum);
    }
    template <typename T> [[nodiscard]] std::string GetShapeDebugStr(const T &shape) const { return ToString(shape); }
    [[nodiscard]] std::string GetTensorDebugStr(const gert::StorageShape *shape,
                                                const gert::CompileTimeTensorDesc *tensor)
    {
        if (!shape || !tensor)
            return "nil";
        return ToString(tensor->GetDataType()) + ToString(shape->GetStorageShape());
    }
    [[nodiscard]] std::string GetTilingContextDebugStr()
    {
        std::string text;
        for (size_t i = 0; i < context_->GetComputeNodeInputNum(); ++i)
            text += " input " + std::to_string(i) + " " +
                    GetTensorDebugStr(context_->GetInputShape(i), context_->GetInputDesc(i));
        for (size_t i = 0; i < context_->GetComputeNodeOutputNum(); ++i)
            text += " output " + std::to_string(i) + " " +
                    GetTensorDebugStr(context_->GetOutputShape(i), context_->GetOutputDesc(i));
        return text;
    }
    [[nodiscard]] std::string GetTilingDataDebugStr() const
    {
        const gert::TilingData *raw = context_->GetRawTilingData();
        std::ostringstream text;
        for (size_t i = 0; raw && i + sizeof(int32_t) <= raw->GetDataSize(); i += sizeof(int32_t))
            text << *reinterpret_cast<const int32_t *>(static_cast<const char *>(raw->GetData()) + i) << ",";
        return text.str();
    }

protected:
    gert::TilingContext *context_ = nullptr;
    std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_{nullptr};
    uint32_t blockDim_{0};
    uint64_t workspaceSize_{0};
    uint64_t tilingKey_{0};
    AiCoreParams aicoreParams_;
};

} // namespace Base
} // namespace Ops
#endif

// Structures declared field by field: nested, and another one for one tiling key.
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(StyleInnerData)
TILING_DATA_FIELD_DEF(uint16_t, width);
TILING_DATA_FIELD_DEF_ARR(int64_t, 2, steps);
END_TILING_DATA_DEF
REGISTER_TILING_DATA_CLASS(StyleInnerDataOp, StyleInnerData)

BEGIN_TILING_DATA_DEF(StyleFieldsData)
TILING_DATA_FIELD_DEF(uint8_t, kind);
TILING_DATA_FIELD_DEF(float, scale);
TILING_DATA_FIELD_DEF_STRUCT(StyleInnerData, inner);
END_TILING_DATA_DEF
REGISTER_TILING_DATA_CLASS(StyleFields, StyleFieldsData)

BEGIN_TILING_DATA_DEF(StyleFieldsLargeData)
TILING_DATA_FIELD_DEF(int64_t, large);
END_TILING_DATA_DEF
REGISTER_TILING_DATA_CLASS(StyleFields_7, StyleFieldsLargeData)

template <typename Data> static ge::graphStatus Save(gert::TilingContext *context, Data &data, uint64_t key)
{
    gert::TilingData *raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    raw->SetDataSize(data.GetDataSize());
    context->SetTilingKey(key);
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Tiling(gert::TilingContext *context)
{
    if (context->GetInputShape(0)->GetStorageShape().GetShapeSize() > 100) {
        StyleFieldsLargeData data;
        data.set_large(-1000);
        return Save(context, data, 7);
    }
    StyleFieldsData data;
    data.set_kind(3);
    data.set_scale(1.5f);
    data.inner.set_width(4);
    const int64_t steps[2] = {5, -6};
    data.inner.set_steps(steps);
    return Save(context, data, 1);
}

IMPL_OP_OPTILING(StyleFields).Tiling(Tiling);
} // namespace optiling

/* Operators whose host functions misbehave: optiling must survive them and say which one it was. */
#include "op_common/op_host/infershape_elewise_util.h"
#include "op_common/log/log.h"
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace optiling {

BEGIN_TILING_DATA_DEF(HostGoodData)
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(int8_t, sign);
TILING_DATA_FIELD_DEF_ARR(int32_t, 2, parts);
END_TILING_DATA_DEF
REGISTER_TILING_DATA_CLASS(HostGood, HostGoodData)

static ge::graphStatus Good(gert::TilingContext *context)
{
    HostGoodData data;
    data.set_rows(static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetDim(0)));
    data.set_sign(-1);
    const int32_t parts[2] = {static_cast<int32_t>(*context->GetAttrs()->GetInt(0)), -5};
    data.set_parts(parts);
    gert::TilingData *raw = context->GetRawTilingData();
    data.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    raw->SetDataSize(data.GetDataSize());
    context->SetTilingKey(5);
    context->SetBlockDim(2);
    OP_LOGI(context, "rows %u", data.get_rows());
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Crash(gert::TilingContext *)
{
    std::raise(SIGSEGV);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Hang(gert::TilingContext *)
{
    for (;;)
        pause();
}

static ge::graphStatus Greedy(gert::TilingContext *)
{
    for (size_t size = size_t(1) << 30;; size += size_t(1) << 30) {
        void *block = std::malloc(size);
        if (!block)
            std::abort();
    }
}

/* A structure that nothing describes but debug information. */
struct HostPlainData {
    uint16_t head;
    int64_t tail;
};
static ge::graphStatus Plain(gert::TilingContext *context)
{
    auto *data = context->GetTilingData<HostPlainData>();
    data->head = 1;
    data->tail = -7;
    return context->SetBlockDim(1);
}

/* Writes far behind the buffer and over what it was given. */
static ge::graphStatus Scribble(gert::TilingContext *context)
{
    auto *bytes = static_cast<volatile unsigned char *>(context->GetRawTilingData()->GetData());
    for (size_t i = 0;; i++)
        bytes[i] = 0xa5;
}

/* Prints to where the result goes. */
static ge::graphStatus Talks(gert::TilingContext *context)
{
    std::puts("{\"a\": tiling");
    return context->SetBlockDim(1);
}

static ge::graphStatus InferCrash(gert::InferShapeContext *)
{
    std::raise(SIGSEGV);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(HostPlain).Tiling(Plain);
IMPL_OP_OPTILING(HostScribble).Tiling(Scribble);
IMPL_OP_INFERSHAPE(HostScribble).InferShape(Ops::Base::InferShape4Elewise);
IMPL_OP_OPTILING(HostTalks).Tiling(Talks);
IMPL_OP_INFERSHAPE(HostTalks).InferShape(Ops::Base::InferShape4Elewise);
IMPL_OP_OPTILING(HostInferCrash).Tiling(Talks);
IMPL_OP_INFERSHAPE(HostInferCrash).InferShape(InferCrash);

IMPL_OP_OPTILING(HostGood).Tiling(Good);
IMPL_OP_INFERSHAPE(HostGood).InferShape(Ops::Base::InferShape4Elewise);
IMPL_OP_OPTILING(HostCrash).Tiling(Crash);
IMPL_OP_INFERSHAPE(HostCrash).InferShape(Ops::Base::InferShape4Elewise);
IMPL_OP_OPTILING(HostHang).Tiling(Hang);
IMPL_OP_INFERSHAPE(HostHang).InferShape(Ops::Base::InferShape4Elewise);
IMPL_OP_OPTILING(HostGreedy).Tiling(Greedy);
IMPL_OP_INFERSHAPE(HostGreedy).InferShape(Ops::Base::InferShape4Elewise);

} // namespace optiling

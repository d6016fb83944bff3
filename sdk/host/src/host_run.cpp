/* Runs shape inference, type inference and tiling for the C interface. */
#include "host_context.h"

#include "op_common/log/log.h"
#include <cstring>
#include <exception>

namespace {

using gert::OpImplRecord;
using opf_host::Fail;
using opf_host::Frame;

OpImplRecord *AsRecord(const opf_host_op *op)
{
    return reinterpret_cast<OpImplRecord *>(const_cast<opf_host_op *>(op));
}

/* Operators are C++: what they throw ends here. */
template <typename Call> bool Guarded(const char *type, const char *what, int status, int &result, Call call)
{
    try {
        const uint32_t returned = call();
        if (returned == ge::GRAPH_SUCCESS)
            return true;
        result = Fail(status, "%s of %s refused (status %u)", what, type, returned);
    } catch (const std::exception &e) {
        result = Fail(status, "%s of %s threw an exception: %s", what, type, e.what());
    } catch (...) {
        result = Fail(status, "%s of %s threw an exception", what, type);
    }
    return false;
}

/* The running tiling's chip, for code that asks for "the" platform. */
struct PlatformScope {
    explicit PlatformScope(const opf_host_platform *platform) { opf_host::SetCurrentPlatform(platform); }
    ~PlatformScope() { opf_host::SetCurrentPlatform(nullptr); }
};

bool FindParsed(const OpImplRecord &op, const opf_host_platform *platform, void *&info)
{
    for (const gert::ParsedInfo *p = op.parsed.load(std::memory_order_acquire); p; p = p->next) {
        if (p->platform == platform) {
            info = p->info;
            return true;
        }
    }
    return false;
}

/* TilingParse once for this operator and platform. False with `result` set when it refused. */
bool CompileInfo(OpImplRecord &op, Frame &frame, const opf_host_platform *platform, void *&info, int &result)
{
    if (!op.functions.compile_info_creator || FindParsed(op, platform, info))
        return true;
    std::lock_guard<std::mutex> guard(op.parse_lock);
    if (FindParsed(op, platform, info))
        return true;
    void *made = op.functions.compile_info_creator();
    gert::TilingParseContext *context = frame.TilingParse(&platform->infos, made);
    if (op.functions.tiling_parse &&
        !Guarded(op.type.c_str(), "the tiling parse function", opf_host::kTilingError, result, [&] {
            return op.functions.tiling_parse(reinterpret_cast<gert::KernelContext *>(context));
        })) {
        op.functions.compile_info_deleter(made);
        return false;
    }
    op.parsed.store(new gert::ParsedInfo{platform, made, op.parsed.load(std::memory_order_relaxed)},
                    std::memory_order_release);
    info = made;
    return true;
}

void ReadTiling(Frame &frame, const gert::TilingContext *context, const gert::TilingData &data, opf_host_tiling *out)
{
    out->tiling_key = context->GetTilingKey();
    out->block_dim = context->GetBlockDim();
    out->schedule_mode = context->GetScheduleMode();
    out->local_memory_size = context->GetLocalMemorySize();
    out->need_atomic = context->NeedAtomic() ? 1 : 0;
    out->size = data.GetDataSize();
    const char *type = data.GetTypeText(); /* "...OpfTypeText() [with T = optiling::Data]" */
    type = type ? std::strstr(type, "T = ") : nullptr;
    out->data_type = type ? type + 4 : nullptr;
    const auto *sizes = frame.Workspaces();
    out->workspace_num = static_cast<uint32_t>(sizes->GetSize());
    for (uint32_t i = 0; i < out->workspace_num; ++i)
        out->workspaces[i] = sizes->GetData()[i];
}

} // namespace

extern "C" {

int opf_host_infer_shape(const opf_host_op *op_, const struct opf_host_node *node, struct opf_host_shape *outputs)
{
    opf_host::LogBegin();
    OpImplRecord *op = AsRecord(op_);
    if (!op->functions.infer_shape)
        return Fail(opf_host::kInferShapeError, "no shape inference is registered for %s", op->type.c_str());
    Frame &frame = opf_host::ThreadFrame();
    if (!frame.SetNode(*op, *node))
        return opf_host::kInferShapeError;
    int result = 0;
    gert::InferShapeContext *context = frame.InferShape();
    if (!Guarded(op->type.c_str(), "shape inference", opf_host::kInferShapeError, result,
                 [&] { return op->functions.infer_shape(context); }))
        return result;
    for (size_t i = 0; i < frame.OutputNum(); ++i) {
        const gert::Shape &shape = frame.Output(i)->GetOriginShape();
        if (shape.GetDimNum() > OPF_HOST_MAX_DIMS)
            return Fail(opf_host::kInferShapeError, "shape inference of %s gave output %zu %zu dimensions",
                        op->type.c_str(), i, shape.GetDimNum());
        outputs[i].dim_num = static_cast<uint32_t>(shape.GetDimNum());
        for (size_t d = 0; d < shape.GetDimNum(); ++d)
            outputs[i].dims[d] = shape[d];
    }
    return opf_host::kOk;
}

int opf_host_infer_dtype(const opf_host_op *op_, const struct opf_host_node *node, int32_t *output_dtypes)
{
    opf_host::LogBegin();
    OpImplRecord *op = AsRecord(op_);
    if (!op->functions.infer_datatype && !op->same_dtype_as_first)
        return Fail(opf_host::kInferShapeError, "no type inference is registered for %s", op->type.c_str());
    Frame &frame = opf_host::ThreadFrame();
    if (!frame.SetNode(*op, *node))
        return opf_host::kInferShapeError;
    gert::InferDataTypeContext *context = frame.InferDataType();
    int result = 0;
    if (!Guarded(op->type.c_str(), "type inference", opf_host::kInferShapeError, result, [&]() -> uint32_t {
            if (op->functions.infer_datatype)
                return op->functions.infer_datatype(context);
            for (size_t i = 0; i < frame.OutputNum(); ++i)
                (void)context->SetOutputDataType(i, context->GetInputDataType(0));
            return ge::GRAPH_SUCCESS;
        }))
        return result;
    for (size_t i = 0; i < frame.OutputNum(); ++i)
        output_dtypes[i] = static_cast<int32_t>(context->GetOutputDataType(i));
    return opf_host::kOk;
}

int opf_host_tiling_run(const opf_host_op *op_, const struct opf_host_node *node, const opf_host_platform *platform,
                        struct opf_host_tiling *tiling)
{
    opf_host::LogBegin();
    OpImplRecord *op = AsRecord(op_);
    if (!op->functions.tiling)
        return Fail(opf_host::kTilingError, "no tiling is registered for %s", op->type.c_str());
    const size_t wanted = op->functions.max_tiling_data_size;
    if (tiling->capacity < wanted)
        return Fail(opf_host::kTilingError, "the tiling of %s may need %zu bytes, the buffer has %zu", op->type.c_str(),
                    wanted, tiling->capacity);
    Frame &frame = opf_host::ThreadFrame();
    if (!frame.SetNode(*op, *node))
        return opf_host::kTilingError;
    PlatformScope scope(platform);
    void *info = nullptr;
    int result = 0;
    if (!CompileInfo(*op, frame, platform, info, result))
        return result;
    std::memset(tiling->data, 0, wanted);
    gert::TilingData data;
    data.Init(tiling->capacity, tiling->data);
    gert::TilingContext *context = frame.Tiling(info, &platform->infos, node->deterministic, &data);
    if (!Guarded(op->type.c_str(), "the tiling function", opf_host::kTilingError, result,
                 [&] { return op->functions.tiling(context); }))
        return result;
    if (data.GetDataSize() > tiling->capacity)
        return Fail(opf_host::kTilingError, "the tiling function of %s set a data size of %zu bytes, %zu is the most",
                    op->type.c_str(), data.GetDataSize(), tiling->capacity);
    ReadTiling(frame, context, data, tiling);
    return opf_host::kOk;
}

size_t opf_host_tiling_capacity(const opf_host_op *op) { return AsRecord(op)->functions.max_tiling_data_size; }

} // extern "C"

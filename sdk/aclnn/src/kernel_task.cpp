/* AI Core launches. Phase one: tiling (remembered per thread for equal arguments), kernel look-up, a task. Phase two:
 * addresses into an argument array and one call of the runtime. */
#include "kernel_task.h"
#include "host_libs.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opforge/phase_api.h"
#include "opforge/runtime_api.h"
#include "report.h"

#include <cstring>
#include <mutex>
#include <unordered_map>

namespace op {
namespace internal {

namespace {

constexpr size_t kRememberedPerOp = 64;

/* An open kernel object; lives as long as the process. */
struct OpenKernel {
    const opf_index_kernel *facts = nullptr;
    opf_runtime_kernel *handle = nullptr;
    std::vector<std::pair<uint32_t, std::vector<uint8_t>>> inits; // parameter, element to fill it with
};

/* What tiling said for one set of arguments. */
struct Tiled {
    std::string key;
    uint64_t hash = 0;
    uint64_t cores = 0; // for how many of them
    uint64_t tilingKey = 0;
    uint32_t blockDim = 0;
    uint64_t scratch = 0;
    std::vector<uint8_t> data; // padded to what the kernel may read
    const OpenKernel *kernel = nullptr;
};

struct OpRecord {
    const char *name = nullptr;
    const opf_host_op *host = nullptr;
    const opf_host_platform *platform = nullptr;
    const char *soc = nullptr;
    uint64_t cores = 0; // that `platform` has
    uint64_t generation = UINT64_MAX;
    std::vector<std::shared_ptr<const Tiled>> tiled;
    size_t next = 0; // ring
};

thread_local std::vector<OpRecord> records;

std::string HostText()
{
    const char *error = opf_host_last_error(), *log = opf_host_last_log();
    std::string text = error ? error : "";
    if (log != nullptr && *log) {
        text += "\n  log of the operator:";
        for (const char *p = log; *p;) {
            size_t len = std::strcspn(p, "\n");
            text += "\n    " + std::string(p, len);
            p += len + (p[len] == '\n');
        }
    }
    return text;
}

std::string NearestOps(const char *name)
{
    size_t count = 0;
    const char *const *ops = opf_host_list_ops(&count);
    std::string text;
    for (size_t i = 0; i < count && text.size() < 200; i++)
        if (std::strncmp(ops[i], name, 3) == 0)
            text += (text.empty() ? "; registered are " : ", ") + std::string(ops[i]);
    return text;
}

/* The device's chip with the cores that the thread may use. A chip with another count is another platform: what a parse
 * function remembers of it stays right. */
bool OpenPlatform(OpRecord *record, uint64_t cores)
{
    const char *soc = opf_runtime_soc_full_name();
    if (soc == nullptr || !*soc) {
        record->host = nullptr;
        std::string why = opf_runtime_last_error();
        OP_LOGE(ACLNN_ERR_RUNTIME_ERROR, "there is no device: %s", why);
        return false;
    }
    if (opf_host_platform_open(soc, &record->platform) != 0 ||
        opf_host_platform_limit(record->platform, static_cast<uint32_t>(cores >> 32), static_cast<uint32_t>(cores),
                                &record->platform) != 0) {
        record->host = nullptr;
        ReportText(ACLNN_ERR_RUNTIME_ERROR,
                   ("the chip " + std::string(soc) + " cannot be described: " + HostText()).c_str());
        return false;
    }
    record->cores = cores;
    return true;
}

/* The operator's host functions on the current chip; nullptr after a report. */
OpRecord *RecordOf(uint32_t opType)
{
    if (opType >= records.size())
        records.resize(opType + 16);
    OpRecord &record = records[opType];
    const char *soc = opf_runtime_soc_short_name();
    uint64_t generation = opf_index_generation();
    const uint64_t cores = opf_runtime_cores();
    if (record.host != nullptr && record.soc == soc && record.generation == generation) {
        if (record.cores == cores || OpenPlatform(&record, cores))
            return &record;
        return nullptr;
    }
    EnsureHostLibraries(generation);
    if (record.name == nullptr)
        record.name = OpTypeName(opType);
    record.tiled.clear();
    record.host = opf_host_find_op(record.name);
    if (record.host == nullptr) {
        ReportText(ACLNN_ERR_INNER_TILING_ERROR,
                   ("no library registers host functions (tiling, shape inference) of operator " +
                    std::string(record.name) + NearestOps(record.name) + "." + DescribeHostLibraries())
                       .c_str());
        return nullptr;
    }
    if (!OpenPlatform(&record, cores))
        return nullptr;
    record.soc = soc;
    record.generation = generation;
    return &record;
}

/* Elements that outputs are filled with, by the kernel's .json. */
bool MakeInits(OpenKernel *kernel)
{
    for (uint32_t i = 0; i < kernel->facts->init_num; i++) {
        const opf_index_init &init = kernel->facts->inits[i];
        std::vector<uint8_t> element(16);
        auto dtype = static_cast<DataType>(init.dtype);
        if (!ConvertElement(&init.value, DataType::DT_DOUBLE, element.data(), dtype)) {
            OP_LOGE(ACLNN_ERR_INNER, "%s: parameter %u is to be filled with a value of type %s, which is unsupported",
                    kernel->facts->json_path, init.parameter, ToString(dtype));
            return false;
        }
        element.resize(TypeSize(dtype));
        kernel->inits.emplace_back(init.parameter, std::move(element));
    }
    return true;
}

const OpenKernel *OpenOnce(const opf_index_kernel *facts, const char *soc)
{
    static std::mutex mutex;
    static auto *open = new std::unordered_map<const opf_index_kernel *, std::unique_ptr<OpenKernel>>();
    std::lock_guard<std::mutex> held(mutex);
    std::unique_ptr<OpenKernel> &entry = (*open)[facts];
    if (entry)
        return entry.get();
    auto made = std::make_unique<OpenKernel>();
    made->facts = facts;
    int status = opf_runtime_kernel_open(facts->object_path, facts->sha256[0] ? facts->sha256 : nullptr, soc,
                                         &made->handle);
    if (status != 0) {
        std::string why = opf_runtime_last_error();
        OP_LOGE(ACLNN_ERR_INNER_OP_FILE_INVALID, "the kernel of %s cannot be loaded: %s", facts->op_type, why);
        return nullptr;
    }
    if (!MakeInits(made.get())) {
        opf_runtime_kernel_close(made->handle);
        return nullptr;
    }
    entry = std::move(made);
    return entry.get();
}

/* Functions a kernel has, for the message about one it has not. */
std::string KeysOf(const OpenKernel *kernel)
{
    size_t count = 0;
    const uint64_t *keys = opf_runtime_kernel_keys(kernel->handle, &count);
    std::string text;
    for (size_t i = 0; i < count && i < 40; i++)
        text += (i ? ", " : "") + std::to_string(keys[i]);
    return count > 40 ? text + ", ..." : text;
}

bool RunTiling(OpRecord *record, const Invocation &call, Tiled *out)
{
    static thread_local std::vector<uint64_t> buffer; // 8-byte aligned
    size_t room = std::max<size_t>(out->kernel->facts->parameter_size, 4096);
    if (room < 65536)
        room = 65536;
    buffer.assign(room / 8 + 1, 0);
    opf_host_tiling tiling{};
    tiling.data = buffer.data();
    tiling.capacity = room;
    HostScope host;
    int status = opf_host_tiling_run(record->host, &call.node, record->platform, &tiling);
    if (status != 0) {
        ReportText(ACLNN_ERR_INNER_TILING_ERROR, HostText().c_str());
        return false;
    }
    if (tiling.block_dim == 0 || tiling.block_dim == UINT32_MAX) {
        OP_LOGE(ACLNN_ERR_INNER_TILING_ERROR, "the tiling function of %s succeeded without setting a block dim",
                record->name);
        return false;
    }
    out->tilingKey = tiling.tiling_key;
    out->blockDim = tiling.block_dim;
    for (uint32_t i = 0; i < tiling.workspace_num && i < OPF_HOST_MAX_WORKSPACES; i++)
        out->scratch += tiling.workspaces[i];
    size_t padded = std::max<size_t>(tiling.size, out->kernel->facts->parameter_size);
    const auto *bytes = reinterpret_cast<const uint8_t *>(buffer.data());
    out->data.assign(bytes, bytes + padded);
    return true;
}

aclnnStatus FindKernel(const OpRecord *record, Invocation &call, Tiled *out)
{
    const opf_index_kernel *facts = nullptr;
    call.query.soc = record->soc;
    int status = opf_index_find(&call.query, &facts);
    if (status != 0) {
        ReportText(status, opf_index_last_error());
        return status;
    }
    out->kernel = OpenOnce(facts, record->soc);
    return out->kernel != nullptr ? ACLNN_SUCCESS : ACLNN_ERR_INNER_OP_FILE_INVALID;
}

bool CheckFunction(const OpRecord *record, const Tiled &tiled)
{
    if (opf_runtime_kernel_has_key(tiled.kernel->handle, tiled.tilingKey))
        return true;
    OP_LOGE(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
            "tiling of %s chose key %lu, but %s has no function for it; it has %s. The kernel and the host library come "
            "from different builds, or the build was restricted to some keys.",
            record->name, static_cast<unsigned long>(tiled.tilingKey), tiled.kernel->facts->object_path,
            KeysOf(tiled.kernel));
    return false;
}

/* Kernel and tiling for the call: remembered, or made. The environment is looked at each time by the index. */
std::shared_ptr<const Tiled> Prepare(OpRecord *record, Invocation &call, aclnnStatus *status)
{
    call.MakeKey();
    uint64_t hash = std::hash<std::string>()(call.key);
    if (!call.key.empty())
        for (const auto &known : record->tiled)
            if (known->hash == hash && known->cores == record->cores && known->key == call.key)
                return known;
    auto made = std::make_shared<Tiled>();
    *status = FindKernel(record, call, made.get());
    if (*status == ACLNN_SUCCESS && made->kernel->facts->static_shape)
        made->blockDim = made->kernel->facts->block_dim;
    else if (*status == ACLNN_SUCCESS && !RunTiling(record, call, made.get()))
        *status = ACLNN_ERR_INNER_TILING_ERROR;
    else if (*status == ACLNN_SUCCESS && !CheckFunction(record, *made))
        *status = ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    if (*status != ACLNN_SUCCESS)
        return nullptr;
    if (!call.key.empty()) {
        made->key = call.key;
        made->hash = hash;
        made->cores = record->cores;
        if (record->tiled.size() < kRememberedPerOp)
            record->tiled.push_back(made);
        else
            record->tiled[record->next++ % kRememberedPerOp] = made;
    }
    return made;
}

/* Launch of one kernel. */
class KernelTask : public Task {
public:
    const char *op;
    std::shared_ptr<const Tiled> tiled;
    FVector<TaskParam, 8> params; // inputs and outputs of the definition
    FVector<const aclTensor *, 2> outShapes;
    uint32_t inputNum = 0;
    uint64_t outputBytes = 0;

    const char *Name() const override { return op; }
    aclnnStatus Launch(void *stream, char *workspace) override;

private:
    bool Fill(void *stream) const;
    bool IsFixed(const aclTensor *t) const;
};

/* An input whose memory no output has. (Workspace is never an input's memory.) */
bool KernelTask::IsFixed(const aclTensor *t) const
{
    if (t == nullptr || t->GetStorage()->IsHost() || outputBytes == 0 || ReachOf(t) < OPF_RUNTIME_FIXED_MIN)
        return false;
    const auto from = reinterpret_cast<uintptr_t>(t->GetData()), to = from + ReachOf(t);
    for (size_t i = outputsFrom; i < tensors.size(); i++) {
        const auto other = reinterpret_cast<uintptr_t>(tensors[i]->GetData());
        if (from < other + ReachOf(tensors[i]) && other < to)
            return false;
    }
    return true;
}

/* Values that outputs must hold before the kernel runs. */
bool KernelTask::Fill(void *stream) const
{
    for (const auto &init : tiled->kernel->inits) {
        const TaskParam *param = init.first < params.size() ? &params[init.first] : nullptr;
        for (uint32_t i = 0; param != nullptr && i < param->count; i++) {
            const aclTensor *t = tensors[param->first + i];
            opf_runtime_copy copy{};
            copy.src = init.second.data();
            copy.dst = t->GetData();
            copy.elem_size = static_cast<uint32_t>(init.second.size());
            copy.dim_num = 1;
            copy.dims[0] = t->Size();
            copy.dst_strides[0] = copy.elem_size;
            if (opf_runtime_enqueue_copy(stream, &copy) != 0)
                return false;
        }
    }
    return true;
}

/* A dynamic parameter's descriptor: the offset of the pointers, then per tensor rank and index in one word and its
 * dimensions, then the pointers (ListTensorDesc of the kernel side). */
void Describe(const FVector<const aclTensor *, 8> &tensors, const TaskParam &param, std::vector<uint64_t> *words)
{
    size_t start = words->size();
    words->push_back(0);
    for (uint32_t i = 0; i < param.count; i++) {
        const Shape &shape = tensors[param.first + i]->GetStorageShape();
        words->push_back(shape.GetDimNum() | static_cast<uint64_t>(i) << 32);
        for (size_t d = 0; d < shape.GetDimNum(); d++)
            words->push_back(static_cast<uint64_t>(shape[d]));
    }
    (*words)[start] = (words->size() - start) * sizeof(uint64_t);
    for (uint32_t i = 0; i < param.count; i++)
        words->push_back(reinterpret_cast<uintptr_t>(tensors[param.first + i]->GetData()));
}

aclnnStatus KernelTask::Launch(void *stream, char *workspace)
{
    static thread_local std::vector<void *> args;
    static thread_local std::vector<opf_runtime_blob> blobs;
    static thread_local std::vector<uint64_t> words;
    static thread_local std::vector<std::pair<size_t, size_t>> groups; // blob, first word
    args.clear();
    blobs.clear();
    words.clear();
    groups.clear();
    if (!tiled->data.empty())
        blobs.push_back({0, 0, tiled->data.data(), tiled->data.size()});
    for (const TaskParam &p : params) {
        auto index = static_cast<uint32_t>(args.size());
        const aclTensor *t = p.count > 0 ? tensors[p.first] : nullptr;
        args.push_back(nullptr);
        if (p.group) {
            groups.emplace_back(blobs.size(), words.size());
            Describe(tensors, p, &words);
            blobs.push_back({index, 0, nullptr, (words.size() - groups.back().second) * sizeof(uint64_t)});
        } else if (t != nullptr && t->GetStorage()->IsHost()) {
            blobs.push_back({index, 0, t->GetData(), t->GetStorage()->HostBytes()});
        } else if (t != nullptr) {
            args[index] = t->GetData();
        }
    }
    for (const auto &group : groups)
        blobs[group.first].bytes = words.data() + group.second;
    for (const aclTensor *shape : outShapes)
        args.push_back(shape->GetData());
    args.push_back(scratchBytes.empty() ? nullptr : workspace + scratchOffset[0]);
    if (!tiled->data.empty()) {
        blobs[0].arg_index = static_cast<uint32_t>(args.size());
        args.push_back(nullptr);
    }
    opf_runtime_launch launch{};
    launch.struct_size = sizeof(launch);
    launch.block_dim = tiled->blockDim;
    launch.kernel = tiled->kernel->handle;
    launch.tiling_key = tiled->tilingKey;
    launch.kernel_type = -1;
    launch.arg_num = static_cast<uint32_t>(args.size());
    launch.args = args.data();
    launch.blobs = blobs.data();
    launch.blob_num = static_cast<uint32_t>(blobs.size());
    launch.flags = tiled->data.empty() ? 0 : OPF_RUNTIME_HAS_TILING;
    launch.op_type = op;
    launch.output_bytes = outputBytes;
    uint32_t fixed = 0;
    for (size_t i = 0; i < outputsFrom && fixed < OPF_RUNTIME_FIXED; i++)
        if (IsFixed(tensors[i])) {
            launch.fixed[fixed].from = tensors[i]->GetData();
            launch.fixed[fixed++].bytes = ReachOf(tensors[i]);
        }
    if (!Fill(stream) || opf_runtime_launch_kernel(stream, &launch) != 0) {
        std::string why = opf_runtime_last_error();
        OP_LOGE(ACLNN_ERR_RUNTIME_ERROR, "launch of %s: %s", op, why);
        return ACLNN_ERR_RUNTIME_ERROR;
    }
    return ACLNN_SUCCESS;
}

/* Parameters at the end that the call leaves out still have their place in the kernel's signature. */
void PadParams(const std::vector<TaskParam> &from, uint32_t wanted, FVector<TaskParam, 8> *to)
{
    for (const TaskParam &p : from)
        to->push_back(p);
    for (size_t i = from.size(); i < wanted; i++)
        to->push_back({0, 0, false});
}

} // namespace

Invocation &ThreadInvocation()
{
    static thread_local Invocation call;
    return call;
}

aclnnStatus AddKernelTask(ExecutorPlan *plan, uint32_t opType, Invocation &call)
{
    OpRecord *record = RecordOf(opType);
    if (record == nullptr)
        return ACLNN_ERR_INNER_TILING_ERROR;
    aclnnStatus status = ACLNN_SUCCESS;
    const uint64_t begin = opf_phase_begin();
    std::shared_ptr<const Tiled> tiled = Prepare(record, call, &status);
    opf_phase_end(OPF_PHASE_TILING, begin);
    if (tiled == nullptr)
        return status;
    auto *task = new KernelTask();
    if (task == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER, "no memory for a task");
        return ACLNN_ERR_INNER;
    }
    task->op = record->name;
    task->inputNum = static_cast<uint32_t>(call.inputs.size());
    for (const aclTensor *t : call.tensors)
        task->tensors.push_back(t);
    task->outputsFrom = call.inputTensors;
    PadParams(call.inputs, tiled->kernel->facts->input_num, &task->params);
    PadParams(call.outputs, tiled->kernel->facts->output_num, &task->params);
    for (const aclTensor *shape : call.outShapes) {
        task->outShapes.push_back(shape);
        task->tensors.push_back(shape);
    }
    for (size_t i = call.inputTensors; i < call.tensors.size(); i++)
        task->outputBytes += ReachOf(call.tensors[i]);
    if (tiled->scratch > 0)
        task->scratchBytes.push_back(tiled->scratch);
    task->tiled = std::move(tiled);
    plan->AddTask(task);
    return ACLNN_SUCCESS;
}

aclnnStatus InferInto(uint32_t opType, Invocation &call)
{
    OpRecord *record = RecordOf(opType);
    if (record == nullptr)
        return ACLNN_ERR_INNER_INFERSHAPE_ERROR;
    size_t outputNum = call.tensors.size() - call.inputTensors;
    std::vector<opf_host_shape> shapes(outputNum ? outputNum : 1);
    HostScope host;
    if (opf_host_infer_shape(record->host, &call.node, shapes.data()) != 0) {
        ReportText(ACLNN_ERR_INNER_INFERSHAPE_ERROR, HostText().c_str());
        return ACLNN_ERR_INNER_INFERSHAPE_ERROR;
    }
    for (size_t i = 0; i < outputNum; i++) {
        auto *out = const_cast<aclTensor *>(call.tensors[call.inputTensors + i]);
        Shape shape;
        for (uint32_t d = 0; d < shapes[i].dim_num && d < MAX_DIM_NUM; d++)
            shape.AppendDim(shapes[i].dims[d]);
        out->SetStorageShape(shape);
        out->SetOriginalShape(shape);
        out->SetViewShape(shape);
    }
    return ACLNN_SUCCESS;
}

aclnnStatus CreatAicpuKernelLauncher(uint32_t opType, AicpuTaskSpace &, aclOpExecutor *executor, const FVector<std::string> &,
                                     const OpArgContext &)
{
    OP_LOGE(ACLNN_ERR_INNER, "operator %s would run on the AI CPU for these arguments, which opforge does not emulate",
            OpTypeName(opType));
    return executor != nullptr ? executor->Plan()->Fail(OpTypeName(opType), ACLNN_ERR_INNER) : ACLNN_ERR_INNER;
}

} // namespace internal
} // namespace op

static bool ExecutorGiven(const char *l0Name, const aclOpExecutor *executor)
{
    if (executor != nullptr)
        return true;
    OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s is launched without an executor", l0Name);
    return false;
}

aclnnStatus CreatAiCoreKernelLauncher(const char *l0Name, uint32_t opType, aclOpExecutor *executor,
                                      const op::OpArgContext &args)
{
    op::internal::Invocation &call = op::internal::ThreadInvocation();
    if (!ExecutorGiven(l0Name, executor))
        return ACLNN_ERR_INNER_NULLPTR;
    aclnnStatus status = ACLNN_ERR_INNER;
    if (call.Fill(op::internal::OpTypeName(opType), args))
        status = op::internal::AddKernelTask(executor->Plan(), opType, call);
    return status == ACLNN_SUCCESS ? status : executor->Plan()->Fail(op::internal::OpTypeName(opType), status);
}

aclnnStatus CreatDSAKernelLauncher(const char *l0Name, uint32_t opType, DSA_TASK_TYPE, aclOpExecutor *executor,
                                   const op::OpArgContext &)
{
    OP_LOGE(ACLNN_ERR_INNER, "%s is a task of the random number unit (DSA), which opforge does not emulate", l0Name);
    return executor != nullptr ? executor->Plan()->Fail(op::internal::OpTypeName(opType), ACLNN_ERR_INNER)
                               : ACLNN_ERR_INNER;
}

aclnnStatus InferShape(uint32_t opType, const op::OpArgContext &args)
{
    op::internal::Invocation &call = op::internal::ThreadInvocation();
    if (!call.Fill(op::internal::OpTypeName(opType), args))
        return ACLNN_ERR_INNER;
    return op::internal::InferInto(opType, call);
}

/* What generated aclnn functions call (opforge/aclnn_gen.h): checks by the operator's description, the choice of a
 * supported combination, contiguity, one kernel task, results copied back to strided outputs. */
#include "aclnn_kernels/contiguous.h"
#include "kernel_task.h"
#include "opdev/tensor_view_utils.h"
#include "opforge/aclnn_gen.h"
#include "opforge/runtime_api.h"
#include "report.h"

#include <cstring>

using op::DataType;
using op::internal::Invocation;

namespace {

class GeneratedCall {
public:
    GeneratedCall(const opf_aclnn_op *op, const opf_aclnn_call *call, aclOpExecutor *executor)
        : op_(op), call_(call), executor_(executor)
    {}
    aclnnStatus Prepare();

private:
    /* Parameters in table order: inputs, then outputs. */
    const opf_aclnn_param &Param(size_t i) const
    {
        return i < op_->input_num ? op_->inputs[i] : op_->outputs[i - op_->input_num];
    }
    const void *Given(size_t i) const
    {
        if (Param(i).since > call_->api_version)
            return nullptr;
        return i < op_->input_num ? call_->inputs[i] : call_->outputs[i - op_->input_num];
    }
    uint8_t Kind(size_t i) const
    {
        return i < op_->input_num ? call_->input_kinds[i] : call_->output_kinds[i - op_->input_num];
    }
    size_t ParamNum() const { return size_t{op_->input_num} + op_->output_num; }
    const aclTensor *FirstTensor(size_t i) const;
    bool CellMatches(size_t param, const opf_aclnn_cell &cell, bool dtypeOnly) const;

    aclnnStatus CheckGiven() const;
    aclnnStatus ChooseColumn();
    aclnnStatus NoColumn() const;
    aclnnStatus AddInputs(Invocation &to);
    aclnnStatus AddOutputs(Invocation &to);
    aclnnStatus AddAttrs(Invocation &to) const;
    const aclTensor *MakeContiguous(size_t input, const aclTensor *tensor);
    const aclTensor *HostInput(size_t input, DataType wanted);
    aclnnStatus AddTensor(const aclTensor *tensor, std::vector<op::internal::TaskParam> &to, Invocation &call);
    bool AllOutputsEmpty() const;

    const opf_aclnn_op *op_;
    const opf_aclnn_call *call_;
    aclOpExecutor *executor_;
    const opf_aclnn_soc *soc_ = nullptr;
    const opf_aclnn_cell *column_ = nullptr;
    struct CopyBack {
        const aclTensor *made, *out;
    };
    std::vector<CopyBack> copies_;
    std::vector<const aclTensor *> used_; // per input tensor or list element, what the kernel gets
    std::vector<size_t> usedFrom_;        // per input
};

DataType TypeOfArray(uint8_t kind)
{
    return kind == OPF_ACLNN_FLOAT_ARRAY  ? DataType::DT_FLOAT
           : kind == OPF_ACLNN_BOOL_ARRAY ? DataType::DT_BOOL
                                          : DataType::DT_INT64;
}

const aclTensor *GeneratedCall::FirstTensor(size_t i) const
{
    const void *given = Given(i);
    if (given == nullptr)
        return nullptr;
    if (Kind(i) == OPF_ACLNN_TENSOR)
        return static_cast<const aclTensor *>(given);
    if (Kind(i) != OPF_ACLNN_TENSOR_LIST)
        return nullptr;
    const auto *list = static_cast<const aclTensorList *>(given);
    return list->Size() > 0 ? (*list)[0] : nullptr;
}

aclnnStatus GeneratedCall::CheckGiven() const
{
    for (size_t i = 0; i < ParamNum(); i++) {
        const opf_aclnn_param &p = Param(i);
        if (p.since <= call_->api_version && p.presence != OPF_ACLNN_OPTIONAL && Given(i) == nullptr) {
            OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "argument `%s` is null", p.api_name);
            return ACLNN_ERR_PARAM_NULLPTR;
        }
    }
    for (uint16_t i = 0; i < op_->attr_num; i++) {
        const opf_aclnn_attr &a = op_->attrs[i];
        bool pointer = a.kind >= OPF_ACLNN_ATTR_STRING;
        if (a.required && pointer && a.since <= call_->api_version && call_->attrs[i].array == nullptr) {
            OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "attribute `%s` is null", a.api_name);
            return ACLNN_ERR_PARAM_NULLPTR;
        }
    }
    return ACLNN_SUCCESS;
}

bool GeneratedCall::CellMatches(size_t i, const opf_aclnn_cell &cell, bool dtypeOnly) const
{
    const aclTensor *t = FirstTensor(i);
    if (t == nullptr)
        return true; // absent, or made by us in the type of the column
    if (t->GetDataType() != static_cast<DataType>(cell.dtype))
        return false;
    int32_t format = t->GetStorageFormat() & 0xFF;
    return dtypeOnly || format == cell.format || (!op_->strict_format && cell.format == ge::FORMAT_ND);
}

/* Where no column fits: the first parameter that none of the columns fitting all before it accepts. */
aclnnStatus GeneratedCall::NoColumn() const
{
    size_t worst = 0;
    for (uint32_t c = 0; c < soc_->column_num; c++) {
        size_t good = 0;
        while (good < ParamNum() && CellMatches(good, soc_->cells[c * ParamNum() + good], false))
            good++;
        worst = std::max(worst, good);
    }
    std::string can;
    bool formatOnly = false;
    for (uint32_t c = 0; c < soc_->column_num; c++) {
        size_t good = 0;
        while (good < worst && CellMatches(good, soc_->cells[c * ParamNum() + good], false))
            good++;
        const opf_aclnn_cell &cell = soc_->cells[c * ParamNum() + worst];
        std::string text = std::string(op::ToString(static_cast<DataType>(cell.dtype)).GetString()) + " " +
                           op::ToString(static_cast<op::Format>(cell.format)).GetString();
        if (good == worst && can.find(text) == std::string::npos)
            can += (can.empty() ? "" : ", ") + text;
        formatOnly |= good == worst && CellMatches(worst, cell, true);
    }
    const aclTensor *t = FirstTensor(worst);
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s of `%s` is not supported: it is %s %s; on %s, with the arguments before it, it can be %s",
            formatOnly ? "the format" : "the data type", Param(worst).api_name, op::ToString(t->GetDataType()),
            op::ToString(t->GetStorageFormat()), soc_->soc, can);
    return ACLNN_ERR_PARAM_INVALID;
}

aclnnStatus GeneratedCall::ChooseColumn()
{
    const char *soc = opf_runtime_soc_short_name();
    std::string others;
    for (uint16_t i = 0; i < op_->soc_num && soc != nullptr; i++) {
        if (std::strcmp(op_->socs[i].soc, soc) == 0)
            soc_ = &op_->socs[i];
        others += (i ? ", " : "") + std::string(op_->socs[i].soc);
    }
    if (soc_ == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
                "operator %s is not defined for %s; it is for %s. Add AddConfig(\"%s\") to its definition.", op_->op_type,
                soc ? soc : "this chip", others, soc ? soc : "");
        return ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    }
    for (uint32_t c = 0; c < soc_->column_num && column_ == nullptr; c++) {
        const opf_aclnn_cell *cells = soc_->cells + c * ParamNum();
        size_t good = 0;
        while (good < ParamNum() && CellMatches(good, cells[good], false))
            good++;
        if (good == ParamNum())
            column_ = cells;
    }
    return column_ != nullptr || ParamNum() == 0 ? ACLNN_SUCCESS : NoColumn();
}

/* Scalars and arrays become host tensors. */
const aclTensor *GeneratedCall::HostInput(size_t i, DataType wanted)
{
    const void *given = Given(i);
    switch (Kind(i)) {
        case OPF_ACLNN_SCALAR:
            return executor_->ConvertToTensor(static_cast<const aclScalar *>(given), wanted);
        case OPF_ACLNN_SCALAR_LIST: {
            const auto *list = static_cast<const aclScalarList *>(given);
            aclTensor *t = executor_->AllocHostTensor(op::Shape{static_cast<int64_t>(list->Size())}, wanted);
            auto *to = t ? static_cast<char *>(const_cast<void *>(t->GetStorage()->HostMemory())) : nullptr;
            for (uint64_t k = 0; to != nullptr && k < list->Size(); k++)
                if ((*list)[k] == nullptr ||
                    !op::internal::ConvertElement((*list)[k]->GetData(), (*list)[k]->GetDataType(),
                                                  to + k * op::TypeSize(wanted), wanted))
                    return nullptr;
            return t;
        }
        case OPF_ACLNN_INT_ARRAY:
            return executor_->ConvertToTensor(static_cast<const aclIntArray *>(given), wanted);
        case OPF_ACLNN_FLOAT_ARRAY:
            return executor_->ConvertToTensor(static_cast<const aclFloatArray *>(given), wanted);
        case OPF_ACLNN_BOOL_ARRAY:
            return executor_->ConvertToTensor(static_cast<const aclBoolArray *>(given), wanted);
        default:
            return nullptr;
    }
}

const aclTensor *GeneratedCall::MakeContiguous(size_t i, const aclTensor *tensor)
{
    uint8_t rule = soc_ && soc_->contiguity ? soc_->contiguity[i] : uint8_t{OPF_ACLNN_CONTIGUOUS_AUTO};
    if (rule == OPF_ACLNN_CONTIGUOUS_IGNORE)
        return tensor;
    if (rule == OPF_ACLNN_CONTIGUOUS_UNSAID && !op::IsContiguous(tensor)) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID,
                "`%s` is not contiguous (%s), and the operator's definition does not say AutoContiguous for it",
                Param(i).api_name, tensor->ToString());
        return nullptr;
    }
    return l0op::Contiguous(tensor, executor_);
}

aclnnStatus GeneratedCall::AddInputs(Invocation &to)
{
    for (size_t i = 0; i < op_->input_num; i++) {
        op::internal::TaskParam param{static_cast<uint32_t>(to.tensors.size()), 0,
                                      op_->inputs[i].presence == OPF_ACLNN_DYNAMIC};
        const void *given = Given(i);
        usedFrom_.push_back(used_.size());
        if (given != nullptr && (Kind(i) == OPF_ACLNN_TENSOR || Kind(i) == OPF_ACLNN_TENSOR_LIST)) {
            bool list = Kind(i) == OPF_ACLNN_TENSOR_LIST;
            size_t count = list ? static_cast<const aclTensorList *>(given)->Size() : 1;
            for (size_t k = 0; k < count; k++) {
                const aclTensor *t = list ? (*static_cast<const aclTensorList *>(given))[k]
                                          : static_cast<const aclTensor *>(given);
                if (t == nullptr) {
                    OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "tensor %zu of `%s` is null", k, Param(i).api_name);
                    return ACLNN_ERR_PARAM_NULLPTR;
                }
                const aclTensor *plain = MakeContiguous(i, t);
                if (plain == nullptr)
                    return ACLNN_ERR_PARAM_INVALID;
                used_.push_back(plain);
                to.tensors.push_back(plain);
            }
            param.count = static_cast<uint32_t>(count);
        } else if (given != nullptr) {
            DataType wanted = column_ ? static_cast<DataType>(column_[i].dtype) : TypeOfArray(Kind(i));
            const opf_aclnn_param &p = op_->inputs[i];
            if (Kind(i) == OPF_ACLNN_SCALAR && p.scalar_dtype != DataType::DT_UNDEFINED)
                wanted = static_cast<DataType>(p.scalar_dtype);
            else if (p.scalar_source >= 0 && FirstTensor(static_cast<size_t>(p.scalar_source)) != nullptr)
                wanted = FirstTensor(static_cast<size_t>(p.scalar_source))->GetDataType();
            const aclTensor *host = HostInput(i, wanted);
            if (host == nullptr) {
                OP_LOGE(ACLNN_ERR_PARAM_INVALID, "`%s` cannot become a tensor of %s", p.api_name, op::ToString(wanted));
                return ACLNN_ERR_PARAM_INVALID;
            }
            used_.push_back(host);
            to.tensors.push_back(host);
            param.count = 1;
        }
        to.inputs.push_back(param);
    }
    to.inputTensors = static_cast<uint32_t>(to.tensors.size());
    return ACLNN_SUCCESS;
}

aclnnStatus GeneratedCall::AddOutputs(Invocation &to)
{
    for (size_t o = 0; o < op_->output_num; o++) {
        size_t i = op_->input_num + o;
        const opf_aclnn_param &p = op_->outputs[o];
        op::internal::TaskParam param{static_cast<uint32_t>(to.tensors.size()), 0, p.presence == OPF_ACLNN_DYNAMIC};
        const void *given = Given(i);
        bool list = Kind(i) == OPF_ACLNN_TENSOR_LIST;
        size_t count = given == nullptr ? 0 : list ? static_cast<const aclTensorList *>(given)->Size() : 1;
        for (size_t k = 0; k < count; k++) {
            const aclTensor *out =
                list ? (*static_cast<const aclTensorList *>(given))[k] : static_cast<const aclTensor *>(given);
            if (out == nullptr) {
                OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "tensor %zu of `%s` is null", k, p.api_name);
                return ACLNN_ERR_PARAM_NULLPTR;
            }
            const aclTensor *made = out;
            if (p.ref >= 0) { // the same memory as the input, which may be a copy by now
                made = used_[usedFrom_[static_cast<size_t>(p.ref)] + k];
            } else if (!op::IsContiguous(out)) {
                made = executor_->AllocTensor(out->GetViewShape(), out->GetDataType(), out->GetStorageFormat());
            } else {
                made = l0op::Contiguous(out, executor_);
            }
            if (made == nullptr)
                return ACLNN_ERR_INNER;
            if (made->GetStorage() != out->GetStorage())
                copies_.push_back({made, out});
            to.tensors.push_back(made);
        }
        param.count = static_cast<uint32_t>(count);
        to.outputs.push_back(param);
    }
    return ACLNN_SUCCESS;
}

template <typename Array, typename T>
static opf_host_attr ListOf(opf_host_attr_kind kind, const void *given, const opf_aclnn_attr &a)
{
    opf_host_attr attr{};
    const auto *array = static_cast<const Array *>(given);
    attr.kind = kind;
    attr.v.list.items = array ? static_cast<const void *>(array->GetData()) : a.default_items;
    attr.v.list.count = array ? array->Size() : a.default_num;
    return attr;
}

aclnnStatus GeneratedCall::AddAttrs(Invocation &to) const
{
    for (uint16_t i = 0; i < op_->attr_num; i++) {
        const opf_aclnn_attr &a = op_->attrs[i];
        bool known = a.since <= call_->api_version;
        const opf_aclnn_attr_value value = known ? call_->attrs[i] : opf_aclnn_attr_value{};
        const void *one = !known && a.default_num > 0 ? a.default_items : nullptr;
        opf_host_attr attr{};
        const char *text = "";
        switch (a.kind) {
            case OPF_ACLNN_ATTR_BOOL:
                attr.kind = OPF_ATTR_BOOL;
                attr.v.b = one ? *static_cast<const bool *>(one) : value.b;
                text = attr.v.b ? "1" : "0";
                break;
            case OPF_ACLNN_ATTR_FLOAT:
                attr.kind = OPF_ATTR_FLOAT;
                attr.v.f = one ? *static_cast<const float *>(one) : static_cast<float>(value.f);
                break;
            case OPF_ACLNN_ATTR_INT:
                attr.kind = OPF_ATTR_INT;
                attr.v.i = one ? *static_cast<const int64_t *>(one) : value.i;
                break;
            case OPF_ACLNN_ATTR_STRING:
                attr.kind = OPF_ATTR_STRING;
                attr.v.s = value.s                                 ? value.s
                           : a.default_num > 0 && a.default_items ? static_cast<const char *>(a.default_items)
                                                                   : "";
                text = attr.v.s;
                break;
            case OPF_ACLNN_ATTR_LIST_BOOL:
                attr = ListOf<aclBoolArray, bool>(OPF_ATTR_LIST_BOOL, value.array, a);
                break;
            case OPF_ACLNN_ATTR_LIST_FLOAT:
                attr = ListOf<aclFloatArray, float>(OPF_ATTR_LIST_FLOAT, value.array, a);
                break;
            case OPF_ACLNN_ATTR_LIST_INT:
                attr = ListOf<aclIntArray, int64_t>(OPF_ATTR_LIST_INT, value.array, a);
                break;
            default:
                OP_LOGE(ACLNN_ERR_INNER, "attribute `%s` is of kind %d, which this library does not know", a.api_name,
                        static_cast<int>(a.kind));
                return ACLNN_ERR_INNER;
        }
        to.attrs.push_back(attr);
        to.attrTexts.push_back(text);
    }
    return ACLNN_SUCCESS;
}

bool GeneratedCall::AllOutputsEmpty() const
{
    for (size_t i = op_->input_num; i < ParamNum(); i++) {
        const void *given = Given(i);
        if (given == nullptr)
            continue;
        if (Kind(i) == OPF_ACLNN_TENSOR && !static_cast<const aclTensor *>(given)->IsEmpty())
            return false;
        const auto *list = static_cast<const aclTensorList *>(given);
        for (uint64_t k = 0; Kind(i) == OPF_ACLNN_TENSOR_LIST && k < list->Size(); k++)
            if ((*list)[k] != nullptr && !(*list)[k]->IsEmpty())
                return false;
    }
    return op_->output_num > 0;
}

aclnnStatus GeneratedCall::Prepare()
{
    aclnnStatus status = CheckGiven();
    if (status == ACLNN_SUCCESS)
        status = ChooseColumn();
    if (status != ACLNN_SUCCESS)
        return status;
    if (!op_->launch_when_empty && AllOutputsEmpty())
        return ACLNN_SUCCESS;
    Invocation &invocation = op::internal::ThreadInvocation();
    invocation.Clear(op_->op_type);
    status = AddInputs(invocation);
    if (status == ACLNN_SUCCESS)
        status = AddOutputs(invocation);
    if (status == ACLNN_SUCCESS)
        status = AddAttrs(invocation);
    if (status != ACLNN_SUCCESS)
        return status;
    invocation.FillNode();
    status = op::internal::AddKernelTask(executor_->Plan(), op::GenOpTypeId(op_->op_type), invocation);
    for (const CopyBack &copy : copies_)
        if (status == ACLNN_SUCCESS && l0op::ViewCopy(copy.made, copy.out, executor_) == nullptr)
            status = ACLNN_ERR_INNER;
    return status;
}

} // namespace

extern "C" {

int32_t opf_aclnn_prepare(const struct opf_aclnn_op *op, const struct opf_aclnn_call *call, uint64_t *workspace_size,
                          aclOpExecutor **executor)
{
    op::internal::ApiScope scope(call->api);
    if (op::internal::PhaseOneArgumentsMissing(call->api, workspace_size, executor))
        return ACLNN_ERR_PARAM_NULLPTR;
    if (op->version != OPF_ACLNN_GEN_VERSION) {
        OP_LOGE(ACLNN_ERR_INNER,
                "the function was generated for interface version %u, this library has %u; build the operators again",
                op->version, OPF_ACLNN_GEN_VERSION);
        return ACLNN_ERR_INNER;
    }
    UniqueExecutor unique(call->api);
    if (unique.get() == nullptr)
        return ACLNN_ERR_INNER_CREATE_EXECUTOR;
    aclnnStatus status = GeneratedCall(op, call, unique.get()).Prepare();
    if (status != ACLNN_SUCCESS)
        return status;
    *workspace_size = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

int32_t opf_aclnn_run(aclOpExecutor *executor, void *workspace, uint64_t workspace_size, void *stream)
{
    op::internal::ApiScope scope("aclnn phase two");
    return CommonOpExecutorRun(workspace, workspace_size, executor, static_cast<aclrtStream>(stream));
}
}

// The counted CPU fallback.
#include "fallback.h"
#include "alias.h"
#include "compat.h"
#include "generator.h"
#include "runtime.h"
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <opforge/phase_api.h>
#include <torch/library.h>

namespace opf_torch {
namespace {

struct Fallen {
    uint64_t times = 0;
    std::string reason;
};
std::mutex &lock = *new std::mutex;
auto &fallen = *new std::map<std::string, Fallen>;
thread_local std::string refusal;

bool &allowed_flag()
{
    static bool allowed = [] {
        const char *text = std::getenv("OPF_TORCH_NO_FALLBACK");
        return text == nullptr || *text == '\0' || std::strcmp(text, "0") == 0;
    }();
    return allowed;
}

std::string shown_name(const c10::OperatorHandle &op)
{
    const c10::OperatorName &name = op.operator_name();
    return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}

void count_fallback(const std::string &name, const std::string &reason)
{
    std::lock_guard<std::mutex> hold(lock);
    Fallen &entry = fallen[name];
    ++entry.times;
    if (!reason.empty())
        entry.reason = reason;
}

// Turns the arguments into what the CPU takes. Tensors of the CPU that are not scalars do not mix with NPU tensors,
// except as indices, which PyTorch allows.
struct Conversion {
    Aliases aliases;
    bool has_npu = false;
    bool has_generator = false;
    const at::Tensor *stranger = nullptr;

    at::Tensor tensor(const at::Tensor &value)
    {
        if (is_npu(value))
            has_npu = true;
        return aliases.get(value);
    }
    void argument(c10::IValue &value, const c10::TypePtr &type)
    {
        if (value.isTensor()) {
            const at::Tensor &given = value.toTensor();
            if (given.defined() && given.device().is_cpu() && given.dim() > 0)
                stranger_ = given, stranger = &stranger_;
            value = tensor(given);
        } else if (value.isTensorList()) {
            c10::List<at::Tensor> list;
            for (const at::Tensor &item : value.toTensorVector())
                list.push_back(tensor(item));
            value = std::move(list);
        } else if (value.isList() && is_optional_tensor_list(type)) {
            c10::List<Optional<at::Tensor>> list;
            const c10::List<c10::IValue> items = value.toList();
            for (size_t i = 0; i < items.size(); ++i) {
                const c10::IValue item = items.get(i);
                list.push_back(item.isTensor() ? Optional<at::Tensor>(tensor(item.toTensor()))
                                               : Optional<at::Tensor>());
            }
            value = std::move(list);
        } else if (value.isDevice()) {
            if (value.toDevice().type() == NPU)
                value = c10::Device(c10::DeviceType::CPU);
        } else if (value.isGenerator()) {
            value = cpu_generator_of(value.toGenerator());
        }
    }

private:
    at::Tensor stranger_;

    static bool is_optional_tensor_list(const c10::TypePtr &type)
    {
        const auto list = type->cast<c10::ListType>();
        return list && list->getElementType()->kind() == c10::TypeKind::OptionalType;
    }
};

bool is_generator_argument(const c10::Argument &argument)
{
    const auto optional = argument.type()->cast<c10::OptionalType>();
    const c10::TypePtr type = optional ? optional->getElementType() : argument.type();
    return type->kind() == c10::TypeKind::GeneratorType;
}

// Gives the reason why aclnn did not take the call, if one did refuse.
std::string take_admission(const std::string &name)
{
    const std::string reason = std::exchange(refusal, std::string());
    TORCH_CHECK_NOT_IMPLEMENTED(allowed_flag(), "operator ", name, " cannot run on the NPU: ",
                                reason.empty() ? "no aclnn function for it is wired or loaded" : reason,
                                ". Running it on the CPU is switched off (OPF_TORCH_NO_FALLBACK)");
    count_fallback(name, reason);
    return reason;
}

void check_no_view(const c10::FunctionSchema &schema, const std::string &name)
{
    for (const c10::Argument &result : schema.returns()) {
        const c10::AliasInfo *alias = result.alias_info();
        TORCH_CHECK_NOT_IMPLEMENTED(!alias || alias->isWrite(), "operator ", name,
                                    " makes a view and has no implementation for the NPU; views cannot be made on "
                                    "the CPU");
    }
}

c10::IValue result_of(const c10::IValue &value, const Aliases &aliases)
{
    const auto convert = [&](const at::Tensor &tensor) {
        if (!tensor.defined())
            return tensor;
        const at::Tensor original = aliases.original(tensor);
        return original.defined() ? original : to_npu(tensor);
    };
    if (value.isTensor())
        return convert(value.toTensor());
    if (value.isTensorList()) {
        c10::List<at::Tensor> list;
        for (const at::Tensor &item : value.toTensorVector())
            list.push_back(convert(item));
        return list;
    }
    return value;
}

void call_cpu(const c10::OperatorHandle &op, const std::string &reason, torch::jit::Stack *stack)
{
    at::AutoDispatchBelowADInplaceOrView guard;
    if (reason.empty()) {
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
        return;
    }
    try {
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
    } catch (const c10::Error &error) {
        TORCH_CHECK(false, reason, "\nThe CPU, tried instead: ", error.what_without_backtrace());
    }
}

} // namespace

bool fallback_allowed() { return allowed_flag(); }
void set_fallback_allowed(bool allowed) { allowed_flag() = allowed; }
void note_refusal(std::string sentence) { refusal = std::move(sentence); }
void admit_fallback(const std::string &name) { take_admission(name); }

void run_on_cpu(const c10::OperatorHandle &op, const char *counted_as, torch::jit::Stack *stack)
{
    const c10::FunctionSchema &schema = op.schema();
    const std::string name = counted_as ? std::string(counted_as) : shown_name(op);
    check_no_view(schema, name);
    const std::string reason = take_admission(name);
    wait_for_device();

    Conversion conversion;
    const auto &arguments = schema.arguments();
    const size_t first = stack->size() - arguments.size();
    for (size_t i = 0; i < arguments.size(); ++i) {
        c10::IValue &value = (*stack)[first + i];
        if (value.isNone() && is_generator_argument(arguments[i]))
            value = cpu_generator_of(default_generator());
        else
            conversion.argument(value, arguments[i].type());
    }
    TORCH_CHECK(!conversion.has_npu || conversion.stranger == nullptr, "operator ", name,
                ": expected all tensors to be on the same device, but found at least two devices, npu:0 and cpu");
    const uint64_t begin = opf_phase_begin();
    call_cpu(op, reason, stack);
    opf_phase_end(OPF_PHASE_HOST, begin);
    conversion.aliases.finish();
    const size_t results = schema.returns().size();
    for (size_t i = stack->size() - results; i < stack->size(); ++i)
        (*stack)[i] = result_of((*stack)[i], conversion.aliases);
}

void fallback(const c10::OperatorHandle &op, torch::jit::Stack *stack) { run_on_cpu(op, nullptr, stack); }

std::string fallback_report()
{
    std::lock_guard<std::mutex> hold(lock);
    std::string text;
    for (const auto &entry : fallen) {
        std::string reason = entry.second.reason;
        for (char &c : reason)
            c = c == '\n' || c == '\t' ? ' ' : c;
        text += entry.first + "\t" + std::to_string(entry.second.times) + "\t" + reason + "\n";
    }
    return text;
}

void reset_fallback_report()
{
    std::lock_guard<std::mutex> hold(lock);
    fallen.clear();
}

} // namespace opf_torch

TORCH_LIBRARY_IMPL(_, PrivateUse1, m)
{
    m.fallback(torch::CppFunction::makeFromBoxedFunction<&opf_torch::fallback>());
}

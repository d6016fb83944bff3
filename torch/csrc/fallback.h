// Operators without an aclnn function run on the CPU, on aliases of their NPU tensors; each is counted.
#ifndef OPF_TORCH_FALLBACK_H
#define OPF_TORCH_FALLBACK_H

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <string>

namespace opf_torch
{

// The boxed kernel behind everything that is not registered. `op` also decides the name under which it is
// counted.
void fallback(const c10::OperatorHandle &op, torch::jit::Stack *stack);
// Runs `op` on the CPU with the arguments on the stack, counted under its own name or `counted_as`.
void run_on_cpu(const c10::OperatorHandle &op, const char *counted_as, torch::jit::Stack *stack);

// The first half of run_on_cpu for code that does the work itself: counts, or throws when the fallback is
// switched off.
void admit_fallback(const std::string &name);

// Whether operators may run on the CPU: OPF_TORCH_NO_FALLBACK=1 says no, set_fallback_allowed overrides it.
bool fallback_allowed();
void set_fallback_allowed(bool allowed);

// Why the aclnn function that was tried last in this thread did not take the arguments; part of the error
// when the CPU cannot run the operator either, and of the list of fallbacks.
void note_refusal(std::string sentence);

// One line an operator: name, tab, times, tab, last reason.
std::string fallback_report();
void reset_fallback_report();

// Typed front of run_on_cpu for wrappers: the call site names the operator and passes its arguments in order.
template <typename... Arguments>
torch::jit::Stack fall_back(const c10::OperatorHandle &op, const Arguments &...args)
{
    torch::jit::Stack stack;
    stack.reserve(sizeof...(args));
    torch::jit::push(stack, args...);
    fallback(op, &stack);
    return stack;
}

} // namespace opf_torch

#endif

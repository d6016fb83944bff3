// Which SIMT functions wait. An object with a barrier, vote or shuffle anywhere is asked at run time before each launch
// of a SIMT function whether its threads must be lanes that can wait for each other (sdk/device/opf/simt/simt_launch.h).
// One object often holds the kernels of many tiling keys, of which one waits. Before anything is inlined, this pass
// answers for those launches that reach no waiting call: their threads run as a plain loop.
#include "simt_pass.hpp"
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

constexpr const char *RECORD = "opf_simt_wait";

// A record of waiting code, a call that waits, or one that nobody knows.
bool mayWait(const CallBase &call)
{
    if (const auto *text = dyn_cast<InlineAsm>(call.getCalledOperand())) {
        return StringRef(text->getAsmString()).contains(RECORD);
    }
    const Function *called = call.getCalledFunction();
    return called == nullptr || (called->isDeclaration() && called->getName().starts_with("opf_rt_simt_"));
}

bool reachesWait(const Function &from)
{
    SmallVector<const Function *, 16> work = {&from};
    SmallPtrSet<const Function *, 16> seen = {&from};
    while (!work.empty()) {
        const Function *function = work.pop_back_val();
        for (const Instruction &instruction : instructions(*function)) {
            const auto *call = dyn_cast<CallBase>(&instruction);
            if (call == nullptr) {
                continue;
            }
            if (mayWait(*call)) {
                return true;
            }
            if (const Function *called = call->getCalledFunction();
                called != nullptr && !called->isDeclaration() && seen.insert(called).second) {
                work.push_back(called);
            }
        }
    }
    return false;
}

bool isMarkFunction(const Function *function)
{
    return function != nullptr && !function->isDeclaration() &&
           any_of(instructions(*function), [](const Instruction &instruction) { return simt::isMark(instruction); });
}

// Where a launch runs threads in a loop, the SDK says which thread it is and then calls the SIMT function.
bool launchWaits(const Function &launcher)
{
    bool found = false;
    for (const BasicBlock &block : launcher) {
        bool runs = false;
        for (const Instruction &instruction : block) {
            const auto *call = dyn_cast<CallBase>(&instruction);
            const Function *called = call != nullptr ? call->getCalledFunction() : nullptr;
            if (isMarkFunction(called)) {
                found = runs = true;
            } else if (runs && call != nullptr &&
                       (mayWait(*call) || (called != nullptr && !called->isDeclaration() && reachesWait(*called)))) {
                return true;
            }
        }
    }
    return !found;
}

} // namespace

void simt::answerWaits(Module &module)
{
    Function *question = module.getFunction("_ZN3opf4simt12object_waitsEv");
    if (question == nullptr) {
        return;
    }
    for (User *user : make_early_inc_range(question->users())) {
        auto *call = dyn_cast<CallInst>(user);
        if (call != nullptr && call->getCalledFunction() == question && !launchWaits(*call->getFunction())) {
            call->replaceAllUsesWith(ConstantInt::getFalse(call->getType()));
            call->eraseFromParent();
        }
    }
}

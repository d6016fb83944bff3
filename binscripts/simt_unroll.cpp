// SIMT functions copy shapes and strides into arrays of their own in loops of known length. LLVM leaves loops of that
// size as they are, so that each thread would do it again: arrays in memory are no values that all threads share. Here
// such loops are marked for LLVM's own unrolling, after which the arrays are plain values.
#include "simt_pass.hpp"
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

using namespace llvm;

namespace {

constexpr const char *SIMT_FUNCTION = "opf-simt";
constexpr unsigned MOST_ROUNDS = 64, MOST_INSTRUCTIONS = 2000, LARGE_FUNCTION = 300;

// Accesses an array of the function at a place that changes, and calls nothing.
bool fillsTable(const Loop &loop, unsigned &size)
{
    bool table = false;
    for (const BasicBlock *block : loop.blocks()) {
        for (const Instruction &instruction : *block) {
            if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) {
                return false;
            }
            size += instruction.isDebugOrPseudoInst() ? 0 : 1;
            const Value *pointer = getLoadStorePointerOperand(&instruction);
            table |=
                pointer != nullptr && !loop.isLoopInvariant(pointer) && isa<AllocaInst>(getUnderlyingObject(pointer));
        }
    }
    return table;
}

struct UnrollTables : PassInfoMixin<UnrollTables> {
    static bool isRequired() { return true; }

    PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results, LPMUpdater &)
    {
        const Function *function = loop.getHeader()->getParent();
        unsigned size = 0;
        if (function->hasFnAttribute(SIMT_FUNCTION) && loop.isInnermost() && fillsTable(loop, size)) {
            const unsigned rounds = results.SE.getSmallConstantTripCount(&loop);
            if (rounds > 0 && rounds <= MOST_ROUNDS && rounds * size <= MOST_INSTRUCTIONS) {
                addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
            }
        }
        return PreservedAnalyses::all();
    }
};

bool hasMark(const Function &function)
{
    return any_of(instructions(function), [](const Instruction &instruction) { return simt::isMark(instruction); });
}

// The functions with a body that this one calls, its own mark aside.
SmallVector<Function *, 4> calledBy(const Function &function)
{
    SmallVector<Function *, 4> found;
    for (const Instruction &instruction : instructions(function)) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        Function *called = call != nullptr ? call->getCalledFunction() : nullptr;
        if (called != nullptr && !called->isDeclaration() && !hasMark(*called)) {
            found.push_back(called);
        }
    }
    return found;
}

// A large SIMT function is called thread by thread when it is left to LLVM, since it costs more than it may; inside of
// the kernel all of them together would be too much for one function. So its launch becomes a function and has it inside.
void keepWithLaunch(Function &launch)
{
    bool isLarge = false;
    for (Function *body : calledBy(launch)) { // run_block's f()
        for (Function *function : calledBy(*body)) {
            if (function->getInstructionCount() >= LARGE_FUNCTION && !function->hasFnAttribute(Attribute::NoInline) &&
                !function->hasFnAttribute(Attribute::OptimizeNone)) {
                function->addFnAttr(Attribute::AlwaysInline);
                isLarge = true;
            }
        }
    }
    for (User *user : launch.users()) {
        auto *call = dyn_cast<CallBase>(user);
        if (isLarge && call != nullptr && call->getCalledFunction() == &launch) {
            call->getFunction()->removeFnAttr(Attribute::AlwaysInline);
            call->getFunction()->addFnAttr(Attribute::NoInline);
            call->getFunction()->addFnAttr(SIMT_FUNCTION);
        }
    }
}

} // namespace

namespace simt {

void markSimtFunctions(Module &module)
{
    SmallVector<Function *, 16> work;
    for (Function &function : module) {
        if (!function.isDeclaration() && hasMark(function)) {
            for (User *user : function.users()) { // the mark has a function of its own until it is inlined
                if (auto *call = dyn_cast<CallBase>(user)) {
                    work.push_back(call->getFunction());
                    keepWithLaunch(*call->getFunction());
                }
            }
        }
    }
    while (!work.empty()) {
        Function *function = work.pop_back_val();
        if (function->hasFnAttribute(SIMT_FUNCTION)) {
            continue;
        }
        function->addFnAttr(SIMT_FUNCTION);
        for (const Instruction &instruction : instructions(*function)) {
            const auto *call = dyn_cast<CallBase>(&instruction);
            Function *called = call != nullptr ? call->getCalledFunction() : nullptr;
            if (called != nullptr && !called->isDeclaration()) {
                work.push_back(called);
            }
        }
    }
}

void addUnrolling(PassBuilder &builder)
{
    builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager &passes, OptimizationLevel) { passes.addPass(UnrollTables()); });
}

} // namespace simt

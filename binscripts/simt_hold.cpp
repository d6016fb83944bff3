// Atomic operations of SIMT threads whose old values nobody wants. The SDK's opf::simt::change() holds the region of memory
// that it changes (opf_rt_hold) for one operation, which costs more than the operation. Neighbouring threads mostly stay
// in a region, so here
//     for each thread x: change(&y[x], v, NOBODY, later)
// becomes
//     for each thread x: {
//         if (&y[x] is not in what is held) held = opf_rt_hold_element(&y[x], v, later);
//         if (something is held) change(&y[x], v, ELEMENT, later); // otherwise the runtime has noted it
//     }
//     opf_rt_let_go();
// and where a run of threads changes neighbours (simt_runs), the whole run is held before it begins and added in vectors.
// Only in loops that cannot wait for other cores, which may want the same region: no calls, nothing volatile or atomic.
// Nothing is noted where a thread reads memory after its change in the same round.
#include "simt_pass.hpp"
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

using namespace llvm;
using namespace simt;

namespace {

// change(pointer, value, held, later)
constexpr const char *CHANGE = "_ZN3opf4simt6change";
constexpr unsigned POINTER = 0, VALUE = 1, HELD = 2, LATER = 3;
constexpr uint32_t ELEMENT = 1, RUN_OF_ELEMENTS = 2; // what is held: held_by of the SDK

uint64_t sizeOf(const CallInst &change)
{
    return change.getModule()->getDataLayout().getTypeStoreSize(change.getArgOperand(VALUE)->getType());
}

bool mayWait(const Instruction &instruction)
{
    if (isChange(instruction)) {
        return !instruction.use_empty();
    }
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
        return !isa<IntrinsicInst>(call) && !isHarmless(*call);
    }
    return instruction.isVolatile() || instruction.isAtomic();
}

bool mayWait(const Loop &loop)
{
    return any_of(loop.blocks(), [](const BasicBlock *block) {
        return !leadsNowhere(block) && any_of(*block, [](const Instruction &i) { return mayWait(i); });
    });
}

bool is(const Loop *loop, const char *what) { return loop != nullptr && findOptionMDForLoop(loop, what) != nullptr; }

// The rounds around the block, or the largest loop, that do not wait.
Loop *loopAround(const LoopInfo &loops, const BasicBlock *block)
{
    Loop *found = nullptr;
    for (Loop *loop = loops.getLoopFor(block); loop != nullptr && !mayWait(*loop); loop = loop->getParentLoop()) {
        found = loop;
        if (is(loop, ROUNDS)) {
            break;
        }
    }
    return found != nullptr && found->getLoopPreheader() != nullptr && found->hasDedicatedExits() ? found : nullptr;
}

// Might read or overwrite what was changed.
bool touchesMemory(const Instruction &instruction)
{
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) {
        return (instruction.mayReadFromMemory() || isa<MemIntrinsic>(instruction)) && !isChange(instruction) &&
               !isHarmless(instruction) && !instruction.isLifetimeStartOrEnd();
    }
    return !instruction.hasMetadata(LLVMContext::MD_invariant_load) && !isa<AllocaInst>(getUnderlyingObject(pointer)) &&
           coreOffset(pointer, instruction.getDataLayout()) < 0;
}

// Does a thread read or store to memory in its round after the change?
bool touchesAfter(const CallInst &change, const Loop &threads)
{
    for (const Instruction *next = change.getNextNode(); next != nullptr; next = next->getNextNode()) {
        if (touchesMemory(*next)) {
            return true;
        }
    }
    SmallVector<const BasicBlock *, 8> work(successors(change.getParent()));
    SmallPtrSet<const BasicBlock *, 8> seen = {threads.getHeader()};
    while (!work.empty()) {
        const BasicBlock *block = work.pop_back_val();
        if (!threads.contains(block) || !seen.insert(block).second) {
            continue;
        }
        if (any_of(*block, touchesMemory)) {
            return true;
        }
        append_range(work, successors(block));
    }
    return false;
}

// The loop is a run whose threads change neighbours: from what address on?
const SCEVAddRecExpr *neighbours(const CallInst &change, const Loop &loop, ScalarEvolution &evolution)
{
    const auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(change.getArgOperand(POINTER)));
    if (address == nullptr || !address->isAffine() || address->getLoop() != &loop ||
        isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) {
        return nullptr;
    }
    const auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
    return step != nullptr && step->getAPInt() == sizeOf(change) ? address : nullptr;
}

// The changes in one loop that does not wait.
class Holder {
public:
    Holder(Function &given, Loop &around, ArrayRef<CallInst *> all, const LoopInfo &info, ScalarEvolution &known)
        : function(given), loop(around), changes(all), loops(info), evolution(known), builder(given.getContext())
    {
    }

    void build()
    {
        Type *word = builder.getInt64Ty();
        builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
        low = builder.CreateAlloca(word, nullptr, "simt.low");
        size = builder.CreateAlloca(word, nullptr, "simt.size");
        used = builder.CreateAlloca(builder.getInt1Ty(), nullptr, "simt.used");
        builder.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
        builder.CreateStore(builder.getInt64(0), low);
        builder.CreateStore(builder.getInt64(0), size);
        builder.CreateStore(builder.getFalse(), used);
        SmallVector<Instruction *, 4> ends;
        findEnds(ends);
        const bool notes = mayNote();
        holdRuns();
        for (CallInst *change : changes) {
            if (!done.contains(change)) {
                holdElement(*change, notes);
            }
            change->setArgOperand(HELD, builder.getInt32(done.contains(change) ? RUN_OF_ELEMENTS : ELEMENT));
        }
        for (Instruction *end : ends) {
            letGo(end);
        }
        for (CallInst *change : changes) {
            InlineFunctionInfo info;
            [[maybe_unused]] const InlineResult result = InlineFunction(*change, info);
        }
        DominatorTree tree(function);
        PromoteMemToReg({low, size, used}, tree);
    }

private:
    FunctionCallee runtime(const char *name, Type *result, ArrayRef<Type *> arguments)
    {
        return function.getParent()->getOrInsertFunction(name, FunctionType::get(result, arguments, false));
    }

    // Where what is held is given back: after each round, so that others get it soon, and when the loop ends.
    void findEnds(SmallVectorImpl<Instruction *> &ends)
    {
        if (is(&loop, ROUNDS)) {
            ends.push_back(loop.getLoopLatch()->getTerminator());
        }
        SmallVector<BasicBlock *, 4> exits;
        loop.getUniqueExitBlocks(exits);
        for (BasicBlock *exit : exits) {
            if (!leadsNowhere(exit)) {
                ends.push_back(&*exit->getFirstInsertionPt());
            }
        }
    }

    void letGo(Instruction *before)
    {
        builder.SetInsertPoint(before);
        Value *holds = builder.CreateLoad(builder.getInt1Ty(), used);
        builder.SetInsertPoint(SplitBlockAndInsertIfThen(holds, before, false));
        builder.CreateCall(runtime("opf_rt_let_go", builder.getVoidTy(), {}));
        builder.CreateStore(builder.getInt64(0), size);
        builder.CreateStore(builder.getFalse(), used);
    }

    // Changes may be noted: they are all of one kind, each is the last that its thread does with memory in a round, and
    // after the round they are made.
    bool mayNote() const
    {
        return is(&loop, ROUNDS) && all_of(changes, [&](const CallInst *change) {
                   const Loop *threads = loops.getLoopFor(change->getParent());
                   return is(threads, THREADS) && change->getArgOperand(LATER) == changes[0]->getArgOperand(LATER) &&
                          !touchesAfter(*change, *threads);
               });
    }

    // Before `where`: is some of [from, from + bytes) outside of what is held? Elements do not lie across its borders.
    Value *isOutside(Instruction *where, Value *from, Value *bytes)
    {
        Type *word = builder.getInt64Ty();
        builder.SetInsertPoint(where);
        Value *begin = builder.CreateSub(builder.CreatePtrToInt(from, word), builder.CreateLoad(word, low));
        Value *limit = builder.CreateLoad(word, size);
        Value *outside = builder.CreateICmpUGE(begin, limit);
        if (bytes == nullptr) {
            return outside;
        }
        Value *last = builder.CreateAdd(begin, builder.CreateSub(bytes, builder.getInt64(1)));
        return builder.CreateOr(outside, builder.CreateICmpUGE(last, limit));
    }

    // Calls the runtime if `outside`, before `where`; the beginning of the block that does so.
    Instruction *ask(Value *outside, Instruction *where, const char *name, ArrayRef<Value *> arguments)
    {
        Type *word = builder.getInt64Ty();
        MDNode *seldom = MDBuilder(function.getContext()).createBranchWeights(1, 100);
        Instruction *end = SplitBlockAndInsertIfThen(outside, where, false, seldom);
        builder.SetInsertPoint(end);
        SmallVector<Type *, 3> types;
        for (const Value *argument : arguments) {
            types.push_back(argument->getType());
        }
        Value *held = builder.CreateCall(runtime(name, StructType::get(word, word), types), arguments);
        builder.CreateStore(builder.CreateExtractValue(held, 0), low);
        builder.CreateStore(builder.CreateExtractValue(held, 1), size);
        builder.CreateStore(builder.getTrue(), used);
        return end;
    }

    void holdElement(CallInst &change, bool notes)
    {
        Value *pointer = change.getArgOperand(POINTER), *value = change.getArgOperand(VALUE);
        Value *outside = isOutside(&change, pointer, nullptr);
        if (!notes) {
            ask(outside, &change, "opf_rt_hold", {pointer, builder.getInt64(sizeOf(change))});
            return;
        }
        Instruction *after = change.getNextNode();
        BasicBlock *rest = SplitBlock(change.getParent(), after);
        builder.SetInsertPoint(&change);
        Value *bits = builder.CreateBitCast(value, builder.getIntNTy(static_cast<unsigned>(8 * sizeOf(change))));
        bits = builder.CreateZExt(bits, builder.getInt64Ty());
        Instruction *end = ask(outside, &change, "opf_rt_hold_element", {pointer, bits, change.getArgOperand(LATER)});
        builder.SetInsertPoint(end);
        Value *noted = builder.CreateICmpEQ(builder.CreateLoad(builder.getInt64Ty(), size), builder.getInt64(0));
        builder.CreateCondBr(noted, rest, change.getParent());
        end->eraseFromParent();
    }

    // Runs with one change, whose addresses follow each other: all of them before the first.
    void holdRuns()
    {
        SCEVExpander expander(evolution, function.getDataLayout(), "simt");
        SmallVector<std::tuple<Instruction *, Value *, Value *>, 4> runs;
        for (CallInst *change : changes) {
            const Loop *inner = loops.getLoopFor(change->getParent());
            const bool isRun = is(inner, RUN) && inner != &loop;
            const bool alone = count_if(changes, [&](const CallInst *other) { return inner->contains(other); }) == 1;
            const SCEVAddRecExpr *address = isRun && alone ? neighbours(*change, *inner, evolution) : nullptr;
            BasicBlock *before = inner->getLoopPreheader();
            if (address == nullptr || before == nullptr || !expander.isSafeToExpandAt(address->getStart(), before->getTerminator())) {
                continue;
            }
            const SCEV *count = evolution.getBackedgeTakenCount(inner);
            if (!expander.isSafeToExpandAt(count, before->getTerminator())) {
                continue;
            }
            Value *from = expander.expandCodeFor(address->getStart(), builder.getPtrTy(), before->getTerminator());
            Value *times = expander.expandCodeFor(count, count->getType(), before->getTerminator());
            builder.SetInsertPoint(before->getTerminator());
            Value *number = builder.CreateAdd(builder.CreateZExtOrTrunc(times, builder.getInt64Ty()), builder.getInt64(1));
            runs.push_back({before->getTerminator(), from, builder.CreateMul(number, builder.getInt64(sizeOf(*change)))});
            done.insert(change);
        }
        for (auto [where, from, bytes] : runs) { // after all that needs the loops as they were
            ask(isOutside(where, from, bytes), where, "opf_rt_hold", {from, bytes});
        }
    }

    Function &function;
    Loop &loop;
    const ArrayRef<CallInst *> changes;
    const LoopInfo &loops;
    ScalarEvolution &evolution;
    IRBuilder<> builder;
    SmallPtrSet<const CallInst *, 8> done;
    AllocaInst *low = nullptr, *size = nullptr, *used = nullptr; // something is held or noted
};

} // namespace

namespace simt {

bool isChange(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *called = call != nullptr ? call->getCalledFunction() : nullptr;
    return called != nullptr && called->getName().starts_with(CHANGE);
}

// Calls touch what they are given, and that is of the type that the function reads there: what is known of the running
// core, say, stays known.
void knowChanges(Module &module)
{
    for (Function &function : module) {
        if (!function.getName().starts_with(CHANGE)) {
            continue;
        }
        function.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
        MDNode *type = nullptr;
        for (const Instruction &instruction : instructions(function)) {
            const auto *load = dyn_cast<LoadInst>(&instruction);
            if (load != nullptr && isa<LoadInst>(load->getPointerOperand()) && load->getType() == function.getArg(VALUE)->getType()) {
                type = load->getMetadata(LLVMContext::MD_tbaa);
            }
        }
        for (User *user : function.users()) {
            if (auto *call = dyn_cast<CallInst>(user); call != nullptr && isChange(*call)) {
                call->setMetadata(LLVMContext::MD_tbaa, type);
            }
        }
    }
}

bool holdTogether(Function &function, const std::function<void(LoopInfo *&, ScalarEvolution *&)> &analyse)
{
    bool changed = false;
    SmallPtrSet<const CallInst *, 8> seen;
    for (;;) { // loop by loop: each changes the function
        LoopInfo *loops = nullptr;
        ScalarEvolution *evolution = nullptr;
        analyse(loops, evolution);
        Loop *loop = nullptr;
        SmallVector<CallInst *, 8> changes;
        for (Instruction &instruction : instructions(function)) {
            if (!isChange(instruction) || !instruction.use_empty() || seen.contains(cast<CallInst>(&instruction))) {
                continue;
            }
            if (loop != nullptr && !loop->contains(&instruction)) {
                continue;
            }
            Loop *around = loopAround(*loops, instruction.getParent());
            if (around == nullptr) {
                seen.insert(cast<CallInst>(&instruction));
            } else if (loop == nullptr || loop == around) {
                loop = around;
                changes.push_back(cast<CallInst>(&instruction));
            }
        }
        if (loop == nullptr) {
            return changed;
        }
        Holder(function, *loop, changes, *loops, *evolution).build();
        changed = true;
    }
}

} // namespace simt

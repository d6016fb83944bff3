// A pass for the kernel compiler: the threads of a SIMT function in the order of memory.
//
// The SDK runs the threads of a block one after the other (sdk/device/opf/simt/simt_launch.h). Nearly all SIMT functions are
// one loop `for (i = threadIdx.x + ...; i < n; i += blockDim.x * ...)`, so that order walks through memory in steps of
// a whole block, again and again. This pass turns
//     for each thread x: for (i = start(x); i < n; i += step) body
// into
//     for k = 0, 1, ... while a thread goes on: for each thread x that has a k-th round: body(start(x) + k * step)
// Each thread's own rounds keep their order; what different threads do is unordered anyway, because loops of functions
// that wait for each other are not run this way. What is not of this shape stays as it is.
#include "local_access.hpp"
#include "reg_scope.hpp"
#include "simt_pass.hpp"
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <cstddef>
#include "opforge/abi.h"

using namespace llvm;
using namespace simt;

namespace {

// The pointer to the running core, as it is read from its thread-local variable.
bool isCore(const Value *pointer)
{
    const auto *load = dyn_cast<LoadInst>(pointer);
    if (load == nullptr) {
        return false;
    }
    const Value *from = load->getPointerOperand();
    if (const auto *address = dyn_cast<IntrinsicInst>(from);
        address != nullptr && address->getIntrinsicID() == Intrinsic::threadlocal_address) {
        from = address->getArgOperand(0);
    }
    return from->getName() == "opf_this_core";
}

bool isThread(int64_t offset)
{
    return offset >= static_cast<int64_t>(offsetof(opf_core, simt_thread)) &&
           offset < static_cast<int64_t>(offsetof(opf_core, simt_thread) + sizeof(opf_core::simt_thread));
}

} // namespace

namespace simt {

// Offset in the core's structure that is accessed, or -1.
int64_t coreOffset(const Value *pointer, const DataLayout &layout)
{
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, false);
    return isCore(base) ? offset.getSExtValue() : -1;
}

// The run time's look whether global memory is there, which says the same when it is asked again, and the SDK's records in
// sections of the object, which are no code.
bool isHarmless(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) {
        return false;
    }
    if (const auto *text = dyn_cast<InlineAsm>(call->getCalledOperand())) {
        return StringRef(text->getAsmString()).starts_with(".pushsection");
    }
    return call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == "opf_rt_gm_check";
}

bool isThreadNumber(const Instruction &instruction, const DataLayout &layout)
{
    const auto *store = dyn_cast<StoreInst>(&instruction);
    return store != nullptr && isThread(coreOffset(store->getPointerOperand(), layout));
}

bool readsThreadNumber(const Instruction &instruction, const DataLayout &layout)
{
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return load != nullptr && isThread(coreOffset(load->getPointerOperand(), layout));
}

bool leadsNowhere(const BasicBlock *block) { return isa<UnreachableInst>(block->getTerminator()); }

// The SDK puts an empty assembler statement with this text into loops over threads.
bool isMark(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallInst>(&instruction);
    const auto *text = call != nullptr ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    return text != nullptr && StringRef(text->getAsmString()).starts_with("# opf.simt.thread");
}

} // namespace simt

namespace {

// A loop over threads with one loop of rounds in it.
struct Nest {
    Loop *threads, *rounds;
    BasicBlock *after; // where rounds go on to
    Instruction *condition;
    bool continuesOnTrue;
};

// The one block outside that the loop goes on to, from its latch only; faults aside.
BasicBlock *onlyExit(const Loop *loop)
{
    SmallVector<BasicBlock *, 8> exiting;
    loop->getExitingBlocks(exiting);
    BasicBlock *exit = nullptr;
    for (BasicBlock *block : exiting) {
        for (BasicBlock *next : successors(block)) {
            if (loop->contains(next) || leadsNowhere(next)) {
                continue;
            }
            if (block != loop->getLoopLatch() || exit != nullptr) {
                return nullptr;
            }
            exit = next;
        }
    }
    return exit;
}

bool keepsValuesInside(const Loop *loop)
{
    for (const BasicBlock *block : loop->blocks()) {
        for (const Instruction &instruction : *block) {
            for (const User *user : instruction.users()) {
                const auto *use = cast<Instruction>(user);
                if (!loop->contains(use) && !leadsNowhere(use->getParent())) {
                    return false;
                }
            }
        }
    }
    return true;
}

// The same for all threads, however it is reached. What one thread reads there no other may write meanwhile.
bool isUniform(const Value *value, const Loop *threads, const DataLayout &layout, unsigned depth = 0)
{
    const auto *instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || !threads->contains(instruction)) {
        return true;
    }
    if (isa<PHINode>(instruction) || isa<AllocaInst>(instruction) || depth > 12) {
        return false;
    }
    if (const auto *load = dyn_cast<LoadInst>(instruction)) {
        if (load->isVolatile() || readsThreadNumber(*load, layout)) {
            return false;
        }
    } else if (instruction->mayReadOrWriteMemory()) {
        return false;
    }
    return all_of(instruction->operands(),
                  [&](const Use &use) { return isUniform(use.get(), threads, layout, depth + 1); });
}

// Around the rounds: run again for every round, so it must only compute.
bool onlyComputes(const Loop *threads, const Loop *rounds, const DataLayout &layout)
{
    for (const BasicBlock *block : threads->blocks()) {
        if (rounds->contains(block)) {
            continue;
        }
        for (const Instruction &instruction : *block) {
            if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
                if (load->isVolatile() || (!isUniform(load->getPointerOperand(), threads, layout) &&
                                           coreOffset(load->getPointerOperand(), layout) < 0 && !isCore(load))) {
                    return false;
                }
            } else if (!isThreadNumber(instruction, layout) && !instruction.isDebugOrPseudoInst() &&
                       (instruction.mayHaveSideEffects() || isa<AllocaInst>(instruction))) {
                const auto *known = dyn_cast<IntrinsicInst>(&instruction);
                if (isHarmless(instruction)) {
                    continue;
                }
                if (known == nullptr || !(known->isAssumeLikeIntrinsic() || known->isLifetimeStartOrEnd())) {
                    return false;
                }
            }
        }
    }
    return true;
}

// A round may write anywhere but into variables of the function, which threads would share.
bool sharesNothing(const Loop *rounds)
{
    for (const BasicBlock *block : rounds->blocks()) {
        for (const Instruction &instruction : *block) {
            const Value *to = nullptr;
            if (const auto *call = dyn_cast<CallBase>(&instruction)) {
                if (isChange(instruction)) {
                    to = call->getArgOperand(0);
                } else if (!isa<IntrinsicInst>(call) && !isHarmless(*call) && call->mayHaveSideEffects()) {
                    return false;
                }
            }
            if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
                to = store->getPointerOperand();
            } else if (const auto *copy = dyn_cast<AnyMemIntrinsic>(&instruction)) {
                to = copy->getDest();
            }
            if (to != nullptr && isa<AllocaInst>(getUnderlyingObject(to))) {
                return false;
            }
        }
    }
    return true;
}

// Can `value`, computed in the loop, be computed again from the loop's variables alone?
bool followsFromVariables(const Value *value, const Loop *rounds, unsigned depth = 0)
{
    const auto *instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || !rounds->contains(instruction)) {
        return true;
    }
    if (isa<PHINode>(instruction)) {
        return instruction->getParent() == rounds->getHeader();
    }
    if (depth > 8 || instruction->mayReadOrWriteMemory() || isa<CallBase>(instruction) ||
        !isSafeToSpeculativelyExecute(instruction)) {
        return false;
    }
    return all_of(instruction->operands(),
                  [&](const Use &use) { return followsFromVariables(use.get(), rounds, depth + 1); });
}

// Facts of the block and thread that a function cannot change, and the way to them.
bool isFact(const Instruction &instruction, const DataLayout &layout)
{
    if (const auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
        return call->getIntrinsicID() == Intrinsic::threadlocal_address;
    }
    if (isa<GetElementPtrInst>(instruction)) {
        return true;
    }
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || load->isVolatile()) {
        return false;
    }
    const int64_t at = coreOffset(load->getPointerOperand(), layout);
    const auto within = [at](size_t from, size_t size) {
        return at >= static_cast<int64_t>(from) && at < static_cast<int64_t>(from + size);
    };
    return isCore(load) || within(offsetof(opf_core, block_idx), offsetof(opf_core, flags) - offsetof(opf_core, block_idx)) ||
           within(offsetof(opf_core, simt_thread), sizeof(opf_core::simt_thread)) ||
           within(offsetof(opf_core, simt_dim), sizeof(opf_core::simt_dim));
}

// A store might change them for all that the optimiser knows, so it reads them in every round.
void moveFactsOut(const Loop *rounds)
{
    BasicBlock *before = rounds->getLoopPreheader();
    const DataLayout &layout = before->getDataLayout();
    ReversePostOrderTraversal<BasicBlock *> order(rounds->getHeader());
    for (BasicBlock *block : order) {
        if (!rounds->contains(block)) {
            continue;
        }
        for (Instruction &instruction : make_early_inc_range(*block)) {
            if (isFact(instruction, layout) && rounds->hasLoopInvariantOperands(&instruction)) {
                instruction.moveBefore(before->getTerminator());
            }
        }
    }
}

// What all threads compute or read alike before their rounds is done once: that is as if all threads began together. Only
// what each thread reaches, for a load that nobody reaches may have no memory.
void moveCommonOut(const Nest &nest, const DominatorTree &tree)
{
    Loop *threads = nest.threads;
    const DataLayout &layout = threads->getHeader()->getDataLayout();
    ReversePostOrderTraversal<BasicBlock *> order(threads->getHeader());
    for (BasicBlock *block : order) {
        if (!threads->contains(block) || nest.rounds->contains(block)) {
            continue;
        }
        const bool reached = tree.dominates(block, threads->getLoopLatch());
        for (Instruction &instruction : make_early_inc_range(*block)) {
            const auto *load = dyn_cast<LoadInst>(&instruction);
            const bool moves = load != nullptr ? reached && load->isSimple() && !readsThreadNumber(*load, layout)
                                               : !isa<PHINode>(instruction) && !instruction.mayReadOrWriteMemory() &&
                                                     isSafeToSpeculativelyExecute(&instruction);
            if (moves && threads->hasLoopInvariantOperands(&instruction)) {
                instruction.dropPoisonGeneratingFlags();
                instruction.moveBefore(threads->getLoopPreheader()->getTerminator());
            }
        }
    }
}

bool understand(Loop *threads, ScalarEvolution &evolution, Nest &nest)
{
    const DataLayout &layout = threads->getHeader()->getDataLayout();
    if (threads->getSubLoops().size() != 1 || !threads->isLoopSimplifyForm()) {
        return false;
    }
    Loop *rounds = threads->getSubLoops()[0];
    nest = {threads, rounds, nullptr, nullptr, true};
    if (!rounds->isLoopSimplifyForm() || onlyExit(threads) == nullptr || (nest.after = onlyExit(rounds)) == nullptr) {
        return false;
    }
    moveFactsOut(rounds);
    evolution.forgetLoop(threads);
    const auto *branch = dyn_cast<BranchInst>(rounds->getLoopLatch()->getTerminator());
    if (branch == nullptr || !branch->isConditional()) {
        return false;
    }
    nest.condition = dyn_cast<Instruction>(branch->getCondition());
    nest.continuesOnTrue = branch->getSuccessor(0) == rounds->getHeader();
    // a `<` of unsigned or signed numbers: once false it stays false
    const auto *compare = dyn_cast_or_null<ICmpInst>(nest.condition);
    if (compare == nullptr || !compare->isRelational() || !rounds->contains(compare) ||
        !followsFromVariables(compare, rounds)) {
        return false;
    }
    if (isa<PHINode>(nest.after->front()) || !keepsValuesInside(threads) || !keepsValuesInside(rounds) ||
        !onlyComputes(threads, rounds, layout) || !sharesNothing(rounds)) {
        return false;
    }
    SCEVExpander expander(evolution, layout, "simt");
    for (PHINode &variable : rounds->getHeader()->phis()) {
        const auto *recurrence = evolution.isSCEVable(variable.getType())
                                     ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&variable))
                                     : nullptr;
        if (recurrence == nullptr || !recurrence->isAffine() || recurrence->getLoop() != rounds ||
            !expander.isSafeToExpandAt(recurrence->getStepRecurrence(evolution),
                                       rounds->getLoopPreheader()->getTerminator())) {
            return false;
        }
    }
    return true;
}

Value *again(Value *value, const Loop *rounds, DenseMap<Value *, Value *> &known, IRBuilder<> &builder)
{
    auto *instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || !rounds->contains(instruction)) {
        return value;
    }
    if (const auto found = known.find(value); found != known.end()) {
        return found->second;
    }
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction->operands()) {
        operands.push_back(again(operand, rounds, known, builder));
    }
    Instruction *copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i) {
        copy->setOperand(i, operands[i]);
    }
    copy->dropPoisonGeneratingFlags();
    return known[value] = builder.Insert(copy);
}

// start + number * step
Value *inRound(Value *start, Value *step, Value *number, IRBuilder<> &builder)
{
    Value *times = builder.CreateMul(builder.CreateZExtOrTrunc(number, step->getType()), step);
    return start->getType()->isPointerTy() ? builder.CreatePtrAdd(start, times) : builder.CreateAdd(start, times);
}

// Threads do not depend on each other: no access of the loop keeps it from being done in vectors, nor does `volatile` of
// what they write, which only says that somebody else reads it.
void declareParallel(Loop *threads)
{
    LLVMContext &context = threads->getHeader()->getContext();
    MDNode *group = MDNode::getDistinct(context, {});
    for (BasicBlock *block : threads->blocks()) {
        for (Instruction &instruction : *block) {
            if (instruction.mayReadOrWriteMemory() && !instruction.isAtomic() && !isChange(instruction)) {
                instruction.setMetadata(LLVMContext::MD_access_group, group);
            }
            if (auto *store = dyn_cast<StoreInst>(&instruction); store != nullptr && !store->isAtomic()) {
                store->setVolatile(false);
            }
        }
    }
    SmallVector<Metadata *, 4> facts = {nullptr};
    facts.push_back(MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group}));
    facts.push_back(MDNode::get(context, MDString::get(context, THREADS)));
    MDNode *identity = MDNode::getDistinct(context, facts);
    identity->replaceOperandWith(0, identity);
    threads->setLoopID(identity);
}

void reorder(Function &function, const Nest &nest, ScalarEvolution &evolution)
{
    Loop *threads = nest.threads, *rounds = nest.rounds;
    BasicBlock *before = threads->getLoopPreheader(), *first = threads->getHeader(), *end = onlyExit(threads);
    BasicBlock *head = rounds->getHeader(), *guard = rounds->getLoopPreheader(), *latch = rounds->getLoopLatch();
    moveCommonOut(nest, DominatorTree(function));
    // while the loops are still those that the analyses know
    SCEVExpander expander(evolution, function.getDataLayout(), "simt");
    SmallVector<PHINode *, 4> variables;
    SmallVector<Value *, 4> steps;
    for (PHINode &variable : head->phis()) {
        const SCEV *distance = cast<SCEVAddRecExpr>(evolution.getSCEV(&variable))->getStepRecurrence(evolution);
        variables.push_back(&variable);
        steps.push_back(expander.expandCodeFor(distance, distance->getType(), guard->getTerminator()));
    }
    declareParallel(threads);
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    Type *wide = builder.getInt64Ty();
    // not a single bit: the vectoriser knows sums of bits of whole numbers
    AllocaInst *more = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "simt.more");

    // the loop over rounds, outside
    BasicBlock *top = BasicBlock::Create(function.getContext(), "simt.round", &function, first);
    BasicBlock *bottom = BasicBlock::Create(function.getContext(), "simt.next", &function, end);
    builder.SetInsertPoint(top);
    PHINode *number = builder.CreatePHI(wide, 2, "simt.k");
    builder.CreateStore(builder.getInt32(0), more);
    builder.CreateBr(first);
    before->getTerminator()->replaceSuccessorWith(first, top);
    first->replacePhiUsesWith(before, top);
    builder.SetInsertPoint(bottom);
    Value *next = builder.CreateAdd(number, builder.getInt64(1));
    auto *onward = builder.CreateCondBr(
        builder.CreateICmpNE(builder.CreateLoad(builder.getInt32Ty(), more), builder.getInt32(0)), top, end);
    LLVMContext &context = function.getContext();
    MDNode *name = MDNode::getDistinct(context, {nullptr, MDNode::get(context, MDString::get(context, ROUNDS))});
    name->replaceOperandWith(0, name);
    onward->setMetadata(LLVMContext::MD_loop, name);
    number->addIncoming(builder.getInt64(0), before);
    number->addIncoming(next, bottom);
    threads->getLoopLatch()->getTerminator()->replaceSuccessorWith(end, bottom);
    end->replacePhiUsesWith(threads->getLoopLatch(), bottom);

    // the variables of this round and of the one before it
    DenseMap<Value *, Value *> now, last;
    Value *past = nullptr;
    for (auto [variable, step] : zip_equal(variables, steps)) {
        builder.SetInsertPoint(guard->getTerminator());
        past = past != nullptr ? past : builder.CreateSub(number, builder.getInt64(1));
        Value *start = variable->getIncomingValueForBlock(guard);
        now[variable] = inRound(start, step, number, builder);
        last[variable] = inRound(start, step, past, builder);
    }
    builder.SetInsertPoint(guard->getTerminator());
    Value *goes = again(nest.condition, rounds, last, builder);
    goes = nest.continuesOnTrue ? goes : builder.CreateNot(goes);
    goes = builder.CreateOr(goes, builder.CreateICmpEQ(number, builder.getInt64(0)));
    builder.CreateCondBr(goes, head, nest.after);
    guard->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(latch->getTerminator());
    Value *on = nest.continuesOnTrue ? nest.condition : builder.CreateNot(nest.condition);
    Value *whole = builder.CreateZExt(on, builder.getInt32Ty());
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(builder.getInt32Ty(), more), whole), more);
    builder.CreateBr(nest.after);
    latch->getTerminator()->eraseFromParent();
    for (PHINode *variable : variables) {
        variable->replaceAllUsesWith(now[variable]);
        variable->eraseFromParent();
    }
    Value *step = steps.size() == 1 && steps[0]->getType()->isIntegerTy() ? steps[0] : nullptr;
    const Round round = {threads, top, latch, bottom, nest.condition, more, nest.continuesOnTrue, step};
    [[maybe_unused]] const bool together = runTogether(function, round);
    DominatorTree tree(function);
    PromoteMemToReg({more}, tree);
}

struct SimtOrder : PassInfoMixin<SimtOrder> {
    static bool isRequired() { return true; }

    PreservedAnalyses run(Function &function, FunctionAnalysisManager &manager)
    {
        SmallVector<Instruction *, 8> marks;
        for (Instruction &instruction : instructions(function)) {
            if (isMark(instruction)) {
                marks.push_back(&instruction);
            }
        }
        for (Instruction *mark : marks) {
            const Loop *marked = manager.getResult<LoopAnalysis>(function).getLoopFor(mark->getParent());
            BasicBlock *header = marked != nullptr ? marked->getHeader() : nullptr;
            mark->replaceAllUsesWith(cast<CallInst>(mark)->getArgOperand(0));
            mark->eraseFromParent();
            manager.invalidate(function, PreservedAnalyses::none());
            if (header == nullptr) {
                continue; // unrolled
            }
            Loop *loop = manager.getResult<LoopAnalysis>(function).getLoopFor(header);
            auto &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
            Nest nest;
            const bool taken = understand(loop, evolution, nest);
            if (taken) {
                reorder(function, nest, evolution);
                manager.invalidate(function, PreservedAnalyses::none());
            }
        }
        if (!marks.empty()) {
            [[maybe_unused]] const bool guarded = guardDivisions(function, manager.getResult<LoopAnalysis>(function));
            [[maybe_unused]] const bool held =
                holdTogether(function, [&](LoopInfo *&loops, ScalarEvolution *&evolution) {
                    manager.invalidate(function, PreservedAnalyses::none());
                    loops = &manager.getResult<LoopAnalysis>(function);
                    evolution = &manager.getResult<ScalarEvolutionAnalysis>(function);
                });
        }
        return marks.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
    }
};

// Numbers of 16 bits as words.
template <bool IS_LAST> struct Words : PassInfoMixin<Words<IS_LAST>> {
    static bool isRequired() { return true; }

    PreservedAnalyses run(Function &function, FunctionAnalysisManager &)
    {
        bool changed = passBfloatsAsWords(function);
        if (IS_LAST) {
            changed = keepBfloatsApart(function) | loadAsWords(function) | changed;
        }
        if (!changed) {
            return PreservedAnalyses::all();
        }
        PreservedAnalyses kept;
        kept.preserveSet<CFGAnalyses>();
        return kept;
    }
};

// What holds in every kernel and the language cannot say: a core stays on its thread, and the check of global memory
// changes nothing but the range that is remembered (an older range means only that it is asked once more).
struct KernelFacts : PassInfoMixin<KernelFacts> {
    static bool isRequired() { return true; }

    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        if (Function *check = module.getFunction("opf_rt_gm_check")) {
            check->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
        }
        knowChanges(module);
        answerWaits(module);
        markSimtFunctions(module);
        for (Function &function : module) {
            reg_scope::keepOuterScalars(function);
            for (Instruction &instruction : instructions(function)) {
                if (isCore(&instruction)) {
                    instruction.setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
                }
            }
        }
        return PreservedAnalyses::none();
    }
};

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "opforge-simt-order", "1", [](PassBuilder &builder) {
                addUnrolling(builder);
                builder.registerPipelineStartEPCallback(
                    [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(KernelFacts()); });
                builder.registerOptimizerEarlyEPCallback([](ModulePassManager &passes, OptimizationLevel) {
                    FunctionPassManager functions;
                    functions.addPass(LoopSimplifyPass());
                    functions.addPass(SimtOrder());
                    passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
                    passes.addPass(local_access::GuardAccesses());
                    passes.addPass(createModuleToFunctionPassAdaptor(Words<false>()));
                });
                builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
                    passes.addPass(createModuleToFunctionPassAdaptor(Words<true>()));
                });
            }};
}

// Runs: neighbouring threads whose divisions give the same quotients are run together.
//
// A SIMT function finds the place of its element in a tensor by divisions: row = i / columns. Neighbours mostly are in
// the same row, but the optimiser cannot know where rows end, so that a copy of rows gathers element by element. In the
// loop over the threads of one round (simt_order), this pass turns
//     for each thread x: body(x)
// into
//     for each run [s, e) of threads whose quotients are those of s: for each x in it: body(x, with the quotients of s)
// What follows from the quotients alone, and loads before the first write of a body, is then done once a run; that is
// as if the threads of a run went through the body in step. Addresses that remain often are neighbours, too. A loop in
// the body that depends on nothing else is run once for them, too.
//
// The end of a run is found by evaluating the quotients at other threads: they rise with the thread's number as long as
// no sum is carried over and so on, and whatever that depends on is compared together with them (`facts`). So facts
// that are equal at both ends are equal between them. Runs that are too short for vectors are done as before.
#include "simt_ahead.hpp"
#include "simt_shape.hpp"
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;
using namespace simt;

namespace {

constexpr uint64_t SCATTERED = 32; // threads
constexpr uint64_t RUNS_AHEAD = 4, LONG_RUN = 256, RUN_ASKED = 1024; // of long runs; the others are bytes
constexpr uint64_t LINE = 64, STRIP = 64, SHORTEST_RUN = 16, SMALLEST_BLOCK = 64, FIRST_PATIENCE = 64, LAST_PATIENCE = 2048;

// Does the edge lead to `block`, which merges two?
bool comesBy(const DominatorTree &tree, BasicBlock *from, BasicBlock *to, BasicBlock *block, BasicBlock *before)
{
    return to == block ? before == from : tree.dominates(BasicBlockEdge(from, to), before);
}

// A value that two ways through a body bring, when neither it nor the choice of the way changes: a selection.
Value *asSelection(PHINode &phi, const Loop &loop, const DominatorTree &tree, Instruction *where)
{
    BasicBlock *block = phi.getParent();
    if (phi.getNumIncomingValues() != 2 || !loop.hasLoopInvariantOperands(&phi)) {
        return nullptr;
    }
    BasicBlock *from = tree.getNode(block)->getIDom()->getBlock();
    const auto *branch = dyn_cast<BranchInst>(from->getTerminator());
    if (!loop.contains(from) || branch == nullptr || !branch->isConditional() ||
        !loop.isLoopInvariant(branch->getCondition())) {
        return nullptr;
    }
    for (unsigned i = 0; i < 2; ++i) {
        if (comesBy(tree, from, branch->getSuccessor(0), block, phi.getIncomingBlock(i)) &&
            comesBy(tree, from, branch->getSuccessor(1), block, phi.getIncomingBlock(1 - i))) {
            return SelectInst::Create(branch->getCondition(), phi.getIncomingValue(i), phi.getIncomingValue(1 - i), "",
                                      where->getIterator());
        }
    }
    return nullptr;
}

// What is the same for all threads of a run is done before them: computations, and loads that each thread makes before
// it writes anything.
void moveOut(const Loop &loop, const DominatorTree &tree, Instruction *where)
{
    const DataLayout &layout = loop.getHeader()->getDataLayout();
    bool written = false;
    ReversePostOrderTraversal<BasicBlock *> order(loop.getHeader());
    for (BasicBlock *block : order) {
        if (!loop.contains(block)) {
            continue;
        }
        const bool always = tree.dominates(block, loop.getLoopLatch());
        for (Instruction &instruction : make_early_inc_range(*block)) {
            if (auto *phi = dyn_cast<PHINode>(&instruction)) {
                Value *selected = block == loop.getHeader() ? nullptr : asSelection(*phi, loop, tree, where);
                if (selected != nullptr) {
                    phi->replaceAllUsesWith(selected);
                    phi->eraseFromParent();
                }
                continue;
            }
            written |= keepsLoadsBehind(instruction, layout);
            const auto *load = dyn_cast<LoadInst>(&instruction);
            const bool moves = load != nullptr
                                   ? always && !written && load->isSimple() && !readsThreadNumber(*load, layout)
                                   : !instruction.mayReadOrWriteMemory() && !instruction.isTerminator() &&
                                         isSafeToSpeculativelyExecute(&instruction);
            if (moves && loop.hasLoopInvariantOperands(&instruction)) {
                instruction.dropPoisonGeneratingFlags();
                instruction.dropUBImplyingAttrsAndMetadata();
                instruction.moveBefore(where);
            }
        }
    }
}

// `value` at the thread `first` if it is the thread's number plus what does not change in the loop, else nothing.
Value *atFirst(Value *value, const Loop &loop, PHINode *thread, Value *first, IRBuilder<> &builder)
{
    const auto *operation = dyn_cast<BinaryOperator>(value);
    if (value == thread || loop.isLoopInvariant(value)) {
        return value == thread ? first : nullptr;
    }
    const bool adds =
        operation != nullptr &&
        (operation->getOpcode() == Instruction::Add ||
         (operation->getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(operation)->isDisjoint()));
    if (!adds && (operation == nullptr || operation->getOpcode() != Instruction::Sub)) {
        return nullptr;
    }
    Value *a = operation->getOperand(0), *b = operation->getOperand(1);
    if (adds && loop.isLoopInvariant(a)) {
        std::swap(a, b);
    }
    Value *begin = loop.isLoopInvariant(b) ? atFirst(a, loop, thread, first, builder) : nullptr;
    return begin == nullptr ? nullptr : adds ? builder.CreateAdd(begin, b) : builder.CreateSub(begin, b);
}

class Builder {
public:
    Builder(Function &given, const Round &what, Shape &known)
        : function(given), round(what), shape(known), builder(given.getContext())
    {
    }

    void build()
    {
        header = round.threads->getHeader();
        latch = round.threads->getLoopLatch();
        findEnds();
        copyLoop();
        closeLoop(latch, header, slow, start, stop);
        closeLoop(cast<BasicBlock>(map[latch]), cast<BasicBlock>(map[header]), fast, start, end);
        joinEnds();
        simplifyCopy();
        DominatorTree tree(function);
        PromoteMemToReg({hint, patience}, tree);
    }

private:
    using Block = BasicBlock;

    Block *block(const char *name)
    {
        return BasicBlock::Create(function.getContext(), name, &function, round.threads->getHeader());
    }

    // All that must stay in a run.
    void evaluate(Place &place)
    {
        for (const Guard &guard : shape.guards) {
            place.at(guard.branch->getCondition());
        }
        for (Instruction *quotient : shape.quotients) {
            place.at(quotient);
        }
        if (auto *compare = dyn_cast<ICmpInst>(round.condition);
            compare != nullptr && shape.kind(compare) == Kind::Step) {
            goesOn = place.edge(*compare);
        }
    }

    // The thread has a round after this, where `goes` is its condition.
    Value *hasMore(Value *goes) { return round.continuesOnTrue ? goes : builder.CreateNot(goes); }
    void ask(Value *place)
    {
        Value *arguments[] = {place, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)};
        builder.CreateIntrinsic(Intrinsic::prefetch, {place->getType()}, arguments);
    }
    Value *numeral(uint64_t value) { return ConstantInt::get(shape.thread->getType(), value); }
    Value *smaller(Value *a, Value *b) { return builder.CreateSelect(builder.CreateICmpULT(a, b), a, b); }

    // Blocks from the beginning of a round to the beginnings of the two loops.
    void findEnds()
    {
        Type *type = shape.thread->getType();
        builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
        hint = builder.CreateAlloca(type, nullptr, "simt.hint");
        patience = builder.CreateAlloca(type, nullptr, "simt.patience");
        builder.CreateStore(numeral(FIRST_PATIENCE), patience);
        builder.CreateStore(numeral(1), hint);
        Block *run = block("simt.run"), *look = block("simt.look"), *search = block("simt.search"),
              *decide = block("simt.decide");
        wait = block("simt.wait");
        slow = block("simt.slow");
        fast = block("simt.fast");
        next = block("simt.runs.next");
        round.before->getTerminator()->replaceSuccessorWith(round.threads->getHeader(), run);
        builder.SetInsertPoint(run);
        start = builder.CreatePHI(type, 2, "simt.s");
        start->addIncoming(numeral(0), round.before);
        builder.CreateCondBr(builder.CreateICmpULT(shape.count, numeral(SMALLEST_BLOCK)), slow, look);

        builder.SetInsertPoint(look);
        Place here(shape, start, builder);
        look = passGuards(here, look, wait);
        evaluate(here);
        goesOnFirst = goesOn;
        searchEnd(here, look, search, decide);
        chooseLoop(here, run);
        enterFast(here);
    }

    // From `look`, where the first thread of the run has been evaluated, to `decide`.
    void searchEnd(const Place &here, Block *look, Block *search, Block *decide)
    {
        Type *type = shape.thread->getType();
        Value *guess = smaller(builder.CreateAdd(start, builder.CreateLoad(type, hint)), shape.count);
        Value *good = builder.CreateAnd(
            same(here, builder.CreateSub(guess, numeral(1))),
            builder.CreateOr(builder.CreateICmpEQ(guess, shape.count), builder.CreateNot(same(here, guess))));
        builder.CreateCondBr(good, decide, search);

        Block *step = block("simt.step");
        builder.SetInsertPoint(search); // facts of low are those of start, facts of high are not
        PHINode *low = builder.CreatePHI(type, 2), *high = builder.CreatePHI(type, 2);
        builder.CreateCondBr(builder.CreateICmpEQ(builder.CreateSub(high, low), numeral(1)), decide, step);
        builder.SetInsertPoint(step);
        Value *middle = builder.CreateLShr(builder.CreateAdd(low, high), numeral(1));
        Value *still = same(here, middle);
        Value *lower = builder.CreateSelect(still, middle, low), *upper = builder.CreateSelect(still, high, middle);
        builder.CreateBr(search);
        low->addIncoming(start, look);
        low->addIncoming(lower, step);
        high->addIncoming(shape.count, look);
        high->addIncoming(upper, step);

        builder.SetInsertPoint(decide);
        end = builder.CreatePHI(type, 2, "simt.e");
        end->addIncoming(guess, look);
        end->addIncoming(high, search);
    }

    // From `decide`, where the end of the run is known, to the beginnings of the two loops.
    void chooseLoop(const Place &here, Block *run)
    {
        Type *type = shape.thread->getType();
        Value *length = builder.CreateSub(end, start);
        builder.CreateStore(length, hint);
        Value *ready = builder.CreateICmpUGE(length, numeral(SHORTEST_RUN));
        for (Value *need : here.needs) {
            ready = builder.CreateAnd(ready, builder.CreateFreeze(need));
        }
        builder.CreateCondBr(ready, fast, wait);

        builder.SetInsertPoint(wait); // short runs: the longer they last, the more threads are done without looking
        Value *most = builder.CreateLoad(type, patience);
        Value *until = smaller(builder.CreateAdd(start, most), shape.count);
        builder.CreateStore(smaller(builder.CreateShl(most, numeral(1)), numeral(LAST_PATIENCE)), patience);
        builder.CreateBr(slow);
        builder.SetInsertPoint(slow);
        stop = builder.CreatePHI(type, 2, "simt.stop");
        stop->addIncoming(shape.count, run);
        stop->addIncoming(until, wait);
        builder.CreateBr(round.threads->getHeader());
    }

    Value *same(const Place &here, Value *number)
    {
        Place there(shape, number, builder, &here);
        evaluate(there);
        return there.sameAs(here);
    }

    void enterFast(Place &here)
    {
        builder.SetInsertPoint(fast);
        builder.CreateStore(numeral(FIRST_PATIENCE), patience);
        if (goesOn != nullptr) {
            Place last(shape, builder.CreateSub(end, numeral(1)), builder, &here);
            evaluate(last);
            Value *both[] = {goesOnFirst, goesOn};
            Value *more = builder.CreateLoad(builder.getInt32Ty(), round.more);
            for (Value *goes : both) {
                more = builder.CreateOr(more, builder.CreateZExt(hasMore(goes),
                                                                 builder.getInt32Ty()));
            }
            builder.CreateStore(more, round.more);
        }
        if (goesOn != nullptr && round.step != nullptr && shape.kind(round.step) == Kind::Common) {
            distance = here.at(round.step);
        }
        builder.CreateBr(round.threads->getHeader());
        for (Instruction *quotient : shape.quotients) {
            const bool divides = isDivision(quotient);
            constants.push_back({quotient, divides ? here.at(quotient) : (here.at(quotient), here.wholes[quotient])});
        }
    }

    void copyLoop()
    {
        SmallVector<BasicBlock *, 16> originals(round.threads->blocks()), copies;
        for (BasicBlock *inside : round.threads->blocks()) {
            for (BasicBlock *after : successors(inside)) {
                if (!round.threads->contains(after) && leadsNowhere(after) && !is_contained(originals, after)) {
                    originals.push_back(after);
                }
            }
        }
        for (BasicBlock *original : originals) {
            BasicBlock *copy = CloneBasicBlock(original, map, ".run", &function);
            map[original] = copy;
            copies.push_back(copy);
        }
        remapInstructionsInBlocks(copies, map);
        for (BasicBlock *copy : copies) {
            for (PHINode &phi : copy->phis()) {
                for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
                    if (!is_contained(copies, phi.getIncomingBlock(i)) && phi.getIncomingBlock(i) != round.before) {
                        phi.removeIncomingValue(i, false);
                    }
                }
            }
        }
        fast->getTerminator()->replaceSuccessorWith(header, cast<BasicBlock>(map[header]));
    }

    // The loop runs from `from` to `to`.
    void closeLoop(BasicBlock *bottom, BasicBlock *top, BasicBlock *before, Value *from, Value *to)
    {
        auto &number = *top->phis().begin();
        const int index = number.getBasicBlockIndex(round.before);
        number.setIncomingBlock(index, before);
        number.setIncomingValue(index, from);
        auto *branch = cast<BranchInst>(bottom->getTerminator());
        MDNode *facts = branch->getMetadata(LLVMContext::MD_loop);
        builder.SetInsertPoint(branch);
        auto *closed =
            builder.CreateCondBr(builder.CreateICmpEQ(number.getIncomingValueForBlock(bottom), to), next, top);
        branch->eraseFromParent();
        if (facts != nullptr) {
            SmallVector<Metadata *, 4> list(facts->op_begin(), facts->op_end());
            if (before == fast) {
                list.push_back(MDNode::get(function.getContext(), MDString::get(function.getContext(), RUN)));
            }
            MDNode *identity = MDNode::getDistinct(function.getContext(), list);
            identity->replaceOperandWith(0, identity);
            closed->setMetadata(LLVMContext::MD_loop, identity);
        }
    }

    void joinEnds()
    {
        builder.SetInsertPoint(next);
        PHINode *reached = builder.CreatePHI(shape.thread->getType(), 2);
        reached->addIncoming(stop, latch);
        reached->addIncoming(end, cast<BasicBlock>(map[latch]));
        builder.CreateCondBr(builder.CreateICmpEQ(reached, shape.count), round.next, start->getParent());
        start->addIncoming(reached, next);
        round.next->replacePhiUsesWith(latch, next);
    }

    // In the copy: quotients and guards are known, who goes on has been asked, and the number of the thread is not
    // read.
    void simplifyCopy()
    {
        bool numberIsRead = false;
        SmallVector<StoreInst *, 4> stores;
        for (BasicBlock *original : round.threads->blocks()) {
            for (Instruction &instruction : *original) {
                numberIsRead |= readsThreadNumber(instruction, shape.layout);
                if (auto *store = dyn_cast<StoreInst>(&instruction)) {
                    stores.push_back(store);
                }
            }
        }
        for (StoreInst *store : stores) {
            auto *copy = cast<StoreInst>(map[store]);
            if (store->getPointerOperand() == round.more && goesOn != nullptr) {
                copy->eraseFromParent();
            } else if (isThreadNumber(*store, shape.layout) && !numberIsRead &&
                       store->getValueOperand() == shape.thread) {
                builder.SetInsertPoint(fast->getTerminator());
                builder.CreateStore(builder.CreateSub(end, numeral(1)), store->getPointerOperand());
                copy->eraseFromParent();
            }
        }
        for (const auto &[quotient, value] : constants) {
            auto *copy = cast<Instruction>(map[quotient]);
            builder.SetInsertPoint(copy);
            copy->replaceAllUsesWith(isDivision(quotient) ? value : builder.CreateSub(copy->getOperand(0), value));
        }
        for (const Guard &guard : shape.guards) {
            auto *copy = cast<BranchInst>(map[guard.branch]);
            copy->getSuccessor(guard.onTrue ? 1 : 0)->removePredecessor(copy->getParent());
            BranchInst::Create(copy->getSuccessor(guard.onTrue ? 0 : 1), copy->getIterator());
            copy->eraseFromParent();
        }
        auto *top = cast<BasicBlock>(map[header]);
        bool again = true;
        while (again) {
            EliminateUnreachableBlocks(function);
            DominatorTree tree(function);
            const LoopInfo loops(tree);
            const Loop *loop = loops.getLoopFor(top);
            again = loop != nullptr && (moveOut(*loop, tree, fast->getTerminator()), moveLoopOut(*loop, tree));
            if (loop != nullptr && !again) {
                widen(*loop, tree);
            }
        }
    }

    // A loop in the round that is the same for all threads of the run is run before them. When it is left by another way
    // than at its end, those threads are done one by one.
    bool moveLoopOut(const Loop &loop, const DominatorTree &tree)
    {
        ReversePostOrderTraversal<BasicBlock *> order(loop.getHeader());
        for (BasicBlock *inside : order) {
            if (!loop.contains(inside)) {
                continue;
            }
            for (const Loop *inner : loop) {
                if (inner->getHeader() == inside) {
                    return isCommon(*inner, loop, tree) && (runBefore(*inner), true);
                }
            }
            if (any_of(*inside, [&](Instruction &i) { return keepsLoadsBehind(i, shape.layout); })) {
                return false;
            }
        }
        return false;
    }

    bool isCommon(const Loop &inner, const Loop &loop, const DominatorTree &tree) const
    {
        const BasicBlock *before = inner.getLoopPreheader();
        return before != nullptr && inner.getLoopLatch() != nullptr && usualExit(inner) != nullptr &&
               tree.dominates(before, loop.getLoopLatch()) &&
               onlyLooks(inner, shape.layout, [&](const Value *value) { return loop.isLoopInvariant(value); });
    }

    // The block that leaves the loop at its end.
    static BasicBlock *usualExit(const Loop &loop)
    {
        BasicBlock *const ends[] = {loop.getLoopLatch(), loop.getHeader()};
        for (BasicBlock *end : ends) {
            const auto *branch = dyn_cast<BranchInst>(end->getTerminator());
            if (branch != nullptr && branch->isConditional() &&
                loop.contains(branch->getSuccessor(0)) != loop.contains(branch->getSuccessor(1))) {
                return end;
            }
        }
        return nullptr;
    }

    void runBefore(const Loop &inner)
    {
        BasicBlock *before = inner.getLoopPreheader(), *exit = usualExit(inner), *top = inner.getHeader();
        BasicBlock *behind = nullptr;
        Block *found = block("simt.found");
        SmallVector<Loop::Edge, 4> exits;
        inner.getExitEdges(exits);
        auto *entry = fast->getTerminator();
        entry->getSuccessor(0)->replacePhiUsesWith(fast, found);
        builder.SetInsertPoint(found);
        builder.CreateBr(entry->getSuccessor(0));
        entry->setSuccessor(0, top);
        top->replacePhiUsesWith(before, fast);
        for (const auto &[from, to] : exits) {
            if (from == exit) {
                behind = to;
                to->replacePhiUsesWith(exit, before);
            } else {
                to->removePredecessor(from);
            }
            from->getTerminator()->replaceSuccessorWith(to, from == exit ? found : wait);
        }
        before->getTerminator()->setSuccessor(0, behind);
        fast = found;
    }

    // Numbers of elements have 32 bits and may wrap for all that the optimiser knows; over a run they do not, or it is
    // not done this way. As 64-bit sums they are seen to be neighbours.
    void widen(const Loop &loop, const DominatorTree &tree)
    {
        SmallVector<CastInst *, 8> casts;
        for (BasicBlock *inside : loop.blocks()) {
            for (Instruction &instruction : *inside) {
                if ((isa<ZExtInst>(instruction) || isa<SExtInst>(instruction)) &&
                    instruction.getType()->isIntegerTy(64)) {
                    casts.push_back(cast<CastInst>(&instruction));
                }
            }
        }
        BasicBlock *enter = block("simt.enter"), *top = loop.getHeader();
        PHINode *number = &*top->phis().begin();
        builder.SetInsertPoint(top, top->begin());
        PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, "simt.i");
        builder.SetInsertPoint(fast->getTerminator());
        Value *most = builder.CreateSub(builder.CreateSub(end, start), numeral(1)), *fits = builder.getTrue();
        for (CastInst *cast : casts) {
            Value *narrow = cast->getOperand(0);
            builder.SetInsertPoint(fast->getTerminator());
            Value *begin =
                narrow->getType() == most->getType() ? atFirst(narrow, loop, number, start, builder) : nullptr;
            if (begin == nullptr) {
                continue;
            }
            const bool isSigned = isa<SExtInst>(cast);
            Value *last = builder.CreateAdd(begin, most);
            fits = builder.CreateAnd(fits, builder.CreateFreeze(isSigned ? builder.CreateICmpSGE(last, begin)
                                                                         : builder.CreateICmpUGE(last, begin)));
            Value *wide =
                isSigned ? builder.CreateSExt(begin, index->getType()) : builder.CreateZExt(begin, index->getType());
            builder.SetInsertPoint(cast);
            cast->replaceAllUsesWith(builder.CreateAdd(wide, index, "", !isSigned, true));
            cast->eraseFromParent();
        }
        builder.SetInsertPoint(fast->getTerminator());
        Value *length = builder.CreateZExt(builder.CreateSub(end, start), index->getType());
        builder.CreateCondBr(fits, enter, wait);
        fast->getTerminator()->eraseFromParent();
        Ahead ahead(loop, index, start, tree);
        const bool strips = distance != nullptr && !ahead.streams.empty();
        builder.SetInsertPoint(enter);
        enter = askForScattered(ahead, askForRuns(ahead, enter));
        BasicBlock *into = strips ? block("simt.strip") : enter;
        PHINode *from = nullptr;
        Value *to = length;
        if (strips) {
            builder.CreateBr(into);
            builder.SetInsertPoint(into);
            from = builder.CreatePHI(index->getType(), 2, "simt.from");
            from->addIncoming(builder.getInt64(0), enter);
            to = builder.CreateAdd(from, builder.getInt64(STRIP), "", true, true);
            to = builder.CreateSelect(builder.CreateICmpULT(to, length), to, length);
            into = askFor(ahead, from, to);
        }
        builder.CreateBr(top);
        top->replacePhiUsesWith(fast, into);
        auto *bottom = cast<BasicBlock>(map[latch]);
        auto *branch = cast<BranchInst>(bottom->getTerminator());
        builder.SetInsertPoint(branch);
        Value *following = builder.CreateAdd(index, builder.getInt64(1), "", true, true);
        branch->setCondition(builder.CreateICmpEQ(following, to));
        index->addIncoming(strips ? from : static_cast<Value *>(builder.getInt64(0)), into);
        index->addIncoming(following, bottom);
        if (strips) {
            closeStrips(from, to, length, number, into, branch);
        }
    }

    // A thread without this round might not have the memory for what follows: it goes to `otherwise`. Returns the block
    // behind `look`, in which this begins.
    BasicBlock *passGuards(Place &thread, BasicBlock *look, BasicBlock *otherwise)
    {
        const std::string name = look->getName().str();
        for (const Guard &guard : shape.guards) {
            Value *goes = builder.CreateFreeze(thread.at(guard.branch->getCondition()));
            look = block(name.c_str());
            builder.CreateCondBr(goes, guard.onTrue ? look : otherwise, guard.onTrue ? otherwise : look);
            builder.SetInsertPoint(look);
        }
        return look;
    }

    // What a run of this round some kilobytes further on begins with, where that lies at a place that it finds in memory.
    // Runs are assumed to be as long as this one; a thread that is there and does this round may be asked for its place.
    // Returns the block behind.
    BasicBlock *askForRuns(Ahead &ahead, BasicBlock *from)
    {
        if (ahead.found.empty()) {
            return from;
        }
        BasicBlock *look = block("simt.later"), *asked = block("simt.later.asked");
        const uint64_t size = ahead.found[0].size;
        Value *length = builder.CreateSub(end, start);
        Value *isShort = builder.CreateICmpULT(length, numeral(RUN_ASKED / size));
        Value *between = builder.CreateSelect(isShort, numeral(2 * RUNS_AHEAD - 1), numeral(RUNS_AHEAD - 1));
        Value *later = builder.CreateAdd(end, builder.CreateMul(length, between));
        Value *worth = builder.CreateICmpUGE(length, numeral(LONG_RUN / size));
        builder.CreateCondBr(builder.CreateAnd(worth, builder.CreateICmpULT(later, shape.count)), look, asked);
        builder.SetInsertPoint(look);
        Place there(shape, later, builder);
        look = passGuards(there, look, asked);
        for (const Ahead::Stream &stream : ahead.found) {
            Value *place = ahead.ofRun(stream.pointer, later, builder);
            Value *bytes = builder.CreateMul(builder.CreateZExt(length, builder.getInt64Ty()), builder.getInt64(stream.size));
            bytes = builder.CreateSelect(builder.CreateICmpULT(bytes, builder.getInt64(RUN_ASKED)), bytes,
                                         builder.getInt64(RUN_ASKED));
            look = askLines(place, bytes, look);
        }
        builder.CreateBr(asked);
        builder.SetInsertPoint(asked);
        return asked;
    }

    // Where the first threads of the next run load from, store to or change memory at places that they find in it. Rows of
    // numbers mostly are small, so that some threads meet most lines of one. Only where the round is not the last, for in
    // small tensors all is near. Returns the block behind.
    BasicBlock *askForScattered(Ahead &ahead, BasicBlock *from)
    {
        if (ahead.scattered.empty() || goesOnFirst == nullptr) {
            return from;
        }
        BasicBlock *look = block("simt.following"), *ask = block("simt.following.ask"), *asked = block("simt.following.asked");
        Value *more = hasMore(goesOnFirst);
        Value *last = builder.CreateAdd(end, numeral(SCATTERED - 1));
        Value *exists = builder.CreateAnd(builder.CreateICmpULT(end, last), builder.CreateICmpULT(last, shape.count));
        Value *isLong = builder.CreateICmpUGE(builder.CreateSub(end, start), numeral(SCATTERED));
        builder.CreateCondBr(builder.CreateAnd(builder.CreateFreeze(more), builder.CreateAnd(exists, isLong)), look, asked);
        builder.SetInsertPoint(look);
        Value *kept = goesOn;
        Place there(shape, end, builder);
        look = passGuards(there, look, asked);
        evaluate(there);
        Value *same = this->same(there, last);
        goesOn = kept;
        for (Value *need : there.needs) {
            same = builder.CreateAnd(same, builder.CreateFreeze(need));
        }
        builder.CreateCondBr(same, ask, asked);
        builder.SetInsertPoint(ask);
        PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2);
        number->addIncoming(builder.getInt64(0), look);
        DenseMap<const Instruction *, Value *> known;
        for (Value *pointer : ahead.scattered) {
            this->ask(ahead.ofThread(pointer, end, number, known, builder));
        }
        Value *following = builder.CreateAdd(number, builder.getInt64(1));
        number->addIncoming(following, ask);
        builder.CreateCondBr(builder.CreateICmpULT(following, builder.getInt64(SCATTERED)), ask, asked);
        builder.SetInsertPoint(asked);
        return asked;
    }

    BasicBlock *askLines(Value *place, Value *bytes, BasicBlock *from)
    {
        BasicBlock *ask = block("simt.later.ask"), *done = block("simt.later.next");
        builder.CreateBr(ask);
        builder.SetInsertPoint(ask);
        PHINode *at = builder.CreatePHI(bytes->getType(), 2);
        at->addIncoming(builder.getInt64(0), from);
        this->ask(builder.CreatePtrAdd(place, at));
        Value *following = builder.CreateAdd(at, builder.getInt64(LINE));
        at->addIncoming(following, ask);
        builder.CreateCondBr(builder.CreateICmpULT(following, bytes), ask, done);
        builder.SetInsertPoint(done);
        return done;
    }

    // Lines of the next round that are as many as those of this strip: a few at a time, for the processor has to remember
    // each of them. Returns the block behind.
    BasicBlock *askFor(const Ahead &ahead, Value *from, Value *to)
    {
        BasicBlock *ask = block("simt.ask"), *asked = block("simt.asked");
        Value *more = hasMore(goesOnFirst);
        Value *whole = builder.CreateICmpUGE(builder.CreateSub(to, from), builder.getInt64(STRIP / 2));
        builder.CreateCondBr(builder.CreateAnd(builder.CreateFreeze(more), whole), ask, asked);
        builder.SetInsertPoint(ask);
        for (const Ahead::Stream &stream : ahead.streams) {
            Value *far = builder.CreateMul(builder.CreateSExtOrTrunc(distance, from->getType()),
                                           builder.getInt64(stream.size));
            Value *place = builder.CreatePtrAdd(ahead.at(stream.pointer, from, builder), far);
            for (uint64_t byte = 0; byte < STRIP * stream.size; byte += LINE) {
                this->ask(builder.CreatePtrAdd(place, builder.getInt64(byte)));
            }
        }
        builder.CreateBr(asked);
        builder.SetInsertPoint(asked);
        return asked;
    }

    // Strip after strip until the end of the run.
    void closeStrips(PHINode *from, Value *to, Value *length, PHINode *number, BasicBlock *into, BranchInst *bottom)
    {
        BasicBlock *done = block("simt.strip.next");
        builder.SetInsertPoint(into->getTerminator());
        number->setIncomingValueForBlock(into, builder.CreateAdd(start, builder.CreateTrunc(from, start->getType())));
        bottom->replaceSuccessorWith(next, done);
        next->replacePhiUsesWith(bottom->getParent(), done);
        builder.SetInsertPoint(done);
        builder.CreateCondBr(builder.CreateICmpEQ(to, length), next, from->getParent());
        from->addIncoming(to, done);
    }

    Function &function;
    const Round &round;
    Shape &shape;
    IRBuilder<> builder;
    SmallVector<std::pair<Instruction *, Value *>, 8> constants;
    ValueToValueMapTy map;
    AllocaInst *hint = nullptr, *patience = nullptr;
    BasicBlock *header = nullptr, *latch = nullptr, *wait = nullptr, *slow = nullptr, *fast = nullptr, *next = nullptr;
    PHINode *start = nullptr, *end = nullptr, *stop = nullptr;
    Value *goesOn = nullptr, *goesOnFirst = nullptr; // at the thread evaluated last, and at the run's first
    Value *distance = nullptr; // threads from round to round, if that is known
};

} // namespace

bool simt::runTogether(Function &function, const Round &round)
{
    Shape shape(function, round);
    if (!shape.isPlain() || shape.quotients.empty() || !shape.foreseen || !shape.loopsAreCommon) {
        return false;
    }
    Builder(function, round, shape).build();
    return true;
}

// How values change from thread to thread in a round of a SIMT function (simt_runs.cpp), and code that computes them at
// another thread.
#ifndef OPF_BINSCRIPTS_SIMT_SHAPE_H
#define OPF_BINSCRIPTS_SIMT_SHAPE_H

#include "simt_pass.hpp"
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace simt {

using namespace llvm;

// How a value changes from thread to thread of a round. Rising: never falls, as an unsigned number, while the facts
// stay. Step: made of comparisons of what rises; stays while they do.
enum class Kind { Other, Common, Rising, Step };

inline bool isDivision(const Value *value)
{
    const auto *operation = dyn_cast<BinaryOperator>(value);
    const unsigned code = operation != nullptr ? operation->getOpcode() : 0;
    return code == Instruction::UDiv || code == Instruction::SDiv || code == Instruction::LShr ||
           code == Instruction::AShr;
}

// x % 2^bits
inline bool isLowMask(const Instruction &instruction, unsigned &bits)
{
    const auto *mask =
        instruction.getOpcode() == Instruction::And ? dyn_cast<ConstantInt>(instruction.getOperand(1)) : nullptr;
    bits = mask != nullptr && mask->getValue().isMask() ? mask->getValue().countr_one() : 0;
    return bits > 0;
}

// A product's high half on its way into a division is no quotient of its own.
inline bool isInside(const Instruction &instruction, const Loop &threads, unsigned depth = 0)
{
    for (const User *user : instruction.users()) {
        const auto *use = cast<Instruction>(user);
        if (!threads.contains(use) || depth > 6) {
            return false;
        }
        const bool passes = isa<TruncInst>(use) || isa<ZExtInst>(use) || use->getOpcode() == Instruction::Add;
        if (!(isDivision(use) && use->getOperand(0) == &instruction) &&
            !(passes && isInside(*use, threads, depth + 1))) {
            return false;
        }
    }
    return true;
}

// Loads behind it cannot be made before it: it writes, or may stop the program.
inline bool keepsLoadsBehind(const Instruction &instruction, const DataLayout &layout)
{
    const auto *call = dyn_cast<CallBase>(&instruction);
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if ((intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic()) || isThreadNumber(instruction, layout) ||
        (call != nullptr && call->isInlineAsm() && isHarmless(instruction))) {
        return false;
    }
    const bool mayFault = instruction.isTerminator() && any_of(successors(instruction.getParent()), leadsNowhere);
    return mayFault || instruction.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&instruction);
}

// A loop that does the same for all threads of a run: it computes, and reads what nothing before it has written.
// `isSame` tells so of values from outside.
template <typename F> bool onlyLooks(const Loop &loop, const DataLayout &layout, F isSame)
{
    for (const BasicBlock *block : loop.blocks()) {
        for (const Instruction &instruction : *block) {
            const auto *load = dyn_cast<LoadInst>(&instruction);
            const bool reads = load != nullptr && load->isSimple() && !readsThreadNumber(*load, layout);
            const bool computes = !instruction.mayReadOrWriteMemory() || isHarmless(instruction) ||
                                  (isa<IntrinsicInst>(instruction) &&
                                   cast<IntrinsicInst>(instruction).isAssumeLikeIntrinsic());
            if (keepsLoadsBehind(instruction, layout) || !(reads || computes)) {
                return false;
            }
            for (const Value *operand : instruction.operands()) {
                const auto *given = dyn_cast<Instruction>(operand);
                if (given != nullptr && !loop.contains(given) && !isSame(given)) {
                    return false;
                }
            }
        }
    }
    return true;
}

struct Guard {
    BranchInst *branch;
    bool onTrue; // leads to the body
};

// What is known of the instructions of a round.
class Shape {
public:
    Shape(Function &function, const Round &given)
        : round(given), layout(given.last->getDataLayout()), tree(function), loops(tree), after(function)
    {
        ReversePostOrderTraversal<BasicBlock *> order(round.threads->getHeader());
        SmallVector<BasicBlock *, 2> inner;
        for (BasicBlock *block : order) {
            if (!round.threads->contains(block)) {
                continue;
            }
            if (const Loop *loop = innerLoop(block); loop != nullptr && loop->getHeader() == block) {
                inner.push_back(block);
                loopsAreCommon &= !loadsEnd && onlyLooks(*loop, layout, [this](const Value *value) {
                    return kind(value) == Kind::Common;
                });
            }
            for (Instruction &instruction : *block) {
                kinds[&instruction] = judge(instruction);
                loadsEnd |= keepsLoadsBehind(instruction, layout);
            }
        }
        findGuards(inner);
    }

    Kind kind(const Value *value) const
    {
        const auto *instruction = dyn_cast<Instruction>(value);
        return instruction == nullptr || !round.threads->contains(instruction) ? Kind::Common
                                                                               : kinds.lookup(instruction);
    }

    // A loop x = 0, 1, ... count - 1 and nothing else.
    bool isPlain()
    {
        auto phis = round.threads->getHeader()->phis();
        BasicBlock *latch = round.threads->getLoopLatch();
        auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
        auto *compare = branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
        if (std::distance(phis.begin(), phis.end()) != 1 || compare == nullptr || !compare->isEquality() ||
            !round.threads->isLoopInvariant(compare->getOperand(1))) {
            return false;
        }
        thread = &*phis.begin();
        count = compare->getOperand(1);
        using namespace PatternMatch;
        return thread->getType()->isIntegerTy(32) && match(thread->getIncomingValueForBlock(round.before), m_Zero()) &&
               compare->getOperand(0) == thread->getIncomingValueForBlock(latch) &&
               match(compare->getOperand(0), m_Add(m_Specific(thread), m_One())) &&
               (branch->getSuccessor(0) == round.next) == (compare->getPredicate() == ICmpInst::ICMP_EQ);
    }

    const Round &round;
    const DataLayout &layout;
    const DominatorTree tree;     // before anything is changed
    const LoopInfo loops;         // as well
    const PostDominatorTree after;
    SmallVector<Guard, 4> guards; // outermost first
    PHINode *thread = nullptr;
    Value *count = nullptr;
    SmallVector<Instruction *, 8> quotients; // and remainders, in the order of the program

private:
    // The loop in the round, not in another one in it, that the block is in.
    const Loop *innerLoop(const BasicBlock *block) const
    {
        const Loop *loop = loops.getLoopFor(block);
        while (loop != nullptr && loop->getHeader() != round.threads->getHeader() && loop->getParentLoop() != nullptr &&
               loop->getParentLoop()->getHeader() != round.threads->getHeader()) {
            loop = loop->getParentLoop();
        }
        return loop != nullptr && loop->getHeader() != round.threads->getHeader() ? loop : nullptr;
    }

    // Branches on the way from the beginning of the loop to `block` that all must go one way to get there. False: one
    // of them cannot be foreseen, or a fault may come first.
    bool pathTo(BasicBlock *block, SmallVectorImpl<Guard> &path) const
    {
        for (auto *node = tree.getNode(block); node->getBlock() != round.threads->getHeader();) {
            node = node->getIDom();
            if (const Loop *loop = innerLoop(node->getBlock()); loop != nullptr && !loop->contains(block)) {
                if (!after.dominates(block, loop->getHeader())) {
                    return false;
                }
                node = tree.getNode(loop->getHeader()); // whatever happens in it, it goes on to the block
                continue;
            }
            auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
            if (branch == nullptr) {
                return false;
            }
            if (!branch->isConditional()) {
                continue;
            }
            const bool byTrue = tree.dominates(BasicBlockEdge(node->getBlock(), branch->getSuccessor(0)), block);
            const bool byFalse = tree.dominates(BasicBlockEdge(node->getBlock(), branch->getSuccessor(1)), block);
            if (byTrue == byFalse) {
                continue;
            }
            if (leadsNowhere(branch->getSuccessor(byTrue ? 1 : 0)) ||
                !is_contained({Kind::Common, Kind::Step}, kind(branch->getCondition()))) {
                return false;
            }
            path.insert(path.begin(), {branch, byTrue});
        }
        return true;
    }

    // Threads of a run come to the loops in the round, too.
    void findGuards(ArrayRef<BasicBlock *> inner)
    {
        foreseen = pathTo(round.last, guards);
        for (BasicBlock *header : inner) {
            SmallVector<Guard, 4> path;
            loopsAreCommon &= pathTo(header, path);
            for (const Guard &guard : path) {
                const auto *same =
                    find_if(guards, [&](const Guard &other) { return other.branch == guard.branch; });
                loopsAreCommon &= same == guards.end() || same->onTrue == guard.onTrue;
                if (same == guards.end()) {
                    guards.push_back(guard);
                }
            }
        }
    }

    // The same for all threads that have this round, and read by each of them before it writes.
    Kind judgeLoad(const LoadInst &load) const
    {
        SmallVector<Guard, 4> path;
        auto *block = const_cast<BasicBlock *>(load.getParent());
        const bool common = !loadsEnd && load.isSimple() && kind(load.getPointerOperand()) == Kind::Common &&
                            !readsThreadNumber(load, layout) && tree.dominates(block, round.last) &&
                            pathTo(block, path);
        return common ? Kind::Common : Kind::Other;
    }

    Kind judge(Instruction &instruction)
    {
        if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
            return judgeLoad(*load);
        }
        if (isa<PHINode>(instruction)) {
            return instruction.getParent() == round.threads->getHeader() ? Kind::Rising : Kind::Other;
        }
        const unsigned width = instruction.getType()->isIntegerTy() ? instruction.getType()->getIntegerBitWidth() : 0;
        const unsigned code = instruction.getOpcode();
        const bool divides = instruction.isIntDivRem();
        if (!divides && (instruction.mayReadOrWriteMemory() || instruction.isTerminator() ||
                         !isSafeToSpeculativelyExecute(&instruction))) {
            return Kind::Other;
        }
        if (all_of(instruction.operands(), [&](const Use &use) { return kind(use.get()) == Kind::Common; })) {
            return divides && width > 64 ? Kind::Other : Kind::Common;
        }
        const Kind first = kind(instruction.getOperand(0));
        const Kind second = instruction.getNumOperands() > 1 ? kind(instruction.getOperand(1)) : Kind::Common;
        const auto *compare = dyn_cast<ICmpInst>(&instruction);
        if (compare != nullptr) {
            const bool one =
                (first == Kind::Rising && second == Kind::Common) || (first == Kind::Common && second == Kind::Rising);
            return one && compare->isRelational() && compare->getOperand(0)->getType()->isIntegerTy() ? Kind::Step
                                                                                                      : Kind::Other;
        }
        if (width == 1 && (code == Instruction::And || code == Instruction::Or || code == Instruction::Xor ||
                           code == Instruction::Select)) {
            return all_of(instruction.operands(),
                          [&](const Use &use) { return is_contained({Kind::Common, Kind::Step}, kind(use.get())); })
                       ? Kind::Step
                       : Kind::Other;
        }
        return width == 0 ? Kind::Other : judgeNumber(instruction, width, first, second);
    }

    Kind judgeNumber(Instruction &instruction, unsigned width, Kind first, Kind second)
    {
        const bool common = second == Kind::Common, rises = first == Kind::Rising && common;
        unsigned bits = 0;
        switch (instruction.getOpcode()) {
        case Instruction::ZExt:
        case Instruction::SExt:
        case Instruction::Trunc:
        case Instruction::Freeze:
            return first;
        case Instruction::Or:
            if (!cast<PossiblyDisjointInst>(instruction).isDisjoint()) {
                return Kind::Other;
            }
            [[fallthrough]];
        case Instruction::Add:
            return (rises || second == Kind::Rising) && first != Kind::Other && first != Kind::Step ? Kind::Rising
                                                                                                    : Kind::Other;
        case Instruction::Sub:
            return rises ? Kind::Rising : Kind::Other;
        case Instruction::Mul:
            return (rises || (first == Kind::Common && second == Kind::Rising)) &&
                           (width <= 64 || neverOverflows(instruction))
                       ? Kind::Rising
                       : Kind::Other;
        case Instruction::Shl:
            return rises && isa<ConstantInt>(instruction.getOperand(1)) &&
                           !cast<ConstantInt>(instruction.getOperand(1))->isZero()
                       ? Kind::Rising
                       : Kind::Other;
        case Instruction::UDiv:
        case Instruction::SDiv:
        case Instruction::URem:
        case Instruction::SRem:
            if (width > 64) {
                return Kind::Other;
            }
            [[fallthrough]];
        case Instruction::LShr:
        case Instruction::AShr:
            if (!rises || (isDivision(&instruction) && isInside(instruction, *round.threads))) {
                return rises ? Kind::Rising : Kind::Other;
            }
            quotients.push_back(&instruction);
            return isDivision(&instruction) ? Kind::Common : Kind::Rising;
        default:
            if (!rises || !isLowMask(instruction, bits)) {
                return Kind::Other;
            }
            quotients.push_back(&instruction);
            return Kind::Rising;
        }
    }

public:
    bool neverOverflows(const Instruction &product) const
    {
        return computeOverflowForUnsignedMul(product.getOperand(0), product.getOperand(1), SimplifyQuery(layout)) ==
               OverflowResult::NeverOverflows;
    }

    bool foreseen = false;      // whether a thread has this round
    bool loopsAreCommon = true; // those in the round

private:
    bool loadsEnd = false; // something was written or may have stopped the program
    DenseMap<const Instruction *, Kind> kinds;
};

// Values as one thread has them.
class Place {
public:
    // What is common to all threads is taken from `other`.
    Place(const Shape &given, Value *number, IRBuilder<> &into, const Place *other = nullptr)
        : shape(given), builder(into), first(other)
    {
        known[shape.thread] = number;
    }

    Value *at(Value *value)
    {
        auto *instruction = dyn_cast<Instruction>(value);
        if (instruction == nullptr || !(shape.round.threads->contains(instruction))) {
            return value;
        }
        if (const auto found = known.find(value); found != known.end()) {
            return found->second;
        }
        if (first != nullptr && shape.kind(value) == Kind::Common && !is_contained(shape.quotients, instruction)) {
            if (const auto found = first->known.find(value); found != first->known.end()) {
                return found->second;
            }
        }
        Value *result = shape.kind(value) == Kind::Rising || is_contained(shape.quotients, instruction)
                            ? number(*instruction)
                            : again(*instruction);
        if (isa<ICmpInst>(instruction) && shape.kind(value) == Kind::Step) {
            facts.push_back(result);
        }
        return known[value] = result;
    }

    // The comparison without its being a fact.
    Value *edge(ICmpInst &compare) { return known.contains(&compare) ? known[&compare] : again(compare); }

    Value *sameAs(const Place &other)
    {
        Value *same = builder.getTrue();
        for (unsigned i = 0; i < facts.size(); ++i) {
            same = builder.CreateAnd(same, builder.CreateFreeze(builder.CreateICmpEQ(facts[i], other.facts[i])));
        }
        return same;
    }

    SmallVector<Value *, 16> facts; // the same at both ends of a run
    SmallVector<Value *, 4> needs;  // true at its beginning

private:
    Value *again(Instruction &instruction)
    {
        SmallVector<Value *, 4> operands;
        for (Value *operand : instruction.operands()) {
            operands.push_back(at(operand));
        }
        if (auto *compare = dyn_cast<ICmpInst>(&instruction);
            compare != nullptr && compare->isSigned() && shape.kind(compare) == Kind::Step) {
            sign(operands[shape.kind(compare->getOperand(0)) == Kind::Rising ? 0 : 1]);
        }
        Instruction *copy = instruction.clone();
        for (unsigned i = 0; i < operands.size(); ++i) {
            copy->setOperand(i, operands[i]);
        }
        if (instruction.isIntDivRem()) {
            copy->setOperand(1, positive(operands[1], false));
        }
        copy->dropPoisonGeneratingFlags();
        copy->dropUBImplyingAttrsAndMetadata();
        copy->setDebugLoc(DebugLoc());
        return builder.Insert(copy);
    }

    void sign(Value *value) { facts.push_back(builder.CreateICmpSLT(value, Constant::getNullValue(value->getType()))); }

    // A divisor that cannot stop the program where the function would not have divided.
    Value *positive(Value *divisor, bool isSigned)
    {
        Constant *zero = Constant::getNullValue(divisor->getType()), *one = ConstantInt::get(divisor->getType(), 1);
        divisor = builder.CreateFreeze(divisor);
        Value *good = isSigned ? builder.CreateICmpSGT(divisor, zero) : builder.CreateICmpNE(divisor, zero);
        return builder.CreateSelect(good, divisor, one);
    }

    Value *number(Instruction &instruction)
    {
        Value *a = at(instruction.getOperand(0)),
              *b = instruction.getNumOperands() > 1 ? at(instruction.getOperand(1)) : nullptr;
        Type *type = instruction.getType();
        const unsigned width = type->getIntegerBitWidth();
        Value *result = nullptr;
        switch (instruction.getOpcode()) {
        case Instruction::ZExt:
            return builder.CreateZExt(a, type);
        case Instruction::SExt: // negative ones are the greatest, before and after
            return builder.CreateSExt(a, type);
        case Instruction::Trunc:
            facts.push_back(builder.CreateLShr(a, ConstantInt::get(a->getType(), width)));
            return builder.CreateTrunc(a, type);
        case Instruction::Freeze:
            return builder.CreateFreeze(a);
        case Instruction::Or:
        case Instruction::Add:
            result = builder.CreateAdd(a, b);
            facts.push_back(builder.CreateICmpULT(result, a));
            return result;
        case Instruction::Sub:
            facts.push_back(builder.CreateICmpULT(a, b));
            return builder.CreateSub(a, b);
        case Instruction::Mul:
            if (!shape.neverOverflows(instruction)) {
                Type *twice = builder.getIntNTy(2 * width);
                Value *whole = builder.CreateMul(builder.CreateZExt(a, twice), builder.CreateZExt(b, twice));
                facts.push_back(builder.CreateTrunc(builder.CreateLShr(whole, width), type));
            }
            return builder.CreateMul(a, b);
        case Instruction::Shl:
            facts.push_back(builder.CreateLShr(a, builder.CreateSub(ConstantInt::get(type, width), b)));
            return builder.CreateShl(a, b);
        default:
            return divided(instruction, a, b);
        }
    }

    Value *divided(Instruction &instruction, Value *a, Value *b)
    {
        unsigned bits = 0;
        Value *quotient = nullptr;
        const unsigned code = instruction.getOpcode();
        if (isLowMask(instruction, bits)) {
            b = ConstantInt::get(a->getType(), bits);
            quotient = builder.CreateLShr(a, b);
        } else if (code == Instruction::LShr) {
            quotient = builder.CreateLShr(a, b);
        } else if (code == Instruction::AShr) {
            quotient = builder.CreateAShr(a, b);
        } else {
            const bool isSigned = code == Instruction::SDiv || code == Instruction::SRem;
            if (isSigned) {
                sign(a);
                needs.push_back(builder.CreateICmpSGE(a, Constant::getNullValue(a->getType())));
                needs.push_back(builder.CreateICmpSGT(b, Constant::getNullValue(b->getType())));
            }
            b = positive(b, isSigned);
            quotient = builder.CreateUDiv(a, b);
        }
        if (is_contained(shape.quotients, &instruction)) {
            facts.push_back(quotient);
        }
        if (isDivision(&instruction)) {
            return quotient;
        }
        Value *whole = bits > 0 ? builder.CreateShl(quotient, b) : builder.CreateMul(quotient, b);
        known[&instruction] = builder.CreateSub(a, whole);
        wholes[&instruction] = whole;
        return known[&instruction];
    }

public:
    DenseMap<Value *, Value *> wholes; // of a remainder: dividend - remainder

private:
    const Shape &shape;
    IRBuilder<> &builder;
    const Place *first;
    DenseMap<Value *, Value *> known;
};

} // namespace simt
#endif

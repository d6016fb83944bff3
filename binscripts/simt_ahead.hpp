// What the threads of a run read from neighbouring places, so that it can be asked for ahead (simt_runs.cpp). A core's
// next round is far from this one in memory, behind the rounds of all other cores, and what a run reads at a place that it
// found in memory lies anywhere: the processor does not look there by itself.
#ifndef OPF_BINSCRIPTS_SIMT_AHEAD_H
#define OPF_BINSCRIPTS_SIMT_AHEAD_H

#include "simt_pass.hpp"
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <optional>

namespace simt {

using namespace llvm;

class Ahead {
public:
    struct Stream {
        Value *pointer; // of the load
        uint64_t size;  // bytes a thread
    };

    // `loop` goes over the threads of a run by `index`; runs begin in a block that dominates what follows from `start`,
    // a run's first thread.
    Ahead(const Loop &given, PHINode *number, PHINode *start, const DominatorTree &known)
        : loop(given), index(number), first(start), tree(known), layout(given.getHeader()->getDataLayout())
    {
        for (BasicBlock *block : loop.blocks()) {
            for (Instruction &instruction : *block) {
                lookForScattered(instruction);
                auto *load = dyn_cast<LoadInst>(&instruction);
                const uint64_t size = load != nullptr && load->isSimple() ? bytesOfNeighbours(*load) : 0;
                if (size == 0) {
                    continue;
                }
                if (isForeseen(load->getPointerOperand())) {
                    streams.push_back({load->getPointerOperand(), size});
                } else if (isFound(load->getPointerOperand())) {
                    found.push_back({load->getPointerOperand(), size});
                }
            }
        }
    }

    // The address at another number.
    Value *at(Value *value, Value *number, IRBuilder<> &builder) const
    {
        auto *instruction = dyn_cast<Instruction>(value);
        if (instruction == nullptr || !loop.contains(instruction)) {
            return value;
        }
        if (instruction == index) {
            return number;
        }
        Instruction *copy = instruction->clone();
        for (Use &operand : copy->operands()) {
            operand.set(at(operand.get(), number, builder));
        }
        copy->dropPoisonGeneratingFlags();
        copy->setDebugLoc(DebugLoc());
        return builder.Insert(copy);
    }

    // The address of the first thread of the run that begins at `start`, which exists and does all that each thread does.
    Value *ofRun(Value *value, Value *start, IRBuilder<> &builder)
    {
        return ofThread(value, start, Constant::getNullValue(index->getType()), copies, builder);
    }
    // The same of its thread `number`. `known` is what was computed of it.
    Value *ofThread(Value *value, Value *start, Value *number, DenseMap<const Instruction *, Value *> &known,
                    IRBuilder<> &builder) const
    {
        auto *instruction = dyn_cast<Instruction>(value);
        if (instruction == nullptr || !tree.dominates(first->getParent(), instruction->getParent())) {
            return value;
        }
        if (instruction == first || instruction == index) {
            return instruction == first ? start : number;
        }
        if (const auto made = known.find(instruction); made != known.end()) {
            return made->second;
        }
        Instruction *copy = instruction->clone();
        for (Use &operand : copy->operands()) {
            operand.set(ofThread(operand.get(), start, number, known, builder));
        }
        copy->dropPoisonGeneratingFlags();
        copy->dropUBImplyingAttrsAndMetadata();
        copy->setDebugLoc(DebugLoc());
        return known[instruction] = builder.Insert(copy);
    }

    SmallVector<Stream, 4> streams; // the next round's are known
    SmallVector<Stream, 4> found;   // at places that each run finds in memory
    SmallSetVector<Value *, 4> scattered; // addresses that each thread finds there

private:
    void lookForScattered(Instruction &instruction)
    {
        auto *load = dyn_cast<LoadInst>(&instruction);
        auto *store = dyn_cast<StoreInst>(&instruction);
        Value *pointer = load != nullptr && load->isSimple()     ? load->getPointerOperand()
                         : store != nullptr && store->isSimple() ? store->getPointerOperand()
                         : isChange(instruction)                 ? cast<CallInst>(instruction).getArgOperand(0)
                                                                 : nullptr;
        if (pointer != nullptr && !perThread(pointer) && isFound(pointer, true)) {
            scattered.insert(pointer);
        }
    }

    // Follows from the number of the run's first thread and from what each run reads before its threads; `byThread`:
    // and from what all threads read from neighbouring places that the next round's are foreseen of.
    bool isFound(const Value *value, bool byThread = false)
    {
        const auto *instruction = dyn_cast<Instruction>(value);
        auto &follows = byThread ? followsByThread : followsByRun;
        if (instruction == nullptr || instruction == first || instruction == index ||
            !tree.dominates(first->getParent(), instruction->getParent())) {
            return true;
        }
        if (const auto known = follows.find(instruction); known != follows.end()) {
            return known->second;
        }
        const auto *load = dyn_cast<LoadInst>(instruction);
        bool is = load != nullptr ? load->isSimple() && (!loop.contains(load) || (byThread && isForeseenStream(*load)))
                                  : !isa<PHINode>(instruction) && !instruction->mayReadOrWriteMemory() &&
                                        (isSafeToSpeculativelyExecute(instruction) || dividesAlike(*instruction));
        for (const Value *operand : instruction->operands()) {
            is = is && isFound(operand, byThread);
        }
        return follows[instruction] = is;
    }
    bool isForeseenStream(const LoadInst &load) const
    {
        return load.getParent() == loop.getLoopLatch() && bytesOfNeighbours(load) != 0 && isForeseen(load.getPointerOperand());
    }
    // How many bytes each thread reads right behind those of the thread before it, or 0.
    uint64_t bytesOfNeighbours(const LoadInst &load) const
    {
        const uint64_t size = layout.getTypeStoreSize(load.getType()).getFixedValue();
        return perThread(load.getPointerOperand()) == static_cast<int64_t>(size) ? size : 0;
    }

    // By a number that this run has divided by without harm.
    bool dividesAlike(const Instruction &instruction) const
    {
        const auto *divisor = instruction.getNumOperands() > 1 ? dyn_cast<Instruction>(instruction.getOperand(1)) : nullptr;
        return (instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::URem) &&
               (divisor == nullptr || !tree.dominates(first->getParent(), divisor->getParent()));
    }

    // How much the value grows from one thread to the next.
    std::optional<int64_t> perThread(const Value *value, unsigned depth = 0) const
    {
        const auto *instruction = dyn_cast<Instruction>(value);
        if (value == index || instruction == nullptr || !loop.contains(instruction)) {
            return value == index ? 1 : 0;
        }
        if (depth > 8) {
            return std::nullopt;
        }
        if (const auto *place = dyn_cast<GetElementPtrInst>(instruction)) {
            const auto base = perThread(place->getPointerOperand(), depth + 1);
            const auto number = place->getNumIndices() == 1 ? perThread(place->getOperand(1), depth + 1) : std::nullopt;
            const TypeSize size = layout.getTypeAllocSize(place->getSourceElementType());
            return base && number && !size.isScalable()
                       ? std::optional(*base + *number * static_cast<int64_t>(size.getFixedValue()))
                       : std::nullopt;
        }
        const unsigned code = instruction->getOpcode();
        if (code != Instruction::Add && code != Instruction::Sub) {
            return std::nullopt;
        }
        const auto a = perThread(instruction->getOperand(0), depth + 1),
                   b = perThread(instruction->getOperand(1), depth + 1);
        return a && b ? std::optional(code == Instruction::Add ? *a + *b : *a - *b) : std::nullopt;
    }

    // Follows from the number of the run's first thread and from what is the same for all runs, not from what was read
    // for this one: then the next round's is as far as rounds are.
    bool isForeseen(const Value *value, bool isUniform = false) const
    {
        SmallVector<const Value *, 16> work = {value};
        SmallPtrSet<const Value *, 16> seen = {value};
        while (!work.empty()) {
            const auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
            if (instruction == nullptr || (!isUniform && (instruction == first || instruction == index)) ||
                !tree.dominates(first->getParent(), instruction->getParent())) {
                continue;
            }
            if (const auto *load = dyn_cast<LoadInst>(instruction); load != nullptr && !isUniform) {
                if (!isForeseen(load->getPointerOperand(), true)) {
                    return false;
                }
                continue;
            }
            if (isa<PHINode>(instruction) || instruction->mayReadFromMemory()) {
                return false;
            }
            for (const Value *operand : instruction->operands()) {
                if (seen.insert(operand).second) {
                    work.push_back(operand);
                }
            }
        }
        return true;
    }

    const Loop &loop;
    PHINode *index, *first;
    DenseMap<const Instruction *, Value *> copies;
    DenseMap<const Instruction *, bool> followsByRun, followsByThread;
    const DominatorTree &tree;
    const DataLayout &layout;
};

} // namespace simt
#endif

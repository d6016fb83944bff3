// Loads of one half or bfloat16. Where the number is used more than once, or in another block, x86 code keeps it in a vector
// register whose other lanes the load leaves as they were, so each load waits for what was computed there before: additions
// to elements one after the other took 5.6 ns each in place of 1. As a word it lives in a general register until it is used.
#include "simt_pass.hpp"
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace {

// One that takes the number from a word as well.
bool isPlainUse(const User *user)
{
    return isa<FPExtInst>(user) || isa<BinaryOperator>(user) || isa<FCmpInst>(user) || (isa<BitCastInst>(user) && user->getType()->isIntegerTy(16));
}

bool waits(const LoadInst &load)
{
    return load.isSimple() && load.getType()->is16bitFPTy() && all_of(load.users(), isPlainUse) &&
           (load.hasNUsesOrMore(2) || any_of(load.users(), [&](const User *user) {
                return cast<Instruction>(user)->getParent() != load.getParent();
            }));
}

} // namespace

namespace simt {

bool loadAsWords(Function &function)
{
    SmallVector<LoadInst *, 8> loads;
    for (Instruction &instruction : instructions(function)) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (load != nullptr && waits(*load)) {
            loads.push_back(load);
        }
    }
    for (LoadInst *load : loads) {
        Type *number = load->getType();
        load->mutateType(Type::getInt16Ty(function.getContext()));
        const SmallSetVector<User *, 4> users(load->user_begin(), load->user_end()); // one may use it twice
        for (User *user : users) {
            auto *use = cast<Instruction>(user);
            if (isa<BitCastInst>(use)) {
                use->replaceAllUsesWith(load);
                use->eraseFromParent();
            } else {
                use->replaceUsesOfWith(load, new BitCastInst(load, number, "", use->getIterator()));
            }
        }
    }
    return !loads.empty();
}

} // namespace simt

// A register block (__VEC_SCOPE__) is a function of the vector unit: scalars of the code around it are handed over by
// value, and what the block does to them ends with it. Operators rely on that: they count down a length with UpdateMask
// in one block and use it again in the next. The language has no such block, so the SDK marks where one begins and ends
// (opf::reg_scope); before anything is inlined, this pass saves the scalars declared outside that a block may change, and
// gives them back behind it.
#include "reg_scope.hpp"
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// The object whose constructor (C) or destructor (D) the instruction calls, or null.
const Value *scopeOf(const Instruction &instruction, char kind)
{
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *called = call != nullptr ? call->getCalledFunction() : nullptr;
    if (called == nullptr || call->arg_empty()) {
        return nullptr;
    }
    StringRef name = called->getName();
    return name.consume_front("_ZN3opf9reg_scope") && name.front() == kind ? call->getArgOperand(0) : nullptr;
}

struct Scope {
    Instruction *begin;
    SmallVector<Instruction *, 2> ends;
    SmallPtrSet<const Instruction *, 32> inside;
};

Scope walk(Instruction &begin, const Value *object)
{
    Scope scope = {&begin, {}, {}};
    SmallVector<Instruction *, 8> work = {begin.getNextNode()};
    SmallPtrSet<const BasicBlock *, 8> seen;
    while (!work.empty()) {
        Instruction *at = work.pop_back_val();
        for (; at != nullptr && scopeOf(*at, 'D') != object; at = at->getNextNode()) {
            scope.inside.insert(at);
            for (unsigned i = 0; at->isTerminator() && i < at->getNumSuccessors(); i++) {
                if (seen.insert(at->getSuccessor(i)).second) {
                    work.push_back(&at->getSuccessor(i)->front());
                }
            }
        }
        if (at != nullptr) {
            scope.ends.push_back(at);
        }
    }
    return scope;
}

bool isScalar(const Type *type)
{
    return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

// What a parameter is stored as: a bool is one bit as a parameter and eight in memory.
bool isParameter(const Value *value)
{
    const auto *wider = dyn_cast<ZExtInst>(value);
    return isa<Argument>(wider != nullptr ? wider->getOperand(0) : value);
}

// A variable of the source, which is declared outside and more than read inside. What Clang adds, the result of the function
// and where it goes on after destructors, has neither a lifetime nor a parameter's value.
bool isChangedOuter(const AllocaInst &variable, const Scope &scope)
{
    bool outer = false, changed = false;
    for (const User *user : variable.users()) {
        const auto *instruction = cast<Instruction>(user);
        const auto *store = dyn_cast<StoreInst>(instruction);
        const bool lifetime = isa<LifetimeIntrinsic>(instruction);
        if (scope.inside.contains(instruction)) {
            changed |= !isa<LoadInst>(instruction) && !lifetime;
        } else {
            outer |= lifetime || (store != nullptr && isParameter(store->getValueOperand()));
        }
    }
    return outer && changed;
}

} // namespace

bool reg_scope::keepOuterScalars(Function &function)
{
    SmallVector<Scope, 4> scopes;
    SmallVector<AllocaInst *, 32> scalars;
    for (Instruction &instruction : instructions(function)) {
        if (const Value *object = scopeOf(instruction, 'C')) {
            scopes.push_back(walk(instruction, object));
        } else if (auto *variable = dyn_cast<AllocaInst>(&instruction);
                   variable != nullptr && !variable->isArrayAllocation() && isScalar(variable->getAllocatedType())) {
            scalars.push_back(variable);
        }
    }
    bool any = false;
    for (Scope &scope : scopes) {
        for (AllocaInst *variable : scalars) {
            if (!isChangedOuter(*variable, scope)) {
                continue;
            }
            IRBuilder<> builder(variable);
            Type *type = variable->getAllocatedType();
            AllocaInst *kept = builder.CreateAlloca(type, nullptr, variable->getName() + ".kept");
            builder.SetInsertPoint(scope.begin->getNextNode());
            builder.CreateStore(builder.CreateLoad(type, variable), kept);
            for (Instruction *end : scope.ends) {
                builder.SetInsertPoint(end);
                builder.CreateStore(builder.CreateLoad(type, kept), variable);
            }
            any = true;
        }
    }
    return any;
}

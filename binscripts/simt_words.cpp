// Single numbers of 16 bits, as words.
// Bfloat16: x86 code has no registers for it. A number that is used in another block than it comes from goes there as a
// float, which is rounded again by a call (`__truncsfbf2`) where it is used; that also changes bits of a signalling NaN.
// The SDK computes such numbers from their bits: as words they need nothing. Before loops are vectorised, too: vectors of
// bfloat16 are taken apart.
// Half: where the number is used more than once, or in another block, x86 code keeps it in a vector register whose other
// lanes the load leaves as they were, so each load waits for what was computed there before: additions to elements one
// after the other took 5.6 ns each in place of 1. As a word it lives in a general register until it is used.
#include "simt_pass.hpp"
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>

using namespace llvm;

namespace {

// One that takes the number from a word as well.
bool isPlainUse(const User *user)
{
    return isa<FPExtInst>(user) || isa<BinaryOperator>(user) || isa<FCmpInst>(user) || (isa<BitCastInst>(user) && user->getType()->isIntegerTy(16));
}

bool waits(const LoadInst &load)
{
    return load.isSimple() && load.getType()->isHalfTy() && all_of(load.users(), isPlainUse) &&
           (load.hasNUsesOrMore(2) || any_of(load.users(), [&](const User *user) {
                return cast<Instruction>(user)->getParent() != load.getParent();
            }));
}

bool isFromWord(const Value &number)
{
    const auto *cast = dyn_cast<BitCastInst>(&number);
    return cast != nullptr && cast->getSrcTy()->isIntegerTy(16);
}

bool isFabs(const Value &number)
{
    const auto *call = dyn_cast<IntrinsicInst>(&number);
    return call != nullptr && call->getIntrinsicID() == Intrinsic::fabs;
}

// What needs no arithmetic.
bool passesOn(const Value &number)
{
    const auto *load = dyn_cast<LoadInst>(&number);
    return number.getType()->isBFloatTy() && ((load != nullptr && !load->isAtomic()) || isFabs(number) ||
                                              isa<PHINode, SelectInst, FreezeInst, UnaryOperator>(number));
}

// The bfloat16 of one function that are passed on, and their words.
class Bfloats {
public:
    explicit Bfloats(Function &given) : function(given), word(Type::getInt16Ty(given.getContext())) {}

    bool passAsWords()
    {
        find();
        for (auto &[number, itsWord] : words) {
            itsWord = create(*number);
        }
        for (auto &[number, itsWord] : words) {
            if (passesOn(*number) && !isa<LoadInst>(number)) {
                fill(cast<Instruction>(*number), cast<Instruction>(*itsWord));
            }
        }
        for (auto &[number, itsWord] : words) {
            replaceUses(*number, *itsWord);
        }
        for (Instruction *old : dead) {
            old->replaceAllUsesWith(PoisonValue::get(old->getType()));
            old->eraseFromParent();
        }
        return !words.empty();
    }

private:
    void find()
    {
        for (Argument &argument : function.args()) {
            note(argument, &function.getEntryBlock());
        }
        for (Instruction &instruction : instructions(function)) {
            note(instruction, instruction.getParent());
        }
    }

    void note(Value &number, const BasicBlock *block)
    {
        if (number.getType()->isBFloatTy() && !(isa<Instruction>(number) && cast<Instruction>(number).isTerminator()) &&
            (passesOn(number) || isFromWord(number) || any_of(number.users(), [&](const User *user) {
                 return passesOn(*user) || cast<Instruction>(user)->getParent() != block;
             }))) {
            words.insert({&number, WeakTrackingVH()});
        }
    }

    // The instruction that gives the word; of those that pass on one, what it is will be filled in.
    Value *create(Value &number)
    {
        Value *none = PoisonValue::get(word);
        if (isFromWord(number)) {
            return cast<BitCastInst>(number).getOperand(0);
        }
        if (auto *phi = dyn_cast<PHINode>(&number)) {
            return PHINode::Create(word, phi->getNumIncomingValues(), "", phi->getIterator());
        }
        if (auto *select = dyn_cast<SelectInst>(&number)) {
            return SelectInst::Create(select->getCondition(), none, none, "", select->getIterator(), select);
        }
        if (auto *freeze = dyn_cast<FreezeInst>(&number)) {
            return new FreezeInst(none, "", freeze->getIterator());
        }
        if (isFabs(number)) {
            return BinaryOperator::CreateAnd(none, ConstantInt::get(word, 0x7fff), "", cast<Instruction>(number).getIterator());
        }
        if (auto *minus = dyn_cast<UnaryOperator>(&number)) { // there is no other one
            return BinaryOperator::CreateXor(none, ConstantInt::get(word, 0x8000), "", minus->getIterator());
        }
        if (passesOn(number)) {
            Instruction *load = cast<LoadInst>(number).clone();
            load->insertBefore(&cast<Instruction>(number));
            load->mutateType(word);
            return load;
        }
        auto *instruction = dyn_cast<Instruction>(&number);
        return new BitCastInst(&number, word, "", instruction != nullptr ? std::next(instruction->getIterator())
                                                                        : function.getEntryBlock().getFirstInsertionPt());
    }

    Value *wordOf(Value *number)
    {
        auto *constant = dyn_cast<Constant>(number);
        return constant != nullptr ? ConstantExpr::getBitCast(constant, word) : static_cast<Value *>(words[number]);
    }

    void fill(Instruction &number, Instruction &itsWord)
    {
        if (auto *phi = dyn_cast<PHINode>(&number)) {
            for (auto [value, block] : zip_equal(phi->incoming_values(), phi->blocks())) {
                cast<PHINode>(itsWord).addIncoming(wordOf(value), block);
            }
            return;
        }
        for (const Use &use : number.operands()) {
            if (use->getType()->isBFloatTy()) {
                itsWord.setOperand(use.getOperandNo(), wordOf(use));
            }
        }
    }

    // Whoever uses the number makes it from the word, in the same block.
    void replaceUses(Value &number, Value &itsWord)
    {
        const auto *from = dyn_cast<Instruction>(&number);
        const bool stays = !passesOn(number);
        for (Use &use : make_early_inc_range(number.uses())) {
            auto *user = cast<Instruction>(use.getUser());
            const auto *store = dyn_cast<StoreInst>(user);
            if (user == &itsWord || passesOn(*user)) {
                continue;
            }
            if (isa<BitCastInst>(user) && user->getType() == word) {
                user->replaceAllUsesWith(&itsWord);
                dead.insert(user);
            } else if (store != nullptr && !store->isAtomic()) {
                use.set(&itsWord);
            } else if (!stays || from == nullptr || from->getParent() != user->getParent()) {
                use.set(new BitCastInst(&itsWord, number.getType(), "", user->getIterator()));
            }
        }
        if (!stays || (isFromWord(number) && number.use_empty())) {
            dead.insert(&cast<Instruction>(number));
        }
    }

    Function &function;
    Type *const word;
    MapVector<Value *, WeakTrackingVH> words; // which follow what replaces them
    SmallSetVector<Instruction *, 16> dead;
};

} // namespace

namespace simt {

bool passBfloatsAsWords(Function &function) { return Bfloats(function).passAsWords(); }

// Code generation makes choices among words choices among numbers where it sees both.
bool keepBfloatsApart(Function &function)
{
    SmallVector<BitCastInst *, 8> casts;
    for (Instruction &instruction : instructions(function)) {
        auto *cast = dyn_cast<BitCastInst>(&instruction);
        if (cast != nullptr && (cast->getType()->isBFloatTy() || cast->getSrcTy()->isBFloatTy())) {
            casts.push_back(cast);
        }
    }
    for (BitCastInst *cast : casts) {
        if (cast->getType()->isBFloatTy()) {
            cast->setOperand(0, new FreezeInst(cast->getOperand(0), "", cast->getIterator()));
        } else {
            auto *word = new FreezeInst(cast, "", std::next(cast->getIterator()));
            cast->replaceUsesWithIf(word, [word](const Use &use) { return use.getUser() != word; });
        }
    }
    return !casts.empty();
}

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

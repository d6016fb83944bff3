// SIMT threads divide whole numbers by zero without a trap: all bits of the quotient and of the remainder are ones, as
// operators' reference results have it (the remainder of 64-bit numbers, -1), and the smallest number divided by -1 is
// itself. The host's instruction ends the program for both. Divisors that are data, read anew in each round of a
// loop, are looked at before; those that hold for a whole loop, shapes and strides, are left to the host.
#include "simt_pass.hpp"
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace {

bool isData(const Value *divisor, const Loop &loop)
{
    while (const auto *cast = dyn_cast<CastInst>(divisor)) {
        divisor = cast->getOperand(0);
    }
    return (isa<LoadInst>(divisor) || isa<PHINode>(divisor) || isa<SelectInst>(divisor)) && !loop.isLoopInvariant(divisor);
}

bool isDivision(const Instruction &instruction)
{
    switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
        return !isa<Constant>(instruction.getOperand(1)) && instruction.getType()->isIntegerTy();
    default:
        return false;
    }
}

void guard(Instruction &division)
{
    IRBuilder<> builder(&division);
    Value *number = division.getOperand(0), *divisor = division.getOperand(1);
    Type *type = division.getType();
    Value *one = ConstantInt::get(type, 1), *ones = Constant::getAllOnesValue(type);
    Value *byZero = builder.CreateICmpEQ(divisor, Constant::getNullValue(type)), *unsafe = byZero, *byMinusOne = nullptr;
    if (division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem) {
        byMinusOne = builder.CreateICmpEQ(divisor, ones);
        unsafe = builder.CreateOr(byZero, byMinusOne);
    }
    division.setOperand(1, builder.CreateSelect(unsafe, one, divisor));
    division.dropPoisonGeneratingFlags();
    builder.SetInsertPoint(division.getNextNode());
    Value *result = &division;
    if (division.getOpcode() == Instruction::SDiv) {
        result = builder.CreateSelect(byMinusOne, builder.CreateNeg(number), result);
    }
    Value *guarded = builder.CreateSelect(byZero, ones, result);
    division.replaceUsesWithIf(guarded, [guarded, result](Use &use) {
        return use.getUser() != guarded && use.getUser() != result;
    });
}

} // namespace

namespace simt {

bool guardDivisions(Function &function, const LoopInfo &loops)
{
    SmallVector<Instruction *, 8> found;
    for (Instruction &instruction : instructions(function)) {
        const Loop *loop = isDivision(instruction) ? loops.getLoopFor(instruction.getParent()) : nullptr;
        if (loop != nullptr && isData(instruction.getOperand(1), *loop)) {
            found.push_back(&instruction);
        }
    }
    for (Instruction *division : found) {
        guard(*division);
    }
    return !found.empty();
}

} // namespace simt

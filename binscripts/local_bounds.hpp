// Which bytes of local memory the rounds of a loop reach.
#ifndef OPF_BINSCRIPTS_LOCAL_BOUNDS_H
#define OPF_BINSCRIPTS_LOCAL_BOUNDS_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <optional>

namespace local_access
{

using namespace llvm;

struct Access {
    Instruction *at;
    Value *pointer; // null: any place of local memory
    Value *length;  // null: `bytes`
    int64_t first;  // from the pointer, in bytes
    uint64_t bytes;
    bool writes;
};

class Bounds
{
  public:
    Bounds(Function &of, FunctionAnalysisManager &manager)
        : loops(manager.getResult<LoopAnalysis>(of)),
          evolution(manager.getResult<ScalarEvolutionAnalysis>(of)), word(Type::getInt64Ty(of.getContext()))
    {
    }
    // [first, last) of one round
    std::pair<const SCEV *, const SCEV *> of(const Access &access)
    {
        const SCEV *first = evolution.getAddExpr(integer(access.pointer), number(access.first));
        const SCEV *length =
            access.length != nullptr ? integer(access.length) : number(static_cast<int64_t>(access.bytes));
        return {first, evolution.getAddExpr(first, length)};
    }
    const SCEV *number(int64_t value)
    {
        return evolution.getConstant(word, static_cast<uint64_t>(value), true);
    }
    // The difference, when it is a constant.
    std::optional<int64_t> distance(const SCEV *to, const SCEV *from)
    {
        const auto *constant = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to, from));
        return constant != nullptr ? std::optional<int64_t>(constant->getAPInt().getSExtValue())
                                   : std::nullopt;
    }
    // The value as a number of 64 bits; an address made of a number is that number.
    const SCEV *integer(Value *value)
    {
        const SCEV *at = evolution.getSCEV(value);
        if (!value->getType()->isPointerTy()) {
            return evolution.getTruncateOrZeroExtend(at, word);
        }
        const SCEV *base = evolution.getPointerBase(at);
        const auto *unknown = dyn_cast<SCEVUnknown>(base);
        const auto *number = unknown != nullptr ? dyn_cast<IntToPtrInst>(unknown->getValue()) : nullptr;
        const SCEV *offset = number != nullptr ? evolution.getMinusSCEV(at, base) : nullptr;
        if (offset != nullptr && !isa<SCEVCouldNotCompute>(offset)) {
            return evolution.getAddExpr(integer(number->getOperand(0)),
                                        evolution.getTruncateOrSignExtend(offset, word));
        }
        const SCEV *plain = evolution.getLosslessPtrToIntExpr(at);
        return isa<SCEVCouldNotCompute>(plain) ? evolution.getUnknown(value) : plain;
    }
    // The least or greatest value, as a number with a sign, in all rounds of the loop, or null.
    const SCEV *bound(const SCEV *value, const Loop &loop, bool greatest)
    {
        if (evolution.isLoopInvariant(value, &loop)) {
            return value;
        }
        if (isa<SCEVAddRecExpr>(value)) {
            return value->getType() == word ? ofRounds(value, loop, greatest) : nullptr;
        }
        if (const auto *wider = dyn_cast<SCEVZeroExtendExpr>(value)) {
            return ofShort(wider->getOperand(), loop, greatest, value->getType());
        }
        if (const auto *part = dyn_cast<SCEVUDivExpr>(value)) {
            return ofQuotient(*part, loop, greatest);
        }
        const auto *many = dyn_cast<SCEVNAryExpr>(value);
        if (many == nullptr || !isa<SCEVAddExpr, SCEVMulExpr, SCEVMinMaxExpr>(many)) {
            return nullptr;
        }
        const auto *factor = isa<SCEVMulExpr>(many) ? dyn_cast<SCEVConstant>(many->getOperand(0)) : nullptr;
        const bool turns = factor != nullptr && factor->getAPInt().isNegative();
        SmallVector<const SCEV *, 4> parts;
        for (const SCEV *part : many->operands()) {
            const bool positive =
                isa<SCEVAddExpr, SCEVSMinExpr, SCEVSMaxExpr>(many) || (turns && part == factor);
            if (!positive && !evolution.isKnownNonNegative(part)) {
                return nullptr;
            }
            const bool most = greatest != turns;
            const SCEV *ends = bound(part, loop, most);
            if (ends == nullptr) {
                return nullptr;
            }
            parts.push_back(positive || most ? ends : notBelowZero(ends));
        }
        return joined(*many, parts);
    }

    // 1 where the loop is reached, 0 where it is not, or null: it is told of before that is known.
    const SCEV *reached(const Loop &loop)
    {
        const SCEV *count = evolution.getSymbolicMaxBackedgeTakenCount(&loop);
        if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64) {
            return nullptr;
        }
        const SCEV *rounds = evolution.getAddExpr(count, evolution.getOne(count->getType()));
        const SCEV *none = evolution.getZero(count->getType());
        const bool told = evolution.isKnownPredicate(ICmpInst::ICMP_NE, rounds, none) ||
                          !evolution.isLoopEntryGuardedByCond(&loop, ICmpInst::ICMP_NE, rounds, none);
        return told ? nullptr : evolution.getUMinExpr(evolution.getNoopOrZeroExtend(rounds, word), number(1));
    }

    LoopInfo &loops;
    ScalarEvolution &evolution;
    Type *word;

  private:
    // Of anything: this far there is no local memory, so that what reaches it is told of by all of it.
    static constexpr int64_t OUTSIDE = int64_t(1) << 40;

    const SCEV *joined(const SCEV &like, SmallVectorImpl<const SCEV *> &parts)
    {
        return isa<SCEVAddExpr>(like)   ? evolution.getAddExpr(parts)
               : isa<SCEVMulExpr>(like) ? evolution.getMulExpr(parts)
                                        : evolution.getMinMaxExpr(like.getSCEVType(), parts);
    }
    // The least of what is known not to be below zero may have come out below.
    const SCEV *notBelowZero(const SCEV *least)
    {
        return evolution.isKnownNonNegative(least)
                   ? least
                   : evolution.getSMaxExpr(least, evolution.getZero(least->getType()));
    }
    // How many rounds come behind the first, as a number of 64 bits, or null. A loop that may be left before
    // has any number of rounds, also 2^64: by 2^32 of them it comes out of local memory.
    const SCEV *lastRound(const Loop &loop)
    {
        const SCEV *count = evolution.getSymbolicMaxBackedgeTakenCount(&loop);
        if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64) {
            return nullptr;
        }
        count = evolution.getNoopOrZeroExtend(count, word);
        if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) {
            return evolution.getUMinExpr(count, number(UINT32_MAX));
        }
        return evolution.getSignedRangeMax(count).isIntN(32) ? evolution.getSMaxExpr(count, number(0))
                                                             : count;
    }
    // Of a quotient of numbers without a sign.
    const SCEV *ofQuotient(const SCEVUDivExpr &part, const Loop &loop, bool greatest)
    {
        const SCEV *dividend = part.getLHS(), *divisor = part.getRHS();
        if (!evolution.isLoopInvariant(divisor, &loop)) {
            return nullptr;
        }
        const bool halves =
            evolution.isKnownPredicate(ICmpInst::ICMP_UGT, divisor, evolution.getOne(divisor->getType()));
        const bool known = evolution.isKnownNonNegative(dividend);
        const SCEV *inner = known    ? bound(dividend, loop, greatest)
                            : halves ? ofGrowing(dividend, loop, greatest)
                                     : nullptr; // may come out below zero
        if (inner == nullptr) {
            return nullptr;
        }
        const SCEV *result = evolution.getUDivExpr(known && !greatest ? notBelowZero(inner) : inner, divisor);
        return known || !greatest ? result : evolution.getUMinExpr(result, number(OUTSIDE));
    }
    // The least or greatest of a number without a sign that grows by one step each round, or null. By steps
    // so wide that it might begin again at zero, it may be any.
    const SCEV *ofGrowing(const SCEV *value, const Loop &loop, bool greatest)
    {
        const auto *rounds = dyn_cast<SCEVAddRecExpr>(value);
        const SCEV *count = lastRound(loop);
        if (rounds == nullptr || rounds->getLoop() != &loop || !rounds->isAffine() ||
            value->getType() != word || count == nullptr || !evolution.getSignedRangeMax(count).isIntN(32) ||
            !evolution.isKnownNonNegative(rounds->getStart())) {
            return nullptr;
        }
        const APInt many = evolution.getSignedRangeMax(count);
        const SCEV *begin = rounds->getStart(), *step = rounds->getStepRecurrence(evolution);
        const SCEV *narrow = number((int64_t(1) << 62) / (many.getSExtValue() + 1));
        const SCEV *past = evolution.getMinusSCEV(evolution.getUMaxExpr(step, narrow), narrow);
        const SCEV *wide = evolution.getUMinExpr(past, number(1)); // 1 or 0
        if (!greatest) {
            return evolution.getMulExpr(begin, evolution.getMinusSCEV(number(1), wide));
        }
        const SCEV *way = evolution.getMulExpr(evolution.getUMinExpr(step, narrow), count);
        return evolution.getUMaxExpr(evolution.getAddExpr(begin, way), evolution.getNegativeSCEV(wide));
    }
    // 1 where so many steps might pass 2^62, and 0 where not, or null: they never do.
    const SCEV *passes(const SCEV *step, const SCEV *count)
    {
        const ConstantRange steps = evolution.getSignedRange(step),
                            counts = evolution.getUnsignedRange(count);
        if (steps.getMinSignedBits() + counts.getActiveBits() <= 62) {
            return nullptr;
        }
        const SCEV *narrow = number((int64_t(1) << 62) /
                                    (counts.getUnsignedMax().isIntN(32)
                                         ? static_cast<int64_t>(counts.getUnsignedMax().getZExtValue()) + 1
                                         : int64_t(1) << 32));
        const SCEV *room = evolution.getAddExpr(narrow, narrow);
        const SCEV *past = evolution.getUMaxExpr(evolution.getAddExpr(step, narrow), room);
        return evolution.getUMinExpr(evolution.getMinusSCEV(past, room), number(1));
    }
    // Of a number of `type` that changes by one step each round; of fewer bits, the number goes on where that
    // begins again. By steps so wide that one of 64 bits might begin again, it may be any.
    const SCEV *ofRounds(const SCEV *value, const Loop &loop, bool greatest, Type *type = nullptr)
    {
        type = type != nullptr ? type : value->getType();
        const auto *rounds = dyn_cast<SCEVAddRecExpr>(value);
        const SCEV *count = lastRound(loop);
        const uint64_t bits = evolution.getTypeSizeInBits(value->getType());
        if (rounds == nullptr || rounds->getLoop() != &loop || !rounds->isAffine() || count == nullptr ||
            (value->getType() != word && !evolution.getSignedRangeMax(count).isIntN(bits))) {
            return nullptr;
        }
        const SCEV *step = evolution.getNoopOrSignExtend(rounds->getStepRecurrence(evolution), type);
        const SCEV *begin = evolution.getNoopOrZeroExtend(rounds->getStart(), type);
        const SCEV *way = evolution.getMulExpr(step, evolution.getTruncateOrZeroExtend(count, type));
        const SCEV *none = evolution.getZero(type);
        const bool grows = evolution.isKnownNonNegative(step), falls = evolution.isKnownNonPositive(step);
        if (!greatest) {
            return evolution.getAddExpr(begin, grows ? none : falls ? way : evolution.getSMinExpr(way, none));
        }
        const SCEV *any = value->getType() == word ? passes(step, count) : nullptr;
        const SCEV *most = grows ? way : falls ? none : evolution.getSMaxExpr(way, none);
        if (any != nullptr) {
            most = evolution.getSMaxExpr(most, evolution.getMulExpr(any, number(OUTSIDE)));
        }
        return evolution.getAddExpr(begin, most);
    }
    // Of a number of fewer bits among those of `type`, which may begin again at zero: then it may be any.
    const SCEV *ofShort(const SCEV *value, const Loop &loop, bool greatest, Type *type)
    {
        const uint64_t bits = evolution.getTypeSizeInBits(value->getType());
        if (evolution.isLoopInvariant(value, &loop)) {
            return evolution.getZeroExtendExpr(value, type);
        }
        if (evolution.getTypeSizeInBits(type) < 2 * bits) {
            return nullptr;
        }
        if (const auto *part = dyn_cast<SCEVUDivExpr>(value)) {
            const bool fixed = evolution.isLoopInvariant(part->getRHS(), &loop);
            const SCEV *inner = fixed ? ofShort(part->getLHS(), loop, greatest, type) : nullptr;
            return inner != nullptr
                       ? evolution.getUDivExpr(inner, evolution.getZeroExtendExpr(part->getRHS(), type))
                       : nullptr;
        }
        if (const auto *choice = dyn_cast<SCEVMinMaxExpr>(value)) {
            SmallVector<const SCEV *, 4> parts;
            for (const SCEV *part : choice->operands()) {
                const SCEV *inner =
                    isa<SCEVUMinExpr, SCEVUMaxExpr>(choice) ? ofShort(part, loop, greatest, type) : nullptr;
                if (inner == nullptr) {
                    return nullptr;
                }
                parts.push_back(inner);
            }
            return joined(*choice, parts);
        }
        const auto *shorter = dyn_cast<SCEVTruncateExpr>(value);
        const auto bounded = [&](bool most) {
            return shorter == nullptr                         ? ofRounds(value, loop, most, type)
                   : shorter->getOperand()->getType() == type ? bound(shorter->getOperand(), loop, most)
                                                              : nullptr;
        };
        const SCEV *least = bounded(false), *most = bounded(true);
        return least != nullptr && most != nullptr ? unlessPast(least, most, bits, greatest) : nullptr;
    }
    // The least or greatest of [least, most], but 0 or the last number when these are not all numbers of so
    // many bits.
    const SCEV *unlessPast(const SCEV *least, const SCEV *most, uint64_t bits, bool greatest)
    {
        const SCEV *none = evolution.getZero(least->getType()), *one = evolution.getOne(least->getType());
        const SCEV *all =
            evolution.getConstant(APInt::getOneBitSet(evolution.getTypeSizeInBits(least->getType()), bits));
        const SCEV *last = evolution.getMinusSCEV(all, one);
        if (greatest) {
            if (evolution.isKnownNonNegative(least)) {
                return most;
            }
            const SCEV *below =
                evolution.getSMinExpr(evolution.getSMaxExpr(evolution.getNegativeSCEV(least), none), one);
            return evolution.getSMaxExpr(most, evolution.getMulExpr(last, below));
        }
        const SCEV *begin = evolution.getSMaxExpr(least, none);
        if (evolution.isKnownPredicate(ICmpInst::ICMP_ULT, most, all)) {
            return begin;
        }
        const SCEV *room =
            evolution.getMinusSCEV(all, evolution.getSMinExpr(evolution.getSMaxExpr(most, none), all));
        return evolution.getSMinExpr(begin, evolution.getMulExpr(last, evolution.getSMinExpr(room, one)));
    }
};

} // namespace local_access
#endif

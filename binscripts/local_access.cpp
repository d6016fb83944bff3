// A kernel that asks for the address of local memory (GetPhyAddr) reaches it in ways that the SDK's calls
// cannot see, so that nothing may be noted from then on (sdk/device/opf/core/lazy.h): opf::local_address says
// so when it runs. This pass takes such a call away where it sees all that becomes of the address: loads and
// stores, which it tells the SDK of beforehand. A loop tells it once, before it begins, of all the bytes that
// its rounds reach; only what lies there is then carried out, and loads are told to read global memory
// instead where it holds all these bytes.
#include "local_access.hpp"
#include "local_bounds.hpp"
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <cstddef>

#include "opforge/abi.h"

using namespace llvm;
using namespace local_access;

namespace
{

constexpr uint64_t CACHE_LINE = 64;
constexpr uint64_t LOCAL_END = uint64_t(1) << 32; // local memories lie below

const Function *calledBy(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call != nullptr ? call->getCalledFunction() : nullptr;
}

// A call of opf::local_address(address, what to call before loads, before loads that may read elsewhere,
// before stores).
CallInst *asksFor(Instruction &instruction)
{
    const Function *called = calledBy(instruction);
    return called != nullptr && called->getName().starts_with("_ZN3opf13local_addressE")
               ? cast<CallInst>(&instruction)
               : nullptr;
}

// What the SDK itself does with a number that may be an address is known to it.
bool isOfSdk(const Function &function)
{
    const StringRef name = function.getName();
    return name == "opf_rt_fault" || name.starts_with("_ZN3opf12before_loadsE") ||
           name.starts_with("_ZN3opf13before_storesE") || name.starts_with("_ZN3opf13where_to_loadE");
}

// ---- calls between an access and where it is told of: they must not note anything
// ----------------------------------------

class Harmless
{
  public:
    bool is(const Instruction &instruction)
    {
        const auto *call = dyn_cast<CallBase>(&instruction);
        if (call == nullptr || isa<IntrinsicInst>(call)) {
            return !storesToCore(instruction);
        }
        const Function *called = call->getCalledFunction();
        return called != nullptr && (isOfSdk(*called) || is(*called));
    }
    bool is(const Loop &loop)
    {
        return all_of(loop.blocks(), [&](const BasicBlock *block) {
            return all_of(*block, [&](const Instruction &instruction) { return is(instruction); });
        });
    }

  private:
    DenseMap<const Function *, bool> known;

    // Notes are kept in the core: what stores there may be one.
    static bool storesToCore(const Instruction &instruction)
    {
        const auto *store = dyn_cast<StoreInst>(&instruction);
        SmallVector<const Value *, 4> objects;
        if (store != nullptr) {
            getUnderlyingObjects(store->getPointerOperand(), objects, nullptr, 0);
        }
        return any_of(objects, [](const Value *object) { return isa<LoadInst>(object); });
    }

  public:
    bool is(const Function &function)
    {
        if (function.isDeclaration()) {
            return false;
        }
        auto [entry, added] = known.try_emplace(&function, false);
        if (!added) {
            return entry->second;
        }
        const bool harmless =
            all_of(instructions(function), [&](const Instruction &instruction) { return is(instruction); });
        return known[&function] = harmless;
    }
};

// ---- what becomes of an address
// ------------------------------------------------------------------------------------------

// Of the pointer parameter of a function, whose accesses lie in [first, last) of what it points to, or guard
// themselves.
struct Parameter {
    enum { OPEN, ESCAPES, BOUNDED, GUARDED } what = OPEN;
    int64_t first = 0, last = 0;
    bool writes = false;
};

class Addresses
{
  public:
    Addresses(Module &of, FunctionAnalysisManager &with, Harmless &allowed)
        : layout(of.getDataLayout()), manager(with), harmless(allowed)
    {
    }

    // All accesses by what is computed from the root; false = it may go elsewhere.
    bool follow(Value &root, SmallVectorImpl<Access> &accesses)
    {
        SetVector<Value *> derived;
        derived.insert(&root);
        for (unsigned i = 0; i < derived.size(); i++) {
            for (Use &use : derived[i]->uses()) {
                auto *user = dyn_cast<Instruction>(use.getUser());
                if (user == nullptr || !take(use, *user, derived, accesses)) {
                    return false;
                }
            }
        }
        return true;
    }
    // Parameters that guard themselves.
    MapVector<Argument *, Parameter> parameters;

  private:
    const DataLayout &layout;
    FunctionAnalysisManager &manager;
    Harmless &harmless;

    bool take(Use &use, Instruction &user, SetVector<Value *> &derived, SmallVectorImpl<Access> &accesses)
    {
        if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst, FreezeInst, BinaryOperator>(user)) {
            if (user.getType()->isVectorTy() || user.getType()->isFloatingPointTy()) {
                return false;
            }
            derived.insert(&user);
            return true;
        }
        if (isa<CmpInst>(user)) {
            return true;
        }
        if (auto *load = dyn_cast<LoadInst>(&user)) {
            accesses.push_back(
                {load, use.get(), nullptr, 0, layout.getTypeStoreSize(load->getType()), false});
            return true;
        }
        if (auto *store = dyn_cast<StoreInst>(&user)) {
            accesses.push_back({store, use.get(), nullptr, 0,
                                layout.getTypeStoreSize(store->getValueOperand()->getType()), true});
            return use.getOperandNo() == StoreInst::getPointerOperandIndex();
        }
        auto *call = dyn_cast<CallInst>(&user);
        return call != nullptr && call->isArgOperand(&use) && takeCall(use, *call, accesses);
    }
    bool takeCall(Use &use, CallInst &call, SmallVectorImpl<Access> &accesses)
    {
        const unsigned number = call.getArgOperandNo(&use);
        if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
            return takeIntrinsic(use, *intrinsic, number, accesses);
        }
        Function *called = call.getCalledFunction();
        if (called == nullptr || called->getFunctionType() != call.getFunctionType()) {
            return false;
        }
        if (isOfSdk(*called)) {
            return true;
        }
        if (called->isDeclaration() || called->isInterposable() || number >= called->arg_size()) {
            return false;
        }
        const Parameter parameter = known(*called->getArg(number));
        if (parameter.what == Parameter::BOUNDED) {
            accesses.push_back({&call, use.get(), nullptr, parameter.first,
                                static_cast<uint64_t>(parameter.last - parameter.first), parameter.writes});
        }
        return parameter.what == Parameter::BOUNDED || parameter.what == Parameter::GUARDED;
    }
    bool takeIntrinsic(Use &use, IntrinsicInst &call, unsigned number, SmallVectorImpl<Access> &accesses)
    {
        switch (call.getIntrinsicID()) {
        case Intrinsic::masked_load:
            accesses.push_back(
                {&call, use.get(), nullptr, 0, layout.getTypeStoreSize(call.getType()), false});
            return number == 0;
        case Intrinsic::masked_store:
            accesses.push_back({&call, use.get(), nullptr, 0,
                                layout.getTypeStoreSize(call.getArgOperand(0)->getType()), true});
            return number == 1;
        case Intrinsic::memcpy:
        case Intrinsic::memmove:
        case Intrinsic::memset:
        case Intrinsic::memcpy_inline:
            accesses.push_back({&call, use.get(), call.getArgOperand(2), 0, 0, number == 0});
            return number == 0 || (number == 1 && call.getIntrinsicID() != Intrinsic::memset);
        case Intrinsic::prefetch:
        case Intrinsic::assume:
            return true;
        case Intrinsic::umin:
        case Intrinsic::umax:
        case Intrinsic::smin:
        case Intrinsic::smax:
            return false;
        default: // instructions that gather, with the address of all their elements
            if (call.getCalledFunction()->getName().starts_with("llvm.x86.avx512.mask.gather")) {
                accesses.push_back({&call, nullptr, nullptr, 0, 0, false});
                return true;
            }
            return false;
        }
    }
    Parameter known(Argument &argument)
    {
        auto [entry, added] = parameters.insert({&argument, Parameter()});
        if (!added) {
            return entry->second;
        }
        SmallVector<Access, 8> accesses;
        Parameter found;
        found.what = !follow(argument, accesses)            ? Parameter::ESCAPES
                     : isBounded(argument, accesses, found) ? Parameter::BOUNDED
                                                            : Parameter::GUARDED;
        return parameters[&argument] = found;
    }
    // All accesses lie at constant distances from the parameter: whoever calls the function tells of them.
    bool isBounded(Argument &argument, ArrayRef<Access> accesses, Parameter &found)
    {
        Function &function = *argument.getParent();
        if (accesses.empty() || !harmless.is(function)) {
            return false;
        }
        Bounds bounds(function, manager);
        const SCEV *begin = bounds.integer(&argument);
        found.first = INT64_MAX;
        found.last = INT64_MIN;
        for (const Access &access : accesses) {
            if (access.pointer == nullptr) {
                return false;
            }
            auto [first, last] = bounds.of(access);
            for (Loop *loop = bounds.loops.getLoopFor(access.at->getParent()); loop != nullptr;
                 loop = loop->getParentLoop()) {
                first = first != nullptr ? bounds.bound(first, *loop, false) : nullptr;
                last = last != nullptr ? bounds.bound(last, *loop, true) : nullptr;
            }
            const auto lower = first != nullptr ? bounds.distance(first, begin) : std::nullopt;
            const auto upper = last != nullptr ? bounds.distance(last, begin) : std::nullopt;
            if (!lower || !upper) {
                return false;
            }
            found.first = std::min(found.first, *lower);
            found.last = std::max(found.last, *upper);
            found.writes |= access.writes;
        }
        return true;
    }
};

// ---- where and of which bytes the SDK is told
// ----------------------------------------------------------------------------

struct Guard {
    Instruction *access = nullptr, *before = nullptr;
    Value *anchor = nullptr;  // null: [first, last)
    int64_t from = 0, to = 0; // of the anchor
    Value *length = nullptr;  // then `to` counts from its end
    const SCEV *first = nullptr, *last = nullptr;
    SmallVector<const SCEV *, 4> reached; // all 1: the loops that it is told of before have rounds
    bool writes = false;
    bool whole = false;
    const Loop *loop = nullptr;         // the outermost that it is told of before
    SmallVector<Instruction *, 4> told; // the accesses
};

class Places
{
  public:
    Places(Function &of, FunctionAnalysisManager &manager, Harmless &allowed)
        : bounds(of, manager), harmless(allowed), expander(bounds.evolution, of.getDataLayout(), "local")
    {
    }
    void add(const Access &access)
    {
        Guard guard;
        guard.access = guard.before = access.at;
        guard.told = {access.at};
        guard.writes = access.writes;
        guard.whole = access.pointer == nullptr;
        if (!guard.whole) {
            std::tie(guard.first, guard.last) = bounds.of(access);
        }
        hoist(guard);
        const auto canTell = [&](const SCEV *value) {
            return expander.isSafeToExpandAt(value, guard.before);
        };
        erase_if(guard.reached, [&](const SCEV *flag) { return !canTell(flag); });
        if (guard.whole) {
            return merge(guard);
        }
        if (guard.before == access.at) {
            const auto bytes = bounds.distance(guard.last, guard.first);
            guard.length = bytes ? nullptr : access.length;
            guard.anchor = access.pointer;
            guard.from = access.first;
            guard.to = access.first + bytes.value_or(0);
        } else {
            guard.whole = !canTell(guard.first) || !canTell(guard.last);
        }
        merge(guard);
    }
    // Stores are told of first: what they meet is carried out, and no load goes elsewhere for it.
    void insert(Value *loads, Value *anywhere, Value *stores)
    {
        for (const Guard &guard : guards) {
            if (guard.writes) {
                call(guard, stores, Type::getVoidTy(bounds.word->getContext()));
            }
        }
        for (const Guard &guard : guards) {
            if (guard.writes) {
                continue;
            }
            if (!mayReadElsewhere(guard)) {
                call(guard, loads, Type::getVoidTy(bounds.word->getContext()));
                continue;
            }
            Value *found = call(guard, anywhere, StructType::get(bounds.word, bounds.word));
            IRBuilder<> behind(guard.before);
            Value *distance = behind.CreateExtractValue(found, 0),
                  *ahead = behind.CreateExtractValue(found, 1);
            for (Instruction *load : guard.told) {
                readElsewhere(*load, *distance, hasTime(*load) ? ahead : nullptr);
            }
        }
    }
    // Nothing is told while nothing is noted. The function's loops are known no more.
    void skipWhenNothingWaits(Module &module)
    {
        GlobalVariable *core = module.getNamedGlobal("opf_this_core");
        if (core == nullptr) {
            return;
        }
        static_assert(offsetof(opf_core, pending_num) == offsetof(opf_core, lazy_num) + sizeof(uint32_t));
        for (CallInst *call : calls) {
            IRBuilder<> builder(call);
            Value *at = builder.CreateLoad(builder.getPtrTy(), builder.CreateThreadLocalAddress(core));
            Value *counts = builder.CreateAlignedLoad(
                builder.getInt64Ty(),
                builder.CreateConstGEP1_64(builder.getInt8Ty(), at, offsetof(opf_core, lazy_num)), Align(4));
            Instruction *behind = call->getNextNode();
            MDNode *rarely = MDBuilder(module.getContext()).createBranchWeights(1, 100);
            Instruction *then = SplitBlockAndInsertIfThen(builder.CreateICmpNE(counts, builder.getInt64(0)),
                                                          call, false, rarely);
            call->moveBefore(then);
            if (!call->getType()->isVoidTy()) {
                IRBuilder<> joining(behind->getParent(), behind->getParent()->begin());
                PHINode *distance = joining.CreatePHI(call->getType(), 2);
                call->replaceAllUsesWith(distance);
                distance->addIncoming(call, then->getParent());
                distance->addIncoming(Constant::getNullValue(call->getType()),
                                      cast<Instruction>(counts)->getParent());
            }
        }
    }

  private:
    Bounds bounds;
    Harmless &harmless;
    SCEVExpander expander;
    SmallVector<Guard, 16> guards;
    SmallVector<CallInst *, 16> calls;

    Value *call(const Guard &guard, Value *callee, Type *result)
    {
        Type *word = bounds.word;
        IRBuilder<> builder(guard.before);
        Value *first = ConstantInt::get(word, 0), *last = ConstantInt::get(word, LOCAL_END);
        if (!guard.whole && guard.anchor != nullptr) {
            Value *anchor = guard.anchor->getType()->isPointerTy()
                                ? builder.CreatePtrToInt(guard.anchor, word)
                                : builder.CreateZExtOrTrunc(guard.anchor, word);
            first = builder.CreateAdd(anchor, ConstantInt::get(word, guard.from, true));
            last = builder.CreateAdd(anchor, ConstantInt::get(word, guard.to, true));
            if (guard.length != nullptr) {
                last = builder.CreateAdd(last, builder.CreateZExtOrTrunc(guard.length, word));
            }
        } else if (!guard.whole) {
            first = expander.expandCodeFor(guard.first, word, guard.before);
            last = expander.expandCodeFor(guard.last, word, guard.before);
        }
        if (!guard.reached.empty()) { // else no bytes
            SmallVector<const SCEV *, 4> flags(guard.reached);
            Value *reached = expander.expandCodeFor(bounds.evolution.getMulExpr(flags), word, guard.before);
            IRBuilder<> here(guard.before);
            last = here.CreateSelect(here.CreateIsNotNull(reached), last, first);
        }
        CallInst *made =
            builder.CreateCall(FunctionType::get(result, {word, word}, false), callee, {first, last});
        made->setDebugLoc(guard.before->getDebugLoc());
        made->setDoesNotThrow();
        calls.push_back(made);
        return made;
    }

    // Out of loops in which nothing can be noted. What a loop reaches that cannot be told beforehand is all
    // local memory.
    void hoist(Guard &guard)
    {
        for (Loop *loop = bounds.loops.getLoopFor(guard.before->getParent()); loop != nullptr;
             loop = loop->getParentLoop()) {
            BasicBlock *ahead = loop->getLoopPreheader();
            if (ahead == nullptr || !harmless.is(*loop)) {
                return;
            }
            const SCEV *first = guard.whole ? nullptr : bounds.bound(guard.first, *loop, false);
            const SCEV *last = first != nullptr ? bounds.bound(guard.last, *loop, true) : nullptr;
            if (last == nullptr && !guard.whole) {
                if (guard.before != guard.access) {
                    return; // once for each round of this loop
                }
                guard.whole = true;
            }
            guard.first = first;
            guard.last = last;
            erase_if(guard.reached,
                     [&](const SCEV *flag) { return !bounds.evolution.isLoopInvariant(flag, loop); });
            if (const SCEV *flag = bounds.reached(*loop)) {
                guard.reached.push_back(flag);
            }
            guard.loop = loop;
            guard.before = ahead->getTerminator();
        }
    }
    // Nothing is noted from the guard to the instruction, which is behind it in the same block.
    bool reaches(const Guard &guard, const Instruction *instruction)
    {
        const Instruction *at = guard.before;
        for (; at != nullptr && at != instruction; at = at->getNextNode()) {
            if (!harmless.is(*at)) {
                return false;
            }
        }
        return at != nullptr;
    }
    // The guard becomes part of one that is told earlier or at the same place, when the bytes are known to
    // lie near.
    void merge(const Guard &guard)
    {
        for (Guard &other : guards) {
            if (other.before->getParent() != guard.before->getParent() ||
                (other.before != guard.before && !reaches(other, guard.before))) {
                continue;
            }
            if (other.whole || guard.whole) {
                if (other.whole && guard.whole && other.reached == guard.reached) {
                    return join(other, guard);
                }
                continue;
            }
            if ((other.anchor == nullptr) != (guard.anchor == nullptr) || other.length != guard.length ||
                other.reached != guard.reached) {
                continue;
            }
            const auto lower = bounds.distance(guard.first, other.first),
                       upper = bounds.distance(guard.last, other.last);
            if (!lower || !upper) {
                continue;
            }
            if (*lower < 0) {
                other.first = guard.first;
                other.from += *lower;
            }
            if (*upper > 0) {
                other.last = guard.last;
                other.to += *upper;
            }
            return join(other, guard);
        }
        guards.push_back(guard);
    }
    static void join(Guard &guard, const Guard &other)
    {
        guard.writes |= other.writes;
        guard.told.append(other.told);
        guard.loop = guard.loop == other.loop && guard.before == other.before ? guard.loop : nullptr;
    }
    // The loop stores nothing that the SDK is not told of at the same place, before the loads.
    bool mayReadElsewhere(const Guard &guard)
    {
        if (guard.writes || guard.whole || guard.loop == nullptr) {
            return false;
        }
        for (const Guard &other : guards) {
            const bool inside =
                any_of(other.told, [&](const Instruction *at) { return guard.loop->contains(at); });
            if (other.writes && inside && (other.whole || other.before != guard.before)) {
                return false;
            }
        }
        for (const BasicBlock *block : guard.loop->blocks()) {
            for (const Instruction &instruction : *block) {
                const auto *call = dyn_cast<CallBase>(&instruction);
                if (call != nullptr && !isa<IntrinsicInst>(call) &&
                    (call->getCalledFunction() == nullptr || !isOfSdk(*call->getCalledFunction()))) {
                    return false;
                }
            }
        }
        return all_of(guard.told, [](const Instruction *load) {
            const auto *intrinsic = dyn_cast<IntrinsicInst>(load);
            const auto *plain = dyn_cast<LoadInst>(load);
            return (plain != nullptr && plain->isSimple()) ||
                   (intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::masked_load);
        });
    }
    // A loop that stores what it computes has time for memory; one that only adds up waits for it anyway.
    bool hasTime(const Instruction &load)
    {
        const Loop *loop = bounds.loops.getLoopFor(load.getParent());
        return loop != nullptr && any_of(loop->blocks(), [](const BasicBlock *block) {
                   return any_of(*block, [](const Instruction &instruction) {
                       const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
                       return isa<StoreInst>(instruction) ||
                              (intrinsic != nullptr &&
                               intrinsic->getIntrinsicID() == Intrinsic::masked_store);
                   });
               });
    }
    // What lies in the same place of the copy that is likely to follow is asked for.
    static void askAhead(IRBuilder<> &builder, Value *from, Value *ahead, uint64_t bytes)
    {
        Value *next = builder.CreateGEP(builder.getInt8Ty(), from, ahead);
        for (uint64_t at = 0; at < bytes; at += CACHE_LINE) {
            builder.CreateIntrinsic(Intrinsic::prefetch, {builder.getPtrTy()},
                                    {builder.CreateConstGEP1_64(builder.getInt8Ty(), next, at),
                                     builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
        }
    }
    static void readElsewhere(Instruction &load, Value &distance, Value *ahead)
    {
        IRBuilder<> builder(&load);
        const bool plain = isa<LoadInst>(load);
        const unsigned operand = plain ? LoadInst::getPointerOperandIndex() : 0;
        Value *from = builder.CreateGEP(builder.getInt8Ty(), load.getOperand(operand), &distance);
        load.setOperand(operand, from);
        const uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType());
        if (ahead != nullptr && bytes >= CACHE_LINE) {
            askAhead(builder, from, ahead, bytes);
        }
        if (plain) {
            cast<LoadInst>(load).setAlignment(Align(1));
        } else {
            load.setOperand(1, builder.getInt32(1));
        }
    }
};

// What was found out of the function holds no more: a call that waits, carried out in it, reads and writes
// any memory.
void forgetEffects(Function &function)
{
    const auto forget = [](auto &of, unsigned parameters) {
        of.setMemoryEffects(MemoryEffects::unknown());
        for (unsigned i = 0; i < parameters; i++) {
            for (const auto kind :
                 {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::NoAlias}) {
                of.removeParamAttr(i, kind);
            }
        }
    };
    forget(function, function.arg_size());
    for (User *user : function.users()) {
        if (auto *call = dyn_cast<CallBase>(user);
            call != nullptr && call->getCalledFunction() == &function) {
            forget(*call, call->arg_size());
        }
    }
}

} // namespace

PreservedAnalyses local_access::GuardAccesses::run(Module &module, ModuleAnalysisManager &manager)
{
    auto &functions = manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    Harmless harmless;
    Addresses addresses(module, functions, harmless);
    MapVector<Function *, SmallVector<Access, 16>> found;
    SmallVector<CallInst *, 16> seen;
    Value *loads = nullptr, *anywhere = nullptr, *stores = nullptr;
    for (Function &function : module) {
        for (Instruction &instruction : instructions(function)) {
            CallInst *call = asksFor(instruction);
            SmallVector<Access, 16> accesses;
            if (call == nullptr || call->arg_size() != 4 || !addresses.follow(*call, accesses)) {
                continue;
            }
            loads = call->getArgOperand(1);
            anywhere = call->getArgOperand(2);
            stores = call->getArgOperand(3);
            found[&function].append(accesses);
            seen.push_back(call);
        }
    }
    if (seen.empty()) {
        return PreservedAnalyses::all();
    }
    for (auto &[argument, parameter] : addresses.parameters) {
        SmallVector<Access, 16> accesses;
        if (parameter.what == Parameter::GUARDED) {
            forgetEffects(*argument->getParent());
        }
        if (parameter.what == Parameter::GUARDED && addresses.follow(*argument, accesses)) {
            found[argument->getParent()].append(accesses);
        }
    }
    for (auto &[function, accesses] : found) {
        MapVector<Instruction *, SmallVector<Access, 1>> ordered; // by where they stand
        for (Instruction &instruction : instructions(*function)) {
            ordered[&instruction];
        }
        for (const Access &access : accesses) {
            SmallVector<Access, 1> &here = ordered[access.at];
            if (none_of(here, [&](const Access &other) {
                    return other.pointer == access.pointer && other.writes == access.writes;
                })) {
                here.push_back(access); // reached by two ways
            }
        }
        Places places(*function, functions, harmless);
        for (const auto &[instruction, of] : ordered) {
            for (const Access &access : of) {
                places.add(access);
            }
        }
        places.insert(loads, anywhere, stores);
        places.skipWhenNothingWaits(module);
        functions.invalidate(*function, PreservedAnalyses::none());
    }
    for (CallInst *call : seen) {
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
    }
    return PreservedAnalyses::none();
}

// What the parts of the kernel compiler's plugin know of each other: how SIMT code of the SDK looks in LLVM's terms.
#ifndef OPF_BINSCRIPTS_SIMT_PASS_H
#define OPF_BINSCRIPTS_SIMT_PASS_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <functional>

namespace simt {

// Offset in the core's structure that is accessed, or -1.
int64_t coreOffset(const llvm::Value *pointer, const llvm::DataLayout &layout);
// The store of the SDK's loop that says which thread runs, and loads of it.
bool isThreadNumber(const llvm::Instruction &instruction, const llvm::DataLayout &layout);
bool readsThreadNumber(const llvm::Instruction &instruction, const llvm::DataLayout &layout);
// Calls that may be made again or left out where their result is not used.
bool isHarmless(const llvm::Instruction &instruction);
bool leadsNowhere(const llvm::BasicBlock *block);
// The empty assembler statement that the SDK puts into loops over threads.
bool isMark(const llvm::Instruction &instruction);

// A call of the SDK's opf::simt::change(): an atomic operation that nothing is known of yet.
bool isChange(const llvm::Instruction &instruction);
// What loops are, written on them: the rounds of a SIMT function, the threads of a round, and which of those are a run.
constexpr const char *ROUNDS = "opf.simt.rounds", *THREADS = "opf.simt.threads", *RUN = "opf.simt.run";

// A loop over the threads of a block that runs one round of each, after simt_order turned the loops around.
struct Round {
    llvm::Loop *threads;
    llvm::BasicBlock *before; // where the round begins
    llvm::BasicBlock *last;   // what a thread does in its round ends here
    llvm::BasicBlock *next;   // after the last thread
    llvm::Value *condition;   // computed there: the thread has another round
    llvm::AllocaInst *more;   // some thread has
    bool continuesOnTrue;
    llvm::Value *step; // elements from round to round; nullptr: there is more than one variable
};

// simt_runs.cpp: threads that divide to the same quotient are run together. Tells whether anything was changed.
bool runTogether(llvm::Function &function, const Round &round);

// simt_hold.cpp: before anything is optimised, what atomic operations may touch; at the end, neighbouring ones without a
// lock for each. `analyse` gives the loops as they are now. Tells whether anything was changed.
void knowChanges(llvm::Module &module);
bool holdTogether(llvm::Function &function,
                  const std::function<void(llvm::LoopInfo *&, llvm::ScalarEvolution *&)> &analyse);

// simt_waits.cpp: launches of SIMT functions that never wait are not asked about at run time.
void answerWaits(llvm::Module &module);

// simt_divide.cpp: divisions by zero give what the device's threads get. Tells whether anything was changed.
bool guardDivisions(llvm::Function &function, const llvm::LoopInfo &loops);

// simt_words.cpp: before vectorisation and last of all, bfloat16 go from where they come from to where they are used as
// words; last of all, halves are loaded as words. Tell whether anything was changed.
bool passBfloatsAsWords(llvm::Function &function);
bool keepBfloatsApart(llvm::Function &function);
bool loadAsWords(llvm::Function &function);

// simt_unroll.cpp: tables of a SIMT function that are filled in a loop become plain values.
void markSimtFunctions(llvm::Module &module);
void addUnrolling(llvm::PassBuilder &builder);

} // namespace simt
#endif

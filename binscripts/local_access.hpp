// Addresses of local memory that a kernel asks for.
#ifndef OPF_BINSCRIPTS_LOCAL_ACCESS_H
#define OPF_BINSCRIPTS_LOCAL_ACCESS_H

#include <llvm/IR/PassManager.h>

namespace local_access {

// Run when functions have been inlined and loops simplified.
struct GuardAccesses : llvm::PassInfoMixin<GuardAccesses> {
    static bool isRequired() { return true; }
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
};

} // namespace local_access
#endif

// What a register block of a kernel leaves as it was.
#ifndef OPF_BINSCRIPTS_REG_SCOPE_H
#define OPF_BINSCRIPTS_REG_SCOPE_H

#include <llvm/IR/Function.h>

namespace reg_scope {

// Scalars that a register block of the function changes and that are declared outside of it have their value again
// behind it. Tells whether there were any. Run before inlining.
bool keepOuterScalars(llvm::Function &function);

} // namespace reg_scope
#endif

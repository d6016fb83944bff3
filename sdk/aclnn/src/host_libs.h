/* Operators' host libraries (shape inference, tiling): found and loaded at first use. */
#ifndef OPF_ACLNN_HOST_LIBS_H
#define OPF_ACLNN_HOST_LIBS_H

#include <string>

namespace op {
namespace internal {
/* Loads what the search path has; again after the environment changed (`generation` of the index). */
void EnsureHostLibraries(uint64_t generation);
/* For messages: what was loaded and what could not be. */
std::string DescribeHostLibraries();
} // namespace internal
} // namespace op

#endif

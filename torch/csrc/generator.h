// The NPU's random numbers: those of a CPU generator of its own, so that a seed gives the CPU's numbers.
#ifndef OPF_TORCH_GENERATOR_H
#define OPF_TORCH_GENERATOR_H

#include <ATen/core/Generator.h>

namespace opf_torch
{

const at::Generator &default_generator();
at::Generator new_generator();
// The CPU generator inside one of ours; others are returned as they are.
at::Generator cpu_generator_of(const at::Generator &generator);

} // namespace opf_torch

#endif

// The NPU's random numbers: those of a CPU generator of its own, so that a seed gives the CPU's numbers.
#ifndef OPF_TORCH_GENERATOR_H
#define OPF_TORCH_GENERATOR_H

#include "compat.h"
#include <ATen/core/Generator.h>

namespace opf_torch
{

const at::Generator &default_generator();
at::Generator new_generator();
// The CPU generator inside one of ours; others are returned as they are.
at::Generator cpu_generator_of(const at::Generator &generator);
// For functions that take a seed and an offset: the seed of the generator (the device's own when there is none), and an
// offset that no call before had.
int64_t seed_of(const Optional<at::Generator> &generator);
int64_t next_offset(const Optional<at::Generator> &generator);

} // namespace opf_torch

#endif

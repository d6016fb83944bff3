// What the tiling function decides and the kernel needs. Lengths in elements.
#ifndef RELU_TILING_H
#define RELU_TILING_H

#include <cstdint>

struct ReluTiling {
    int64_t total;      // elements of x
    int64_t perCore;    // elements of each core but the last
    int64_t tileLength; // elements that fit one buffer of a queue
};

#endif

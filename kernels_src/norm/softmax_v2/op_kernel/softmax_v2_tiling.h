// x seen as [outer, axis, inner]; the softmax runs along `axis`. Lengths in elements.
#ifndef SOFTMAX_V2_TILING_H
#define SOFTMAX_V2_TILING_H

#include <cstdint>

// Tiling keys.
constexpr uint64_t SOFTMAX_KEY_ROW = 1;      // inner = 1, a row fits the unified buffer
constexpr uint64_t SOFTMAX_KEY_LONG_ROW = 2; // inner = 1, a row is read in chunks, three times
constexpr uint64_t SOFTMAX_KEY_PANEL = 3;    // inner > 1, a panel [axis, width] fits the unified buffer

struct SoftmaxV2Tiling {
    int64_t outer;
    int64_t axis;
    int64_t inner;
    int64_t chunk;        // row keys: elements of one buffer; panel key: columns of a panel
    int64_t jobs;         // rows, or panels
    int64_t jobsPerCore;
};

#endif

// The broadcast reduced to rows: `outer` index digits, each with a step in x1 and x2, around a dense row of y.
#ifndef ADD_TILING_H
#define ADD_TILING_H

#include <cstdint>

constexpr int32_t ADD_MAX_DIMS = 8;

// How the innermost row reads its operands; also the tiling keys.
constexpr uint64_t ADD_KEY_BOTH_DENSE = 1;
constexpr uint64_t ADD_KEY_X1_SINGLE = 2; // x1 gives one element to the whole row
constexpr uint64_t ADD_KEY_X2_SINGLE = 3;

struct AddTiling {
    int64_t row;         // elements of a row
    int64_t tileLength;  // elements of a tile; a row has ceil(row / tileLength) tiles
    int64_t tilesPerRow;
    int64_t tiles;       // of all rows
    int64_t tilesPerCore;
    int32_t outerDims;   // digits in use, slowest first
    int32_t reserved;
    int64_t outerSize[ADD_MAX_DIMS];
    int64_t x1Step[ADD_MAX_DIMS]; // elements; 0 = broadcast
    int64_t x2Step[ADD_MAX_DIMS];
};

#endif

#ifndef FAULTY_TILING_H
#define FAULTY_TILING_H

#include <cstdint>

struct FaultyTiling {
    int64_t perCore;
    int64_t kind;
};

#endif

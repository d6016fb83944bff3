#ifndef TALK_TILING_H
#define TALK_TILING_H

#include <cstdint>

struct TalkTiling {
    int32_t cores;
};

#endif

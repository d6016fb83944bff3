// A structure as kernels and host share it: every kind of field that a tool must be able to show.
#ifndef STYLE_PLAIN_DATA_H
#define STYLE_PLAIN_DATA_H
#include <cstdint>

namespace style {
enum class Mode : uint8_t { NONE, FAST = 7 };
struct Part {
    int32_t rows;
    int16_t pair[2][2];
    float scale;
};
struct Head {
    uint64_t magic;
};
template <typename T, int N> struct PlainData : Head {
    bool flag;
    int64_t total;
    Part parts[N];
    T last;
    Mode mode;
    uint32_t low : 3, high : 5;
    int32_t down : 4;
    union {
        uint32_t asWhole;
        float asReal;
    };
    double ratio;
    static constexpr int COUNT = N;
};
} // namespace style
#endif

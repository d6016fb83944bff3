#ifndef DOUBLE_IT_DATA_H
#define DOUBLE_IT_DATA_H
#include <cstdint>
struct DoubleItData {
    int64_t count;
};
#endif

// Tiling structures of the small kernel.
#ifndef SCALE_DATA_H
#define SCALE_DATA_H
struct ScaleData {
    long count;
};
struct ScaleWideData {
    long count, step;
};
#endif

/* Kernel of the test operator Twice: y = x * scale (+ other when given); with the scale BLOCKS, y is how many blocks the
 * launch has. Plain C over the ABI, so that this layer is tested without the device SDK. */
#include "tests/cases/objects/object.h"

struct tiling {
    uint32_t count;
    float scale;
    uint64_t scratch;
};

#define BLOCKS 77.0f

#ifndef GROUP
/* x, other (optional), y, workspace, tiling */
KERNEL void Twice_float32_7(void *const *args)
{
    const float *x = args[0], *other = args[1];
    float *y = args[2];
    const struct tiling *t = args[4];
    uint32_t per = (t->count + CORE->block_num - 1) / CORE->block_num;
    uint32_t from = CORE->block_idx * per, to = from + per < t->count ? from + per : t->count;
    for (uint32_t i = from; i < to; i++)
        y[i] = t->scale == BLOCKS ? (float)CORE->block_num : x[i] * t->scale + (other ? other[i] : 0.0f);
    if (t->scratch && CORE->block_idx == 0)
        for (uint64_t i = 0; i < t->scratch; i++)
            ((unsigned char *)args[3])[i] = 0xEE;
}

#else
/* The same for a group: x and y are descriptors of lists. */
KERNEL void TwiceAll_float32_7(void *const *args)
{
    const uint64_t *x = args[0], *y = args[1];
    const struct tiling *t = args[3];
    const uint64_t *xs = x + x[0] / 8, *ys = y + y[0] / 8;
    uint32_t count = (uint32_t)(((x[0] / 8 - 1) / 2)); /* tensors of one dimension */
    if (CORE->block_idx != 0)
        return;
    for (uint32_t k = 0; k < count; k++)
        for (uint64_t i = 0; i < x[2 + 2 * k]; i++)
            ((float *)ys[k])[i] = ((const float *)xs[k])[i] * t->scale;
}
#endif

/* Keys: 0 empty; 1 out[block] = block index and identity; 2 relu of f32 blocks; 3 printf; 4 math imports. */
#include "object.h"

#include <math.h>
#include <string.h>

KERNEL void basic_0(void *const *args)
{
    (void)args;
}

KERNEL void basic_1(void *const *args)
{
    uint32_t *out = args[0];
    opf_rt_gm_check(out, 4ull * CORE->block_num, 1, "SetValue");
    out[CORE->block_idx] = CORE->block_idx * 1000 + CORE->block_num;
}

/* args: x, y, tiling {u64 count}. Each core takes a contiguous share, through UB. */
KERNEL void basic_2(void *const *args)
{
    const float *x = args[0];
    float *y = args[1];
    uint64_t count = *(const uint64_t *)args[2], cores = CORE->block_num;
    uint64_t share = (count + cores - 1) / cores, begin = share * CORE->block_idx;
    uint64_t end = begin + share < count ? begin + share : count;
    float *ub = (float *)CORE->mem[OPF_MEM_UB].base;
    const uint64_t step = 16384;
    for (uint64_t at = begin; at < end; at += step) {
        uint64_t n = end - at < step ? end - at : step;
        if ((uintptr_t)(x + at) < CORE->gm_lo || (uintptr_t)(x + at + n) > CORE->gm_hi)
            opf_rt_gm_check(x + at, n * 4, 0, "DataCopy");
        memcpy(ub, x + at, n * 4);
        for (uint64_t i = 0; i < n; i++)
            ub[i] = ub[i] > 0 ? ub[i] : 0;
        opf_rt_gm_check(y + at, n * 4, 1, "DataCopy");
        if (CORE->flags & OPF_CORE_STREAM_STORES)
            opf_rt_copy_stream(y + at, ub, n * 4);
        else
            memcpy(y + at, ub, n * 4);
    }
}

KERNEL void basic_3(void *const *args)
{
    (void)args;
    opf_rt_printf("block %u of %u: %s %5.2f %#llx\n", CORE->block_idx, CORE->block_num, "text", 1.5, 255ull);
}

KERNEL void basic_4(void *const *args)
{
    float *y = args[0];
    opf_rt_gm_check(y, 16, 1, "SetValue");
    y[0] = expf(y[0]);
    y[1] = tanhf(y[1]);
    y[2] = (float)pow(y[2], 3.0);
}

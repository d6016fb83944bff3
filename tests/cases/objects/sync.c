/* Barriers, cross-core flags, SIMT. */
#include "object.h"

/* Key 1: every core writes, all meet, every core reads its neighbour's word; four rounds. args: a[n], out[n].
 */
KERNEL void sync_1(void *const *args)
{
    uint32_t *a = args[0], *out = args[1], n = CORE->block_num, me = CORE->block_idx, sum = 0;
    for (uint32_t round = 0; round < 4; round++) {
        a[me] = me + round;
        opf_rt_sync_all(OPF_CORE_AIV);
        sum += a[(me + 1) % n];
        opf_rt_sync_all(OPF_CORE_AIV);
    }
    out[me] = sum;
}

/* Key 2, cube and two vector cores: AIC gives a number to its vector cores, they give theirs back (mode 2).
 */
KERNEL void sync_2_mix_aic(void *const *args)
{
    uint32_t *box = (uint32_t *)args[0] + 4 * CORE->block_idx, *out = args[1];
    box[0] = 100 + CORE->block_idx;
    opf_rt_cross_set(2, OPF_PIPE_FIX, 1);
    opf_rt_cross_wait(2, OPF_PIPE_S, 2);
    out[CORE->block_idx] = box[1] + box[2];
}

KERNEL void sync_2_mix_aiv(void *const *args)
{
    uint32_t group = CORE->block_idx / CORE->sub_block_num;
    uint32_t *box = (uint32_t *)args[0] + 4 * group;
    opf_rt_cross_wait(2, OPF_PIPE_S, 1);
    box[1 + CORE->sub_block_idx] = box[0] * (CORE->sub_block_idx + 1);
    opf_rt_cross_set(2, OPF_PIPE_MTE3, 2);
}

/* Key 3: mode 4, one flag for each vector core. */
KERNEL void sync_3_mix_aic(void *const *args)
{
    uint32_t *out = args[1];
    opf_rt_cross_set(4, OPF_PIPE_FIX, 5);
    opf_rt_cross_set(4, OPF_PIPE_FIX, 16 + 5);
    opf_rt_cross_wait(4, OPF_PIPE_S, 6);
    opf_rt_cross_wait(4, OPF_PIPE_S, 16 + 6);
    out[CORE->block_idx] = 7;
}

KERNEL void sync_3_mix_aiv(void *const *args)
{
    (void)args;
    opf_rt_cross_wait(4, OPF_PIPE_S, 5);
    opf_rt_cross_set(4, OPF_PIPE_MTE3, 6);
}

/* Key 4: SIMT block reduction with barriers, a shuffle and a ballot. args: out[4]. */
struct simt_args {
    uint32_t *out;
    uint32_t *shared;
};

static void simt_body(void *arg)
{
    struct simt_args *a = arg;
    uint32_t t = CORE->simt_thread[0], n = CORE->simt_dim[0];
    a->shared[t] = t + 1;
    for (uint32_t half = n / 2; half; half /= 2) {
        opf_rt_simt_barrier();
        if (t < half)
            a->shared[t] += a->shared[t + half];
    }
    opf_rt_simt_barrier();
    uint32_t other = (uint32_t)opf_rt_simt_shuffle(t * 10, (t + 1) % 32);
    uint32_t votes = opf_rt_simt_ballot(t % 2 == 0);
    if (t == 3) {
        a->out[0] = a->shared[0];
        a->out[1] = other;
        a->out[2] = votes;
    }
}

KERNEL void sync_4(void *const *args)
{
    struct simt_args a = {args[0], (uint32_t *)CORE->mem[OPF_MEM_UB].base};
    opf_rt_simt_run(simt_body, &a, 256, 1, 1);
    a.out[3] = CORE->simt_dim[0];
}

/* Key 5: a core spins on a word that another writes; key 6: nobody writes it. args: flag. */
KERNEL void sync_5(void *const *args)
{
    volatile uint32_t *flag = args[0];
    if (CORE->block_idx == CORE->block_num - 1)
        *flag = 1;
    while (*flag == 0)
        opf_rt_yield();
}

/* Key 7: all meet, then the first cores only have work, and say on which thread. args: thread[n], number of
 * them. */
KERNEL void sync_7(void *const *args)
{
    uintptr_t *thread = args[0];
    const uint32_t me = CORE->block_idx, some = *(uint32_t *)args[1];
    opf_rt_sync_all(OPF_CORE_AIV);
    if (me < some) {
        for (volatile uint32_t i = 0; i < 50000; i++) {
        }
        thread[me] = (uintptr_t)&opf_this_core;
    }
}

/* Atomic changes of memory by regions, by cores that meet on the same words. */
#include "object.h"

#define REGION  4096u
#define THREADS 64u

static void add(const struct opf_abi_change *changes, uint64_t num)
{
    for (uint64_t i = 0; i < num; i++)
        *(uint32_t *)changes[i].addr += (uint32_t)changes[i].value;
}

static void add_element(uint32_t *word, uint32_t value)
{
    const struct opf_abi_range held = CORE->held;
    if ((uintptr_t)word - held.lo >= held.size && !opf_rt_hold_element(word, value, add).size)
        return;
    *word += value;
}

/* Key 1. args: a[n] of words, n. Each core adds 1 to each word 3 times: as rows across regions, word by word,
 * and word by word all over memory; and once more to a word of its own in local memory, 2 to out[core]. */
KERNEL void atomics_1(void *const *args)
{
    uint32_t *a = args[0], *out = args[2], n = *(const uint32_t *)args[1];
    uint32_t *local = (uint32_t *)CORE->mem[OPF_MEM_UB].base;
    const uint32_t row = OPF_HOLD_MOST / 4 - 2 * REGION / 4;
    CORE->simt_dim[0] = THREADS;
    CORE->simt_dim[1] = CORE->simt_dim[2] = 1;
    *local = 0;
    for (uint32_t from = 0; from < n; from += row) {
        const uint32_t to = n - from < row ? n : from + row;
        opf_rt_hold(a + from, (uint64_t)(to - from) * 4);
        for (uint32_t i = from; i < to; i++)
            a[i]++;
    }
    opf_rt_let_go();
    for (uint32_t i = 0; i < n; i++) {
        add_element(a + i, 1);
        if (i % THREADS == THREADS - 1)
            opf_rt_let_go();
    }
    opf_rt_let_go();
    for (uint32_t k = 0; k < n; k++) {
        add_element(a + (uint64_t)k * 7919 % n, 1); /* n is no multiple of that prime */
        if (k % THREADS == THREADS - 1)
            opf_rt_let_go();
    }
    add_element(local, 2);
    opf_rt_let_go();
    out[CORE->block_idx] = *local;
}

/* Words all over `a`, as the threads of a round add to them; how many of the round's words found all memory
 * held. */
static uint32_t add_round(uint32_t *a, uint32_t n, uint32_t round)
{
    uint32_t everything = 0;
    for (uint32_t k = 0; k < THREADS; k++) {
        add_element(a + ((uint64_t)round * THREADS + k) * 7919 % n, 1);
        everything += CORE->held.size == UINT64_MAX;
    }
    return everything;
}

static void dawdle(uint32_t times)
{
    for (volatile uint32_t i = 0; i < times; i++)
        ;
}

/* Key 5. args: a[n], n, out, {times inside, times outside, rounds}. Rounds of words all over `a`, and one row
 * of them in between; `out` gets how many words found all memory held. */
KERNEL void atomics_5(void *const *args)
{
    uint32_t *a = args[0], n = *(const uint32_t *)args[1], *out = args[2];
    const uint32_t *how = args[3];
    out[CORE->block_idx] = 0;
    CORE->simt_dim[0] = THREADS;
    CORE->simt_dim[1] = CORE->simt_dim[2] = 1;
    for (uint32_t round = 0; round < how[2]; round++) {
        out[CORE->block_idx] += add_round(a, n, CORE->block_idx * how[2] + round);
        dawdle(how[0]);
        opf_rt_let_go();
        opf_rt_hold(a, THREADS * 4);
        for (uint32_t k = 0; k < THREADS; k++)
            a[k]++;
        opf_rt_let_go();
        dawdle(how[1]);
    }
}

/* Key 6. args: a[n], n, out. Core 0 holds all memory again and again until core 1, which is another thread's,
 * has held it once; out[0] = it has not, though it had long begun. */
KERNEL void atomics_6(void *const *args)
{
    uint32_t *a = args[0], n = *(const uint32_t *)args[1], *out = args[2], since = 0;
    CORE->simt_dim[0] = THREADS;
    CORE->simt_dim[1] = CORE->simt_dim[2] = 1;
    for (uint32_t round = 0; round < 10000000 && since < 1000000; round++) {
        if (CORE->block_idx == 1)
            __atomic_store_n(&out[2], 1, __ATOMIC_RELAXED);
        else
            since += __atomic_load_n(&out[2], __ATOMIC_RELAXED);
        const uint32_t everything = add_round(a, n, round);
        opf_rt_let_go();
        if (CORE->block_idx == 1 && everything)
            __atomic_store_n(&out[1], 1, __ATOMIC_RELAXED);
        if (__atomic_load_n(&out[1], __ATOMIC_RELAXED))
            return;
    }
    out[0] = 1;
}

/* Key 2: faults of cores that hold memory: 0 = a call, 1 = a bad address, 2 = a bad address in a change that
 * was noted, 3 = one while all memory is held. */
KERNEL void atomics_2(void *const *args)
{
    uint32_t *a = args[0], n = *(const uint32_t *)args[1], how = *(const uint32_t *)args[3];
    uint32_t *volatile nowhere = (uint32_t *)64;
    CORE->simt_dim[0] = THREADS;
    CORE->simt_dim[1] = CORE->simt_dim[2] = 1;
    for (uint32_t round = 0; round < 4; round++) { /* each is held, noted, or holds all */
        (void)add_round(a, n, round);
        if (CORE->block_idx == 3 && how == 2)
            add_element(nowhere, 1);
        if (CORE->block_idx == 3 && how == 3 && CORE->held.size == UINT64_MAX)
            (*nowhere)++;
        opf_rt_let_go();
    }
    opf_rt_hold(a, 4 * REGION);
    if (CORE->block_idx == 3 && how == 0)
        opf_rt_fault(OPF_FAULT_ASSERT, "assert", "while it holds");
    if (CORE->block_idx == 3 && how == 1)
        (*nowhere)++;
    opf_rt_let_go();
}

static void add_row(void *addr, const void *src, uint64_t size)
{
    for (uint64_t i = 0; i < size / 4; i++)
        ((uint32_t *)addr)[i] += ((const uint32_t *)src)[i];
}

static void take_row(void *addr, const void *src, uint64_t size)
{
    for (uint64_t i = 0; i < size / 4; i++)
        ((uint32_t *)addr)[i] = ((const uint32_t *)src)[i];
}

/* Key 3: rows that are noted. args: a[n] of words, n, out. Each core adds 1 to each word, all meet, out[core]
 * is the number of words that not all cores have changed by then; each core adds 2, but for its own row,
 * which becomes 7, then 9, which a read sees, then 11. */
KERNEL void atomics_3(void *const *args)
{
    enum { ROW = 24 };
    uint32_t *a = args[0], *out = args[2], n = *(const uint32_t *)args[1], row[ROW], wrong = 0;
    const uint32_t me = CORE->block_idx;
    for (uint32_t i = 0; i < ROW; i++)
        row[i] = 1;
    for (uint32_t k = 0; k < n / ROW; k++)
        opf_rt_note_row(a + (uint64_t)k * 7919 % (n / ROW) * ROW, row, sizeof(row), add_row);
    opf_rt_sync_all(OPF_CORE_AIV);
    for (uint32_t i = 0; i < n / ROW * ROW; i++)
        wrong += a[i] != CORE->block_num;
    opf_rt_sync_all(OPF_CORE_AIV);
    for (uint32_t i = 0; i < ROW; i++)
        row[i] = 2;
    for (uint32_t k = CORE->block_num; k < n / ROW; k++)
        opf_rt_note_row(a + (uint64_t)k * ROW, row, sizeof(row), add_row);
    for (uint32_t i = 0; i < ROW; i++)
        row[i] = 7;
    opf_rt_note_row(a + (uint64_t)me * ROW, row, sizeof(row), take_row);
    for (uint32_t i = 0; i < ROW; i++)
        row[i] = 2;
    opf_rt_note_row(a + (uint64_t)me * ROW, row, sizeof(row), add_row);
    wrong += CORE->gm_hi != 0 || CORE->gm_before_hi != 0; /* a read must ask */
    opf_rt_gm_check(a, 4, 0, "test");
    wrong += ((volatile uint32_t *)a)[me * ROW] != 9;
    opf_rt_note_row(a + (uint64_t)me * ROW, row, sizeof(row), add_row);
    out[me] = wrong;
}

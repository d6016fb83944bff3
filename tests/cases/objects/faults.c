/* One way to fail for each key. */
#include "object.h"

static volatile int zero;

static __attribute__((noinline)) void write_bad(volatile int *p)
{
    *p = 1;
}

KERNEL void faults_1(void *const *args)
{
    (void)args;
    if (CORE->block_idx >= 3)
        opf_rt_fault(OPF_FAULT_UB_OVERFLOW, "InitBuffer", "%u bytes asked for, %u left", 300000u, 253952u);
}

KERNEL void faults_2(void *const *args)
{
    (void)args;
    write_bad((int *)8); /* null pointer */
}

KERNEL void faults_3(void *const *args)
{
    opf_rt_gm_check((uint8_t *)args[0] + 100, 64, 0, "DataCopy");
}

KERNEL void faults_4(void *const *args)
{
    *(volatile int *)args[0] = 5 / zero;
}

static __attribute__((noinline)) int deep(volatile char *prev, int n)
{
    volatile char big[4096];
    big[0] = prev ? prev[0] : 0;
    return n <= 0 ? big[0] : deep(big, n - 1) + big[0];
}

KERNEL void faults_5(void *const *args)
{
    (void)args;
    zero = deep(0, 1000000);
}

KERNEL void faults_6(void *const *args)
{
    (void)args;
    uint8_t *ub = CORE->mem[OPF_MEM_UB].base;
    for (uint32_t i = 0; i < CORE->mem[OPF_MEM_UB].size + 8192; i += 64)
        ub[i] = 1;
}

KERNEL void faults_7(void *const *args)
{
    (void)args;
    opf_rt_event_wait(3, 0);
}

KERNEL void faults_8(void *const *args)
{
    (void)args;
    __builtin_trap();
}

KERNEL void faults_9(void *const *args)
{
    (void)args;
    if (CORE->block_idx != 2)
        opf_rt_sync_all(OPF_CORE_AIV);
}

static void simt_fault(void *arg)
{
    (void)arg;
    opf_rt_simt_barrier();
    if (CORE->simt_thread[0] == 5)
        opf_rt_fault(OPF_FAULT_ASSERT, "assert", "x < %d", 7);
    opf_rt_simt_barrier();
}

KERNEL void faults_10(void *const *args)
{
    (void)args;
    opf_rt_simt_run(simt_fault, 0, 64, 1, 1);
}

static void simt_crash(void *arg)
{
    opf_rt_simt_barrier();
    if (CORE->simt_thread[0] == 9)
        write_bad(arg);
}

KERNEL void faults_11(void *const *args)
{
    (void)args;
    opf_rt_simt_run(simt_crash, 0, 64, 1, 1);
}

/* Core 1 fails while the others wait for it; core 0 goes on until it would wait. */
KERNEL void faults_12(void *const *args)
{
    (void)args;
    opf_rt_sync_all(OPF_CORE_AIV);
    if (CORE->block_idx == 1)
        opf_rt_fault(OPF_FAULT_QUEUE_STATE, "EnQue", "queue is full");
    opf_rt_sync_all(OPF_CORE_AIV);
}

static void simt_deep(void *arg)
{
    (void)arg;
    opf_rt_simt_barrier();
    zero = deep(0, 1000000);
}

KERNEL void faults_13(void *const *args)
{
    (void)args;
    opf_rt_simt_run(simt_deep, 0, 40, 1, 1);
}

/* What the unified buffer holds when a core starts. args: out. */
KERNEL void faults_14(void *const *args)
{
    uint32_t *out = args[0];
    opf_rt_gm_check(out, 4, 1, "SetValue");
    out[0] = *(const uint32_t *)(CORE->mem[OPF_MEM_UB].base + 4096);
    *(uint32_t *)(CORE->mem[OPF_MEM_UB].base + 4096) = 7;
}

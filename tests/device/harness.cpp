/* The imports of a kernel object and the main of a device test program. */
#include "harness.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>

__thread struct opf_core *opf_this_core;
opf_test_fault opf_last_fault;
jmp_buf opf_fault_jump;
bool opf_fault_expected;
int opf_test_failures, opf_test_checks, opf_test_syncs;

static opf_test *tests;
static opf_core core;
static uint8_t *gm, *gm_next;
static const size_t GM_BYTES = 64u << 20;
static const char *running = "";
static uint64_t seed;

void opf_test_add(opf_test *t)
{
    opf_test **p = &tests;
    while (*p)
        p = &(*p)->next;
    *p = t;
}

void opf_test_fail(const char *file, int line, const char *fmt, ...)
{
    if (++opf_test_failures > 40)
        return;
    fprintf(stderr, "%s:%d: %s: ", file, line, running);
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
}

void opf_test_seed(uint64_t number)
{
    seed = 12345 + 0x9e3779b97f4a7c15u * number;
}
uint64_t opf_test_random()
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    uint64_t x = seed ^ (seed >> 29);
    return x * 0xbf58476d1ce4e5b9ull ^ (x >> 32);
}
float opf_test_float(float lo, float hi)
{
    return lo + (hi - lo) * static_cast<float>(opf_test_random() >> 40) / 16777216.0f;
}

static const uint32_t SIZES[OPF_MEM_COUNT] = {253952, 524288, 65536, 65536, 262144, 4096, 4096};

void opf_test_reset()
{
    static uint8_t *mem[OPF_MEM_COUNT];
    if (!gm) {
        /* locals below 4 GiB, as a loader maps them */
        for (int m = 0; m < OPF_MEM_COUNT; m++)
            mem[m] = static_cast<uint8_t *>(mmap(nullptr, SIZES[m] + 4096, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
        gm = static_cast<uint8_t *>(mmap(nullptr, GM_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (gm == MAP_FAILED || mem[0] == MAP_FAILED) {
            fprintf(stderr, "no memory for the core\n");
            exit(1);
        }
    }
    memset(&core, 0, sizeof core);
    core.abi_version = OPF_ABI_VERSION;
    core.block_num = 1;
    core.sub_block_num = 1;
    core.ctrl = 1ull << 60 | 1ull << 48;
    core.mask[0] = core.mask[1] = ~0ull;
    for (int m = 0; m < OPF_MEM_COUNT; m++) {
        core.mem[m].base = mem[m];
        core.mem[m].size = SIZES[m];
        memset(mem[m], 0xa5, SIZES[m] + 4096);
    }
    gm_next = gm;
    opf_this_core = &core;
    opf_test_syncs = 0;
    seed = 12345;
}

void *opf_test_gm(size_t bytes)
{
    void *p = gm_next;
    gm_next += (bytes + 63) & ~static_cast<size_t>(63);
    core.gm_lo = core.gm_write_lo = reinterpret_cast<uintptr_t>(gm);
    core.gm_hi = core.gm_write_hi = reinterpret_cast<uintptr_t>(gm_next);
    return p;
}

/* One core holds at a time, whatever it holds. Small regions, so that ranges often end in the middle of a store. */
static pthread_mutex_t holding = PTHREAD_MUTEX_INITIALIZER;
static __thread bool holds;
static __thread opf_abi_change noted[5];
static __thread uint64_t noted_num;
static __thread opf_abi_apply noted_apply;
int opf_test_holds;
bool opf_test_notes;

static void make_noted()
{
    uint64_t num = noted_num;
    noted_num = 0;
    if (num > 0) {
        pthread_mutex_lock(&holding);
        noted_apply(noted, num);
        pthread_mutex_unlock(&holding);
    }
}
extern "C" void opf_rt_let_go()
{
    if (holds)
        pthread_mutex_unlock(&holding);
    holds = false;
    make_noted();
}
extern "C" struct opf_abi_range opf_rt_hold(const void *addr, uint64_t size)
{
    constexpr uintptr_t REGION = 128;
    uintptr_t at = reinterpret_cast<uintptr_t>(addr), local = reinterpret_cast<uintptr_t>(core.mem[OPF_MEM_UB].base);
    if (holds)
        pthread_mutex_unlock(&holding);
    pthread_mutex_lock(&holding);
    holds = true;
    opf_test_holds++;
    if (at - local < core.mem[OPF_MEM_UB].size)
        return {local, core.mem[OPF_MEM_UB].size};
    uintptr_t lo = at / REGION * REGION;
    return {lo, (at + size + REGION - 1) / REGION * REGION - lo};
}
extern "C" struct opf_abi_range opf_rt_hold_element(void *addr, uint64_t value, opf_abi_apply apply)
{
    if (!opf_test_notes)
        return opf_rt_hold(addr, 1);
    if (holds)
        pthread_mutex_unlock(&holding);
    holds = false;
    if (noted_num == sizeof(noted) / sizeof(noted[0]) || apply != noted_apply)
        make_noted();
    noted_apply = apply;
    noted[noted_num++] = {addr, value};
    return {0, 0};
}
extern "C" {
void opf_rt_fault(int fault, const char *call, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    opf_last_fault.code = fault;
    snprintf(opf_last_fault.call, sizeof opf_last_fault.call, "%s", call);
    vsnprintf(opf_last_fault.text, sizeof opf_last_fault.text, fmt, ap);
    va_end(ap);
    if (!opf_fault_expected) {
        fprintf(stderr, "%s: unexpected fault %d in %s: %s\n", running, fault, call, opf_last_fault.text);
        exit(1);
    }
    noted_num = 0;
    opf_rt_let_go();
    longjmp(opf_fault_jump, 1);
}
void opf_rt_gm_check(const void *addr, uint64_t size, int is_write, const char *call)
{
    if (!is_write && (core.flags & OPF_CORE_ROWS_NOTED))
        opf_rt_stream_drain();
    uintptr_t a = reinterpret_cast<uintptr_t>(addr);
    if (a < reinterpret_cast<uintptr_t>(gm) || a + size > reinterpret_cast<uintptr_t>(gm_next))
        opf_rt_fault(OPF_FAULT_GM_ACCESS, call, "%llu bytes outside every allocation", static_cast<unsigned long long>(size));
}
void opf_rt_sync_all(int) { opf_test_syncs++; }
void opf_rt_cross_set(int, int, int) {}
void opf_rt_cross_wait(int, int, int) {}
void opf_rt_yield(void) {}
static uint8_t flags[64][8];
void opf_rt_event_set(int event, int id) { flags[event][id] = 1; }
void opf_rt_event_wait(int event, int id)
{
    if (!flags[event][id])
        opf_rt_fault(OPF_FAULT_SYNC, "WaitFlag", "event %d id %d was never set", event, id);
    flags[event][id] = 0;
}
void opf_rt_printf(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(opf_last_fault.text, sizeof opf_last_fault.text, fmt, ap);
    va_end(ap);
}
void opf_rt_dump(const char *, uint32_t, int, const void *, uint32_t, const uint32_t *, uint32_t) {}
void opf_rt_copy_stream(void *dst, const void *src, uint64_t size) { memcpy(dst, src, size); }
/* As late as may be. */
static struct {
    void *addr;
    uint64_t size;
    opf_abi_combine combine;
    uint8_t bytes[OPF_NOTE_MOST];
} rows[64];
static unsigned row_num;
void opf_rt_stream_drain()
{
    for (unsigned i = 0; i < row_num; i++)
        rows[i].combine(rows[i].addr, rows[i].bytes, rows[i].size);
    row_num = 0;
    core.flags &= ~(OPF_CORE_STREAM_PENDING | OPF_CORE_ROWS_NOTED);
}
void opf_rt_note_row(void *addr, const void *src, uint64_t size, opf_abi_combine combine)
{
    if (row_num == sizeof(rows) / sizeof(rows[0]))
        opf_rt_stream_drain();
    rows[row_num].addr = addr;
    rows[row_num].size = size;
    rows[row_num].combine = combine;
    memcpy(rows[row_num++].bytes, src, size);
    core.gm_lo = core.gm_hi = core.gm_before_lo = core.gm_before_hi = 0;
    core.flags |= OPF_CORE_STREAM_PENDING | OPF_CORE_ROWS_NOTED;
}
void opf_rt_copy_tile(void *dst, const void *src, uint64_t size) { memcpy(dst, src, size); }
__attribute__((weak)) void opf_rt_simt_run(void (*thread)(void *), void *arg, uint32_t x, uint32_t y, uint32_t z)
{
    for (uint32_t k = 0; k < z; k++)
        for (uint32_t j = 0; j < y; j++)
            for (uint32_t i = 0; i < x; i++) {
                core.simt_thread[0] = i;
                core.simt_thread[1] = j;
                core.simt_thread[2] = k;
                thread(arg);
            }
}
__attribute__((weak)) void opf_rt_simt_barrier(void) {}
__attribute__((weak)) uint64_t opf_rt_simt_shuffle(uint64_t value, uint32_t) { return value; }
__attribute__((weak)) uint32_t opf_rt_simt_ballot(int predicate) { return predicate ? 1 : 0; }
void opf_rt_check_access(int, const void *, uint64_t, int, const char *) {}
}

int main(int argc, char **argv)
{
    int n = 0, wrong = 0;
    for (opf_test *t = tests; t; t = t->next) {
        if (argc > 1 && strcmp(argv[1], t->name) != 0)
            continue;
        running = t->name;
        opf_test_reset();
        int before = opf_test_failures;
        t->run();
        n++;
        wrong += opf_test_failures != before;
    }
    fprintf(stderr, "%d checks, %d failures\n%d passed, %d failed\n", opf_test_checks, opf_test_failures, n - wrong, wrong);
    return opf_test_failures || n == 0;
}

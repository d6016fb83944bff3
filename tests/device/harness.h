/* A host for device code in one process: memories of one core, the imports of a kernel object, and faults
 * that come back to the test. Tests are functions registered with OPF_TEST; a program is harness.cpp plus one
 * test file. */
#ifndef OPF_TESTS_DEVICE_HARNESS_H
#define OPF_TESTS_DEVICE_HARNESS_H

#include "opf_prefix.h"

#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct opf_test {
    const char *name;
    void (*run)();
    opf_test *next;
};
void opf_test_add(opf_test *t);
#define OPF_TEST(fn)                                                                                         \
    static void fn();                                                                                        \
    static opf_test opf_entry_##fn = {#fn, fn, nullptr};                                                     \
    __attribute__((constructor)) static void opf_register_##fn()                                             \
    {                                                                                                        \
        opf_test_add(&opf_entry_##fn);                                                                       \
    }                                                                                                        \
    static void fn()

/* A fresh core: zeroed state, default CTRL, empty memories filled with a pattern. */
void opf_test_reset();
/* GM from a test-owned pool; valid until the next reset. */
void *opf_test_gm(size_t bytes);

struct opf_test_fault {
    int code; /* 0 = none */
    char call[64];
    char text[512];
};
extern opf_test_fault opf_last_fault;
extern jmp_buf opf_fault_jump;
extern bool opf_fault_expected;
extern int opf_test_failures, opf_test_checks, opf_test_syncs;
extern int opf_test_holds;  /* calls of opf_rt_hold */
extern bool opf_test_notes; /* changes of elements are noted instead */

void opf_test_fail(const char *file, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
#define CHECK(cond, ...)                                                                                     \
    do {                                                                                                     \
        opf_test_checks++;                                                                                   \
        if (!(cond))                                                                                         \
            opf_test_fail(__FILE__, __LINE__, __VA_ARGS__);                                                  \
    } while (0)
/* The statement must end in the given fault, whose text must contain `part`. */
#define CHECK_FAULT(want, part, ...)                                                                         \
    do {                                                                                                     \
        opf_last_fault.code = 0;                                                                             \
        opf_fault_expected = true;                                                                           \
        if (setjmp(opf_fault_jump) == 0) {                                                                   \
            __VA_ARGS__;                                                                                     \
        }                                                                                                    \
        opf_fault_expected = false;                                                                          \
        CHECK(opf_last_fault.code == (want), "fault %d, expected %d (%s)", opf_last_fault.code, (want),      \
              opf_last_fault.text);                                                                          \
        CHECK(strstr(opf_last_fault.text, part), "fault says `%s', expected `%s'", opf_last_fault.text,      \
              part);                                                                                         \
    } while (0)

/* Pseudo-random numbers, the same on every run. */
uint64_t opf_test_random();
void opf_test_seed(uint64_t number); /* another sequence than opf_test_reset begins */
float opf_test_float(float lo, float hi);

/* A tensor over `n` elements of UB at `offset`. */
template <class T> inline AscendC::LocalTensor<T> ub(uint32_t offset, uint32_t n)
{
    return AscendC::LocalTensor<T>(AscendC::TPosition::VECCALC, offset, n);
}
template <class T> inline bool same(T a, T b)
{
    return memcmp(&a, &b, sizeof(T)) == 0;
}
/* Equal, or both NaN. */
template <class T> inline bool alike(T a, T b)
{
    float x = opf::widen(a), y = opf::widen(b);
    return same(a, b) || (x != x && y != y) || x == y;
}
#endif

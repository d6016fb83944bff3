/* The table of names a kernel object may import. */
#include "runtime_min/elf/imports.h"

#include "opforge/abi.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpedantic" /* function addresses as numbers: what a loader is about */

/* Helpers that compilers call for 128-bit integers and for half and bfloat16 where the CPU has no
 * instruction. */
typedef __int128 int128;
typedef unsigned __int128 uint128;
extern int128 __divti3(int128 a, int128 b);
extern int128 __modti3(int128 a, int128 b);
extern int128 __multi3(int128 a, int128 b);
extern uint128 __udivti3(uint128 a, uint128 b);
extern uint128 __umodti3(uint128 a, uint128 b);
extern float __floattisf(int128 a);
extern double __floattidf(int128 a);
extern float __floatuntisf(uint128 a);
extern double __floatuntidf(uint128 a);
extern int128 __fixsfti(float a);
extern int128 __fixdfti(double a);
extern uint128 __fixunssfti(float a);
extern uint128 __fixunsdfti(double a);
extern int __popcountdi2(long a);
#if defined(__x86_64__)
extern float __extendhfsf2(_Float16 a);
extern _Float16 __truncsfhf2(float a);
extern _Float16 __truncdfhf2(double a);
#endif

/* bfloat16 results travel in a vector register as 16 bits, which is how _Float16 travels too. */
static uint16_t bf16_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (uint16_t)((bits >> 16) | 0x40);
    return (uint16_t)((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
}
#if defined(__x86_64__)
static _Float16 trunc_sf_bf(float value)
{
    uint16_t bits = bf16_bits(value);
    _Float16 out;
    memcpy(&out, &bits, 2);
    return out;
}
static _Float16 trunc_df_bf(double value)
{
    /* Round to odd first, so that the two roundings give the result of one. */
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    if ((double)f != value && !isnan(value)) {
        if ((fabs((double)f) > fabs(value)))
            bits -= 1;
        bits |= 1;
        memcpy(&f, &bits, 4);
    }
    return trunc_sf_bf(f);
}
#else
static uint16_t trunc_sf_bf(float value)
{
    return bf16_bits(value);
}
#endif

#define F(name) {#name, (uintptr_t)(name)}
#define M(name)                                                                                              \
    {#name, (uintptr_t)(name)},                                                                              \
    {                                                                                                        \
        #name "f", (uintptr_t)(name##f)                                                                      \
    }
#define AS(name, what) {#name, (uintptr_t)(what)}

static struct import {
    const char *name;
    uintptr_t address;
} table[] = {
    F(opf_rt_fault),
    F(opf_rt_gm_check),
    F(opf_rt_sync_all),
    F(opf_rt_cross_set),
    F(opf_rt_cross_wait),
    F(opf_rt_yield),
    F(opf_rt_event_set),
    F(opf_rt_event_wait),
    F(opf_rt_printf),
    F(opf_rt_dump),
    F(opf_rt_copy_stream),
    F(opf_rt_copy_tile),
    F(opf_rt_stream_drain),
    F(opf_rt_hold),
    F(opf_rt_hold_element),
    F(opf_rt_let_go),
    F(opf_rt_note_row),
    F(opf_rt_simt_run),
    F(opf_rt_simt_barrier),
    F(opf_rt_simt_shuffle),
    F(opf_rt_simt_ballot),
    F(memcpy),
    F(memmove),
    F(memset),
    F(memcmp),
    F(strlen),
    AS(bcmp, memcmp),
    M(acos),
    M(acosh),
    M(asin),
    M(asinh),
    M(atan),
    M(atan2),
    M(atanh),
    M(cbrt),
    M(ceil),
    M(copysign),
    M(cos),
    M(cosh),
    M(erf),
    M(erfc),
    M(exp),
    M(exp2),
    M(expm1),
    M(fabs),
    M(fdim),
    M(floor),
    M(fma),
    M(fmax),
    M(fmin),
    M(fmod),
    M(frexp),
    M(hypot),
    M(ilogb),
    M(j0),
    M(j1),
    M(jn),
    M(ldexp),
    M(lgamma),
    M(llrint),
    M(llround),
    M(log),
    M(log10),
    M(log1p),
    M(log2),
    M(logb),
    M(lrint),
    M(lround),
    M(modf),
    M(nearbyint),
    M(nextafter),
    M(pow),
    M(remainder),
    M(remquo),
    M(rint),
    M(round),
    M(roundeven),
    M(scalbln),
    M(scalbn),
    M(sin),
    M(sinh),
    M(sincos),
    M(sqrt),
    M(tan),
    M(tanh),
    M(tgamma),
    M(trunc),
    M(y0),
    M(y1),
    M(yn),
    M(exp10),
    F(__divti3),
    F(__modti3),
    F(__multi3),
    F(__udivti3),
    F(__umodti3),
    F(__floattisf),
    F(__floattidf),
    F(__floatuntisf),
    F(__floatuntidf),
    F(__fixsfti),
    F(__fixdfti),
    F(__fixunssfti),
    F(__fixunsdfti),
    F(__popcountdi2),
#if defined(__x86_64__)
    F(__extendhfsf2),
    F(__truncsfhf2),
    F(__truncdfhf2),
    AS(__gnu_h2f_ieee, __extendhfsf2),
    AS(__gnu_f2h_ieee, __truncsfhf2),
    AS(__truncdfbf2, trunc_df_bf),
#endif
    AS(__truncsfbf2, trunc_sf_bf),
};
#define TABLE_SIZE (sizeof(table) / sizeof(table[0]))
static const char *sorted_names[TABLE_SIZE];

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct import *)a)->name, ((const struct import *)b)->name);
}

/* Sorted once, before main: loading may happen on several threads. */
__attribute__((constructor)) static void sort_table(void)
{
    qsort(table, TABLE_SIZE, sizeof(table[0]), by_name);
    for (size_t i = 0; i < TABLE_SIZE; i++)
        sorted_names[i] = table[i].name;
}

uintptr_t opf_import_find(const char *name)
{
    struct import key = {name, 0};
    const struct import *found = bsearch(&key, table, TABLE_SIZE, sizeof(table[0]), by_name);
    return found ? found->address : 0;
}

const char *const *opf_import_names(size_t *count)
{
    *count = TABLE_SIZE;
    return sorted_names;
}

int64_t opf_import_core_offset(void)
{
    uintptr_t thread_pointer;
#if defined(__x86_64__)
    __asm__("mov %%fs:0, %0" : "=r"(thread_pointer));
#elif defined(__aarch64__)
    __asm__("mrs %0, tpidr_el0" : "=r"(thread_pointer));
#else
#error "no thread pointer for this machine"
#endif
    return (int64_t)((uintptr_t)&opf_this_core - thread_pointer);
}

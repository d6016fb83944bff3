/* Stackful fibres: a separate stack and a switch that saves only what the C calling convention asks for.
 * Stacks have a guard of 64 KiB below and are pooled, last used first, so a warm start touches no new memory.
 * A fibre never moves to another host thread while it is alive. */
#ifndef OPF_DEVICE_FIBRE_H
#define OPF_DEVICE_FIBRE_H

#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__)
#define OPF_FIBRE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OPF_FIBRE_ASAN 1
#endif
#endif

/* Where a stopped flow of control continues: a fibre's, or a host thread's own. */
struct opf_fibre_context {
    void *sp;
    /* address sanitizer's bookkeeping */
    void *fake_stack;
    const void *stack_bottom;
    size_t stack_size;
};

struct opf_fibre {
    struct opf_fibre_context context;
    uint8_t *stack; /* lowest usable byte; the guard is below */
    size_t size;
    struct opf_fibre *next; /* free for the owner's use while taken */
};

enum opf_fibre_size { OPF_FIBRE_CORE, OPF_FIBRE_SIMT, OPF_FIBRE_SIZES };

/* Take a fibre from the pool; OUT_OF_MEMORY when no stack can be mapped. */
opf_status *opf_fibre_take(enum opf_fibre_size kind, struct opf_fibre **out) OPF_NODISCARD;
void opf_fibre_give(enum opf_fibre_size kind, struct opf_fibre *fibre);
/* Make the next switch to `fibre` call run(arg), which must never return. */
void opf_fibre_prepare(struct opf_fibre *fibre, void (*run)(void *arg), void *arg);
/* In fibre_switch.S. It goes on by a jump: a return would be predicted to go back to its caller, and each
 * function between the two ends of a switch that returns is predicted wrongly as well. Hence the switch is
 * inline. */
void opf_fibre_jump(void **save, void *to);
/* Stop here, continue at `to`; returns when something switches back to `from`. */
#ifdef OPF_FIBRE_ASAN
void opf_fibre_switch(struct opf_fibre_context *from, struct opf_fibre_context *to);
#else
static inline void opf_fibre_switch(struct opf_fibre_context *from, struct opf_fibre_context *to)
{
    opf_fibre_jump(&from->sp, to->sp);
}
#endif
/* Continue at `to` and never come back: the stack we stand on may be reused. */
_Noreturn void opf_fibre_leave(struct opf_fibre_context *to);
/* To be called first by a prepared function. */
void opf_fibre_entered(void);
/* True when `address` is in the guard of this fibre: its stack overflowed. */
bool opf_fibre_overflowed(const struct opf_fibre *fibre, uintptr_t address);

#endif

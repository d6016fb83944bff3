/* Ending a launch because its kernel broke a rule: by a check in an API call, or by a signal raised in its
 * code. The faulting core's fibre is left for good; the report is made afterwards, outside of it. */
#include "base/alloc.h"
#include "runtime_min/device/core_slot.h"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define FRAME          __builtin_frame_address(0)
#define ALT_STACK_SIZE (64u << 10)
#define LANDING_SIZE   (16u << 10)

const char *opf_fault_kind_name(int kind)
{
    static const char *const names[] = {
        "crash",        "local memory overflow", "out of range", "misaligned",      "queue state",
        "bad argument", "global memory",         "assertion",    "synchronisation", "unsupported"};
    if (kind == -1)
        return "deadlock";
    return kind >= 0 && (size_t)kind < sizeof(names) / sizeof(names[0]) ? names[kind] : "fault";
}

/* ---- Recording ----------------------------------------------------------------------------------------- */

static bool in_kernel(const struct opf_slot *slot, uintptr_t pc)
{
    return opf_elf_image_holds(&slot->grid->spec->kernel->image, pc);
}

/* End of the stack that `frame` lies on: the core's, or its running SIMT thread's. 0 = neither. */
static uintptr_t stack_end(const struct opf_slot *slot, uintptr_t frame)
{
    uintptr_t low = (uintptr_t)slot->fibre->stack, high = low + slot->fibre->size;
    if (frame >= low && frame < high)
        return high;
    const struct opf_fibre *lane = slot->simt ? opf_simt_fibre(slot) : NULL;
    low = lane ? (uintptr_t)lane->stack : 0;
    return lane && frame >= low && frame < low + lane->size ? low + lane->size : 0;
}

/* Follow the chain of frame pointers; kernels are compiled to keep them. */
static uint32_t walk(const struct opf_slot *slot, const void *frame, uintptr_t *pc, uint32_t num,
                     uint32_t max)
{
    uintptr_t fp = (uintptr_t)frame, end = stack_end(slot, fp);
    while (num < max && fp && fp % sizeof(uintptr_t) == 0 && fp + 16 <= end) {
        uintptr_t pair[2];
        memcpy(pair, (const void *)fp, sizeof(pair));
        if (in_kernel(slot, pair[1]))
            pc[num++] = pair[1] - 1; /* inside the call */
        if (pair[0] <= fp)
            break;
        fp = pair[0];
    }
    return num;
}

/* Claim the record for `slot` when it is the lowest so far; NULL when a lower core has it. Lock held. */
static struct opf_fault_record *claim(struct opf_slot *slot, int kind, const char *call)
{
    struct opf_grid *grid = slot->grid;
    struct opf_fault_record *f = &grid->fault;
    if (f->set && (f->kind == -1 || f->index <= slot->index))
        return NULL;
    *f = (struct opf_fault_record){.set = true,
                                   .kind = kind,
                                   .index = slot->index,
                                   .block_idx = slot->core.block_idx,
                                   .core_kind = slot->core.core_kind,
                                   .sub_block = slot->core.sub_block_idx,
                                   .in_simt = slot->simt || slot->core.simt_dim[0]};
    memcpy(f->simt_thread, slot->core.simt_thread, sizeof(f->simt_thread));
    snprintf(f->call, sizeof(f->call), "%s", call ? call : "");
    __atomic_store_n(&grid->stop_above, slot->index, __ATOMIC_RELAXED);
    return f;
}

void opf_fault_record(struct opf_slot *slot, int kind, const char *call, const void *frame, const char *fmt,
                      va_list args)
{
    char text[sizeof(slot->grid->fault.text)];
    opf_kernel_format(text, sizeof(text), fmt, args);
    opf_mutex_lock(&slot->grid->lock);
    struct opf_fault_record *f = claim(slot, kind, call);
    if (f) {
        memcpy(f->text, text, sizeof(text));
        f->pc_num = walk(slot, frame, f->pc, 0, OPF_BACKTRACE_MAX);
    }
    opf_mutex_unlock(&slot->grid->lock);
}

void opf_fault_place_wait(const struct opf_slot *slot)
{
    struct opf_fault_record *f = &slot->grid->fault;
    f->pc_num = 0;
    if (in_kernel(slot, (uintptr_t)slot->wait_pc))
        f->pc[f->pc_num++] = (uintptr_t)slot->wait_pc - 1; /* inside the call */
    f->pc_num = walk(slot, slot->wait_frame, f->pc, f->pc_num, OPF_BACKTRACE_MAX);
}

__attribute__((noreturn)) void opf_fault_raise(int kind, const char *call, const void *frame, const char *fmt,
                                               ...)
{
    struct opf_slot *slot = opf_slot_current();
    va_list args;
    va_start(args, fmt);
    opf_fault_record(slot, kind, call, frame, fmt, args);
    va_end(args);
    opf_slot_end(slot);
}

void opf_rt_fault(int fault, const char *call, const char *fmt, ...)
{
    struct opf_slot *slot = opf_slot_current();
    opf_slot_check_stop(slot);
    va_list args;
    va_start(args, fmt);
    opf_fault_record(slot, fault, call, FRAME, fmt, args);
    va_end(args);
    opf_slot_end(slot);
}

/* ---- Signals ------------------------------------------------------------------------------------------- */

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
#define SIGNAL_NUM (sizeof(signals) / sizeof(signals[0]))
static struct sigaction previous[SIGNAL_NUM];
static uint32_t handlers_state; /* 0 none, 1 being set, 2 set */

static uintptr_t *context_pc(ucontext_t *uc)
{
#if defined(__x86_64__)
    return (uintptr_t *)&uc->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t *)&uc->uc_mcontext.pc;
#endif
}
static uintptr_t *context_sp(ucontext_t *uc)
{
#if defined(__x86_64__)
    return (uintptr_t *)&uc->uc_mcontext.gregs[REG_RSP];
#else
    return (uintptr_t *)&uc->uc_mcontext.sp;
#endif
}
static uintptr_t context_fp(ucontext_t *uc)
{
#if defined(__x86_64__)
    return (uintptr_t)uc->uc_mcontext.gregs[REG_RBP];
#else
    return (uintptr_t)uc->uc_mcontext.regs[29];
#endif
}

static void describe_address(const struct opf_slot *slot, uintptr_t address, char *out, size_t size)
{
    const struct opf_fibre *lane = slot->simt ? opf_simt_fibre(slot) : NULL;
    const struct opf_fibre *over = lane && opf_fibre_overflowed(lane, address)  ? lane
                                   : opf_fibre_overflowed(slot->fibre, address) ? slot->fibre
                                                                                : NULL;
    if (over) {
        snprintf(out, size, "stack overflow: the %s used more than %zu KiB of stack",
                 over == lane ? "SIMT thread" : "kernel", over->size >> 10);
        return;
    }
    for (int m = 0; m < OPF_MEM_COUNT; m++) {
        const struct opf_abi_local *l = &slot->core.mem[m];
        uintptr_t low = (uintptr_t)l->base;
        size_t guard = opf_core_memory_guard(m);
        if (l->size && address >= low + l->size && address < low + l->size + guard) {
            snprintf(out, size, "accessed 0x%zx, %zu bytes past the end of %s (%u bytes)", (size_t)address,
                     (size_t)(address - low - l->size), opf_core_memory_name(m), l->size);
            return;
        }
        if (l->size && address < low && address + guard >= low) {
            snprintf(out, size, "accessed 0x%zx, %zu bytes before the start of %s", (size_t)address,
                     (size_t)(low - address), opf_core_memory_name(m));
            return;
        }
    }
    char where[160];
    opf_gm_describe(address, where, sizeof(where));
    snprintf(out, size, "accessed memory at 0x%zx: %s", (size_t)address, where);
}

/* Runs on the core's own stack after the handler has returned. */
static void landing(void)
{
    opf_slot_end(opf_slot_current());
}

static void record_signal(struct opf_slot *slot, int number, const siginfo_t *info, ucontext_t *uc)
{
    struct opf_fault_record *f = claim(slot, 0, "");
    if (!f)
        return;
    switch (number) {
    case SIGFPE:
        snprintf(f->text, sizeof(f->text), "integer division by zero or overflow");
        break;
    case SIGILL:
        snprintf(f->text, sizeof(f->text), "trap or unreachable code reached (illegal instruction)");
        break;
    case SIGTRAP:
        snprintf(f->text, sizeof(f->text), "breakpoint instruction");
        break;
    default:
        describe_address(slot, (uintptr_t)info->si_addr, f->text, sizeof(f->text));
        break;
    }
    uintptr_t pc = *context_pc(uc), sp = *context_sp(uc), end = stack_end(slot, sp);
    if (in_kernel(slot, pc)) {
        f->pc[f->pc_num++] = pc;
    } else {
        /* In a library function that keeps no frame pointer: its return address is on top of the stack. */
        for (uintptr_t at = sp; at + 8 <= end && at < sp + 512; at += 8) {
            uintptr_t word;
            memcpy(&word, (const void *)at, sizeof(word));
            if (in_kernel(slot, word)) {
                f->pc[f->pc_num++] = word - 1;
                break;
            }
        }
    }
    f->pc_num = walk(slot, (const void *)context_fp(uc), f->pc, f->pc_num, OPF_BACKTRACE_MAX);
}

static void chain(int number, siginfo_t *info, void *context)
{
    for (size_t i = 0; i < SIGNAL_NUM; i++) {
        if (signals[i] != number)
            continue;
        const struct sigaction *old = &previous[i];
        if (old->sa_flags & SA_SIGINFO) {
            old->sa_sigaction(number, info, context);
        } else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN) {
            (void)sigaction(number, old, NULL);
            if (info->si_code <= 0) /* sent, not raised by an instruction that will run again */
                (void)raise(number);
        } else {
            old->sa_handler(number);
        }
    }
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct opf_slot *slot = opf_slot_current();
    if (!slot || info->si_code <= 0) {
        chain(number, info, context);
        return;
    }
    ucontext_t *uc = context;
    /* The record's lock may only be missing here if our own code crashed while holding it. */
    if (opf_mutex_try_lock(&slot->grid->lock)) {
        record_signal(slot, number, info, uc);
        opf_mutex_unlock(&slot->grid->lock);
    } else {
        for (unsigned spins = 0; spins < 1000000; spins++) {
            opf_cpu_pause();
            if (opf_mutex_try_lock(&slot->grid->lock)) {
                record_signal(slot, number, info, uc);
                opf_mutex_unlock(&slot->grid->lock);
                break;
            }
        }
    }
    /* The lowest part of the core's stack: what lies above may still be needed to tidy up a SIMT function. */
    uintptr_t sp = ((uintptr_t)slot->fibre->stack + LANDING_SIZE) & ~(uintptr_t)15;
#if defined(__x86_64__)
    sp -= 8; /* as after a call */
#endif
    *context_sp(uc) = sp;
    *context_pc(uc) = (uintptr_t)&landing;
}

void opf_fault_arm_thread(void)
{
    static _Thread_local bool armed __attribute__((tls_model("initial-exec")));
    if (armed)
        return;
    armed = true;
    stack_t old;
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
        void *map = mmap(NULL, ALT_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        stack_t mine = {.ss_sp = map, .ss_size = ALT_STACK_SIZE};
        if (map != MAP_FAILED)
            (void)sigaltstack(&mine, NULL);
    }
    uint32_t none = 0;
    if (!__atomic_compare_exchange_n(&handlers_state, &none, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return;
    struct sigaction act = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < SIGNAL_NUM; i++)
        (void)sigaction(signals[i], &act, &previous[i]);
    __atomic_store_n(&handlers_state, 2, __ATOMIC_RELEASE);
}

/* ---- Report -------------------------------------------------------------------------------------------- */

static void say_place(const struct opf_grid *grid, const struct opf_fault_record *f,
                      struct opf_source_place *place, char *out, size_t size)
{
    const struct opf_kernel_image *kernel = grid->spec->kernel;
    out[0] = '\0';
    if (f->pc_num == 0)
        return;
    if (opf_symbolize(kernel, f->pc, f->pc_num, place) && place->file[0])
        snprintf(out, size, ", at %s:%d:%d%s%s", place->file, place->line, place->column,
                 place->function[0] ? " in " : "", place->function);
    else
        snprintf(out, size, ", at offset 0x%zx of %s", (size_t)(f->pc[0] - (uintptr_t)kernel->image.base),
                 kernel->path);
}

opf_status *opf_fault_status(const struct opf_grid *grid)
{
    const struct opf_fault_record *f = &grid->fault;
    const struct opf_grid_spec *spec = grid->spec;
    struct opf_source_place place = {.call = ""};
    char where[900], core[96], thread[64] = "";
    say_place(grid, f, &place, where, sizeof(where));
    if (f->kind == -1)
        return OPF_FAIL(OPF_DEADLOCK, "kernel %s (%s, tiling key %llu): deadlock: %s%s", spec->op_type,
                        spec->key->symbol, (unsigned long long)spec->key->key, f->text, where);
    if (f->in_simt)
        snprintf(thread, sizeof(thread), ", SIMT thread (%u, %u, %u)", f->simt_thread[0], f->simt_thread[1],
                 f->simt_thread[2]);
    snprintf(core, sizeof(core), "%s core %u of %u%s", f->core_kind == OPF_CORE_AIC ? "AIC" : "AIV",
             f->block_idx, grid->kind_num[f->core_kind], thread);
    const char *call = f->call[0] ? f->call : place.call;
    return OPF_FAIL(OPF_KERNEL_FAULT, "kernel %s (%s, tiling key %llu), %s: %s: %s%s%s%s", spec->op_type,
                    spec->key->symbol, (unsigned long long)spec->key->key, core, opf_fault_kind_name(f->kind),
                    call, call[0] ? ": " : "", f->text, where);
}

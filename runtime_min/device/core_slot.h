/* Inside of the emulator: a running launch, its logical cores and the host threads that run them. Shared by
 * the files of this folder only.
 *
 * Rules: a core runs on the thread that started it until it ends. `grid->lock` guards wait states, barriers,
 * flags and ready lists. `grid->active` counts cores that can still run (not begun, running or ready); when
 * it reaches 0 while cores wait, that is a deadlock. A fault stops every core with a larger index at its next
 * runtime call, so the report is that of the lowest faulting core however many threads there are. */
#ifndef OPF_DEVICE_CORE_SLOT_H
#define OPF_DEVICE_CORE_SLOT_H

#include "base/thread.h"
#include "runtime_min/device/core_memory.h"
#include "runtime_min/device/fibre.h"
#include "runtime_min/device/grid.h"
#include "runtime_min/device/shares.h"

#define OPF_CROSS_IDS     32
#define OPF_BACKTRACE_MAX 16
#define OPF_GM_RECENT     8

/* A range found valid, and which entries searches after it found: kernels go through their tensors in turns.
 */
struct opf_gm_seen {
    uintptr_t start, end;
    uint32_t next[2];
};

enum opf_wait { OPF_WAIT_NONE, OPF_WAIT_BARRIER, OPF_WAIT_CROSS, OPF_WAIT_YIELD };

struct opf_batch;
struct opf_grid;
struct opf_row_notes;
struct opf_runner;
struct opf_simt;

/* One logical core. Between two cores tiles pass through the first-level cache: what each start and each call
 * of the runtime reads lies together. */
struct opf_slot {
    _Alignas(64) struct opf_core core; /* what the kernel sees */
    _Alignas(64) struct opf_fibre *fibre;
    struct opf_grid *grid;
    struct opf_runner *home;
    struct opf_slot *next, *prev; /* ready list, blocked list or free list */
    struct opf_simt *simt;        /* while inside a SIMT function */
    uint32_t index;               /* position in the launch */
    uint32_t group;               /* AI core number */
    uint32_t events;              /* bit = HardEvent that was set on this core */
    enum opf_wait wait;
    /* for the cores of a launch one after the other: arguments to begin with */
    uint32_t gm_last;    /* the entry found last */
    uint32_t gm_replace; /* the next to be given up */
    bool ended;
    uint64_t spins, spin_progress;
    struct opf_gm_seen gm_seen[OPF_GM_RECENT];
    struct opf_core_memory *memory;
    struct opf_row_notes *rows; /* atomic changes of rows that wait; NULL = none yet */
    int wait_kind; /* barrier: core kind; cross flag: mode */
    int wait_flag;
    const void *wait_frame, *wait_pc; /* the kernel's frame and place that began to wait, for the report */
    uint32_t event_set[32];           /* per HardEvent: bit = id set and not waited for yet */
};

/* What ended the launch. */
struct opf_fault_record {
    bool set;
    int kind; /* enum opf_abi_fault, or 0 for a signal, -1 for a deadlock */
    uint32_t index, block_idx, core_kind, sub_block;
    uint32_t simt_thread[3];
    bool in_simt;
    char call[64];
    char text[512];
    uintptr_t pc[OPF_BACKTRACE_MAX];
    uint32_t pc_num;
};

struct opf_barrier {
    uint32_t arrived, expected;
};

/* The cores of one host thread that wait in one barrier. */
struct opf_parked {
    struct opf_slot *first, *last; /* this thread's only, until it waits itself */
    uint32_t num, told; /* cores, and how many of them grid->barrier knows; told: guarded by lock */
    bool released;      /* all go on; set with the lock held */
};

/* A host thread's part in a launch. */
struct opf_runner {
    struct opf_fibre_context scheduler;
    struct opf_grid *grid;
    struct opf_slot *current;
    struct opf_slot *ready_first, *ready_last;     /* guarded by grid->lock */
    struct opf_slot *woken_first, *woken_last;     /* ready too, this thread's only */
    struct opf_slot *yielded_first, *yielded_last; /* this thread's only */
    struct opf_slot *blocked;                      /* guarded by grid->lock */
    struct opf_parked parked[3];                   /* by kind of barrier */
    uint32_t wake;                                 /* futex word */
    uint32_t asleep;                               /* waits on it */
    uint32_t live;                                 /* begun and not ended here */
    uint32_t ended;                                /* ended here and not yet taken from grid->active */
    uint32_t share;                                /* which of grid->shares is this thread's */
    bool listed;                                   /* in grid->runner_list: since a core first blocked */
    struct opf_positions taken;                    /* from there, and not begun */
    uint64_t patient_until;                        /* leaves other threads' cores to them; 0: not asked yet */
    struct opf_slot *free;                         /* idle ones, for the next cores */
    uint32_t free_num;
    struct opf_batch *batch;           /* atomic changes noted by the running core; NULL = none yet */
    uint64_t whole_since, whole_ticks; /* its cores have held all memory: the last, and all of them */
};

struct opf_grid {
    /* read by every core, written rarely */
    opf_device *device;
    const struct opf_grid_spec *spec;
    struct opf_shares *shares; /* cores that have not begun */
    uint32_t total;            /* logical cores */
    uint32_t kind_num[2];      /* of each core kind */
    uint32_t aic_per_group, aiv_per_group;
    uint32_t stop_above; /* cores with a larger index end at their next call */
    uint32_t abandon;    /* 1: waiting cores are dropped */
    /* positions that a thread takes at once: to begin with, and later; and what is worth taking from others
     */
    uint32_t first_batch, batch, least;
    uint32_t spun; /* 1: a core has waited for memory to change: each end of a core is told at once */
    opf_kernel_entry entry[2]; /* by core kind */
    void *const *args;
    uint32_t core_flags;
    int cpu;         /* that the launching thread began on */
    uint64_t seed;   /* 0 = in order */
    uint32_t *order; /* of cores, by position; NULL = as they are */
    bool timed;      /* for deal.h */
    /* Cross-core flags count per core: cross[core index * OPF_CROSS_IDS + id]; collected sets of mode 0, 1
     * and 2 */
    uint8_t *cross;
    uint32_t *collect;
    struct opf_gm_range *ranges; /* of the arguments, sorted by start */
    uint32_t range_num;
    struct opf_gm_seen seen[OPF_GM_RECENT]; /* the first of them: what a core finds valid without a search */
    /* written by all threads: lines of their own */
    _Alignas(64) opf_mutex lock;
    uint32_t active;               /* see above */
    uint32_t blocked;              /* guarded by lock */
    uint64_t progress;             /* changes whenever a core ends, waits or is woken */
    uint32_t runners;              /* threads inside */
    uint32_t joined;               /* threads that ever took part */
    uint64_t whole_ticks;          /* cores have held all memory */
    struct opf_barrier barrier[3]; /* per core kind, 2 = all */
    uint32_t runner_num;           /* guarded by lock */
    /* the launching thread's own */
    _Alignas(64) bool asked_help;
    bool queued;       /* in the queue of launches that want help */
    uint64_t offered;  /* bit = index of a post */
    uint64_t help_at;  /* ticks of the cheap clock */
    uint64_t patience; /* the same: what a thread whose cores wait gives others to begin theirs */
    int64_t begun_ns;
    struct opf_grid *queue_next;
    /* not zero at the start of a launch, which would take longer than a small one */
    struct opf_fault_record fault;                  /* guarded by lock; counts when `set`, which is zero */
    struct opf_runner *runner_list[OPF_SHARES_MAX]; /* guarded by lock */
    uint64_t work[OPF_SHARES_MAX];                  /* when timed: ticks, by share of the cores in order */
};

extern _Thread_local struct opf_runner *opf_this_runner __attribute__((tls_model("initial-exec")));

/* The core this thread is running, NULL outside kernels. */
static inline struct opf_slot *opf_slot_current(void)
{
    struct opf_runner *r = opf_this_runner;
    return r ? r->current : NULL;
}

/* grid.c */
/* Run cores of the launch on this thread until it has none left, beginning with those of `share`. The caller
 * has counted it in grid->runners. */
void opf_grid_take_part(struct opf_grid *grid, uint32_t share);
void opf_slot_block(struct opf_slot *slot, enum opf_wait wait, int kind,
                    int flag);             /* lock held; releases it */
void opf_slot_wake(struct opf_slot *slot); /* lock held */
void opf_slot_yield(struct opf_slot *slot);
__attribute__((noreturn)) void opf_slot_end(struct opf_slot *slot); /* leave the fibre for good */
/* End this core when the launch is being stopped. Called on entry of every runtime function of kernels. */
static inline void opf_slot_check_stop(struct opf_slot *slot)
{
    if (__builtin_expect(__atomic_load_n(&slot->grid->stop_above, __ATOMIC_RELAXED) < slot->index, 0))
        opf_slot_end(slot);
}

void opf_runner_wake(struct opf_runner *runner); /* has something to run, or the launch is given up */
void opf_slots_join(struct opf_slot **first, struct opf_slot **last, struct opf_slot *from,
                    struct opf_slot *to);     /* appends one list to another */
void opf_grid_abandon(struct opf_grid *grid); /* nothing can run but cores wait; lock held */

struct opf_batch *opf_grid_batch(struct opf_runner *runner); /* left by an earlier launch, or NULL */

/* regions.c: how many host threads there will be (the first device says it); and a core has ended, perhaps by
 * a fault while it held memory. */
void opf_regions_start(int threads);
void opf_regions_drop(struct opf_slot *slot);
/* row_notes.c: makes the changes of rows that the running core has noted. */
void opf_row_notes_make(struct opf_slot *slot);
/* This thread has nothing to run: if it is its turn to hold everything, it is another's. */
void opf_regions_pass(const struct opf_runner *runner);
/* Whether one thread ends this launch sooner than several, by the last one of the key with as much memory;
 * and what this launch, which took `ns`, says of the next. */
bool opf_regions_alone(const struct opf_grid *grid);
void opf_regions_learn(const struct opf_grid *grid, uint64_t ns);

/* barrier.c */
void opf_barrier_wait(struct opf_slot *slot, int kind);
/* Barriers learn which cores of this thread have arrived. True when one is complete. */
bool opf_barrier_tell(struct opf_runner *runner);
/* Cores of this thread whose barrier is complete become `woken`. */
void opf_barrier_collect(struct opf_runner *runner);
static inline bool opf_barrier_released(const struct opf_runner *runner)
{
    return __atomic_load_n(&runner->parked[0].released, __ATOMIC_ACQUIRE) ||
           __atomic_load_n(&runner->parked[1].released, __ATOMIC_ACQUIRE) ||
           __atomic_load_n(&runner->parked[2].released, __ATOMIC_ACQUIRE);
}

/* core_sync.c: lists waiting cores of a deadlocked launch into the fault record. Lock held. */
void opf_sync_explain(struct opf_grid *grid, char *out, size_t size);

/* fault.c */
/* Record a fault of `slot` (kept when it is the lowest so far) with the calls above `frame`. */
void opf_fault_record(struct opf_slot *slot, int kind, const char *call, const void *frame, const char *fmt,
                      va_list args);
/* The place where `slot` waits becomes the place of the launch's deadlock. Lock held. */
void opf_fault_place_wait(const struct opf_slot *slot);
__attribute__((noreturn)) void opf_fault_raise(int kind, const char *call, const void *frame, const char *fmt,
                                               ...) OPF_PRINTF(4, 5);
void opf_fault_arm_thread(void); /* signal handlers (once) and this thread's alternate stack */
opf_status *opf_fault_status(const struct opf_grid *grid); /* the report */
const char *opf_fault_kind_name(int kind);

/* simt.c: give back what a core that ended inside a SIMT function held. */
void opf_simt_abandon(struct opf_slot *slot);
const struct opf_fibre *
opf_simt_fibre(const struct opf_slot *slot); /* of the running SIMT thread; NULL = none */

/* kernel_format.c */
size_t opf_kernel_format(char *out, size_t size, const char *fmt, va_list args);

/* symbolize.c */
struct opf_source_place {
    char call[128]; /* outermost function of the SDK */
    char file[512]; /* first place outside the SDK; "" = unknown */
    char function[256];
    int line, column;
};
/* Turn return addresses inside `kernel` into a source place by running llvm-symbolizer. False when it could
 * not. */
bool opf_symbolize(const struct opf_kernel_image *kernel, const uintptr_t *pc, uint32_t pc_num,
                   struct opf_source_place *out);

#endif

/* The contract between a compiled kernel object (.o) and whatever loads it. This header stands alone: it
 * includes nothing of the project and is versioned like a schema. A loader refuses another OPF_ABI_VERSION.
 *
 * A kernel object is an ELF shared object without libc, constructors or needed libraries. It imports only the
 * symbols listed under "Imports" below (plus the C math and memory functions named in
 * runtime_min/elf/imports.c) and one thread-local pointer, opf_this_core, with the initial-exec TLS model.
 * It exports `<stem>_<tiling key>` for each key (all may be one address: the key is read at run time from
 * opf_this_core->tiling_key) and the object opf_kernel_descriptor. */
#ifndef OPFORGE_ABI_H
#define OPFORGE_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define OPF_ABI_THREAD_LOCAL __thread /* no dynamic initialisation: thread_local would call a wrapper */
#define OPF_ABI_NORETURN     [[noreturn]]
#else
#define OPF_ABI_THREAD_LOCAL _Thread_local
#define OPF_ABI_NORETURN     _Noreturn
#endif

#define OPF_ABI_MAGIC   0x3147524f4650304fULL
#define OPF_ABI_VERSION 8u

/* CPU features a kernel object needs, from the compiler's target macros. */
enum opf_abi_cpu {
    OPF_CPU_X86_64_V2 = 1u << 0, /* SSE4.2, POPCNT */
    OPF_CPU_X86_64_V3 = 1u << 1, /* AVX2, BMI2, F16C, FMA */
    OPF_CPU_X86_64_V4 = 1u << 2, /* AVX-512 F BW CD DQ VL */
    OPF_CPU_AVX512_BF16 = 1u << 3,
    OPF_CPU_AVX512_FP16 = 1u << 4,
    OPF_CPU_AVX512_VBMI = 1u << 5,
    OPF_CPU_AVX512_VNNI = 1u << 6,
    OPF_CPU_AVX512_VBMI2 = 1u << 7,
    OPF_CPU_AVX512_BITALG = 1u << 8,
    OPF_CPU_AVX512_VPOPCNTDQ = 1u << 9,
    OPF_CPU_GFNI = 1u << 10,
    OPF_CPU_NATIVE_OTHER = 1u << 11, /* AMD/Intel extras of -march=native: the exact CPU name must match */
    OPF_CPU_AARCH64 = 1u << 16
};

/* Which cores a kernel runs on (names as in KERNEL_TASK_TYPE). */
enum opf_abi_kernel_type {
    OPF_KERNEL_AIV_ONLY = 0,
    OPF_KERNEL_AIC_ONLY = 1,
    OPF_KERNEL_MIX_AIV_1_0 = 2,
    OPF_KERNEL_MIX_AIC_1_0 = 3,
    OPF_KERNEL_MIX_AIC_1_1 = 4,
    OPF_KERNEL_MIX_AIC_1_2 = 5
};

enum opf_abi_core_kind { OPF_CORE_AIV = 0, OPF_CORE_AIC = 1 };

/* Local memories of a core. */
enum opf_abi_memory {
    OPF_MEM_UB = 0,
    OPF_MEM_L1,
    OPF_MEM_L0A,
    OPF_MEM_L0B,
    OPF_MEM_L0C,
    OPF_MEM_BT,
    OPF_MEM_FB,
    OPF_MEM_COUNT
};

enum opf_abi_pipe {
    OPF_PIPE_S = 0,
    OPF_PIPE_V,
    OPF_PIPE_M,
    OPF_PIPE_MTE1,
    OPF_PIPE_MTE2,
    OPF_PIPE_MTE3,
    OPF_PIPE_FIX,
    OPF_PIPE_ALL
};

/* Every memory is mapped below 4 GiB, so a 32-bit cast of a local address keeps its value, and is 512-byte
 * aligned. `size` is what the chip gives to user code. */
struct opf_abi_local {
    uint8_t *base;
    uint32_t size;
    uint32_t reserved;
};

/* Outer loops of SetLoopModePara for one direction of DataCopyPad; sizes 0 or 1 = off. Strides in bytes. */
struct opf_abi_loop_mode {
    uint32_t loop1_size, loop2_size;
    uint64_t loop1_src_stride, loop1_dst_stride;
    uint64_t loop2_src_stride, loop2_dst_stride;
};

enum opf_abi_atomic_op { OPF_ATOMIC_NONE = 0, OPF_ATOMIC_ADD, OPF_ATOMIC_MAX, OPF_ATOMIC_MIN };

/* Element types of the ABI: CANN's numbers (docs/formats/dtypes.md). */

/* 16-bit floats among float32. */
enum opf_abi_short { OPF_SHORT_NONE = 0, OPF_SHORT_HALF, OPF_SHORT_BF16, OPF_SHORT_COUNT };

/* What an element-wise call does with n elements of dense ranges. */
typedef void opf_abi_pending_run(void *dst, const void *a, const void *b, uint64_t n, uint64_t scalar);
struct opf_abi_pending_op {
    /* [0][0] is the call itself. A call on float32 may also have forms that take or give 16-bit floats, converted
     * as Cast to the nearest converts them: by enum opf_abi_short of its sources and of its result. */
    opf_abi_pending_run *run[OPF_SHORT_COUNT][OPF_SHORT_COUNT];
    uint8_t dst_size, a_size, b_size; /* bytes of an element, 0 = there is no such source */
    uint8_t widens, narrows;          /* enum opf_abi_short: a cast of these to float32, of float32 to the nearest */
    uint8_t shorts;                   /* the other forms are there */
};

/* An element-wise call on dense ranges, or a copy from GM, that has not been carried out. Addresses are the host's,
 * of local memory or (sources only) of GM. */
struct opf_abi_pending_call {
    opf_abi_pending_run *run; /* NULL = a copy of bytes */
    const struct opf_abi_pending_op *op;
    const uint8_t *a, *b;
    uint64_t scalar;
    uint32_t dst;
    uint32_t lo, hi; /* of the result, what nobody has overwritten: addresses */
    uint32_t count;  /* elements of a lazy call */
    uint8_t dst_size, a_size, b_size;
    uint8_t reads;         /* enum opf_abi_short of the sources of a call on float32 */
    int8_t a_from, b_from; /* the call of the group whose result the source is, -1 = it is in memory */
};
#define OPF_LAZY_CALLS 16 /* those that read GM only and whose results nobody has asked for */
/* Others, of one count, that depend on each other. */
#define OPF_PENDING_CALLS  10
#define OPF_PENDING_GROUPS 4
struct opf_abi_pending_group {
    uint64_t count;
    uint32_t num;
    uint32_t live;        /* bit = call of whose result something is left */
    uint32_t stored;      /* a result has gone to GM: no call is added any more */
    uint32_t reads_local; /* a source lies in local memory */
    struct opf_abi_pending_call calls[OPF_PENDING_CALLS];
};

/* Bytes of memory that a core alone changes, see opf_rt_hold. */
struct opf_abi_range {
    uintptr_t lo;
    uint64_t size; /* 0 = none */
};

#define OPF_FIXED_MAX 4

/* One logical core while it runs. Kernel code reaches its own through opf_this_core; a core never migrates
 * between host threads during a launch, so the pointer may be kept in a register. */
struct opf_core {
    /* identity */
    uint32_t abi_version;
    uint32_t block_idx;     /* AIV of a mixed kernel: block * ratio + sub_block */
    uint32_t block_num;     /* the launch's block dim */
    uint32_t sub_block_idx; /* which AIV of its AI Core */
    uint32_t sub_block_num;
    uint32_t core_kind;   /* enum opf_abi_core_kind */
    uint32_t kernel_type; /* enum opf_abi_kernel_type */
    uint32_t flags;       /* OPF_CORE_* below */
    uint64_t tiling_key;
    /* The GM ranges found valid last: an access inside needs no call. The last for reading, the one before it, and
     * the last for writing; a kernel of two inputs and an output needs no other. */
    uintptr_t gm_lo, gm_hi;
    uintptr_t gm_before_lo, gm_before_hi;
    uintptr_t gm_write_lo, gm_write_hi;
    /* Nothing changes these bytes of GM during the launch: inputs that share memory with no output. The first that is empty
     * ends them. */
    struct opf_abi_range fixed[OPF_FIXED_MAX];
    struct opf_abi_local mem[OPF_MEM_COUNT];
    /* architectural state that API calls read and write */
    uint64_t ctrl;       /* CTRL special register */
    uint64_t mask[2];    /* SetVectorMask: low, high */
    uint32_t mask_count; /* 0 = norm mode (mask bits), 1 = counter mode (mask[0] elements) */
    uint32_t atomic_op;  /* enum opf_abi_atomic_op for stores to GM */
    int32_t atomic_dtype;
    uint32_t deq_scale; /* bits of the float or half set by SetDeqScale */
    uint8_t cmp_mask[32];
    struct opf_abi_loop_mode loop_in, loop_out; /* OUT_TO_UB, UB_TO_OUT */
    uint64_t ar;                                /* SPR AR: bytes left by Squeeze<STORE_REG> */
    int64_t reduce_result[2];                   /* value bits, index of the last count-form reduction */
    uint64_t gather_count;                      /* elements kept by the last GatherMask */
    uint32_t event_used[32];                    /* per HardEvent: bit = id handed out by AllocEventID */
    uint8_t *sys_workspace;                     /* SetSysWorkspace */
    void *pipe;                                 /* the TPipe in use, for GetTPipePtr */
    uint32_t simt_thread[3];                    /* threadIdx while inside a SIMT function */
    uint32_t simt_dim[3];                       /* blockDim of that function */
    uint32_t mutex_used;
    uint32_t reserved0;
    uint32_t lazy_num;          /* calls in `lazy` */
    uint32_t pending_num;       /* groups in `pending`, the open one last */
    const uint8_t *read_end[2]; /* ends of the last copies from GM: what is likely read next */
    uint32_t lazy_off; /* the kernel holds pointers into local memory: every copy is carried out at once */
    struct opf_abi_range held;
    void *device_state[8]; /* the SDK's own use, zero at kernel start */
    void *runtime;         /* the runtime's own use */
    /* last: what lies here counts for nothing at kernel start */
    struct opf_abi_pending_group pending[OPF_PENDING_GROUPS];
    struct opf_abi_pending_call lazy[OPF_LAZY_CALLS];
};

#define OPF_CORE_STREAM_STORES  1u /* outputs beyond the caches: large UB->GM copies should bypass them */
#define OPF_CORE_CHECKS         2u /* this launch runs with the synchronisation checks */
#define OPF_CORE_TRACE          4u
#define OPF_CORE_STREAM_PENDING 8u /* stores that opf_rt_stream_drain has not ordered or made yet */
#define OPF_CORE_ROWS_NOTED     16u /* with it: some of these are rows of opf_rt_note_row */

/* ---- Imports: what the loader provides ---------------------------------------------------------------- */

extern OPF_ABI_THREAD_LOCAL struct opf_core *opf_this_core __attribute__((tls_model("initial-exec")));

/* Why a launch is ended. The runtime adds kernel name, core and source line (from the return address). */
enum opf_abi_fault {
    OPF_FAULT_UB_OVERFLOW = 1, /* buffers asked for exceed the local memory */
    OPF_FAULT_OUT_OF_RANGE,    /* local access outside its memory or tensor */
    OPF_FAULT_MISALIGNED,      /* local address or size breaks the unit's alignment */
    OPF_FAULT_QUEUE_STATE,     /* queue used in a way its state does not allow */
    OPF_FAULT_BAD_ARGUMENT,    /* repeat > 255, bad mask, bad stride ... */
    OPF_FAULT_GM_ACCESS,       /* global access outside every live allocation */
    OPF_FAULT_ASSERT,          /* ASSERT / assert / trap of the kernel's own */
    OPF_FAULT_SYNC,            /* synchronisation misuse */
    OPF_FAULT_UNSUPPORTED      /* the emulator does not have this form of the call */
};

/* End this launch. `call` is the API's name as the user wrote it ("DataCopyPad"); the rest is printf-like
 * (the runtime's own formatter: d i u x X p s c f g e, l ll z modifiers). Never returns. */
OPF_ABI_NORETURN void opf_rt_fault(int fault, const char *call, const char *fmt, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Validate [addr, addr+size) against the launch's arguments and live allocations; ends the launch if bad,
 * else refreshes the ranges of opf_core. Call only when they do not cover the access. */
void opf_rt_gm_check(const void *addr, uint64_t size, int is_write, const char *call);

/* All-core barrier of the cores of `core_kind` in this launch (2 = all kinds). */
void opf_rt_sync_all(int core_kind);
/* CrossCoreSetFlag / CrossCoreWaitFlag; mode 0, 1, 2, 4 as documented. */
void opf_rt_cross_set(int mode, int pipe, int flag_id);
void opf_rt_cross_wait(int mode, int pipe, int flag_id);
/* Let other cores of this host thread run: for kernels that spin on memory. */
void opf_rt_yield(void);

/* Hardware event bookkeeping (SetFlag/WaitFlag). `event` = HardEvent number, id 0..7. A wait without a set
 * on this core is a fault (it could never be satisfied). */
void opf_rt_event_set(int event, int id);
void opf_rt_event_wait(int event, int id);

void opf_rt_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* DumpTensor: `count` elements of `dtype` (CANN number) at addr, `desc` is the user's tag, position text. */
void opf_rt_dump(const char *position, uint32_t desc, int dtype, const void *addr, uint32_t count,
                 const uint32_t *shape, uint32_t dims);

/* UB -> GM bytes past the caches; any alignment. Other host threads may see them late:
 * OPF_CORE_STREAM_PENDING is set until opf_rt_stream_drain, which comes before any other store to GM and any
 * synchronisation. */
void opf_rt_copy_stream(void *dst, const void *src, uint64_t size);
void opf_rt_stream_drain(void);
/* The same through the caches, and GM -> UB: fast for a tile of some kilobytes. The two do not overlap. */
void opf_rt_copy_tile(void *dst, const void *src, uint64_t size);

/* Atomic changes of memory exclude each other by regions of it. opf_rt_hold waits until no other core holds a region
 * that [addr, addr+size) touches (at most OPF_HOLD_MOST bytes), and makes them this core's, which gives back those
 * it held before; while it holds them it may change what lies in them with plain instructions. Returns the whole
 * range that is held: the regions, or all of the unified buffer, which nobody else reaches. A core that holds must
 * neither wait nor call anything but opf_rt_gm_check, opf_rt_fault and these. */
#define OPF_HOLD_MOST 65536u
struct opf_abi_range opf_rt_hold(const void *addr, uint64_t size);
/* For one element that is to be changed: holds its region, or, where elements lie all over memory, notes the change
 * for a time when it holds that region anyway, and returns a range of size 0; or holds all memory, a range from 0 of size
 * UINT64_MAX, until opf_rt_hold or opf_rt_let_go. `apply` makes noted changes: it alone
 * knows what `value` means; changes of one address are made in the order in which they were noted. */
struct opf_abi_change {
    void *addr;
    uint64_t value;
};
typedef void (*opf_abi_apply)(const struct opf_abi_change *changes, uint64_t num);
struct opf_abi_range opf_rt_hold_element(void *addr, uint64_t value, opf_abi_apply apply);
/* Gives back what is held, after all noted changes are made. */
void opf_rt_let_go(void);

/* Changes `size` bytes (at most OPF_NOTE_MOST) at `addr`, checked already, by `combine` and the bytes at `src`, which
 * are copied. This may be done later, but at the latest by opf_rt_stream_drain, which the core calls before it reads
 * what it may have changed and before it stores in another way: until then OPF_CORE_ROWS_NOTED is set. Synchronisation
 * and the end of the core do so by themselves, and so does opf_rt_gm_check for a read, which it is asked of because no
 * range is known to be valid for reads after this call. */
#define OPF_NOTE_MOST 256u
typedef void (*opf_abi_combine)(void *addr, const void *src, uint64_t size);
void opf_rt_note_row(void *addr, const void *src, uint64_t size, opf_abi_combine combine);

/* A SIMT function with barriers: run `thread(arg)` for each of x*y*z threads as fibres. */
void opf_rt_simt_run(void (*thread)(void *), void *arg, uint32_t x, uint32_t y, uint32_t z);
void opf_rt_simt_barrier(void);
/* Warp exchange: every active lane of the 32-lane warp contributes `value`; returns lane `lane`'s value. */
uint64_t opf_rt_simt_shuffle(uint64_t value, uint32_t lane);
/* Bit i = lane i of the warp is active and its predicate is true. */
uint32_t opf_rt_simt_ballot(int predicate);

/* Checked builds only (OPF_KERNEL_CHECKED): one access by an API call. */
void opf_rt_check_access(int pipe, const void *addr, uint64_t size, int is_write, const char *call);

/* ---- Export ------------------------------------------------------------------------------------------- */

#define OPF_KERNEL_CHECKED 1u /* compiled with synchronisation checks */

struct opf_kernel_descriptor {
    uint64_t magic;
    uint32_t abi_version;
    uint32_t struct_size; /* sizeof(struct opf_kernel_descriptor) */
    uint32_t core_size;   /* sizeof(struct opf_core) the kernel was compiled with */
    uint32_t cpu;         /* enum opf_abi_cpu bits */
    uint32_t kernel_type; /* enum opf_abi_kernel_type, default of the file */
    uint32_t flags;       /* OPF_KERNEL_* */
    uint32_t tiling_size; /* largest tiling structure, bytes */
    uint32_t npu_arch;    /* 3510, 2201 ... */
    char soc[32];         /* "ascend950" */
    char cpu_name[32];    /* -march it was built for; "" = any with the bits above */
    char op_type[64];
};

/* Entry: the addresses in the order inputs, outputs, workspace, tiling. */
typedef void (*opf_kernel_entry)(void *const *args);

#ifdef __cplusplus
}
#endif
#endif

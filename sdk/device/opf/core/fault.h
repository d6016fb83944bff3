/* The running core and the checks every call makes. A check costs one compare; its failure path is a cold
 * call that never returns, so the caller's line is the return address. */
#ifndef OPF_CORE_FAULT_H
#define OPF_CORE_FAULT_H

#include "lazy.h"

namespace opf
{
#define OPF_FAULT(code, call, ...) opf_rt_fault(code, call, __VA_ARGS__)
/* OPF_CHECK(condition, fault code, "Call", "what is wrong %u ...", ...) */
#define OPF_CHECK(cond, code, call, ...)                                                                     \
    do {                                                                                                     \
        if (__builtin_expect(!(cond), 0))                                                                    \
            opf_rt_fault(code, call, __VA_ARGS__);                                                           \
    } while (0)

/* A global access of [p, p + size): free when it lies in the last range found valid. is_write 1 orders it
 * behind earlier stores past the caches and noted rows; GM_COPY is a write that does so itself, by the bytes it stores
 * at once. Reads come behind noted rows, too, since no range is known to be valid for them while some wait. */
constexpr int GM_COPY = 2;
OPF_INLINE bool lies_in(uintptr_t a, uint64_t size, uintptr_t lo, uintptr_t hi)
{
    return a >= lo && a + size <= hi && a + size >= a;
}
/* Changes of rows that wait (opf_rt_note_row) are made. */
OPF_INLINE void make_rows()
{
    if (__builtin_expect(core().flags & OPF_CORE_ROWS_NOTED, 0))
        opf_rt_stream_drain();
}
/* Everything before is as the kernel means it, in local and global memory. */
inline void order_all()
{
    settle();
    make_rows();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
OPF_INLINE void check_gm(const void *p, uint64_t size, int is_write, const char *call)
{
    uintptr_t a = reinterpret_cast<uintptr_t>(p);
    const opf_core &c = core();
    if (is_write == 1 && __builtin_expect(c.flags & OPF_CORE_STREAM_PENDING, 0))
        opf_rt_stream_drain();
    if (is_write && anything_lazy())
        lazy_before_store(p, size, is_write == GM_COPY);
    const uintptr_t lo = is_write ? c.gm_write_lo : c.gm_lo, hi = is_write ? c.gm_write_hi : c.gm_hi;
    if (__builtin_expect(!lies_in(a, size, lo, hi), 0))
        opf_rt_gm_check(p, size, is_write, call);
}

/* The memory that holds a position, and its name for messages. */
constexpr int memory_of(AscendC::TPosition p)
{
    using P = AscendC::TPosition;
    switch (p) {
    case P::A1:
    case P::B1:
    case P::C1:
    case P::TSCM:
    case P::SPM:
        return OPF_MEM_L1;
    case P::A2:
        return OPF_MEM_L0A;
    case P::B2:
        return OPF_MEM_L0B;
    case P::CO1:
        return OPF_MEM_L0C;
    case P::C2:
        return OPF_MEM_BT;
    case P::C2PIPE2GM:
    case P::C2PIPE2LOCAL:
        return OPF_MEM_FB;
    default:
        return OPF_MEM_UB;
    }
}
constexpr const char *memory_name(int m)
{
    switch (m) {
    case OPF_MEM_UB:
        return "UB";
    case OPF_MEM_L1:
        return "L1";
    case OPF_MEM_L0A:
        return "L0A";
    case OPF_MEM_L0B:
        return "L0B";
    case OPF_MEM_L0C:
        return "L0C";
    case OPF_MEM_BT:
        return "BT";
    default:
        return "FB";
    }
}
constexpr const char *position_name(AscendC::TPosition p)
{
    constexpr const char *names[] = {"GM",  "A1",   "A2",        "B1",          "B2",     "C1",
                                     "C2",  "CO1",  "CO2",       "VECIN",       "VECOUT", "VECCALC",
                                     "SPM", "TSCM", "C2PIPE2GM", "C2PIPE2LOCAL"};
    return static_cast<unsigned>(p) < 16 ? names[static_cast<unsigned>(p)] : "?";
}
constexpr AscendC::Hardware hardware_of(AscendC::TPosition p)
{
    using H = AscendC::Hardware;
    if (p == AscendC::TPosition::GM)
        return H::GM;
    constexpr H map[] = {H::UB, H::L1, H::L0A, H::L0B, H::L0C, H::BIAS, H::FIXBUF};
    return map[memory_of(p)];
}

/* ABI numbers of a pipe. */
constexpr int abi_pipe(pipe_t p)
{
    switch (p) {
    case PIPE_S:
        return OPF_PIPE_S;
    case PIPE_V:
        return OPF_PIPE_V;
    case PIPE_M:
        return OPF_PIPE_M;
    case PIPE_MTE1:
        return OPF_PIPE_MTE1;
    case PIPE_MTE2:
        return OPF_PIPE_MTE2;
    case PIPE_MTE3:
        return OPF_PIPE_MTE3;
    case PIPE_FIX:
        return OPF_PIPE_FIX;
    default:
        return OPF_PIPE_ALL;
    }
}

/* CANN's number of an element type, -1 when it has none. */
template <class T> constexpr int dtype_of()
{
    using U = std::remove_cv_t<T>;
    if constexpr (std::is_same<U, float>::value)
        return DT_FLOAT;
    else if constexpr (std::is_same<U, half>::value)
        return DT_FLOAT16;
    else if constexpr (std::is_same<U, bfloat16_t>::value)
        return DT_BF16;
    else if constexpr (std::is_same<U, double>::value)
        return DT_DOUBLE;
    else if constexpr (std::is_same<U, bool>::value)
        return DT_BOOL;
    else if constexpr (std::is_same<U, int4b_t>::value || std::is_same<U, int4x2_t>::value)
        return DT_INT4;
    else if constexpr (std::is_same<U, complex64>::value)
        return DT_COMPLEX64;
    else if constexpr (std::is_same<U, complex32>::value)
        return DT_COMPLEX32;
    else if constexpr (std::is_same<U, hifloat8_t>::value)
        return DT_HIFLOAT8;
    else if constexpr (std::is_same<U, float8_e5m2_t>::value)
        return DT_FLOAT8_E5M2;
    else if constexpr (std::is_same<U, float8_e4m3_t>::value)
        return DT_FLOAT8_E4M3FN;
    else if constexpr (std::is_same<U, float8_e8m0_t>::value)
        return DT_FLOAT8_E8M0;
    else if constexpr (std::is_same<U, float4_e2m1x2_t>::value)
        return DT_FLOAT4_E2M1;
    else if constexpr (std::is_same<U, float4_e1m2x2_t>::value)
        return DT_FLOAT4_E1M2;
    else if constexpr (std::is_integral<U>::value) {
        constexpr bool s = std::is_signed<U>::value;
        return sizeof(U) == 1   ? (s ? DT_INT8 : DT_UINT8)
               : sizeof(U) == 2 ? (s ? DT_INT16 : DT_UINT16)
               : sizeof(U) == 4 ? (s ? DT_INT32 : DT_UINT32)
                                : (s ? DT_INT64 : DT_UINT64);
    } else
        return -1;
}
/* 4-bit types: tensors count half bytes. */
template <class T>
inline constexpr bool is_4bit = std::is_same<T, int4b_t>::value || std::is_same<T, float4_e2m1x2_t>::value ||
                                std::is_same<T, float4_e1m2x2_t>::value;
template <class T> constexpr uint64_t bytes_of(uint64_t elements)
{
    return is_4bit<T> ? elements / 2 : elements * sizeof(T);
}
} // namespace opf
#endif

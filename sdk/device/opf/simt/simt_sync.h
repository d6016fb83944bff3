/* Barriers, votes, shuffles and reductions among the threads of a block or warp (32 threads of consecutive numbers).
 * Public pages: SIMT-API, synchronisation and warp functions. */
#ifndef OPF_SIMT_SYNC_H
#define OPF_SIMT_SYNC_H

#include "simt_launch.h"

namespace opf {
namespace simt {
OPF_INLINE void barrier()
{
    OPF_SIMT_WAITS;
    uint32_t t = begin_wait();
    opf_rt_simt_barrier();
    end_wait(t);
}
inline uint64_t exchange(uint64_t value, uint32_t lane)
{
    uint32_t t = begin_wait();
    uint32_t from = physical_lane(t, lane);
    uint64_t r = opf_rt_simt_shuffle(value, from);
    end_wait(t);
    return from < WARP ? r : value;
}
OPF_INLINE uint32_t ballot(bool predicate)
{
    OPF_SIMT_WAITS;
    uint32_t t = begin_wait();
    uint32_t r = opf_rt_simt_ballot(predicate);
    const block *b = current_block();
    if (b != nullptr && t / WARP == b->first / WARP) { /* lane 0 of the runtime is the first waiting thread */
        r = (r & ~1u) | (r & 1u) << (b->first % WARP);
    }
    end_wait(t);
    return r;
}
template <typename T>
OPF_INLINE T shuffle(T v, uint32_t lane)
{
    static_assert(sizeof(T) <= 8, "shuffle: values of at most 64 bits");
    OPF_SIMT_WAITS;
    uint64_t u = 0;
    __builtin_memcpy(&u, &v, sizeof(T));
    u = exchange(u, lane);
    __builtin_memcpy(&v, &u, sizeof(T));
    return v;
}
OPF_INLINE uint32_t lane_id() { return thread_number() % WARP; }
/* lanes outside the group of `width` give their own value */
template <typename T>
OPF_INLINE T shuffle_idx(T v, int32_t lane, int32_t width)
{
    uint32_t me = lane_id(), group = me & ~((uint32_t)width - 1);
    return shuffle(v, group + ((uint32_t)lane & ((uint32_t)width - 1)));
}
template <typename T>
OPF_INLINE T shuffle_up(T v, uint32_t delta, int32_t width)
{
    uint32_t me = lane_id(), group = me & ~((uint32_t)width - 1);
    return shuffle(v, me >= group + delta ? me - delta : me);
}
template <typename T>
OPF_INLINE T shuffle_down(T v, uint32_t delta, int32_t width)
{
    uint32_t me = lane_id(), end = (me & ~((uint32_t)width - 1)) + (uint32_t)width;
    return shuffle(v, me + delta < end ? me + delta : me);
}
template <typename T>
OPF_INLINE T shuffle_xor(T v, int32_t mask, int32_t width)
{
    uint32_t me = lane_id(), to = me ^ (uint32_t)mask, end = (me & ~((uint32_t)width - 1)) + (uint32_t)width;
    return shuffle(v, to < end ? to : me);
}
/* over the active lanes, in lane order */
template <typename T, typename OP>
OPF_INLINE T reduce(T v, OP op)
{
    uint32_t active = ballot(true);
    T r = v;
    bool any = false;
    for (uint32_t i = 0; i < WARP; ++i) {
        if ((active >> i & 1) != 0) {
            T x = shuffle(v, i);
            r = any ? op(r, x) : x;
            any = true;
        }
    }
    return r;
}
} // namespace simt
} // namespace opf

OPF_INLINE void asc_syncthreads() { opf::simt::barrier(); }
OPF_INLINE void __syncthreads() { opf::simt::barrier(); }
OPF_INLINE void asc_threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
OPF_INLINE void asc_threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
OPF_INLINE void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
OPF_INLINE void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

OPF_INLINE uint32_t asc_activemask() { return opf::simt::ballot(true); }
OPF_INLINE uint32_t asc_ballot(int32_t predicate) { return opf::simt::ballot(predicate != 0); }
OPF_INLINE int32_t asc_all(int32_t predicate) { return opf::simt::ballot(predicate == 0) == 0; }
OPF_INLINE int32_t asc_any(int32_t predicate) { return opf::simt::ballot(predicate != 0) != 0; }
#define OPF_SIMT_SHUFFLES(PREFIX)                                                                                    \
    template <typename T>                                                                                            \
    OPF_INLINE T PREFIX##shfl(T var, int32_t srcLane, int32_t width = 32)                                            \
    {                                                                                                                \
        return opf::simt::shuffle_idx(var, srcLane, width);                                                          \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_INLINE T PREFIX##shfl_up(T var, uint32_t delta, int32_t width = 32)                                          \
    {                                                                                                                \
        return opf::simt::shuffle_up(var, delta, width);                                                             \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_INLINE T PREFIX##shfl_down(T var, uint32_t delta, int32_t width = 32)                                        \
    {                                                                                                                \
        return opf::simt::shuffle_down(var, delta, width);                                                           \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_INLINE T PREFIX##shfl_xor(T var, int32_t laneMask, int32_t width = 32)                                       \
    {                                                                                                                \
        return opf::simt::shuffle_xor(var, laneMask, width);                                                         \
    }
OPF_SIMT_SHUFFLES(asc_)
OPF_SIMT_SHUFFLES(__)
template <typename T>
OPF_INLINE T asc_reduce_add(T val)
{
    return opf::simt::reduce(val, [](T a, T b) { return static_cast<T>(a + b); });
}
template <typename T>
OPF_INLINE T asc_reduce_max(T val)
{
    return opf::simt::reduce(val, [](T a, T b) { return a > b ? a : b; });
}
template <typename T>
OPF_INLINE T asc_reduce_min(T val)
{
    return opf::simt::reduce(val, [](T a, T b) { return a < b ? a : b; });
}

namespace AscendC {
namespace Simt {
OPF_INLINE void ThreadBarrier() { opf::simt::barrier(); }
OPF_INLINE void ThreadFence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
OPF_INLINE int32_t WarpAllSync(int32_t predicate) { return ::asc_all(predicate); }
OPF_INLINE int32_t WarpAnySync(int32_t predicate) { return ::asc_any(predicate); }
OPF_INLINE uint32_t WarpBallotSync(int32_t predicate) { return ::asc_ballot(predicate); }
OPF_INLINE uint32_t WarpActiveMask() { return ::asc_activemask(); }
/* all active lanes agree */
OPF_INLINE int32_t Uni(int32_t predicate)
{
    uint32_t on = opf::simt::ballot(predicate != 0);
    return on == 0 || on == opf::simt::ballot(true);
}
template <typename T>
OPF_INLINE T WarpShflSync(T var, int32_t srcLane, int32_t width = 32)
{
    return opf::simt::shuffle_idx(var, srcLane, width);
}
template <typename T>
OPF_INLINE T WarpShflUpSync(T var, uint32_t delta, int32_t width = 32)
{
    return opf::simt::shuffle_up(var, delta, width);
}
template <typename T>
OPF_INLINE T WarpShflDownSync(T var, uint32_t delta, int32_t width = 32)
{
    return opf::simt::shuffle_down(var, delta, width);
}
template <typename T>
OPF_INLINE T WarpShflXorSync(T var, int32_t laneMask, int32_t width = 32)
{
    return opf::simt::shuffle_xor(var, laneMask, width);
}
template <typename T>
OPF_INLINE T WarpReduceAddSync(T val)
{
    return ::asc_reduce_add(val);
}
template <typename T>
OPF_INLINE T WarpReduceMaxSync(T val)
{
    return ::asc_reduce_max(val);
}
template <typename T>
OPF_INLINE T WarpReduceMinSync(T val)
{
    return ::asc_reduce_min(val);
}
} // namespace Simt
/* A counter of cycles that only grows, for threads. In this namespace because C has a clock() of its own. */
OPF_INLINE uint64_t clock() { return static_cast<uint64_t>(__builtin_readcyclecounter()); }
} // namespace AscendC
#endif

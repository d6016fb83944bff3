/* Launching vector functions. A SIMT function's threads run one after another in a loop inside the core. Only an
 * object that contains a barrier, vote or shuffle at all runs them as lanes of opf_rt_simt_run, and even then one
 * lane runs thread after thread until a thread really waits; that thread's stack is then its own lane.
 * Public pages: asc_vf_call, built-in variables, SIMT programming. */
#ifndef OPF_SIMT_LAUNCH_H
#define OPF_SIMT_LAUNCH_H

#include "../core/types.h"

#include <opforge/abi.h>
#include <type_traits>
#include <utility>

struct dim3 {
    uint32_t x, y, z;
    constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1) : x(x_), y(y_), z(z_) {}
};

using float32_t = float;

namespace cce {
using ::dim3;
}

namespace opf {
namespace simt {
/* A type of its own for the numbers of threads and blocks: writing tensors of integers does not change them. */
enum number : uint32_t {};
OPF_INLINE number &as_number(const uint32_t &word) { return reinterpret_cast<number &>(const_cast<uint32_t &>(word)); }
OPF_INLINE void set_number(uint32_t &word, uint32_t value) { as_number(word) = static_cast<number>(value); }

/* Built-in variables: each component is read from the running core when it is used. */
enum coord_kind { THREAD_IDX, BLOCK_DIM, BLOCK_IDX, GRID_DIM };
template <coord_kind K, int D>
struct coord {
    OPF_INLINE operator uint32_t() const
    {
        const opf_core &c = *opf_this_core;
        if constexpr (K == THREAD_IDX) {
            return as_number(c.simt_thread[D]);
        } else if constexpr (K == BLOCK_DIM) {
            return as_number(c.simt_dim[D]);
        } else if constexpr (K == BLOCK_IDX) {
            return D == 0 ? static_cast<uint32_t>(as_number(c.block_idx)) : 0u;
        } else {
            return D == 0 ? static_cast<uint32_t>(as_number(c.block_num)) : 1u;
        }
    }
};
template <coord_kind K>
struct coords {
    coord<K, 0> x;
    coord<K, 1> y;
    coord<K, 2> z;
    OPF_INLINE operator dim3() const { return dim3(x, y, z); }
};

/* The threads of one launch while some of them may wait. */
struct block {
    uint32_t dim[3];
    uint32_t count; /* threads */
    uint32_t next;  /* thread that the next free lane takes */
    bool waited;    /* some thread has waited */
    uint32_t first; /* the first one that did; it holds lane 0 */
    uint32_t base;  /* thread of lane 0 if lanes followed threads: first rounded down to a warp */
    void (*call)(void *);
    void *args;
};
constexpr int BLOCK_SLOT = 6; /* in opf_core.device_state */
constexpr uint32_t WARP = 32;

OPF_INLINE block *current_block() { return static_cast<block *>(opf_this_core->device_state[BLOCK_SLOT]); }
OPF_INLINE uint32_t thread_number()
{
    const opf_core &c = *opf_this_core;
    return as_number(c.simt_thread[0]) + as_number(c.simt_dim[0]) * (as_number(c.simt_thread[1]) +
           as_number(c.simt_dim[1]) * as_number(c.simt_thread[2]));
}
inline void set_thread(const block &b, uint32_t t)
{
    opf_core &c = *opf_this_core;
    for (int i = 0; i < 3; ++i) {
        set_number(c.simt_dim[i], b.dim[i]);
    }
    set_number(c.simt_thread[0], t % b.dim[0]);
    set_number(c.simt_thread[1], t / b.dim[0] % b.dim[1]);
    set_number(c.simt_thread[2], t / b.dim[0] / b.dim[1]);
}
/* Body of every lane. Lane 0 starts first and runs threads until one waits; lanes after that are one thread each,
 * placed so that a thread's lane in its warp is its own, but for the thread that holds lane 0. */
inline void run_lane(void *arg)
{
    block &b = *static_cast<block *>(arg);
    uint32_t lane = as_number(opf_this_core->simt_thread[0]); /* the runtime numbers its lanes 0..count-1 */
    if (!b.waited) {
        while (b.next < b.count) {
            uint32_t t = b.next++;
            set_thread(b, t);
            b.call(b.args);
            if (b.waited) {
                return;
            }
        }
        return;
    }
    uint32_t t = b.base + lane;
    if (t > b.first && t < b.count) {
        set_thread(b, t);
        b.call(b.args);
    }
}
/* Before a wait: fixes the mapping of threads to lanes at the first one. Returns the waiting thread. */
inline uint32_t begin_wait()
{
    block *b = current_block();
    uint32_t t = thread_number();
    if (b != nullptr && !b->waited) {
        b->waited = true;
        b->first = t;
        b->base = t / WARP * WARP;
    }
    return t;
}
inline void end_wait(uint32_t t)
{
    block *b = current_block();
    if (b != nullptr) {
        set_thread(*b, t);
    }
}
/* lane of the runtime's warp that holds lane `lane` of this thread's warp; WARP = none */
inline uint32_t physical_lane(uint32_t t, uint32_t lane)
{
    block *b = current_block();
    if (b == nullptr || t / WARP != b->first / WARP) {
        return lane;
    }
    uint32_t home = b->first % WARP;
    return lane == home ? 0 : lane == 0 ? WARP : lane;
}

/* A record in this section says that the object has code that waits. */
#if defined(__ELF__)
#define OPF_SIMT_WAITS                                                                                               \
    __asm__ volatile(".pushsection opf_simt_wait,\"aR\",@progbits\n\t.byte 1\n\t.popsection")
extern "C" {
extern const char opf_simt_wait_begin[] __asm__("__start_opf_simt_wait") __attribute__((weak, visibility("hidden")));
}
OPF_INLINE bool object_waits()
{
    const char *p = opf_simt_wait_begin;
    __asm__("" : "+r"(p)); /* the compiler takes an array's address for true */
    return p != nullptr;
}
#else
#define OPF_SIMT_WAITS ((void)0)
OPF_INLINE bool object_waits() { return true; }
#endif

/* Tells the kernel compiler's pass (simt_order) that the loop around it runs the threads of a block, which may be
 * done in the order of memory; it leaves no code. */
OPF_INLINE uint32_t mark_thread(uint32_t x)
{
    __asm__("# opf.simt.thread" : "+r"(x));
    return x;
}

template <typename F>
OPF_INLINE void run_block(dim3 d, F f)
{
    opf_core &c = *opf_this_core;
    if (c.flags & OPF_CORE_STREAM_PENDING)
        opf_rt_stream_drain(); /* threads store to GM by pointers */
    pin_local();               /* and reach local memory by them */
    if (!object_waits()) {
        set_number(c.simt_dim[0], d.x);
        set_number(c.simt_dim[1], d.y);
        set_number(c.simt_dim[2], d.z);
        for (uint32_t z = 0; z < d.z; ++z) {
            set_number(c.simt_thread[2], z);
            for (uint32_t y = 0; y < d.y; ++y) {
                set_number(c.simt_thread[1], y);
                for (uint32_t x = 0; x < d.x; ++x) {
                    set_number(c.simt_thread[0], mark_thread(x));
                    f();
                }
            }
        }
        return;
    }
    block b = {{d.x, d.y, d.z}, d.x * d.y * d.z, 0, false, 0, 0, [](void *p) { (*static_cast<F *>(p))(); }, &f};
    void *outer = c.device_state[BLOCK_SLOT];
    c.device_state[BLOCK_SLOT] = &b;
    opf_rt_simt_run(run_lane, &b, b.count, 1, 1);
    c.device_state[BLOCK_SLOT] = outer;
}
inline void check_dim(dim3 d)
{
    uint64_t n = (uint64_t)d.x * d.y * d.z;
    if (__builtin_expect(n == 0 || n > 2048, 0)) {
        opf_rt_fault(OPF_FAULT_BAD_ARGUMENT, "asc_vf_call",
                     "%u x %u x %u threads; a SIMT function has 1 to 2048 threads in a block", d.x, d.y, d.z);
    }
}
template <auto FUNC, typename... A>
OPF_INLINE void launch(dim3 d, A... args)
{
    check_dim(d);
    run_block(d, [=]() OPF_LAMBDA { FUNC(args...); });
}
template <auto FUNC, typename D, typename... A>
OPF_INLINE void launch_first(D &&d, A &&...args)
{
    launch<FUNC>(dim3(static_cast<D &&>(d)), args...);
}
} // namespace simt
} // namespace opf

inline constexpr opf::simt::coords<opf::simt::THREAD_IDX> threadIdx{};
inline constexpr opf::simt::coords<opf::simt::BLOCK_DIM> blockDim{};
inline constexpr opf::simt::coords<opf::simt::BLOCK_IDX> blockIdx{};
inline constexpr opf::simt::coords<opf::simt::GRID_DIM> gridDim{};
inline constexpr opf::simt::coord<opf::simt::BLOCK_IDX, 0> block_idx{};
inline constexpr opf::simt::coord<opf::simt::GRID_DIM, 0> block_num{};
inline constexpr int32_t warpSize = 32;

/* asc_vf_call<f>(dim3, args...) runs a SIMT function, asc_vf_call<f>(args...) a SIMD one: whichever f can be called
 * with. */
template <auto funcPtr, typename... Args>
OPF_INLINE void asc_vf_call(Args &&...args)
{
    if constexpr (std::is_invocable<decltype(funcPtr), Args &...>::value) {
        funcPtr(args...);
    } else {
        opf::simt::launch_first<funcPtr>(args...);
    }
}

namespace AscendC {
template <auto funcPtr, typename... Args>
OPF_INLINE void VF_CALL(Args &&...args)
{
    ::asc_vf_call<funcPtr>(static_cast<Args &&>(args)...);
}
using ::asc_vf_call;

namespace Simt {
using Dim3 = ::dim3;
template <auto funcPtr, typename... Args>
OPF_INLINE void VF_CALL(Dim3 threadNums, Args &&...args)
{
    opf::simt::launch<funcPtr>(threadNums, args...);
}
OPF_INLINE int32_t GetWarpSize() { return 32; }
template <int32_t dim = 0>
OPF_INLINE uint32_t GetThreadNum()
{
    return opf::simt::as_number(opf_this_core->simt_dim[dim]);
}
template <int32_t dim = 0>
OPF_INLINE uint32_t GetThreadIdx()
{
    return opf::simt::as_number(opf_this_core->simt_thread[dim]);
}
OPF_INLINE uint32_t GetBlockIdx() { return opf_this_core->block_idx; }
OPF_INLINE uint32_t GetBlockNum() { return opf_this_core->block_num; }
} // namespace Simt
} // namespace AscendC
#endif

/* Spellings below the API that some kernels use directly. */
#ifndef OPF_BASIC_RAW_H
#define OPF_BASIC_RAW_H

#include "copy.h"
#include "tpipe.h"

inline int64_t get_block_idx()
{
    return AscendC::GetBlockIdx();
}
inline int64_t get_block_num()
{
    return AscendC::GetBlockNum();
}
inline int64_t get_subblockid()
{
    return AscendC::GetSubBlockIdx();
}
inline int64_t get_subblockdim()
{
    return AscendC::GetSubBlockNum();
}
/* The addresses the kernel was launched with, one after the other: inputs, outputs, workspace, tiling. */
inline int64_t get_para_base()
{
    return reinterpret_cast<int64_t>(opf::core().device_state[OPF_ARGUMENTS_SLOT]);
}
inline void pipe_barrier(pipe_t pipe)
{
    if (pipe == PIPE_ALL)
        opf::make_rows();
}
inline void dsb(mem_dsb_t)
{
    opf::order_all();
}
inline void dcci(const void *, uint64_t)
{
    opf::order_all();
}
inline void dcci(const void *, uint64_t, uint64_t)
{
    opf::order_all();
}
#define __builtin_cce_dcci(...) opf::order_all()
inline int64_t get_ctrl()
{
    return static_cast<int64_t>(opf::core().ctrl);
}
inline void set_ctrl(uint64_t v)
{
    opf::core().ctrl = v;
}
inline uint64_t sbitset0(uint64_t v, int64_t bit)
{
    return v & ~(1ull << bit);
}
inline uint64_t sbitset1(uint64_t v, int64_t bit)
{
    return v | 1ull << bit;
}
inline int64_t bcnt1(uint64_t v)
{
    return __builtin_popcountll(v);
}
inline int64_t bcnt0(uint64_t v)
{
    return __builtin_popcountll(~v);
}
inline int64_t clz(uint64_t v)
{
    return v ? __builtin_clzll(v) : 64;
}
inline int64_t sff0(uint64_t v)
{
    return ~v ? __builtin_ctzll(~v) : -1;
}
inline int64_t sff1(uint64_t v)
{
    return v ? __builtin_ctzll(v) : -1;
}
inline void set_atomic_none()
{
    AscendC::DisableDmaAtomic();
}
inline void set_mask_count()
{
    AscendC::SetMaskCount();
}
inline void set_mask_norm()
{
    AscendC::SetMaskNorm();
}
inline void set_vector_mask(uint64_t high, uint64_t low)
{
    AscendC::SetVectorMask<float>(high, low);
}
inline int64_t get_sys_cnt()
{
    return AscendC::GetSystemCycle();
}
#endif

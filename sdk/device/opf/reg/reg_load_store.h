/* LoadAlign, StoreAlign, their unaligned, gather and scatter forms, with the older names (DataCopy...) for the same
 * calls. One macro makes each overload set twice, once per name; all work is in memory.h and below. */
#ifndef OPF_REG_LOAD_STORE_H
#define OPF_REG_LOAD_STORE_H

#include "reg_memory.h"

namespace opf {
namespace reg {
template <typename T>
OPF_REG_FN T *offset_by(T *p, AscendC::Reg::AddrReg a)
{
    return (T *)((uintptr_t)p + a.bytes);
}
template <typename U>
OPF_REG_FN void store_count(void *p, const U &r, uint32_t n)
{
    constexpr int N = of<U>::N;
    store_lanes<typename of<U>::E, N>(p, get(r), first_lanes<N>(n));
}
OPF_REG_FN void load_mask(AscendC::Reg::MaskReg &m, const void *p, AscendC::Reg::MaskDist dist)
{
    lane_bits<256> raw;
    uint64_t w[8];
    if (dist == AscendC::Reg::MaskDist::DIST_US) {
        check_aligned<16>(p, "LoadAlign(MaskReg)");
    } else {
        check_aligned<32>(p, "LoadAlign(MaskReg)");
    }
    if (dist == AscendC::Reg::MaskDist::DIST_NORM) {
        __builtin_memcpy(raw.w, p, 32);
    } else if (dist == AscendC::Reg::MaskDist::DIST_US) {
        __builtin_memcpy(w, p, 16);
        for (int i = 0; i < 4; ++i) {
            uint64_t x = bits_deposit(w[i / 2] >> (32 * (i & 1)), EVERY2);
            raw.w[i] = x | x << 1;
        }
    } else {
        __builtin_memcpy(w, p, 64);
        for (int i = 0; i < 4; ++i) {
            raw.w[i] = bits_extract(w[2 * i], EVERY2) | bits_extract(w[2 * i + 1], EVERY2) << 32;
        }
    }
    m = mask_from(raw);
}
OPF_REG_FN void store_mask(void *p, const AscendC::Reg::MaskReg &m, AscendC::Reg::MaskDist dist)
{
    if (dist == AscendC::Reg::MaskDist::DIST_NORM) {
        check_aligned<32>(p, "StoreAlign(MaskReg)");
        __builtin_memcpy(p, m.b8.w, 32);
    } else {
        check_aligned<16>(p, "StoreAlign(MaskReg)");
        __builtin_memcpy(p, m.b16.w, 16);
    }
}
/* An index may name any place: the last element that `top` reaches from a base in UB must lie in UB. */
OPF_REG_FN void check_reach(const void *base, uint64_t top, uint64_t size, const char *call)
{
    const opf_abi_local &ub = opf_this_core->mem[OPF_MEM_UB];
    uint64_t at = (uint64_t)((uintptr_t)base - (uintptr_t)ub.base);
    if (__builtin_expect(at < ub.size && at + (top + 1) * size > ub.size, 0)) {
        opf_rt_fault(OPF_FAULT_OUT_OF_RANGE, call,
                     "index %llu of %u-byte elements from byte %u of UB reaches past its end (%u bytes)",
                     (unsigned long long)top, (unsigned)size, (unsigned)at, ub.size);
    }
}
/* The unsigned 32-bit lanes at base[where[i]] as one instruction of 16 lanes gathers them; lanes off are 0. Numbers of two
 * bytes and one are taken out of the aligned word around them, which lies in the same page. */
#if defined(__AVX512F__)
typedef int gather_words __attribute__((vector_size(64)));
/* Whether the lanes that are on name neighbours of the first lane's element: then they are one load. */
OPF_REG_FN bool are_neighbours(vec<uint32_t, 16> where, uint16_t on)
{
    constexpr vec<uint32_t, 16> STEPS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const auto others = (uint16_t)__builtin_ia32_cmpd512_mask(bits<gather_words>(where), bits<gather_words>(where[0] + STEPS),
                                                              4 /* not equal */, on);
    return others == 0 && (on & 1) != 0 && where[0] <= (uint32_t)INT32_MAX - 15;
}
template <int BYTES>
OPF_REG_FN vec<uint32_t, 16> gather_chunk(const void *base, vec<uint32_t, 16> where, uint16_t on)
{
    if (on == 0) {
        return vec<uint32_t, 16>{};
    }
    if ((BYTES == 4 || on == 0xffff) && are_neighbours(where, on)) {
        const char *from = (const char *)base + (uint64_t)where[0] * BYTES;
        if constexpr (BYTES == 4) {
            return bits<vec<uint32_t, 16>>(__builtin_ia32_loaddqusi512_mask((const int *)(const void *)from, gather_words{}, on));
        } else {
            vec<typename uint_of_size<BYTES>::type, 16> v;
            __builtin_memcpy(&v, from, sizeof(v));
            return __builtin_convertvector(v, vec<uint32_t, 16>);
        }
    }
    if constexpr (BYTES == 4) {
        return bits<vec<uint32_t, 16>>(
            __builtin_ia32_gathersiv16si(gather_words{}, base, bits<gather_words>(where), on, 4));
    } else {
        vec<uint32_t, 16> at = where * BYTES + (uint32_t)((uintptr_t)base & 3);
        vec<uint32_t, 16> word = bits<vec<uint32_t, 16>>(__builtin_ia32_gathersiv16si(
            gather_words{}, (const void *)((uintptr_t)base & ~(uintptr_t)3), bits<gather_words>(at & ~3u), on, 1));
        return (word >> ((at & 3u) * 8)) & (BYTES == 2 ? 0xffffu : 0xffu);
    }
}
#endif
/* N lanes; BYTES of each are read */
template <int BYTES, typename E, int N, typename I>
OPF_REG_FN vec<E, N> gather_lanes(const void *base, vec<I, N> where, const lane_bits<N> &m)
{
#if defined(__AVX512F__)
    if constexpr (N % 16 == 0 && BYTES <= 4 && sizeof(I) <= 4) {
        struct chunks {
            vec<I, 16> c[N / 16];
        } in = bits<chunks>(where);
        struct results {
            vec<E, 16> c[N / 16];
        } out;
        constexpr int W = 8 * (int)sizeof(m.w[0]);
        for (int i = 0; i < N / 16; ++i) {
            const uint16_t on = (uint16_t)(m.w[i * 16 / W] >> (i * 16 % W));
            out.c[i] = __builtin_convertvector(
                gather_chunk<BYTES>(base, __builtin_convertvector(in.c[i], vec<uint32_t, 16>), on), vec<E, 16>);
        }
        return bits<vec<E, N>>(out);
    }
#endif
    I at[N];
    E out[N];
    store_raw(at, pick<I, N>(m, where, (vec<I, N>)0));
    for (int i = 0; i < N; ++i) {
        uint_as<typename uint_of_size<BYTES>::type> v;
        __builtin_memcpy(&v, (const char *)base + (uint64_t)at[i] * BYTES, BYTES);
        out[i] = v;
    }
    return pick<E, N>(m, load_raw<vec<E, N>>(out), (vec<E, N>)0);
}
/* dst[i] = base[index[i]] for lanes the mask has, else 0. Bytes gathered into 16-bit lanes are zero-extended. */
template <typename T1, typename D, typename X>
OPF_REG_FN void gather_memory(D &dst, const T1 *base, const X &index, const mask_reg &m)
{
    using E = uint_as<typename of<D>::T>;
    using I = uint_as<typename of<X>::T>;
    constexpr int N = of<D>::N < of<X>::N ? of<D>::N : of<X>::N;
    static_assert(sizeof(T1) <= sizeof(E), "Gather: the source type is wider than the destination's");
    const vec<I, N> where = take<0, 1, N>(bits<vec<I, of<X>::N>>(get(index)));
    lane_bits<N> on; /* of the destination's lanes; those off are not looked at, whatever their index */
    __builtin_memcpy(&on, &mask_lanes<of<D>::N>(m), sizeof(on));
    check_reach(base, __builtin_reduce_max(pick<I, N>(on, where, (vec<I, N>)0)), sizeof(T1), "Gather");
    const vec<E, N> got = gather_lanes<sizeof(T1), E, N, I>(base, where, on);
    if constexpr (N == of<D>::N) {
        put(dst, bits<vec<typename of<D>::E, N>>(got));
    } else {
        static_assert(of<D>::N % N == 0);
        E all[of<D>::N] = {};
        store_raw(all, got);
        put(dst, bits<vec<typename of<D>::E, of<D>::N>>(load_raw<vec<E, of<D>::N>>(all)));
    }
}
/* base[index[i]] = src[i]; of byte sources only the even lanes take part */
template <typename T, typename S, typename X>
OPF_REG_FN void scatter_memory(T *base, const S &src, const X &index, const mask_reg &m)
{
    using E = uint_as<typename of<S>::T>;
    using I = uint_as<typename of<X>::T>;
    constexpr int STEP = sizeof(E) == 1 && sizeof(I) > 1 ? 2 : 1;
    constexpr int LANES = of<S>::N / STEP;
    constexpr int N = LANES < of<X>::N ? LANES : of<X>::N;
    E v[of<S>::N];
    I where[N];
    vec<I, N> first = take<0, 1, N>(bits<vec<I, of<X>::N>>(get(index)));
    store_raw(v, bits<vec<E, of<S>::N>>(get(src)));
    store_raw(where, first);
    const auto &on = mask_lanes<LANES>(m);
    if constexpr (N == LANES) {
        check_reach(base, __builtin_reduce_max(pick<I, N>(on, first, (vec<I, N>)0)), sizeof(E), "Scatter");
    }
    for (int i = 0; i < N; ++i) {
        if ((on.w[i / (8 * (int)sizeof(on.w[0]))] >> (i % (8 * (int)sizeof(on.w[0]))) & 1) != 0) {
            __builtin_memcpy((char *)base + (uint64_t)where[i] * sizeof(E), &v[i * STEP], sizeof(E));
        }
    }
}
} // namespace reg
} // namespace opf

namespace AscendC {
namespace Reg {
/* offset = sum of index * stride, in elements of T */
template <typename T>
OPF_REG_FN AddrReg CreateAddrReg(uint32_t index0, uint32_t stride0)
{
    return AddrReg{(uint32_t)(index0 * stride0 * sizeof(T))};
}
template <typename T>
OPF_REG_FN AddrReg CreateAddrReg(uint32_t index0, uint32_t stride0, uint32_t index1, uint32_t stride1)
{
    return AddrReg{(uint32_t)((index0 * stride0 + index1 * stride1) * sizeof(T))};
}
template <typename T>
OPF_REG_FN AddrReg CreateAddrReg(uint32_t index0, uint32_t stride0, uint32_t index1, uint32_t stride1,
                                 uint32_t index2, uint32_t stride2)
{
    return AddrReg{(uint32_t)((index0 * stride0 + index1 * stride1 + index2 * stride2) * sizeof(T))};
}
template <typename T>
OPF_REG_FN AddrReg CreateAddrReg(uint32_t index0, uint32_t stride0, uint32_t index1, uint32_t stride1,
                                 uint32_t index2, uint32_t stride2, uint32_t index3, uint32_t stride3)
{
    return AddrReg{
        (uint32_t)((index0 * stride0 + index1 * stride1 + index2 * stride2 + index3 * stride3) * sizeof(T))};
}

#define OPF_REG_POINTER(p) (uintptr_t)(p)
/* The overloads of one aligned load / store name. Strides after use are in elements, block strides in 32 bytes. */
#define OPF_REG_ALIGNED_NAMES(LOAD, STORE)                                                                           \
    template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename U, opf::reg::if_regs<U> = 0>   \
    OPF_REG_FN void LOAD(U &dstReg, __ubuf__ T *srcAddr)                                                             \
    {                                                                                                                \
        opf::reg::load_reg<U, dist>(dstReg, (const void *)srcAddr);                                                  \
    }                                                                                                                \
    template <typename T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM, typename U,       \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void LOAD(U &dstReg, __ubuf__ T *&srcAddr, int32_t postUpdateStride)                                  \
    {                                                                                                                \
        opf::reg::load_reg<U, dist>(dstReg, (const void *)srcAddr);                                                  \
        srcAddr += postUpdateStride;                                                                                 \
    }                                                                                                                \
    template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename U, opf::reg::if_regs<U> = 0>   \
    OPF_REG_FN void LOAD(U &dstReg, __ubuf__ T *srcAddr, AddrReg offset)                                             \
    {                                                                                                                \
        opf::reg::load_reg<U, dist>(dstReg, (const void *)opf::reg::offset_by(srcAddr, offset));                     \
    }                                                                                                                \
    template <typename T = DefaultType, LoadDist dist, typename U, opf::reg::if_regs<U> = 0>                         \
    OPF_REG_FN void LOAD(U &dstReg0, U &dstReg1, __ubuf__ T *srcAddr)                                                \
    {                                                                                                                \
        opf::reg::load_reg2<U, dist>(dstReg0, dstReg1, (const void *)srcAddr);                                       \
    }                                                                                                                \
    template <typename T = DefaultType, PostLiteral postMode, LoadDist dist, typename U, opf::reg::if_regs<U> = 0>   \
    OPF_REG_FN void LOAD(U &dstReg0, U &dstReg1, __ubuf__ T *&srcAddr, int32_t postUpdateStride)                     \
    {                                                                                                                \
        opf::reg::load_reg2<U, dist>(dstReg0, dstReg1, (const void *)srcAddr);                                       \
        srcAddr += postUpdateStride;                                                                                 \
    }                                                                                                                \
    template <typename T = DefaultType, LoadDist dist, typename U, opf::reg::if_regs<U> = 0>                         \
    OPF_REG_FN void LOAD(U &dstReg0, U &dstReg1, __ubuf__ T *srcAddr, AddrReg offset)                                \
    {                                                                                                                \
        opf::reg::load_reg2<U, dist>(dstReg0, dstReg1, (const void *)opf::reg::offset_by(srcAddr, offset));          \
    }                                                                                                                \
    template <typename T = DefaultType, DataCopyMode dataMode, typename U, opf::reg::if_regs<U> = 0>                 \
    OPF_REG_FN void LOAD(U &dstReg, __ubuf__ T *srcAddr, uint32_t dataBlockStride, const MaskReg &mask)              \
    {                                                                                                                \
        opf::reg::load_blocks(dstReg, (const void *)srcAddr, dataBlockStride, mask);                                 \
    }                                                                                                                \
    template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U,                     \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void LOAD(U &dstReg, __ubuf__ T *&srcAddr, uint32_t dataBlockStride, uint32_t repeatStride,           \
                         const MaskReg &mask)                                                                        \
    {                                                                                                                \
        T *next = (T *)((uintptr_t)srcAddr + repeatStride * 32u);                                                    \
        if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) {                                                   \
            opf::reg::load_blocks(dstReg, (const void *)srcAddr, dataBlockStride, mask);                             \
            srcAddr = next;                                                                                          \
        } else {                                                                                                     \
            opf::reg::load_blocks(dstReg, (const void *)next, dataBlockStride, mask);                                \
        }                                                                                                            \
    }                                                                                                                \
    template <typename T, MaskDist dist = MaskDist::DIST_NORM>                                                       \
    OPF_REG_FN void LOAD(MaskReg &mask, __ubuf__ T *srcAddr)                                                         \
    {                                                                                                                \
        opf::reg::load_mask(mask, (const void *)srcAddr, dist);                                                      \
    }                                                                                                                \
    template <typename T, MaskDist dist = MaskDist::DIST_NORM>                                                       \
    OPF_REG_FN void LOAD(MaskReg &mask, __ubuf__ T *srcAddr, AddrReg offset)                                         \
    {                                                                                                                \
        opf::reg::load_mask(mask, (const void *)opf::reg::offset_by(srcAddr, offset), dist);                         \
    }                                                                                                                \
    template <typename T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>                                 \
    OPF_REG_FN void LOAD(MaskReg &mask, __ubuf__ T *&srcAddr, int32_t offset)                                        \
    {                                                                                                                \
        opf::reg::load_mask(mask, (const void *)srcAddr, dist);                                                      \
        srcAddr = (T *)((uintptr_t)srcAddr + (intptr_t)offset);                                                      \
    }                                                                                                                \
    template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename U,                           \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const U &srcReg, const MaskReg &mask)                                 \
    {                                                                                                                \
        opf::reg::store_reg<U, dist>((void *)dstAddr, srcReg, mask);                                                 \
    }                                                                                                                \
    template <typename T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM, typename U,     \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *&dstAddr, const U &srcReg, int32_t postUpdateStride, const MaskReg &mask)      \
    {                                                                                                                \
        opf::reg::store_reg<U, dist>((void *)dstAddr, srcReg, mask);                                                 \
        dstAddr += postUpdateStride;                                                                                 \
    }                                                                                                                \
    template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename U,                           \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const U &srcReg, AddrReg offset, const MaskReg &mask)                 \
    {                                                                                                                \
        opf::reg::store_reg<U, dist>((void *)opf::reg::offset_by(dstAddr, offset), srcReg, mask);                    \
    }                                                                                                                \
    template <typename T = DefaultType, StoreDist dist, typename U, opf::reg::if_regs<U> = 0>                        \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const U &srcReg0, const U &srcReg1, const MaskReg &mask)              \
    {                                                                                                                \
        opf::reg::store_reg2<U, dist>((void *)dstAddr, srcReg0, srcReg1);                                            \
    }                                                                                                                \
    template <typename T = DefaultType, StoreDist dist, typename U, opf::reg::if_regs<U> = 0>                        \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const U &srcReg0, const U &srcReg1, AddrReg offset,                   \
                          const MaskReg &mask)                                                                       \
    {                                                                                                                \
        opf::reg::store_reg2<U, dist>((void *)opf::reg::offset_by(dstAddr, offset), srcReg0, srcReg1);               \
    }                                                                                                                \
    template <typename T = DefaultType, DataCopyMode dataMode, typename U, opf::reg::if_regs<U> = 0>                 \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const U &srcReg, uint32_t dataBlockStride, const MaskReg &mask)       \
    {                                                                                                                \
        opf::reg::store_blocks((void *)dstAddr, srcReg, dataBlockStride, mask);                                      \
    }                                                                                                                \
    template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U,                     \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *&dstAddr, const U &srcReg, uint32_t dataBlockStride, uint32_t repeatStride,    \
                          const MaskReg &mask)                                                                       \
    {                                                                                                                \
        T *next = (T *)((uintptr_t)dstAddr + repeatStride * 32u);                                                    \
        if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) {                                                   \
            opf::reg::store_blocks((void *)dstAddr, srcReg, dataBlockStride, mask);                                  \
            dstAddr = next;                                                                                          \
        } else {                                                                                                     \
            opf::reg::store_blocks((void *)next, srcReg, dataBlockStride, mask);                                     \
        }                                                                                                            \
    }                                                                                                                \
    template <typename T, MaskDist dist = MaskDist::DIST_NORM>                                                       \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const MaskReg &mask)                                                  \
    {                                                                                                                \
        opf::reg::store_mask((void *)dstAddr, mask, dist);                                                           \
    }                                                                                                                \
    template <typename T, MaskDist dist = MaskDist::DIST_NORM>                                                       \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const MaskReg &mask, AddrReg offset)                                  \
    {                                                                                                                \
        opf::reg::store_mask((void *)opf::reg::offset_by(dstAddr, offset), mask, dist);                              \
    }                                                                                                                \
    template <typename T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>                                 \
    OPF_REG_FN void STORE(__ubuf__ T *&dstAddr, const MaskReg &mask, int32_t offset)                                 \
    {                                                                                                                \
        opf::reg::store_mask((void *)dstAddr, mask, dist);                                                           \
        dstAddr = (T *)((uintptr_t)dstAddr + (intptr_t)offset);                                                      \
    }
OPF_REG_ALIGNED_NAMES(LoadAlign, StoreAlign)
OPF_REG_ALIGNED_NAMES(DataCopy, DataCopy)

/* Unaligned streams. A store writes the given number of elements and advances; nothing is held back, so the
 * functions named Post only advance. */
#define OPF_REG_UNALIGNED_NAMES(PRE, LOAD, STORE, POST)                                                              \
    template <typename T>                                                                                            \
    OPF_REG_FN void PRE(UnalignReg &, __ubuf__ T *)                                                                  \
    {                                                                                                                \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_REG_FN void PRE(UnalignReg &, __ubuf__ T *, const AddrReg &)                                                 \
    {                                                                                                                \
    }                                                                                                                \
    template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, typename U,            \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void LOAD(U &dstReg, UnalignReg &, __ubuf__ T *&srcAddr, uint32_t postUpdateStride)                   \
    {                                                                                                                \
        opf::reg::put(dstReg, opf::reg::load_raw<opf::reg::vec<typename opf::reg::of<U>::E, opf::reg::of<U>::N>>(    \
                                  (const void *)srcAddr));                                                           \
        srcAddr += postUpdateStride;                                                                                 \
    }                                                                                                                \
    template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>                                        \
    OPF_REG_FN void LOAD(U &dstReg, UnalignReg &, __ubuf__ T *srcAddr)                                               \
    {                                                                                                                \
        opf::reg::put(dstReg, opf::reg::load_raw<opf::reg::vec<typename opf::reg::of<U>::E, opf::reg::of<U>::N>>(    \
                                  (const void *)srcAddr));                                                           \
    }                                                                                                                \
    template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>                                        \
    OPF_REG_FN void LOAD(U &dstReg, UnalignReg &, __ubuf__ T *&srcAddr, const AddrReg &areg, uint32_t)               \
    {                                                                                                                \
        opf::reg::put(dstReg, opf::reg::load_raw<opf::reg::vec<typename opf::reg::of<U>::E, opf::reg::of<U>::N>>(    \
                                  (const void *)opf::reg::offset_by(srcAddr, areg)));                                \
    }                                                                                                                \
    template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, typename U,            \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *&dstAddr, const U &srcReg, UnalignReg &, uint32_t postUpdateStride)            \
    {                                                                                                                \
        opf::reg::store_count((void *)dstAddr, srcReg, postUpdateStride);                                            \
        dstAddr += postUpdateStride;                                                                                 \
    }                                                                                                                \
    template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, typename U,            \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *&dstAddr, const U &srcReg, UnalignReg &, const AddrReg &areg)                  \
    {                                                                                                                \
        opf::reg::store_count((void *)opf::reg::offset_by(dstAddr, areg), srcReg, opf::reg::of<U>::N);               \
    }                                                                                                                \
    /* as many bytes as the last Squeeze<STORE_REG> kept, at the offset in SPR AR */                                 \
    template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, typename U,            \
              opf::reg::if_regs<U> = 0>                                                                              \
    OPF_REG_FN void STORE(__ubuf__ T *dstAddr, const U &srcReg, UnalignReg &)                                        \
    {                                                                                                                \
        uint32_t kept = (uint32_t)(opf_this_core->ar >> 32), at = (uint32_t)opf_this_core->ar;                       \
        opf::reg::store_count((void *)((uintptr_t)dstAddr + at), srcReg, kept / sizeof(typename U::ActualT));        \
        opf_this_core->ar = postMode == PostLiteral::POST_MODE_UPDATE ? at + kept : at;                              \
    }                                                                                                                \
    /* one bit per 16- or 32-bit element, packed */                                                                  \
    template <typename T>                                                                                            \
    OPF_REG_FN void STORE(__ubuf__ T *&dstAddr, const MaskReg &mask, UnalignReg &)                                   \
    {                                                                                                                \
        static_assert(sizeof(T) == 2 || sizeof(T) == 4, "StoreUnAlign of a mask: only 16- and 32-bit types");        \
        if constexpr (sizeof(T) == 2) {                                                                              \
            __builtin_memcpy((void *)dstAddr, mask.b16.w, 16);                                                       \
        } else {                                                                                                     \
            __builtin_memcpy((void *)dstAddr, mask.b32.w, 8);                                                        \
        }                                                                                                            \
        dstAddr = (T *)((uintptr_t)dstAddr + 32 / sizeof(T));                                                        \
    }                                                                                                                \
    template <typename T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE>                                      \
    OPF_REG_FN void POST(__ubuf__ T *&dstAddr, UnalignReg &, int32_t postUpdateStride)                               \
    {                                                                                                                \
        dstAddr += postUpdateStride;                                                                                 \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_REG_FN void POST(__ubuf__ T *&, UnalignReg &, const AddrReg &)                                               \
    {                                                                                                                \
    }                                                                                                                \
    template <typename T>                                                                                            \
    OPF_REG_FN void POST(__ubuf__ T *, UnalignReg &)                                                                 \
    {                                                                                                                \
    }
OPF_REG_UNALIGNED_NAMES(LoadUnAlignPre, LoadUnAlign, StoreUnAlign, StoreUnAlignPost)
OPF_REG_UNALIGNED_NAMES(DataCopyUnAlignPre, DataCopyUnAlign, DataCopyUnAlign, DataCopyUnAlignPost)

template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Load(U &dstReg, __ubuf__ T *srcAddr)
{
    UnalignReg u;
    LoadUnAlign(dstReg, u, srcAddr);
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Store(__ubuf__ T *dstAddr, const U &srcReg)
{
    opf::reg::store_count((void *)dstAddr, srcReg, opf::reg::of<U>::N);
}
template <typename T = DefaultType, typename U, opf::reg::if_regs<U> = 0>
OPF_REG_FN void Store(__ubuf__ T *dstAddr, const U &srcReg, uint32_t count)
{
    opf::reg::store_count((void *)dstAddr, srcReg, count);
}

#define OPF_REG_SPARSE_NAMES(GATHER, GATHERB, SCATTER)                                                               \
    template <typename T0 = DefaultType, typename T1, typename T2 = DefaultType, typename T3, typename T4,           \
              opf::reg::if_regs<T3, T4> = 0>                                                                         \
    OPF_REG_FN void GATHER(T3 &dstReg, __ubuf__ T1 *baseAddr, const T4 &index, const MaskReg &mask)                  \
    {                                                                                                                \
        opf::reg::gather_memory(dstReg, baseAddr, index, mask);                                                      \
    }                                                                                                                \
    /* blocks of 32 bytes; byte offsets in the first eight index lanes */                                            \
    template <typename T = DefaultType, typename U, typename S, opf::reg::if_regs<U, S> = 0>                         \
    OPF_REG_FN void GATHERB(U &dstReg, __ubuf__ T *baseAddr, const S &index, const MaskReg &mask)                    \
    {                                                                                                                \
        opf::reg::check_aligned<32>((const void *)baseAddr, "GatherB");                                              \
        struct {                                                                                                     \
            opf::reg::vec<uint64_t, 4> b[8];                                                                         \
        } out;                                                                                                       \
        for (int i = 0; i < 8; ++i) {                                                                                \
            bool on = (mask.b32.w[0] >> i & 1) != 0;                                                                 \
            const char *p = (const char *)baseAddr + (uint32_t)index.reg[0][i];                                      \
            out.b[i] = on ? opf::reg::load_raw<opf::reg::vec<uint64_t, 4>>(p) : (opf::reg::vec<uint64_t, 4>)0;       \
        }                                                                                                            \
        dstReg.reg[0] = opf::bits<typename U::RegType>(out);                                                         \
    }                                                                                                                \
    template <typename T = DefaultType, typename U = DefaultType, typename S, typename V,                            \
              opf::reg::if_regs<S, V> = 0>                                                                           \
    OPF_REG_FN void SCATTER(__ubuf__ T *baseAddr, const S &srcReg, const V &index, const MaskReg &mask)              \
    {                                                                                                                \
        opf::reg::scatter_memory(baseAddr, srcReg, index, mask);                                                     \
    }
OPF_REG_SPARSE_NAMES(Gather, GatherB, Scatter)
OPF_REG_SPARSE_NAMES(DataCopyGather, DataCopyGatherB, DataCopyScatter)

/* program order is memory order here */
template <MemType src, MemType dst>
OPF_REG_FN void LocalMemBar()
{
}
} // namespace Reg
} // namespace AscendC
#endif

/* Moves between the unified buffer and registers: how bytes are spread over lanes (distributions), masked stores
 * and the alignment that each distribution asks for. The public names are in load.h and store.h. */
#ifndef OPF_REG_MEMORY_H
#define OPF_REG_MEMORY_H

#include "../core/ahead.h"
#include "reg_mask.h"

namespace opf {
namespace reg {
using AscendC::Reg::LoadDist;
using AscendC::Reg::StoreDist;

template <int BYTES>
OPF_REG_FN void check_aligned(const void *p, const char *call)
{
    if constexpr (BYTES > 1) {
        if (__builtin_expect(((uintptr_t)p & (BYTES - 1)) != 0, 0)) {
            opf_rt_fault(OPF_FAULT_MISALIGNED, call,
                         "address %p must be a multiple of %d bytes for this distribution mode", p, BYTES);
        }
    }
}
constexpr int load_alignment(LoadDist d)
{
    switch (d) {
    case LoadDist::DIST_BRC_B8:
        return 1;
    case LoadDist::DIST_BRC_B16:
        return 2;
    case LoadDist::DIST_BRC_B32:
        return 4;
    case LoadDist::DIST_E2B_B16:
        return 16;
    default:
        return 32;
    }
}
constexpr int store_alignment(StoreDist d)
{
    switch (d) {
    case StoreDist::DIST_FIRST_ELEMENT_B8:
        return 1;
    case StoreDist::DIST_FIRST_ELEMENT_B16:
        return 2;
    case StoreDist::DIST_FIRST_ELEMENT_B32:
        return 4;
    default:
        return 32;
    }
}
template <typename E, int N>
OPF_REG_FN vec<E, N> spread(const void *p)
{
    E e;
    __builtin_memcpy(&e, p, sizeof(E));
    return (vec<E, N>)e;
}
/* 256 bytes as distribution D brings them (public page: LoadAlign, table 3) */
template <LoadDist D>
OPF_REG_FN auto load_dist(const void *p)
{
    if constexpr (D == LoadDist::DIST_NORM) {
        return load_raw<vec<uint32_t, 64>>(p);
    } else if constexpr (D == LoadDist::DIST_BRC_B8) {
        return spread<uint8_t, 256>(p);
    } else if constexpr (D == LoadDist::DIST_BRC_B16) {
        return spread<uint16_t, 128>(p);
    } else if constexpr (D == LoadDist::DIST_BRC_B32) {
        return spread<uint32_t, 64>(p);
    } else if constexpr (D == LoadDist::DIST_US_B8) {
        return repeat<2, 256>(load_raw<vec<uint8_t, 128>>(p));
    } else if constexpr (D == LoadDist::DIST_US_B16) {
        return repeat<2, 128>(load_raw<vec<uint16_t, 64>>(p));
    } else if constexpr (D == LoadDist::DIST_DS_B8) {
        return __builtin_convertvector(load_raw<vec<uint16_t, 256>>(p), vec<uint8_t, 256>);
    } else if constexpr (D == LoadDist::DIST_DS_B16) {
        return __builtin_convertvector(load_raw<vec<uint32_t, 128>>(p), vec<uint16_t, 128>);
    } else if constexpr (D == LoadDist::DIST_UNPACK_B8) {
        return __builtin_convertvector(load_raw<vec<uint8_t, 128>>(p), vec<uint16_t, 128>);
    } else if constexpr (D == LoadDist::DIST_UNPACK_B16) {
        ask_ahead_of(p);
        return __builtin_convertvector(load_raw<vec<uint16_t, 64>>(p), vec<uint32_t, 64>);
    } else if constexpr (D == LoadDist::DIST_UNPACK_B32) {
        return __builtin_convertvector(load_raw<vec<uint32_t, 32>>(p), vec<uint64_t, 32>);
    } else if constexpr (D == LoadDist::DIST_UNPACK4_B8) {
        return __builtin_convertvector(load_raw<vec<uint8_t, 64>>(p), vec<uint32_t, 64>);
    } else if constexpr (D == LoadDist::DIST_BLK) {
        vec<uint64_t, 8> two = join(load_raw<vec<uint64_t, 4>>(p), load_raw<vec<uint64_t, 4>>(p));
        vec<uint64_t, 16> four = join(two, two);
        return join(four, four);
    } else if constexpr (D == LoadDist::DIST_E2B_B16) {
        return repeat<16, 128>(load_raw<vec<uint16_t, 8>>(p));
    } else if constexpr (D == LoadDist::DIST_E2B_B32) {
        return repeat<8, 64>(load_raw<vec<uint32_t, 8>>(p));
    } else {
        static_assert(D == LoadDist::DIST_NORM, "LoadAlign: this distribution mode is not supported");
    }
}
template <typename R, LoadDist D>
OPF_REG_FN void load_reg(R &r, const void *p)
{
    check_aligned<load_alignment(D)>(p, "LoadAlign");
    if constexpr (of<R>::two) {
        static_assert(D == LoadDist::DIST_NORM, "LoadAlign: two-register tensors load with DIST_NORM only");
        put(r, load_raw<vec<typename of<R>::E, of<R>::N>>(p));
    } else {
        r.reg[0] = bits<typename R::RegType>(load_dist<D>(p));
    }
}
/* even elements to r0, odd ones to r1 */
template <typename R, LoadDist D>
OPF_REG_FN void load_reg2(R &r0, R &r1, const void *p)
{
    check_aligned<32>(p, "LoadAlign");
    if constexpr (D == LoadDist::DIST_DINTLV_B8) {
        vec<uint8_t, 512> v = load_raw<vec<uint8_t, 512>>(p);
        r0.reg[0] = bits<typename R::RegType>(take<0, 2, 256>(v));
        r1.reg[0] = bits<typename R::RegType>(take<1, 2, 256>(v));
    } else if constexpr (D == LoadDist::DIST_DINTLV_B16) {
        vec<uint16_t, 256> v = load_raw<vec<uint16_t, 256>>(p);
        r0.reg[0] = bits<typename R::RegType>(take<0, 2, 128>(v));
        r1.reg[0] = bits<typename R::RegType>(take<1, 2, 128>(v));
    } else if constexpr (D == LoadDist::DIST_DINTLV_B32) {
        vec<uint32_t, 128> v = load_raw<vec<uint32_t, 128>>(p);
        r0.reg[0] = bits<typename R::RegType>(take<0, 2, 64>(v));
        r1.reg[0] = bits<typename R::RegType>(take<1, 2, 64>(v));
    } else if constexpr (D == LoadDist::DIST_BDINTLV) {
        /* blocks of 32 bytes alternate */
        vec<uint64_t, 64> v = load_raw<vec<uint64_t, 64>>(p);
        vec<uint64_t, 32> a, b;
        for (int i = 0; i < 32; ++i) {
            a[i] = v[i / 4 * 8 + i % 4];
            b[i] = v[i / 4 * 8 + 4 + i % 4];
        }
        r0.reg[0] = bits<typename R::RegType>(a);
        r1.reg[0] = bits<typename R::RegType>(b);
    } else {
        static_assert(D == LoadDist::DIST_DINTLV_B8, "LoadAlign of two registers: only the DINTLV modes");
    }
}

/* One lane at a time: where lanes that are off may lie in the guard page behind a memory. */
template <typename E, int N>
__attribute__((noinline)) void store_each(void *p, vec<E, N> v, const lane_bits<N> &m)
{
    constexpr int W = 8 * (int)sizeof(m.w[0]);
    E lane_values[N];
    store_raw(lane_values, v);
    for (int i = 0; i < N; ++i) {
        if ((m.w[i / W] >> (i % W) & 1) != 0) {
            __builtin_memcpy((char *)p + (size_t)i * sizeof(E), &lane_values[i], sizeof(E));
        }
    }
}
/* Store of the lanes that the mask has. */
template <typename E, int N>
OPF_REG_FN void store_lanes(void *p, vec<E, N> v, const lane_bits<N> &m)
{
#if defined(__AVX512F__) && defined(__AVX512BW__)
    if constexpr (sizeof(E) * N % 64 == 0) {
        constexpr int L = 64 / (int)sizeof(E);
        struct chunks {
            vec<uint_as<E>, L> c[sizeof(E) * N / 64];
        } c = bits<chunks>(v);
        for (int i = 0; i < (int)(sizeof(E) * N / 64); ++i) {
            char *q = (char *)p + 64 * i;
            uint64_t k = m.w[i * L / 64] >> (i * L % 64);
            if constexpr (sizeof(E) == 1) {
                typedef char V __attribute__((vector_size(64)));
                __builtin_ia32_storedquqi512_mask((V *)q, (V)c.c[i], k);
            } else if constexpr (sizeof(E) == 2) {
                typedef short V __attribute__((vector_size(64)));
                __builtin_ia32_storedquhi512_mask((V *)q, (V)c.c[i], (uint32_t)k);
            } else if constexpr (sizeof(E) == 4) {
                typedef int V __attribute__((vector_size(64)));
                __builtin_ia32_storedqusi512_mask((int *)q, (V)c.c[i], (uint16_t)k);
            } else {
                typedef long long V __attribute__((vector_size(64)));
                __builtin_ia32_storedqudi512_mask((long long *)q, (V)c.c[i], (uint8_t)k);
            }
        }
        return;
    }
#endif
    if (all_set<N>(m)) {
        store_raw(p, v);
    } else if (((uintptr_t)p & 4095) + sizeof(v) <= 4096 && (m.w[0] & 1) != 0) {
        store_raw(p, pick<E, N>(m, v, load_raw<vec<E, N>>(p))); /* lane 0 is on, so its page is there */
    } else {
        store_each<E, N>(p, v, m);
    }
}
/* the low part of each WIDE lane, next to each other */
template <typename WIDE, typename NARROW, typename R>
OPF_REG_FN void store_packed(void *p, const R &r, const mask_reg &m)
{
    constexpr int N = VL / (int)sizeof(WIDE);
    store_lanes<NARROW, N>(p, __builtin_convertvector(bits<vec<WIDE, N>>(r.reg[0]), vec<NARROW, N>),
                           mask_lanes<N>(m));
}
template <typename E, typename R>
OPF_REG_FN void store_first(void *p, const R &r)
{
    E e = bits<vec<E, VL / (int)sizeof(E)>>(r.reg[0])[0];
    __builtin_memcpy(p, &e, sizeof(E));
}
template <typename R, StoreDist D>
OPF_REG_FN void store_reg(void *p, const R &r, const mask_reg &m)
{
    constexpr int S = sizeof(typename of<R>::T);
    check_aligned<store_alignment(D)>(p, "StoreAlign");
    if constexpr (of<R>::two) {
        static_assert(D == StoreDist::DIST_NORM || D == StoreDist::DIST_NORM_B32,
                      "StoreAlign: two-register tensors store with DIST_NORM only");
        store_lanes<typename of<R>::E, of<R>::N>(p, get(r), mask_lanes<of<R>::N>(m));
    } else if constexpr (D == StoreDist::DIST_PACK_B16) {
        store_packed<uint16_t, uint8_t>(p, r, m);
    } else if constexpr (D == StoreDist::DIST_PACK_B32) {
        store_packed<uint32_t, uint16_t>(p, r, m);
    } else if constexpr (D == StoreDist::DIST_PACK_B64) {
        store_packed<uint64_t, uint32_t>(p, r, m);
    } else if constexpr (D == StoreDist::DIST_PACK4_B32) {
        store_packed<uint32_t, uint8_t>(p, r, m);
    } else if constexpr (D == StoreDist::DIST_FIRST_ELEMENT_B8) {
        store_first<uint8_t>(p, r);
    } else if constexpr (D == StoreDist::DIST_FIRST_ELEMENT_B16) {
        store_first<uint16_t>(p, r);
    } else if constexpr (D == StoreDist::DIST_FIRST_ELEMENT_B32) {
        store_first<uint32_t>(p, r);
    } else if constexpr (D == StoreDist::DIST_NORM_B8 || (D == StoreDist::DIST_NORM && S == 1)) {
        store_lanes<uint8_t, 256>(p, bits<vec<uint8_t, 256>>(r.reg[0]), m.b8);
    } else if constexpr (D == StoreDist::DIST_NORM_B16 || (D == StoreDist::DIST_NORM && S == 2)) {
        store_lanes<uint16_t, 128>(p, bits<vec<uint16_t, 128>>(r.reg[0]), m.b16);
    } else if constexpr (S == 8 && (D == StoreDist::DIST_NORM || D == StoreDist::DIST_NORM_B32)) {
        store_lanes<uint64_t, 32>(p, bits<vec<uint64_t, 32>>(r.reg[0]), m.b64);
    } else if constexpr (D == StoreDist::DIST_NORM_B32 || D == StoreDist::DIST_NORM) {
        store_lanes<uint32_t, 64>(p, bits<vec<uint32_t, 64>>(r.reg[0]), m.b32);
    } else {
        static_assert(D == StoreDist::DIST_NORM, "StoreAlign: this distribution mode is not supported");
    }
}
/* elements of r0 and r1 alternately; the mask is ignored */
template <typename R, StoreDist D>
OPF_REG_FN void store_reg2(void *p, const R &r0, const R &r1)
{
    check_aligned<32>(p, "StoreAlign");
    static_assert(D == StoreDist::DIST_INTLV_B8 || D == StoreDist::DIST_INTLV_B16 || D == StoreDist::DIST_INTLV_B32,
                  "StoreAlign of two registers: only the INTLV modes");
    using E = typename std::conditional<
        D == StoreDist::DIST_INTLV_B8, uint8_t,
        typename std::conditional<D == StoreDist::DIST_INTLV_B16, uint16_t, uint32_t>::type>::type;
    constexpr int N = VL / (int)sizeof(E);
    using V = vec<E, N>;
    V a = bits<V>(r0.reg[0]), b = bits<V>(r1.reg[0]);
    store_raw(p, zip<0>(a, b));
    store_raw((char *)p + VL, zip<N / 2>(a, b));
}
/* 32-byte blocks `stride` blocks apart; a block comes if the mask has any of its elements, else zeros */
template <typename R>
OPF_REG_FN void load_blocks(R &r, const void *p, uint32_t stride, const mask_reg &m)
{
    check_aligned<32>(p, "LoadAlign");
    constexpr int PER = 32 / (int)sizeof(typename of<R>::T);
    struct {
        vec<uint64_t, 4> b[8];
    } out;
    for (int i = 0; i < 8; ++i) {
        const auto &lanes = mask_lanes<VL / (int)sizeof(typename of<R>::T)>(m);
        bool any = (lanes.w[i * PER / 64] >> (i * PER % 64) & ((1ull << PER) - 1)) != 0;
        out.b[i] = any ? load_raw<vec<uint64_t, 4>>((const char *)p + (size_t)i * stride * 32) : (vec<uint64_t, 4>)0;
    }
    r.reg[0] = bits<typename R::RegType>(out);
}
template <typename R>
OPF_REG_FN void store_blocks(void *p, const R &r, uint32_t stride, const mask_reg &m)
{
    check_aligned<32>(p, "StoreAlign");
    using E = uint_as<typename of<R>::T>;
    constexpr int N = VL / (int)sizeof(E), PER = 32 / (int)sizeof(E);
    E lane_values[N];
    store_raw(lane_values, bits<vec<E, N>>(r.reg[0]));
    const auto &lanes = mask_lanes<N>(m);
    for (int i = 0; i < N; ++i) {
        if ((lanes.w[i / 64] >> (i % 64) & 1) != 0) {
            __builtin_memcpy((char *)p + (size_t)(i / PER) * stride * 32 + i % PER * sizeof(E), &lane_values[i],
                             sizeof(E));
        }
    }
}
} // namespace reg
} // namespace opf
#endif

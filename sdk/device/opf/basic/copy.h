/* Moves between GM and local memories, and inside local memory (DataCopy, DataCopyPad, NDDMA, loop mode,
 * Copy). Units, from the public pages of each call: DataCopyParams of DataCopy count 32-byte blocks
 * everywhere; DataCopyPad counts bytes on the GM side and 32-byte blocks on the local side; NDDMA counts
 * elements. Strides are gaps: from the end of a block to the start of the next. */
#ifndef OPF_BASIC_COPY_H
#define OPF_BASIC_COPY_H

#include "../core/ahead.h"
#include "engine.h"
#include "reorder.h"

namespace opf
{
/* ---- stores to GM ------------------------------------------------------------------------------------- */

template <class T> inline T combine(T was, T v, int op)
{
    if constexpr (is_float16bit<T>) {
        float a = widen(was), b = widen(v);
        return op == OPF_ATOMIC_ADD ? narrow<T>(a + b)
                                    : (op == OPF_ATOMIC_MAX ? (a < b ? v : was) : (b < a ? v : was));
    } else
        return op == OPF_ATOMIC_ADD ? static_cast<T>(was + v)
                                    : (op == OPF_ATOMIC_MAX ? (was < v ? v : was) : (v < was ? v : was));
}
/* Elements in memory that this core holds. */
template <int OP, class T> void combine_run(void *gm, const void *src, uint64_t bytes)
{
    T *__restrict to = static_cast<T *>(gm);
    const uint8_t *__restrict from = static_cast<const uint8_t *>(src);
    for (uint64_t i = 0; i < bytes / sizeof(T); i++) {
        T v;
        __builtin_memcpy(&v, from + i * sizeof(T), sizeof(T));
        to[i] = combine(to[i], v, OP);
    }
}
template <class T> inline opf_abi_combine combiner(int op)
{
    return op == OPF_ATOMIC_ADD   ? combine_run<OPF_ATOMIC_ADD, T>
           : op == OPF_ATOMIC_MAX ? combine_run<OPF_ATOMIC_MAX, T>
                                  : combine_run<OPF_ATOMIC_MIN, T>;
}
inline opf_abi_combine combiner(int dtype, int op)
{
    switch (dtype) {
    case DT_FLOAT:
        return combiner<float>(op);
    case DT_FLOAT16:
        return combiner<half>(op);
    case DT_BF16:
        return combiner<bfloat16_t>(op);
    case DT_INT32:
        return combiner<int32_t>(op);
    case DT_UINT32:
        return combiner<uint32_t>(op);
    case DT_INT16:
        return combiner<int16_t>(op);
    case DT_UINT16:
        return combiner<uint16_t>(op);
    case DT_INT8:
        return combiner<int8_t>(op);
    case DT_UINT8:
        return combiner<uint8_t>(op);
    case DT_INT64:
        return combiner<int64_t>(op);
    case DT_UINT64:
        return combiner<uint64_t>(op);
    default:
        return nullptr;
    }
}
/* In competition with the other cores: elements of `size` bytes part by part, each held while it changes. */
inline void atomic_run(void *gm, const void *src, uint64_t bytes, uint64_t size, opf_abi_combine change)
{
    uint8_t *to = static_cast<uint8_t *>(gm);
    const uint8_t *from = static_cast<const uint8_t *>(src);
    while (bytes > 0) {
        opf_abi_range held = opf_rt_hold(to, size);
        uint64_t part = (held.lo + held.size - reinterpret_cast<uintptr_t>(to) + size - 1) & ~(size - 1);
        part = part < bytes ? part : bytes;
        change(to, from, part);
        to += part;
        from += part;
        bytes -= part;
    }
    opf_rt_let_go();
}
/* Short rows are changed when the runtime likes, until then they are noted. */
inline __attribute__((noinline)) void store_gm_atomic(void *gm, const void *src, uint64_t bytes,
                                                      const char *call)
{
    int op = static_cast<int>(core().atomic_op), t = core().atomic_dtype;
    uint64_t size = t == DT_FLOAT || t == DT_INT32 || t == DT_UINT32 ? 4
                    : t == DT_INT64 || t == DT_UINT64                ? 8
                    : t == DT_INT8 || t == DT_UINT8                  ? 1
                                                                     : 2;
    OPF_CHECK((reinterpret_cast<uintptr_t>(gm) & (size - 1)) == 0 && bytes % size == 0, OPF_FAULT_MISALIGNED,
              call, "an atomic store needs whole elements of %u bytes", static_cast<unsigned>(size));
    const opf_abi_combine change = combiner(t, op);
    if (!change)
        OPF_FAULT(OPF_FAULT_UNSUPPORTED, call, "atomic stores of element type %d", t);
    if (bytes <= OPF_NOTE_MOST)
        return opf_rt_note_row(gm, src, bytes, change);
    make_rows();
    atomic_run(gm, src, bytes, size, change);
}
constexpr uint64_t STREAM_FROM = 4096; /* shorter stores are cheaper through the cache */
constexpr uint64_t STREAM_PART = 512;  /* but those that are part of a longer one */
/* bytes into GM, already checked; `elements` of the launch's atomic type when atomics are on */
OPF_INLINE void store_gm(void *gm, const void *src, uint64_t bytes, const char *call,
                         uint64_t stream_from = STREAM_FROM)
{
    opf_core &c = core();
    if (__builtin_expect(c.atomic_op != OPF_ATOMIC_NONE, 0))
        return store_gm_atomic(gm, src, bytes, call);
    if (__builtin_expect(c.flags & (OPF_CORE_STREAM_STORES | OPF_CORE_STREAM_PENDING), 0)) {
        if (bytes >= stream_from)
            return opf_rt_copy_stream(gm, src, bytes);
        if (c.flags & OPF_CORE_STREAM_PENDING)
            opf_rt_stream_drain();
    }
    copy_dense(static_cast<uint8_t *>(gm), static_cast<const uint8_t *>(src), bytes);
}
/* Local bytes into GM, already checked, when they are the result of noted calls: each block is stored as it
 * is made. */
inline __attribute__((noinline)) bool store_pending(uint8_t *gm, uint32_t at, uint64_t bytes,
                                                    const char *call)
{
    opf_core &c = core();
    if (c.pending_num == 0)
        return false;
    opf_abi_pending_group &g = c.pending[c.pending_num - 1];
    if (g.stored)
        return false;
    for (uint32_t i = g.num; i-- > 0;) {
        const uint64_t size = g.calls[i].dst_size;
        if (!(g.live >> i & 1) || !meet(at, bytes, g.calls[i].lo, g.calls[i].hi - g.calls[i].lo))
            continue;
        if (g.calls[i].dst != at || g.calls[i].lo != at || bytes > g.calls[i].hi - g.calls[i].lo)
            return false;
        g.stored = 1;
        const bool streams = (c.flags & OPF_CORE_STREAM_STORES) != 0;
        const bool direct = c.atomic_op == OPF_ATOMIC_NONE &&
                            !(c.flags & (OPF_CORE_STREAM_STORES | OPF_CORE_STREAM_PENDING));
        const opf_abi_pending_call &p = g.calls[i];
        if (direct && bytes == g.count * size && p.a_from < 0 && p.b_from < 0) {
            p.run(gm, p.a, p.b, g.count, p.scalar);
            return true;
        }
        const uint8_t *ends[2] = {c.read_end[0], c.read_end[1]};
        c.read_end[0] = c.read_end[1] = nullptr;
        run_group(
            g, 1u << i, streams,
            [&](uint32_t, uint64_t first, uint64_t n) {
                return direct && (first + n) * size <= bytes ? gm + first * size : nullptr;
            },
            [&](const opf_abi_pending_call &, const uint8_t *made, uint64_t first, uint64_t n) {
                if (streams)
                    ask_ahead(g, 1u << i, first + n, c.read_end);
                if (first * size < bytes && made != gm + first * size)
                    store_gm(gm + first * size, made,
                             (first + n) * size < bytes ? n * size : bytes - first * size, call,
                             bytes >= STREAM_FROM ? STREAM_PART : STREAM_FROM);
            });
        c.read_end[0] = ends[0];
        c.read_end[1] = ends[1];
        return true;
    }
    return false;
}
/* Computes n elements of a lazy call for a store past the caches, a block at a time. The block stays in the
 * first-level cache; of two sources the hardware goes on reading while short blocks drain, one source is best
 * asked for between the stores of longer ones. */
constexpr uint64_t STREAM_BLOCK_TWO = 1024, STREAM_BLOCK_ONE = 4096;
inline __attribute__((noinline)) void stream_lazy(uint8_t *gm, const opf_abi_pending_call &l, uint64_t n,
                                                  const char *call)
{
    alignas(64) uint8_t block[STREAM_BLOCK_ONE];
    opf_core &c = core();
    const uint8_t *ends[2] = {c.read_end[0], c.read_end[1]};
    c.read_end[0] = c.read_end[1] = nullptr;
    const uint64_t part = l.b_size ? STREAM_BLOCK_TWO : STREAM_BLOCK_ONE;
    uint64_t most = (part - (address(gm) & 63)) / l.dst_size; /* the others begin with a line */
    for (uint64_t at = 0, m; at < n; at += m, most = part / l.dst_size) {
        m = n - at < most ? n - at : most;
        l.run(block, l.a + at * l.a_size, l.b + at * l.b_size, m, l.scalar);
        if (!l.b_size)
            c.read_end[0] = l.a + (at + m) * l.a_size;
        store_gm(gm + at * l.dst_size, block, m * l.dst_size, call, STREAM_PART);
    }
    c.read_end[0] = ends[0];
    c.read_end[1] = ends[1];
}
/* The same when they are the result of a lazy call: it computes them for their place in GM. */
inline bool store_lazy(uint8_t *gm, uint32_t at, uint64_t bytes, const char *call)
{
    opf_core &c = core();
    for (uint32_t i = c.lazy_num; i-- > 0;) {
        const opf_abi_pending_call &l = c.lazy[i];
        if (l.lo != at || !l.run || bytes > l.hi - l.lo || bytes % l.dst_size != 0)
            continue;
        if (c.atomic_op != OPF_ATOMIC_NONE) {
            pend_lazy(i);
            return false;
        }
        if ((c.flags & OPF_CORE_STREAM_STORES) && bytes >= STREAM_FROM)
            stream_lazy(gm, l, bytes / l.dst_size, call);
        else {
            if (c.flags & OPF_CORE_STREAM_PENDING)
                opf_rt_stream_drain();
            l.run(gm, l.a, l.b, bytes / l.dst_size, l.scalar);
        }
        return true;
    }
    return false;
}
OPF_INLINE void store_dense(uint8_t *gm, uint32_t at, uint64_t bytes, const char *call)
{
    if (core().lazy_num != 0 && store_lazy(gm, at, bytes, call))
        return;
    if (core().pending_num != 0 && store_pending(gm, at, bytes, call))
        return;
    store_gm(gm, lazy_source(at, bytes), bytes, call);
}
template <class T> OPF_INLINE uint8_t *local_bytes(const local<T> &t)
{
    return reinterpret_cast<uint8_t *>(t.ptr());
}
constexpr uint64_t up32(uint64_t n)
{
    return (n + 31) & ~31ull;
}

/* Rows of `len` bytes; the short sizes that kernels use most are copied without a call. */
OPF_INLINE void copy_rows(uint8_t *d, int64_t dstep, const uint8_t *s, int64_t sstep, uint64_t rows,
                          uint64_t len)
{
    if (dstep == static_cast<int64_t>(len) && sstep == static_cast<int64_t>(len)) {
        __builtin_memmove(d, s, rows * len);
        return;
    }
    switch (len) {
#define OPF_ROWS(n)                                                                                          \
    case n:                                                                                                  \
        for (uint64_t i = 0; i < rows; i++)                                                                  \
            __builtin_memcpy(d + static_cast<int64_t>(i) * dstep, s + static_cast<int64_t>(i) * sstep, n);   \
        return
        OPF_ROWS(4);
        OPF_ROWS(8);
        OPF_ROWS(16);
        OPF_ROWS(32);
        OPF_ROWS(64);
#undef OPF_ROWS
    default:
        for (uint64_t i = 0; i < rows; i++)
            __builtin_memmove(d + static_cast<int64_t>(i) * dstep, s + static_cast<int64_t>(i) * sstep, len);
    }
}

/* Tiles that are pieces of the same rows: whole rows come from memory almost as fast as their pieces, so that
 * the first piece brings the others into the caches. Said when the last tile that began new rows was followed
 * by others. */
OPF_INLINE bool fetch_rows(const uint8_t *s, int64_t sstep, uint64_t rows)
{
    enum { START_SLOT = 1, KNOWN_SLOT = 2 };     /* in opf_core.device_state */
    enum : uintptr_t { OTHER, FETCHED, PIECES }; /* of the tile that began the last rows */
    constexpr uint64_t FETCH_MAX = 256 << 10;    /* bytes: a part of the second-level cache */
    opf_core &c = core();
    const uintptr_t ahead = address(s) - reinterpret_cast<uintptr_t>(c.device_state[START_SLOT]);
    uintptr_t known = reinterpret_cast<uintptr_t>(c.device_state[KNOWN_SLOT]);
    const bool same = ahead != 0 && ahead < static_cast<uint64_t>(sstep);
    const bool fetch = !same && known == PIECES && rows * static_cast<uint64_t>(sstep) <= FETCH_MAX;
    known = same ? PIECES : fetch ? FETCHED : OTHER;
    c.device_state[KNOWN_SLOT] = reinterpret_cast<void *>(known);
    if (!same)
        c.device_state[START_SLOT] = const_cast<uint8_t *>(s);
    return fetch;
}
template <bool Asks>
OPF_INLINE void gather_row(uint8_t *d, const uint8_t *s, const uint8_t *next, uint64_t len)
{
    uint64_t k = 0;
    for (; k + 256 <= len; k += 256) {
        for (int line = 0; Asks && line < 4; line++)
            __builtin_prefetch(next + k + 64 * line);
        __builtin_memmove(d + k, s + k, 256);
    }
    for (; k + 64 <= len; k += 64)
        __builtin_memcpy(d + k, s + k, 64);
    if (k < len)
        __builtin_memcpy(d + k, s + k, len - k);
}
/* Rows of GM that lie apart, into local memory: what fetches ahead stops at the end of each, but this does
 * not. Few bytes come from the caches as often as not, where asking ahead costs more than it saves. */
inline __attribute__((noinline)) void gather_rows(uint8_t *d, int64_t dstep, const uint8_t *s, int64_t sstep,
                                                  uint64_t rows, uint64_t len)
{
    constexpr uint64_t ASK_FROM = 16384, AHEAD = 2048; /* bytes; AHEAD in whole rows */
    const uint64_t skip = (AHEAD + len - 1) / len;
    const bool asks = rows * len >= ASK_FROM;
    const bool fetch = sstep > static_cast<int64_t>(len) && fetch_rows(s, sstep, rows);
    for (uint64_t i = 0; i < rows; i++, d += dstep, s += sstep) {
        if (asks)
            gather_row<true>(d, s, i + skip < rows ? s + static_cast<int64_t>(skip) * sstep : s, len);
        else
            gather_row<false>(d, s, s, len);
        if (fetch &&
            i + 1 < rows) /* prefetches beyond what the processor keeps track of are dropped, loads are not */
            for (int64_t at = static_cast<int64_t>(len); at < sstep; at += 64)
                (void)*const_cast<const volatile uint8_t *>(s + at);
    }
}
constexpr uint64_t GATHER_FROM = 128;

/* A dense run that is not noted. */
OPF_INLINE void load_now(uint32_t to, const uint8_t *from, uint64_t bytes)
{
    copy_dense(reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(to)), from, bytes);
    if ((core().flags & OPF_CORE_STREAM_STORES) && bytes >= LAZY_FROM)
        tile_ahead(to, bytes, from + bytes);
}
/* GM -> local memory, which never overlap: rows from `skip` bytes behind the tensor's start. */
template <class T>
OPF_INLINE void load_rows(const local<T> &d, uint64_t skip, int64_t dstep, const uint8_t *s, int64_t sstep,
                          uint64_t rows, uint64_t len)
{
    if (rows == 1 || (dstep == static_cast<int64_t>(len) && sstep == static_cast<int64_t>(len))) {
        uint32_t to = d.address_.bufferAddr + static_cast<uint32_t>(skip);
        lazy_forget(to, rows * len);
        if (lazy_note(to, s, rows * len))
            return;
        return load_now(to, s, rows * len);
    }
    if (len >= GATHER_FROM)
        return gather_rows(local_bytes(d) + skip, dstep, s, sstep, rows, len);
    copy_rows(local_bytes(d) + skip, dstep, s, sstep, rows, len);
}

/* ---- one run of bytes, which most calls move ------------------------------------------------------------
 * By values: the caller's tensors need not exist in memory. Local ranges are checked already. */
inline __attribute__((noinline)) void load_run(uint32_t to, const uint8_t *from, uint64_t bytes,
                                               const char *call)
{
    const opf_core &c = core();
    if (!lies_in(reinterpret_cast<uintptr_t>(from), bytes, c.gm_before_lo, c.gm_before_hi))
        check_gm(from, bytes, 0, call);
    lazy_forget(to, bytes);
    if (!lazy_note(to, from, bytes))
        load_now(to, from, bytes);
}
inline __attribute__((noinline)) void store_run(uint8_t *to, uint32_t from, uint64_t bytes, const char *call)
{
    check_gm(to, bytes, GM_COPY, call);
    store_dense(to, from, bytes, call);
}
OPF_INLINE bool loops_off(const opf_abi_loop_mode &m)
{
    return ((m.loop1_size | m.loop2_size) & ~1u) == 0;
}

/* Outer hardware loops of SetLoopModePara around each DataCopy and DataCopyPad of their direction:
 * body(source offset, destination offset), bytes. */
template <class B> OPF_INLINE void with_loops(const opf_abi_loop_mode &m, B body)
{
    if (__builtin_expect(loops_off(m), 1))
        return body(0, 0);
    uint32_t n1 = m.loop1_size ? m.loop1_size : 1, n2 = m.loop2_size ? m.loop2_size : 1;
    for (uint32_t j = 0; j < n2; j++)
        for (uint32_t i = 0; i < n1; i++)
            body(static_cast<int64_t>(j * m.loop2_src_stride + i * m.loop1_src_stride),
                 static_cast<int64_t>(j * m.loop2_dst_stride + i * m.loop1_dst_stride));
}

OPF_INLINE void check_gm_rows(const uint8_t *p, int64_t step, uint64_t rows, uint64_t len, int w,
                              const char *call)
{
    int64_t last = static_cast<int64_t>(rows - 1) * step;
    if (step >= 0)
        check_gm(p, static_cast<uint64_t>(last) + len, w, call);
    else
        check_gm(p + last, static_cast<uint64_t>(-last) + len, w, call);
}

/* Whole 32-byte blocks: count blocks of len blocks with gaps. */
struct block_move {
    uint32_t count, len, sgap, dgap;
};
inline block_move blocks_of(const AscendC::DataCopyParams &p)
{
    return {p.blockCount, p.blockLen, p.srcGap, p.dstGap};
}
OPF_INLINE uint64_t block_extent(uint32_t count, uint32_t len, uint32_t gap)
{
    return count ? (static_cast<uint64_t>(count - 1) * (len + gap) + len) * 32 : 0;
}
template <class T>
inline __attribute__((noinline)) void load_block_rows(AscendC::TBuffAddr d, const uint8_t *s, block_move m,
                                                      const char *call)
{
    with_loops(core().loop_in, [&](int64_t so, int64_t dof) {
        local<T> dd(d);
        dd.address_.bufferAddr += static_cast<uint32_t>(dof);
        check_local(dd, block_extent(m.count, m.len, m.dgap), call, "dst");
        check_gm(s + so, block_extent(m.count, m.len, m.sgap), 0, call);
        load_rows(dd, 0, (m.len + m.dgap) * 32ll, s + so, (m.len + m.sgap) * 32ll, m.count, m.len * 32ull);
    });
}
template <class T>
OPF_INLINE void load_blocks(const local<T> &d, const global<T> &s, const block_move &m, const char *call)
{
    if (m.count == 0 || m.len == 0)
        return;
    if ((m.count == 1 || (m.sgap | m.dgap) == 0) && loops_off(core().loop_in)) {
        const uint64_t bytes = static_cast<uint64_t>(m.count) * m.len * 32;
        check_local(d, bytes, call, "dst");
        return load_run(d.address_.bufferAddr, gm_bytes(s), bytes, call);
    }
    load_block_rows<T>(d.address_, gm_bytes(s), m, call);
}
template <class T>
inline __attribute__((noinline)) void store_block_rows(uint8_t *d, AscendC::TBuffAddr s, block_move m,
                                                       const char *call)
{
    with_loops(core().loop_out, [&](int64_t so, int64_t dof) {
        local<T> ss(s);
        ss.address_.bufferAddr += static_cast<uint32_t>(so);
        uint8_t *dp = d + dof;
        check_local(ss, block_extent(m.count, m.len, m.sgap), call, "src");
        check_gm(dp, block_extent(m.count, m.len, m.dgap), GM_COPY, call);
        if (m.count == 1 || (m.sgap == 0 && m.dgap == 0))
            return store_dense(dp, ss.address_.bufferAddr, static_cast<uint64_t>(m.count) * m.len * 32, call);
        const uint8_t *from = lazy_source(ss.address_.bufferAddr, block_extent(m.count, m.len, m.sgap));
        for (uint32_t i = 0; i < m.count; i++)
            store_gm(dp + static_cast<uint64_t>(i) * (m.len + m.dgap) * 32,
                     from + static_cast<uint64_t>(i) * (m.len + m.sgap) * 32, m.len * 32ull, call);
    });
}
template <class T>
OPF_INLINE void store_blocks(const global<T> &d, const local<T> &s, const block_move &m, const char *call)
{
    if (m.count == 0 || m.len == 0)
        return;
    if ((m.count == 1 || (m.sgap | m.dgap) == 0) && loops_off(core().loop_out)) {
        const uint64_t bytes = static_cast<uint64_t>(m.count) * m.len * 32;
        check_local(s, bytes, call, "src");
        return store_run(gm_bytes(d), s.address_.bufferAddr, bytes, call);
    }
    store_block_rows<T>(gm_bytes(d), s.address_, m, call);
}
template <class T, class U>
inline void move_blocks(const local<T> &d, const local<U> &s, const block_move &m, const char *call)
{
    if (m.count == 0 || m.len == 0)
        return;
    check_local(d, block_extent(m.count, m.len, m.dgap), call, "dst");
    check_local(s, block_extent(m.count, m.len, m.sgap), call, "src");
    copy_rows(local_bytes(d), (m.len + m.dgap) * 32ll, local_bytes(s), (m.len + m.sgap) * 32ll, m.count,
              m.len * 32ull);
}

/* DataCopyPad GM -> local. pad: the padding value's bytes, sizeof(T) long. */
struct pad_move {
    uint64_t count, len;
    int64_t sgap, dgap; /* bytes, blocks */
    bool is_pad;
    uint32_t left, right; /* elements */
}; /* handed on by reference: a copy reads in wide pieces what was just written in narrow ones, and waits for
      it */
template <class T> inline void fill_elements(uint8_t *p, uint64_t bytes, const T &v)
{
    for (uint64_t i = 0; i + sizeof(T) <= bytes; i += sizeof(T))
        __builtin_memcpy(p + i, &v, sizeof(T));
}

constexpr uint64_t PAD_LEN_MAX = 2097151;
template <bool Compact, class T, class E>
inline __attribute__((noinline)) void load_pad_rows(const AscendC::TBuffAddr &d, const uint8_t *s,
                                                    const pad_move &m, E value, const char *call)
{
    if (m.count == 0 || m.len == 0)
        return;
    OPF_CHECK(m.count <= 4095, OPF_FAULT_BAD_ARGUMENT, call, "blockCount %u is above 4095",
              static_cast<unsigned>(m.count));
    OPF_CHECK(m.len <= PAD_LEN_MAX, OPF_FAULT_BAD_ARGUMENT, call, "blockLen %u is above 2097151 bytes",
              static_cast<unsigned>(m.len));
    uint64_t left = Compact ? 0 : m.left * sizeof(E), right = Compact ? 0 : m.right * sizeof(E);
    OPF_CHECK(left <= 32 && right <= 32, OPF_FAULT_BAD_ARGUMENT, call,
              "leftPadding %u and rightPadding %u exceed 32 bytes", m.left, m.right);
    uint64_t slot = up32(left + m.len + right);
    int64_t dstep = Compact ? static_cast<int64_t>(m.len) : static_cast<int64_t>(slot) + m.dgap * 32;
    int64_t sstep = static_cast<int64_t>(m.len) + m.sgap;
    uint64_t reach = Compact ? up32(m.count * m.len)
                             : static_cast<uint64_t>(static_cast<int64_t>(m.count - 1) * dstep) + slot;
    with_loops(core().loop_in, [&](int64_t so, int64_t dof) {
        local<T> dd(d);
        dd.address_.bufferAddr += static_cast<uint32_t>(dof);
        check_local(dd, reach, call, "dst");
        const uint8_t *sp = s + so;
        check_gm_rows(sp, sstep, m.count, m.len, 0, call);
        load_rows(dd, left, dstep, sp, sstep, m.count, m.len);
        if (Compact) {
            uint64_t used = m.count * m.len;
            if (reach > used) {
                uint8_t *dp = local_bytes(dd);
                E v = value;
                if (!m.is_pad)
                    __builtin_memcpy(&v, dp, sizeof(E));
                fill_elements(dp + used, reach - used, v);
            }
            return;
        }
        if (slot == m.len)
            return;
        if (!m.is_pad && left + right != 0)
            return; /* undefined by the interface: whatever was there stays */
        uint8_t *dp = local_bytes(dd);
        for (uint64_t i = 0; i < m.count; i++) {
            uint8_t *row = dp + static_cast<int64_t>(i) * dstep;
            E v = value;
            if (!m.is_pad)
                __builtin_memcpy(&v, row,
                                 sizeof(E)); /* no padding asked for: the tail repeats the first element */
            fill_elements(row, left, v);
            fill_elements(row + left + m.len, slot - left - m.len, v);
        }
    });
}
template <bool Compact, class T>
OPF_INLINE void load_pad(const local<T> &d, const global<T> &s, const pad_move &m,
                         const typename local<T>::PrimType &value, const char *call)
{
    if (m.count == 1 && m.len != 0 && m.len <= PAD_LEN_MAX && m.len % 32 == 0 && (m.left | m.right) == 0 &&
        loops_off(core().loop_in)) {
        check_local(d, m.len, call, "dst");
        return load_run(d.address_.bufferAddr, gm_bytes(s), m.len, call);
    }
    load_pad_rows<Compact, T>(d.address_, gm_bytes(s), m, value, call);
}
template <bool Compact, class T>
inline __attribute__((noinline)) void store_pad_rows(uint8_t *d, const AscendC::TBuffAddr &s,
                                                     const pad_move &m, const char *call)
{
    if (m.count == 0 || m.len == 0)
        return;
    OPF_CHECK(m.count <= 4095, OPF_FAULT_BAD_ARGUMENT, call, "blockCount %u is above 4095",
              static_cast<unsigned>(m.count));
    OPF_CHECK(m.len <= PAD_LEN_MAX, OPF_FAULT_BAD_ARGUMENT, call, "blockLen %u is above 2097151 bytes",
              static_cast<unsigned>(m.len));
    int64_t sstep = Compact ? static_cast<int64_t>(m.len) : static_cast<int64_t>(up32(m.len)) + m.sgap * 32;
    int64_t dstep = static_cast<int64_t>(m.len) + m.dgap;
    uint64_t reach = static_cast<uint64_t>(static_cast<int64_t>(m.count - 1) * sstep) + m.len;
    with_loops(core().loop_out, [&](int64_t so, int64_t dof) {
        local<T> ss(s);
        ss.address_.bufferAddr += static_cast<uint32_t>(so);
        check_local(ss, reach, call, "src");
        uint8_t *dp = d + dof;
        check_gm_rows(dp, dstep, m.count, m.len, GM_COPY, call);
        if (m.count == 1 || (sstep == static_cast<int64_t>(m.len) && dstep == sstep))
            return store_dense(dp, ss.address_.bufferAddr, m.len * m.count, call);
        const uint8_t *sp = lazy_source(ss.address_.bufferAddr, reach);
        if (m.len < STREAM_FROM && core().atomic_op == OPF_ATOMIC_NONE &&
            !(core().flags & OPF_CORE_STREAM_PENDING))
            return copy_rows(dp, dstep, sp, sstep, m.count, m.len);
        for (uint64_t i = 0; i < m.count; i++)
            store_gm(dp + static_cast<int64_t>(i) * dstep, sp + static_cast<int64_t>(i) * sstep, m.len, call);
    });
}

template <bool Compact, class T>
OPF_INLINE void store_pad(const global<T> &d, const local<T> &s, const pad_move &m, const char *call)
{
    if (m.count == 1 && m.len != 0 && m.len <= PAD_LEN_MAX && loops_off(core().loop_out)) {
        check_local(s, m.len, call, "src");
        return store_run(gm_bytes(d), s.address_.bufferAddr, m.len, call);
    }
    store_pad_rows<Compact, T>(gm_bytes(d), s.address_, m, call);
}
} // namespace opf

namespace AscendC
{
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &p)
{
    opf::load_blocks(dst, src, opf::blocks_of(p), "DataCopy");
}
template <class T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &p)
{
    opf::store_blocks(dst, src, opf::blocks_of(p), "DataCopy");
}
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &p)
{
    opf::move_blocks(dst, src, opf::blocks_of(p), "DataCopy");
}
template <class T, class U>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const DataCopyParams &p)
{
    opf::move_blocks(dst, src, opf::blocks_of(p), "DataCopy");
}
/* Count forms: bytes are rounded down to whole 32-byte blocks. */
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const uint32_t count)
{
    opf::load_blocks(dst, src, {1, static_cast<uint32_t>(opf::bytes_of<PrimT<T>>(count) / 32), 0, 0},
                     "DataCopy");
}
template <class T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    opf::store_blocks(dst, src, {1, static_cast<uint32_t>(opf::bytes_of<PrimT<T>>(count) / 32), 0, 0},
                      "DataCopy");
}
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    opf::move_blocks(dst, src, {1, static_cast<uint32_t>(opf::bytes_of<PrimT<T>>(count) / 32), 0, 0},
                     "DataCopy");
}
/* Enhanced parameters matter to the cube's buffers only; between GM and UB they change nothing. */
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &p,
                     const DataCopyEnhancedParams &)
{
    DataCopy(dst, src, p);
}
template <class T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &p,
                     const DataCopyEnhancedParams &)
{
    DataCopy(dst, src, p);
}

/* Slices: in each dimension elements startIndex..endIndex, of which every `stride` apart a run; dimension 0
 * moves bursts of burstLen blocks. */
template <class T, class Move>
inline void OpfSlices(const SliceInfo a[], const SliceInfo b[], uint32_t dims, Move move)
{
    uint32_t i[8] = {};
    for (;;) {
        uint64_t pa = 0, pb = 0, wa = 1, wb = 1;
        for (uint32_t d = 0; d < dims; d++) {
            uint32_t run_a = d == 0 ? a[0].burstLen * 32 / sizeof(T) : 1,
                     run_b = d == 0 ? b[0].burstLen * 32 / sizeof(T) : 1;
            pa += wa * (a[d].startIndex + i[d] * (run_a + a[d].stride));
            pb += wb * (b[d].startIndex + i[d] * (run_b + b[d].stride));
            wa *= a[d].shapeValue;
            wb *= b[d].shapeValue;
        }
        move(pa, pb, a[0].burstLen);
        uint32_t d = 0;
        for (; d < dims; d++) {
            uint32_t run = d == 0 ? a[0].burstLen * 32 / sizeof(T) : 1;
            uint32_t n = (a[d].endIndex - a[d].startIndex + 1 + a[d].stride) / (run + a[d].stride);
            if (++i[d] < n)
                break;
            i[d] = 0;
        }
        if (d == dims)
            return;
    }
}
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const SliceInfo d[],
                     const SliceInfo s[], const uint32_t dims = 1)
{
    OPF_CHECK(dims <= 8, OPF_FAULT_BAD_ARGUMENT, "DataCopy", "%u slice dimensions, at most 8", dims);
    OpfSlices<PrimT<T>>(d, s, dims, [&](uint64_t pd, uint64_t ps, uint32_t len) {
        opf::load_blocks(dst[static_cast<uint32_t>(pd)], src[ps], {1, len, 0, 0}, "DataCopy");
    });
}
template <class T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const SliceInfo d[],
                     const SliceInfo s[], const uint32_t dims = 1)
{
    OPF_CHECK(dims <= 8, OPF_FAULT_BAD_ARGUMENT, "DataCopy", "%u slice dimensions, at most 8", dims);
    OpfSlices<PrimT<T>>(d, s, dims, [&](uint64_t pd, uint64_t ps, uint32_t len) {
        opf::store_blocks(dst[pd], src[static_cast<uint32_t>(ps)], {1, len, 0, 0}, "DataCopy");
    });
}

template <class T, bool enableSmallC0 = false>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const Nd2NzParams &p)
{
    using E = PrimT<T>;
    if (p.ndNum == 0 || p.nValue == 0 || p.dValue == 0)
        return;
    opf::check_local(
        dst,
        opf::nz_reach<E>(p.ndNum, p.nValue, p.dValue, p.dstNzMatrixStride, p.dstNzC0Stride, p.dstNzNStride),
        "DataCopy(Nd2Nz)", "dst");
    const E *s = src.address_;
    opf::check_gm(s,
                  ((p.ndNum - 1) * p.srcNdMatrixStride + (p.nValue - 1) * p.srcDValue + p.dValue) * sizeof(E),
                  0, "DataCopy(Nd2Nz)");
    opf::to_nz(
        dst.ptr(),
        [&](uint64_t m, uint64_t n, uint64_t d) { return s[m * p.srcNdMatrixStride + n * p.srcDValue + d]; },
        p.ndNum, p.nValue, p.dValue, p.dstNzMatrixStride, p.dstNzC0Stride, p.dstNzNStride);
}
template <class T>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const Nd2NzParams &p)
{
    using E = PrimT<T>;
    if (p.ndNum == 0 || p.nValue == 0 || p.dValue == 0)
        return;
    opf::check_local(
        dst,
        opf::nz_reach<E>(p.ndNum, p.nValue, p.dValue, p.dstNzMatrixStride, p.dstNzC0Stride, p.dstNzNStride),
        "DataCopy(Nd2Nz)", "dst");
    opf::check_local(
        src, ((p.ndNum - 1) * p.srcNdMatrixStride + (p.nValue - 1) * p.srcDValue + p.dValue) * sizeof(E),
        "DataCopy(Nd2Nz)", "src");
    const E *s = src.ptr();
    opf::to_nz(
        dst.ptr(),
        [&](uint64_t m, uint64_t n, uint64_t d) { return s[m * p.srcNdMatrixStride + n * p.srcDValue + d]; },
        p.ndNum, p.nValue, p.dValue, p.dstNzMatrixStride, p.dstNzC0Stride, p.dstNzNStride);
}
template <class T, bool enableSmallC0 = false>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const Dn2NzParams &p)
{
    using E = PrimT<T>;
    if (p.dnNum == 0 || p.nValue == 0 || p.dValue == 0)
        return;
    opf::check_local(
        dst,
        opf::nz_reach<E>(p.dnNum, p.nValue, p.dValue, p.dstNzMatrixStride, p.dstNzC0Stride, p.dstNzNStride),
        "DataCopy(Dn2Nz)", "dst");
    const E *s = src.address_;
    opf::check_gm(s,
                  ((p.dnNum - 1) * p.srcDnMatrixStride + (p.dValue - 1) * p.srcDValue + p.nValue) * sizeof(E),
                  0, "DataCopy(Dn2Nz)");
    opf::to_nz(
        dst.ptr(),
        [&](uint64_t m, uint64_t n, uint64_t d) { return s[m * p.srcDnMatrixStride + d * p.srcDValue + n]; },
        p.dnNum, p.nValue, p.dValue, p.dstNzMatrixStride, p.dstNzC0Stride, p.dstNzNStride);
}
/* NZ in UB -> rows in GM: srcNStride in blocks of 16 columns' height, matrix strides in 256 and 1 elements.
 */
template <class T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const Nz2NdParamsFull &p)
{
    using E = PrimT<T>;
    constexpr uint32_t C0 = 32 / sizeof(E);
    if (p.ndNum == 0 || p.nValue == 0 || p.dValue == 0)
        return;
    uint64_t g = (p.dValue + C0 - 1) / C0;
    opf::check_local(
        src,
        ((p.ndNum - 1) * p.srcNdMatrixStride * 256ull + ((g - 1) * p.srcNStride + p.nValue) * C0) * sizeof(E),
        "DataCopy(Nz2Nd)", "src");
    opf::check_gm(dst.address_,
                  ((p.ndNum - 1) * static_cast<uint64_t>(p.dstNdMatrixStride) +
                   (p.nValue - 1) * static_cast<uint64_t>(p.dstDStride) + p.dValue) *
                      sizeof(E),
                  1, "DataCopy(Nz2Nd)");
    for (uint32_t m = 0; m < p.ndNum; m++)
        for (uint32_t n = 0; n < p.nValue; n++)
            for (uint32_t c = 0; c < p.dValue; c += C0) {
                uint32_t len = p.dValue - c < C0 ? p.dValue - c : C0;
                opf::store_gm(dst.address_ + m * static_cast<uint64_t>(p.dstNdMatrixStride) +
                                  n * static_cast<uint64_t>(p.dstDStride) + c,
                              src.ptr() + m * p.srcNdMatrixStride * 256ull +
                                  (static_cast<uint64_t>(c / C0) * p.srcNStride + n) * C0,
                              len * sizeof(E), "DataCopy(Nz2Nd)");
            }
}

template <class T, uint8_t dim, const NdDmaConfig &config = kDefaultNdDmaConfig>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const MultiCopyParams<T, dim> &p)
{
    opf::nddma<dim>(dst, src, p, config.isNearestValueMode, config.loopLpSize, config.loopRpSize);
}
inline void NdDmaDci() {}

/* ---- DataCopyPad ----------------------------------------------------------------------------------------
 */
template <class T, PaddingMode mode = PaddingMode::Normal>
OPF_INLINE void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyExtParams &c,
                            const DataCopyPadExtParams<T> &p)
{
    opf::load_pad<mode == PaddingMode::Compact>(
        dst, src,
        {c.blockCount, c.blockLen, c.srcStride, c.dstStride, p.isPad, p.leftPadding, p.rightPadding},
        opf::bits<PrimT<T>>(p.paddingValue), "DataCopyPad");
}
template <class T, class U,
          std::enable_if_t<std::is_same<PrimT<T>, U>::value && !std::is_same<T, U>::value, bool> = true>
OPF_INLINE void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyExtParams &c,
                            const DataCopyPadExtParams<U> &p)
{
    opf::load_pad<false>(
        dst, src,
        {c.blockCount, c.blockLen, c.srcStride, c.dstStride, p.isPad, p.leftPadding, p.rightPadding},
        opf::bits<U>(p.paddingValue), "DataCopyPad");
}
template <class T, PaddingMode mode = PaddingMode::Normal>
OPF_INLINE void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &c,
                            const DataCopyPadParams &p)
{
    using E = PrimT<T>;
    E value;
    __builtin_memcpy(&value, &p.paddingValue, sizeof(E) < 8 ? sizeof(E) : 8);
    opf::load_pad<mode == PaddingMode::Compact>(
        dst, src,
        {c.blockCount, c.blockLen, c.srcStride, c.dstStride, p.isPad, p.leftPadding, p.rightPadding}, value,
        "DataCopyPad");
}
template <class T, PaddingMode mode = PaddingMode::Normal>
OPF_INLINE void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyExtParams &c)
{
    opf::store_pad<mode == PaddingMode::Compact>(
        dst, src, {c.blockCount, c.blockLen, c.srcStride, c.dstStride, false, 0, 0}, "DataCopyPad");
}
template <class T, PaddingMode mode = PaddingMode::Normal>
OPF_INLINE void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &c)
{
    opf::store_pad<mode == PaddingMode::Compact>(
        dst, src, {c.blockCount, c.blockLen, c.srcStride, c.dstStride, false, 0, 0}, "DataCopyPad");
}

inline void SetLoopModePara(const LoopModeParams &p, DataCopyMVType type)
{
    opf_abi_loop_mode &m = type == DataCopyMVType::OUT_TO_UB ? opf::core().loop_in : opf::core().loop_out;
    m = {p.loop1Size, p.loop2Size, p.loop1SrcStride, p.loop1DstStride, p.loop2SrcStride, p.loop2DstStride};
}
inline void ResetLoopModePara(DataCopyMVType type)
{
    opf_abi_loop_mode &m = type == DataCopyMVType::OUT_TO_UB ? opf::core().loop_in : opf::core().loop_out;
    m = {};
}

/* ---- Copy (vector unit) ---------------------------------------------------------------------------------
 */
template <class T, bool isSetMask, class M>
inline void OpfCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, M mask, uint32_t repeat,
                    const CopyRepeatParams &p)
{
    using E = PrimT<T>;
    constexpr uint32_t L = 256 / sizeof(E);
    opf::lanes l = opf::lanes_of<L, isSetMask>(mask, repeat, "Copy");
    opf::check_operand<L>(dst, l, p.dstStride, p.dstRepeatSize, "Copy", "dst");
    opf::check_operand<L>(src, l, p.srcStride, p.srcRepeatSize, "Copy", "src");
    using R = opf::moved<E>;
    opf::run_repeat(
        l, [](R v) OPF_LAMBDA { return v; },
        opf::operand<R>{opf::moved_ptr(dst.ptr()), p.dstStride, p.dstRepeatSize},
        opf::operand<R>{opf::moved_ptr(src.ptr()), p.srcStride, p.srcRepeatSize});
}
template <class T, bool isSetMask = true>
inline void Copy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint64_t mask[],
                 const uint32_t repeat, const CopyRepeatParams &p)
{
    OpfCopy<T, isSetMask>(dst, src, mask, repeat, p);
}
template <class T, bool isSetMask = true>
inline void Copy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint64_t mask,
                 const uint32_t repeat, const CopyRepeatParams &p)
{
    OpfCopy<T, isSetMask>(dst, src, mask, repeat, p);
}
template <class T, bool isSetMask = true>
inline void Copy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    opf::check_elements(dst, count, "Copy", "dst");
    opf::check_elements(src, count, "Copy", "src");
    __builtin_memmove(dst.ptr(), src.ptr(), opf::bytes_of<PrimT<T>>(count));
}
} // namespace AscendC
#endif

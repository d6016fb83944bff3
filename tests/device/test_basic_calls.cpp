/* Moves between GM and UB in all their modes, by chance and against bytes moved one by one; atomic stores of every
 * type; fills, gathers and transposes of every type; the small calls of the scalar unit and the system. */
#include "forms.h"
using namespace AscendC;

enum { A = 0, B = 65536, D = 131072 };
static uint32_t chance(uint32_t n) { return static_cast<uint32_t>(opf_test_random() >> 33) % n; }
static void noise(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        static_cast<uint8_t *>(p)[i] = static_cast<uint8_t>(opf_test_random() >> 40);
}
template <class T> static GlobalTensor<T> gm(uint64_t n)
{
    GlobalTensor<T> g;
    T *p = static_cast<T *>(opf_test_gm(n * sizeof(T)));
    noise(p, n * sizeof(T));
    g.SetGlobalBuffer(p, n);
    return g;
}
/* two outer loops, or none */
static LoopModeParams chance_loops(bool in, uint32_t ub_unit, uint32_t gm_unit)
{
    if (chance(2))
        return LoopModeParams{0, 0, 0, 0, 0, 0};
    uint64_t u1 = (1 + chance(3)) * ub_unit, u2 = u1 * 4, g1 = (1 + chance(3)) * gm_unit + chance(5), g2 = g1 * 3 + chance(7);
    return in ? LoopModeParams{1 + chance(3), 1 + chance(3), g1, u1, g2, u2} : LoopModeParams{1 + chance(3), 1 + chance(3), u1, g1, u2, g2};
}
template <class F> static void each_loop(const LoopModeParams &l, F f)
{
    for (uint32_t j = 0; j < (l.loop2Size ? l.loop2Size : 1); j++)
        for (uint32_t i = 0; i < (l.loop1Size ? l.loop1Size : 1); i++)
            f(j * l.loop2SrcStride + i * l.loop1SrcStride, j * l.loop2DstStride + i * l.loop1DstStride);
}
/* blocks, gaps, padding at both ends, both modes, loops: what is undefined is left out of the comparison */
template <class T, PaddingMode MODE> static void pad_in(const char *name)
{
    static uint8_t want[65536];
    static bool known[65536];
    auto d = ub<T>(D, 65536 / sizeof(T));
    GlobalTensor<T> g = gm<T>(65536 / sizeof(T));
    const uint8_t *src = reinterpret_cast<const uint8_t *>(g.GetPhyAddr());
    for (int round = 0; round < 120; round++) {
        bool compact = MODE == PaddingMode::Compact, pad = chance(2);
        uint32_t count = 1 + chance(5), len = (1 + chance(70)) * static_cast<uint32_t>(sizeof(T));
        int64_t sgap = chance(4) == 0 ? -static_cast<int64_t>(len) : static_cast<int64_t>(chance(60));
        uint32_t dgap = compact ? 0 : chance(3);
        uint8_t left = static_cast<uint8_t>(chance(2) ? 0 : chance(32 / sizeof(T) + 1)), right = static_cast<uint8_t>(chance(2) ? 0 : chance(32 / sizeof(T) + 1));
        T value = sizeof(T) == 8 ? T(0) : telling_value<T>();
        noise(d.ptr(), 65536);
        memcpy(want, d.ptr(), 65536);
        memset(known, 1, sizeof known);
        uint32_t slot = (len + (left + right) * static_cast<uint32_t>(sizeof(T)) + 31) / 32 * 32;
        LoopModeParams loops = chance_loops(true, (slot + dgap * 32) * count, 40);
        each_loop(loops, [&](uint64_t from, uint64_t to) {
            uint8_t *o = want + to;
            bool *k = known + to;
            for (uint32_t b = 0; b < count; b++) {
                const uint8_t *s = src + from + b * (static_cast<int64_t>(len) + sgap);
                uint32_t before = compact ? 0 : left * static_cast<uint32_t>(sizeof(T)), all = compact ? len : slot;
                for (uint32_t i = 0; i < all; i++, o++, k++) {
                    if (i >= before && i < before + len)
                        *o = s[i - before], *k = true;
                    else if (pad)
                        *o = reinterpret_cast<uint8_t *>(&value)[i % sizeof(T)], *k = true;
                    else if (left + right == 0)
                        *o = s[i % sizeof(T)], *k = true; /* the block's first element */
                    else
                        *k = false;
                }
                o += compact ? 0 : dgap * 32;
                k += compact ? 0 : dgap * 32;
            }
            if (compact)
                for (uint32_t i = count * len; i % 32; i++, o++, k++)
                    *o = reinterpret_cast<uint8_t *>(&value)[i % sizeof(T)], *k = pad;
        });
        SetLoopModePara(loops, DataCopyMVType::OUT_TO_UB);
        DataCopyPad<T, MODE>(d, g, DataCopyExtParams(static_cast<uint16_t>(count), len, sgap, dgap, 0), DataCopyPadExtParams<T>(pad, left, right, value));
        ResetLoopModePara(DataCopyMVType::OUT_TO_UB);
        const uint8_t *got = reinterpret_cast<const uint8_t *>(d.ptr());
        for (uint32_t i = 0; i < 65536; i++)
            CHECK(!known[i] || got[i] == want[i], "%s round %d: byte %u; %u blocks of %u, gaps %lld %u, padding %d %u %u, loops %u %u", name, round, i, count, len,
                  static_cast<long long>(sgap), dgap, pad, left, right, loops.loop1Size, loops.loop2Size);
    }
}
template <class T, PaddingMode MODE> static void pad_out(const char *name)
{
    static uint8_t want[65536];
    auto s = ub<T>(D, 65536 / sizeof(T));
    GlobalTensor<T> g = gm<T>(65536 / sizeof(T));
    noise(s.ptr(), 65536);
    for (int round = 0; round < 120; round++) {
        bool compact = MODE == PaddingMode::Compact;
        uint32_t count = 1 + chance(5), len = (1 + chance(70)) * static_cast<uint32_t>(sizeof(T)), sgap = compact ? 0 : chance(3), dgap = chance(50);
        memcpy(want, g.GetPhyAddr(), 65536);
        uint32_t slot = compact ? len : (len + 31) / 32 * 32 + sgap * 32;
        LoopModeParams loops = chance_loops(false, (slot * count + 31) / 32 * 32, (len + dgap) * count);
        each_loop(loops, [&](uint64_t from, uint64_t to) {
            for (uint32_t b = 0; b < count; b++)
                memcpy(want + to + b * (len + dgap), reinterpret_cast<const uint8_t *>(s.ptr()) + from + b * slot, len);
        });
        SetLoopModePara(loops, DataCopyMVType::UB_TO_OUT);
        DataCopyPad<T, MODE>(g, s, DataCopyExtParams(static_cast<uint16_t>(count), len, sgap, dgap, 0));
        ResetLoopModePara(DataCopyMVType::UB_TO_OUT);
        CHECK(memcmp(want, g.GetPhyAddr(), 65536) == 0, "%s round %d: %u blocks of %u, gaps %u %u, loops %u %u", name, round, count, len, sgap, dgap, loops.loop1Size, loops.loop2Size);
    }
}
OPF_TEST(padded_moves_in_all_modes)
{
    pad_in<uint8_t, PaddingMode::Normal>("uint8");
    pad_in<half, PaddingMode::Normal>("half");
    pad_in<float, PaddingMode::Normal>("float");
    pad_in<int64_t, PaddingMode::Normal>("int64");
    pad_in<uint8_t, PaddingMode::Compact>("compact uint8");
    pad_in<half, PaddingMode::Compact>("compact half");
    pad_in<int64_t, PaddingMode::Compact>("compact int64");
    pad_out<uint8_t, PaddingMode::Normal>("uint8");
    pad_out<float, PaddingMode::Normal>("float");
    pad_out<half, PaddingMode::Compact>("compact half");
    pad_out<int64_t, PaddingMode::Compact>("compact int64");
}
OPF_TEST(moves_of_blocks)
{
    auto d = ub<half>(D, 32768), e = ub<half>(A, 32768);
    GlobalTensor<half> g = gm<half>(32768);
    static half want[32768], out[32768];
    for (int round = 0; round < 200; round++) {
        DataCopyParams p(static_cast<uint16_t>(1 + chance(4)), static_cast<uint16_t>(1 + chance(6)), static_cast<uint16_t>(chance(4)), static_cast<uint16_t>(chance(4)));
        int way = round % 3; /* GM to UB, UB to GM, UB to UB */
        uint32_t from = (p.blockLen + p.srcGap) * 16u, to = (p.blockLen + p.dstGap) * 16u;
        LoopModeParams loops = way == 2 ? LoopModeParams{0, 0, 0, 0, 0, 0} : chance_loops(way == 0, (way == 0 ? to : from) * 2 * p.blockCount, 64);
        noise(d.ptr(), 65536), noise(e.ptr(), 65536);
        const half *src = way == 0 ? g.GetPhyAddr() : e.ptr();
        half *dst = way == 1 ? const_cast<half *>(g.GetPhyAddr()) : d.ptr();
        memcpy(want, dst, 65536);
        each_loop(loops, [&](uint64_t s, uint64_t t) {
            for (uint32_t b = 0; b < p.blockCount; b++)
                memcpy(reinterpret_cast<char *>(want + b * to) + t, reinterpret_cast<const char *>(src + b * from) + s, p.blockLen * 32u);
        });
        SetLoopModePara(loops, way == 0 ? DataCopyMVType::OUT_TO_UB : DataCopyMVType::UB_TO_OUT);
        if (way == 0)
            DataCopy(d, g, p);
        else if (way == 1)
            DataCopy(g, e, p);
        else
            DataCopy(d, e, p);
        ResetLoopModePara(DataCopyMVType::OUT_TO_UB), ResetLoopModePara(DataCopyMVType::UB_TO_OUT);
        memcpy(out, dst, 65536);
        CHECK(memcmp(out, want, 65536) == 0, "way %d: %u blocks of %u, gaps %u %u, loops %u %u", way, p.blockCount, p.blockLen, p.srcGap, p.dstGap, loops.loop1Size, loops.loop2Size);
    }
}
/* dst[sum of i_k * dst stride] = src[sum of clipped i_k * src stride], or the constant where an index is in the padding */
template <class T, uint8_t DIM, bool NEAREST> static void nddma_case(const char *name)
{
    static constexpr NdDmaConfig C = {NEAREST};
    auto d = ub<T>(D, 65536 / sizeof(T));
    GlobalTensor<T> g = gm<T>(8192);
    std::vector<T> want(65536 / sizeof(T));
    for (int round = 0; round < 40; round++) {
        NdDmaParams<T, DIM> p{};
        uint32_t extent[5];
        uint32_t dense = 1;
        for (int k = 0; k < DIM; k++) {
            p.loopInfo.loopSize[k] = 1 + chance(4);
            p.loopInfo.loopLpSize[k] = static_cast<uint8_t>(chance(2) ? 0 : chance(3));
            p.loopInfo.loopRpSize[k] = static_cast<uint8_t>(chance(2) ? 0 : chance(3));
            p.loopInfo.loopSrcStride[k] = chance(4) == 0 ? 0 : 1 + chance(300);
            extent[k] = p.loopInfo.loopSize[k] + p.loopInfo.loopLpSize[k] + p.loopInfo.loopRpSize[k];
            p.loopInfo.loopDstStride[k] = dense;
            dense *= extent[k] + (chance(4) == 0);
        }
        if (dense * sizeof(T) > 65536)
            continue;
        p.constantValue = telling_value<T>();
        noise(d.ptr(), 65536);
        memcpy(want.data(), d.ptr(), 65536);
        uint32_t total = 1;
        for (int k = 0; k < DIM; k++)
            total *= extent[k];
        for (uint32_t n = 0; n < total; n++) {
            uint64_t s = 0, t = 0;
            uint32_t rest = n;
            bool in = true;
            for (int k = 0; k < DIM; k++) {
                int i = static_cast<int>(rest % extent[k]), size = static_cast<int>(p.loopInfo.loopSize[k]), x = i - p.loopInfo.loopLpSize[k];
                rest /= extent[k];
                in = in && x >= 0 && x < size;
                x = x < 0 ? 0 : x >= size ? size - 1 : x;
                s += static_cast<uint64_t>(x) * p.loopInfo.loopSrcStride[k], t += static_cast<uint64_t>(i) * p.loopInfo.loopDstStride[k];
            }
            want[t] = in || NEAREST ? g.GetPhyAddr()[s] : p.constantValue;
        }
        NdDmaDci();
        DataCopy<T, DIM, C>(d, g, p);
        for (uint32_t i = 0; i < 65536 / sizeof(T); i++)
            CHECK(same(d.ptr()[i], want[i]), "%s, %d dimensions, nearest %d, round %d, element %u", name, DIM, NEAREST, round, i);
    }
}
OPF_TEST(nddma_of_every_rank)
{
    nddma_case<uint8_t, 1, false>("uint8");
    nddma_case<half, 2, false>("half");
    nddma_case<float, 3, true>("float");
    nddma_case<int32_t, 4, false>("int32");
    nddma_case<half, 5, true>("half");
    nddma_case<int64_t, 5, false>("int64");
}
template <class T> static T sum_once(T a, T b)
{
    if constexpr (std::is_integral<T>::value)
        return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
        return rounded<T>(reference::exact(a) + reference::exact(b));
}
template <class T> static void atomics_of(const char *name)
{
    constexpr uint32_t N = 320 / sizeof(T);
    auto s = ub<T>(A, N);
    GlobalTensor<T> g = gm<T>(N);
    T *p = const_cast<T *>(g.GetPhyAddr());
    for (int op = 0; op < 3; op++) {
        T before[N];
        for (uint32_t i = 0; i < N; i++) { /* numbers only: what NaN does is not said */
            T x, y;
            do
                x = telling_value<T>(), y = telling_value<T>();
            while (reference::exact(x) != reference::exact(x) || reference::exact(y) != reference::exact(y) || isinf(reference::exact(x)) || isinf(reference::exact(y)));
            s.ptr()[i] = x, p[i] = y, before[i] = y;
        }
        if (op == 0)
            SetAtomicAdd<T>();
        else if (op == 1)
            SetAtomicMax<T>();
        else
            SetAtomicMin<T>();
        uint32_t n = N - 3;
        DataCopyPad(g, s, DataCopyExtParams(1, n * static_cast<uint32_t>(sizeof(T)), 0, 0, 0));
        DisableDmaAtomic();
        for (uint32_t i = 0; i < N; i++) {
            long double x = reference::exact(s.ptr()[i]), y = reference::exact(before[i]);
            T want = i >= n ? before[i] : op == 0 ? sum_once(before[i], s.ptr()[i]) : (op == 1 ? x > y : x < y) ? s.ptr()[i] : before[i];
            CHECK(alike(p[i], want), "%s, operation %d, element %u: %Lg, expected %Lg", name, op, i, reference::exact(p[i]), reference::exact(want));
        }
        DataCopyPad(g, s, DataCopyExtParams(1, 4 * static_cast<uint32_t>(sizeof(T)), 0, 0, 0));
        CHECK(same(p[0], s.ptr()[0]) && same(p[3], s.ptr()[3]), "%s: a plain store afterwards", name);
    }
}
OPF_TEST(atomic_stores_of_every_type)
{
    atomics_of<int8_t>("int8");
    atomics_of<int16_t>("int16");
    atomics_of<half>("half");
    atomics_of<bfloat16_t>("bfloat16");
    atomics_of<int32_t>("int32");
    atomics_of<float>("float");
    GlobalTensor<int64_t> g = gm<int64_t>(4);
    __gm__ int64_t *p = g.GetPhyAddr(0);
    p[0] = 5;
    CHECK(AtomicAdd(p, int64_t(7)) == 5 && AtomicExch(p, int64_t(3)) == 12 && AtomicMax(p, int64_t(9)) == 3 && AtomicMin(p, int64_t(-2)) == 9 && p[0] == -2, "scalar atomics");
    CHECK(AtomicCas(p, int64_t(4), int64_t(8)) == -2 && AtomicCas(p, int64_t(-2), int64_t(8)) == -2 && p[0] == 8, "AtomicCas");
    __gm__ float *f = reinterpret_cast<__gm__ float *>(p);
    f[0] = 1.5f;
    CHECK(AtomicAdd(f, 2.0f) == 1.5f && AtomicExch(f, 9.0f) == 3.5f && f[0] == 9.0f, "of float");
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 8", AtomicAdd(reinterpret_cast<__gm__ int64_t *>(reinterpret_cast<char *>(p) + 4), int64_t(1)));
    WriteGmByPassDCache(p, int64_t(77));
    CHECK(ReadGmByPassDCache(p) == 77, "past the cache");
}
/* ---- fills and rearrangements ----------------------------------------------------------------------------------------- */
template <class T> static void fills_of(const char *name)
{
    constexpr uint32_t N = 224, E = 256 / sizeof(T), S = 65536 / sizeof(T);
    auto d = ub<T>(D, S), s = ub<T>(A, S), e = ub<T>(B, S);
    s.SetValue(0, telling_value<T>());
    for (uint32_t i = 0; i < S; i++)
        noise(s.ptr() + i, sizeof(T)), noise(e.ptr() + i, sizeof(T));
    T guard = d.ptr()[N] = s.ptr()[7], v = s.ptr()[3];
    Duplicate(d, v, static_cast<int32_t>(N));
    for (uint32_t i = 0; i <= N; i++)
        CHECK(same(d.ptr()[i], i < N ? v : guard), "Duplicate of %s, element %u", name, i);
    Duplicate(d, s, static_cast<int32_t>(N));
    CHECK(same(d.ptr()[0], s.ptr()[0]) && same(d.ptr()[N - 1], s.ptr()[0]) && same(d.ptr()[N], guard), "Duplicate of %s from a tensor", name);
    Interleave(d, d[N], s, e, N);
    for (uint32_t i = 0; i < 2 * N; i++)
        CHECK(same(d.ptr()[i], (i % 2 ? e : s).ptr()[i / 2]), "Interleave of %s, element %u", name, i);
    auto x = ub<T>(D + 32768, 1024), y = ub<T>(D + 49152, 1024);
    DeInterleave(x, y, d, d[N], N);
    CHECK(memcmp(x.ptr(), s.ptr(), N * sizeof(T)) == 0 && memcmp(y.ptr(), e.ptr(), N * sizeof(T)) == 0, "DeInterleave of %s", name);
    DeInterleave(x, y, d, 2 * N);
    CHECK(memcmp(x.ptr(), s.ptr(), N * sizeof(T)) == 0 && memcmp(y.ptr(), e.ptr(), N * sizeof(T)) == 0, "DeInterleave of %s from one tensor", name);
    /* one register each, results over the operands */
    Copy(x, s, E), Copy(y, e, E);
    Interleave(x, y, x, y, static_cast<int32_t>(E));
    for (uint32_t i = 0; i < 2 * E; i++)
        CHECK(same((i < E ? x : y).ptr()[i % E], (i % 2 ? e : s).ptr()[i / 2]), "Interleave of %s in place, element %u", name, i);
    DeInterleave(x, y, x, y, static_cast<int32_t>(E));
    CHECK(memcmp(x.ptr(), s.ptr(), E * sizeof(T)) == 0 && memcmp(y.ptr(), e.ptr(), E * sizeof(T)) == 0, "DeInterleave of %s in place", name);
    Copy(x, s, N);
    CHECK(memcmp(x.ptr(), s.ptr(), N * sizeof(T)) == 0, "Copy of %s", name);
    Brcb(d, s, 3, {2, 17});
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t k = 0; k < 8; k++)
            for (uint32_t i = 0; i < 32 / sizeof(T); i++)
                CHECK(same(d.ptr()[(r * 17 + k * 2) * 32 / sizeof(T) + i], s.ptr()[r * 8 + k]), "Brcb of %s", name);
    /* offsets in bytes behind a base */
    auto off = ub<uint32_t>(B, N);
    for (uint32_t i = 0; i < N; i++)
        off.SetValue(i, (i * 37 % 227) * static_cast<uint32_t>(sizeof(T)));
    Gather(d, s, off, static_cast<uint32_t>(4 * sizeof(T)), N);
    for (uint32_t i = 0; i < N; i++)
        CHECK(same(d.ptr()[i], s.ptr()[4 + i * 37 % 227]), "Gather of %s, element %u", name, i);
    if constexpr (sizeof(T) >= 2) {
        memset(d.ptr(), 0, 4096);
        Scatter(d, s, off, static_cast<uint32_t>(2 * sizeof(T)), N);
        for (uint32_t i = 0; i < N; i++)
            CHECK(same(d.ptr()[2 + i * 37 % 227], s.ptr()[i]), "Scatter of %s, element %u", name, i);
        if constexpr (sizeof(T) <= 4)
            for (form f : repeat_forms<E>()) {
                if (f.repeat > 4)
                    continue;
                uint32_t n = f.repeat * E;
                for (uint32_t i = 0; i < n; i++)
                    off.SetValue(i, (i * 29 % 509) * static_cast<uint32_t>(sizeof(T)));
                std::vector<T> want(d.ptr(), d.ptr() + 8192 / sizeof(T));
                if (f.bits)
                    Gather(d, s, off, 0u, f.mask, f.repeat, 9);
                else
                    Gather(d, s, off, 0u, f.mask[0], f.repeat, 9);
                for (uint32_t r = 0; r < f.repeat; r++)
                    for (uint32_t i = 0; i < E; i++)
                        if (lane_is_on(f, i))
                            want[r * 9 * 32 / sizeof(T) + i] = s.ptr()[(r * E + i) * 29 % 509];
                CHECK(memcmp(want.data(), d.ptr(), 8192) == 0, "Gather of %s by repeats", name);
                /* Duplicate under the same mask, blocks apart */
                want.assign(d.ptr(), d.ptr() + S);
                if (f.bits)
                    Duplicate(d, v, f.mask, f.repeat, f.blk[0], static_cast<uint8_t>(f.rep[0]));
                else
                    Duplicate(d, v, f.mask[0], f.repeat, f.blk[0], static_cast<uint8_t>(f.rep[0]));
                for (uint32_t r = 0; r < f.repeat; r++)
                    for (uint32_t i = 0; i < E; i++)
                        if (lane_is_on(f, i))
                            want[element_at<T>(f, 0, r, i)] = v;
                CHECK(memcmp(want.data(), d.ptr(), 65536) == 0, "Duplicate of %s by repeats", name);
            }
    }
}
OPF_TEST(fills_and_gathers_of_every_type)
{
    fills_of<int8_t>("int8");
    fills_of<uint8_t>("uint8");
    fills_of<int16_t>("int16");
    fills_of<half>("half");
    fills_of<bfloat16_t>("bfloat16");
    fills_of<int32_t>("int32");
    fills_of<float>("float");
    fills_of<int64_t>("int64");
    auto h = ub<half>(D, 512);
    auto i8 = ub<int8_t>(D + 4096, 512);
    CreateVecIndex(h, half(2.0f), 300);
    CreateVecIndex(i8, int8_t(120), 100);
    for (int i = 0; i < 300; i++)
        CHECK(h.GetValue(i) == half(static_cast<float>(i + 2)) && (i >= 100 || i8.GetValue(i) == static_cast<int8_t>(120 + i)), "CreateVecIndex %d", i);
    Duplicate(h, half(-1.0f), 512);
    uint64_t bits[2] = {0xaaaaaaaaaaaaaaaaull, 1};
    CreateVecIndex(h, half(5.0f), bits, 2, 1, 8);
    for (int i = 0; i < 256; i++) {
        bool on = i % 128 < 64 ? i % 2 : i % 128 == 64;
        CHECK(h.GetValue(i) == half(on ? static_cast<float>(i + 5) : -1.0f), "CreateVecIndex under bits, %d", i);
    }
}
template <class T> static void transposes_of(const char *name)
{
    constexpr uint32_t BLK = 32 / sizeof(T);
    auto s = ub<T>(A, 8192), d = ub<T>(D, 8192);
    noise(s.ptr(), 8192 * sizeof(T));
    for (uint8_t repeats : {1, 2, 3})
        for (int high = 0; high < (sizeof(T) == 1 ? 4 : 1); high++) {
            uint64_t dl[16], sl[16];
            for (uint32_t i = 0; i < 16; i++)
                dl[i] = d[i * BLK * 8].GetPhyAddr(), sl[i] = s[i * BLK * 8].GetPhyAddr();
            noise(d.ptr(), 8192 * sizeof(T));
            std::vector<T> want(d.ptr(), d.ptr() + 8192);
            TransDataTo5HDParams p(high & 1, high >> 1, repeats, 2, 1);
            for (uint32_t r = 0; r < repeats; r++) {
                uint32_t step = repeats == 1 ? 1 : r; /* a single one starts a step behind the lists */
                for (uint32_t i = 0; i < 16; i++)
                    for (uint32_t c = 0; c < (sizeof(T) == 1 ? 16 : BLK); c++) {
                        T v = s.ptr()[i * BLK * 8 + step * BLK + (sizeof(T) == 1 && high >> 1 ? 16 : 0) + c];
                        uint32_t row = sizeof(T) == 4 ? 2 * c + i / 8 : c, at = sizeof(T) == 4 ? i % 8 : i + (sizeof(T) == 1 && (high & 1) ? 16 : 0);
                        want[row * BLK * 8 + step * 2 * BLK + at] = v;
                    }
            }
            TransDataTo5HD<T>(dl, sl, p);
            CHECK(memcmp(want.data(), d.ptr(), 8192 * sizeof(T)) == 0, "TransDataTo5HD of %s, %d repeats, halves %d", name, repeats, high);
        }
}
OPF_TEST(transposes_of_every_width)
{
    transposes_of<uint8_t>("uint8");
    transposes_of<half>("half");
    transposes_of<float>("float");
}
template <class T, class U> static void gather_mask_of(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T);
    auto s = ub<T>(A, 8192 / sizeof(T)), d = ub<T>(D, 8192 / sizeof(T));
    auto k = ub<U>(B, 1024 / sizeof(U));
    noise(s.ptr(), 8192), noise(k.ptr(), 1024);
    uint64_t kept = 0;
    for (int counter = 0; counter < 2; counter++)
        for (int pattern = 0; pattern <= 7; pattern++)
            for (uint16_t blk : {1, 2}) {
                uint32_t n = counter ? E - 3 : E;
                GatherMaskParams p(blk, 3, 17, 1);
                if (pattern)
                    GatherMask(d, s, static_cast<uint8_t>(pattern), counter != 0, counter ? n : 0, p, kept);
                else
                    GatherMask(d, s, k, counter != 0, counter ? n : 0, p, kept);
                uint32_t out = 0;
                for (uint32_t r = 0; r < 3; r++)
                    for (uint32_t i = 0; i < n; i++) {
                        const uint8_t *bits = reinterpret_cast<const uint8_t *>(k.ptr()) + r * 32;
                        bool on = pattern == 0 ? bits[i / 8] >> (i % 8) & 1 : pattern == 7 || (pattern < 3 ? static_cast<int>(i % 2) == pattern - 1 : static_cast<int>(i % 4) == pattern - 3);
                        constexpr uint32_t per = 32 / sizeof(T);
                        if (on) {
                            CHECK(same(d.ptr()[out], s.ptr()[r * 17 * per + i / per * blk * per + i % per]), "GatherMask of %s, pattern %d, element %u", name, pattern, out);
                            out++;
                        }
                    }
                CHECK(kept == out && GetGatherMaskRemainCount() == static_cast<int64_t>(out), "GatherMask of %s, pattern %d: %llu kept, expected %u", name, pattern,
                      static_cast<unsigned long long>(kept), out);
            }
}
OPF_TEST(gather_mask_of_every_width)
{
    gather_mask_of<half, uint16_t>("half");
    gather_mask_of<float, uint32_t>("float");
    gather_mask_of<uint8_t, uint8_t>("uint8");
}
/* ---- scalar unit and system --------------------------------------------------------------------------------------------- */
OPF_TEST(system_calls)
{
    opf_core &c = *opf_this_core;
    c.block_idx = 3, c.block_num = 8;
    CHECK(GetBlockIdx() == 3 && GetBlockNum() == 8 && GetVecLen() == 256 && GetDataBlockSizeInBytes() == 32, "system variables");
    TPipe pipe;
    CHECK(GetTPipePtr() == &pipe, "the pipe of the core");
    PipeBarrier<PIPE_ALL>();
    PipeBarrier<PIPE_V>();
    SetFlag<HardEvent::S_V>(2);
    WaitEvent<HardEvent::S_V>(2);
    ICachePreLoad(4);
    SetCtrlSpr<48, 48>(0), SetCtrlSpr<53, 59>(0x55), SetAtomicAdd<float>(), SetMaskCount(), SetVectorMask<float, MaskMode::NORMAL>(1, 2);
    SetLoopModePara({2, 2, 32, 32, 32, 32}, DataCopyMVType::OUT_TO_UB);
    CHECK((GetCtrlSpr<53, 59>()) == 0x55 && (GetCtrlSpr<60, 60>()) == 1, "CTRL fields");
    InitSocState();
    CHECK((GetCtrlSpr<48, 48>()) == 0 && (GetCtrlSpr<53, 59>()) == 0 && (GetCtrlSpr<60, 60>()) == 1 && c.atomic_op == OPF_ATOMIC_NONE && c.mask_count == 0 &&
              c.mask[0] == ~0ull && c.mask[1] == ~0ull && c.loop_in.loop1_size == 0,
          "InitSocState keeps bit 48 only");
    AscendCUtils::SetMask<half>(70);
    CHECK(c.mask[0] == ~0ull && c.mask[1] == 63, "SetMask by length");
    AscendCUtils::SetMask<half>(5, 9);
    CHECK(c.mask[0] == 9 && c.mask[1] == 5 && AscendCUtils::GetC0Count(2) == 16 && AscendCUtils::GetBitSize(4) == 32, "SetMask by words");
    ResetMask();
    auto g = gm<int32_t>(256);
    __gm__ uint8_t *w = reinterpret_cast<__gm__ uint8_t *>(g.GetPhyAddr(0));
    c.sys_workspace = nullptr;
    SetSysWorkspace(w);
    CHECK(GetSysWorkSpacePtr() == w, "the system's workspace");
    InitGlobalMemory(g, 100, 7);
    InitOutput(g[100], 50u, 9);
    Fill(g[150], 10, -3);
    CHECK(g.GetValue(0) == 7 && g.GetValue(99) == 7 && g.GetValue(100) == 9 && g.GetValue(149) == 9 && g.GetValue(150) == -3 && g.GetValue(159) == -3, "filling GM");
    CHECK_FAULT(OPF_FAULT_GM_ACCESS, "outside", Fill(g, 1u << 20, 1));
    DataCacheCleanAndInvalid<int32_t, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(g);
    DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_ALL>(g);
    DataSyncBarrier<MemDsbT::ALL>();
    CHECK(g.GetValue(99) == 7, "caches change nothing");
}
OPF_TEST(scalar_helpers)
{
    CHECK(CeilDivision(7, 3) == 3 && CeilDivision(6, 3) == 2 && DivCeil(1, 8) == 1 && AlignUp(33, 32) == 64 && ConstCeil(9, 4) == 3 && Ceil(10, 4) == 3, "divisions");
    CHECK(ScalarGetCountOfValue<1>(0xf0f) == 8 && ScalarGetCountOfValue<0>(0xf0f) == 56 && ScalarCountLeadingZero(0x10) == 59 && ScalarCountLeadingZero(0) == 64, "bit counts");
    CHECK(ScalarGetSFFValue<1>(0x30) == 4 && ScalarGetSFFValue<0>(0xf) == 4, "first bits");
    CHECK((SupportType<half, float, half>()) && !(SupportType<int8_t, float, half>()), "SupportType");
    CHECK(opf::bits<uint32_t>(NumericLimits<float>::Infinity()) == 0x7f800000u && opf::bits<uint32_t>(NumericLimits<float>::NegativeInfinity()) == 0xff800000u &&
              isnan(NumericLimits<float>::QuietNaN()) && NumericLimits<float>::Lowest() == -3.4028234663852886e38f,
          "limits of float");
    CHECK(opf::bits<uint16_t>(NumericLimits<half>::Infinity()) == 0x7c00 && opf::bits<uint16_t>(NumericLimits<half>::Lowest()) == 0xfbff &&
              opf::bits<uint16_t>(NumericLimits<bfloat16_t>::Max()) == 0x7f7f && opf::bits<uint16_t>(NumericLimits<half>::DeNormMin()) == 1,
          "limits of short floats");
    CHECK(NumericLimits<int32_t>::Max() == 2147483647 && NumericLimits<int8_t>::Lowest() == -128 && NumericLimits<uint16_t>::Max() == 65535, "limits of integers");
    auto t = ub<float>(A, 16);
    NumericLimits<float>::QuietNaN(t, 8);
    CHECK(isnan(t.GetValue(0)) && isnan(t.GetValue(7)), "limits over a tensor");
}

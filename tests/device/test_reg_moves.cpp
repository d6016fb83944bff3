/* Register calls that move: masks, every distribution of loads and stores in use, unaligned streams, gathers, packing,
 * casts by layout. The names of both generations of the interface are called. */
#include "registers.h"
using namespace AscendC;
using namespace AscendC::Reg;

static bool raw_bit(const uint8_t *b, int i) { return b[i / 8] >> (i % 8) & 1; }

template <class T, MaskPattern P, class F> static void pattern(const char *name, F want)
{
    constexpr int N = 256 / static_cast<int>(sizeof(T));
    mask_bytes k = read_mask(CreateMask<T, P>());
    for (int i = 0; i < 256; i++)
        CHECK(k.bit(i) == (i % static_cast<int>(sizeof(T)) == 0 && want(i / static_cast<int>(sizeof(T)), N)), "%s of %zu-byte elements, bit %d", name, sizeof(T), i);
}
template <class T> static void patterns_of()
{
    pattern<T, MaskPattern::ALL>("ALL", [](int, int) { return true; });
    pattern<T, MaskPattern::VL1>("VL1", [](int i, int) { return i < 1; });
    pattern<T, MaskPattern::VL2>("VL2", [](int i, int) { return i < 2; });
    pattern<T, MaskPattern::VL3>("VL3", [](int i, int) { return i < 3; });
    pattern<T, MaskPattern::VL4>("VL4", [](int i, int) { return i < 4; });
    pattern<T, MaskPattern::VL8>("VL8", [](int i, int) { return i < 8; });
    pattern<T, MaskPattern::VL16>("VL16", [](int i, int) { return i < 16; });
    pattern<T, MaskPattern::VL32>("VL32", [](int i, int) { return i < 32; });
    pattern<T, MaskPattern::VL64>("VL64", [](int i, int) { return i < 64; });
    pattern<T, MaskPattern::VL128>("VL128", [](int i, int) { return i < 128; });
    pattern<T, MaskPattern::M3>("M3", [](int i, int) { return i % 3 == 0; });
    pattern<T, MaskPattern::M4>("M4", [](int i, int) { return i % 4 == 0; });
    pattern<T, MaskPattern::H>("H", [](int i, int n) { return i < n / 2; });
    pattern<T, MaskPattern::Q>("Q", [](int i, int n) { return i < n / 4; });
    pattern<T, MaskPattern::ALLF>("ALLF", [](int, int) { return false; });
}
OPF_TEST(masks_by_pattern)
{
    patterns_of<uint8_t>();
    patterns_of<half>();
    patterns_of<float>();
    patterns_of<int64_t>();
}
template <class T> static void interleaved_masks()
{
    constexpr int S = sizeof(T);
    for (int round = 0; round < 8; round++) {
        mask_bytes ka, kb;
        MaskReg a = random_mask<T>(ka), b = random_mask<T>(kb), lo, hi, x, y;
        MaskInterleave<T>(lo, hi, a, b);
        mask_bytes kl = read_mask(lo), kh = read_mask(hi);
        for (int i = 0; i < 512 / S; i++)
            CHECK((i < 256 / S ? kl : kh).on(i % (256 / S), S) == (i % 2 ? kb : ka).on(i / 2, S), "MaskInterleave of %d bytes, element %d", S, i);
        MaskDeInterleave<T>(x, y, lo, hi);
        CHECK(memcmp(read_mask(x).b, ka.b, 32) == 0 && memcmp(read_mask(y).b, kb.b, 32) == 0, "MaskDeInterleave of %d bytes", S);
    }
}
OPF_TEST(operations_of_masks)
{
    interleaved_masks<uint8_t>();
    interleaved_masks<uint16_t>();
    interleaved_masks<uint32_t>();
    alignas(64) uint8_t a[64], b[64], k[64], d[128];
    for (int i = 0; i < 64; i++)
        a[i] = static_cast<uint8_t>(opf_test_random()), b[i] = static_cast<uint8_t>(opf_test_random()), k[i] = static_cast<uint8_t>(opf_test_random());
    MaskReg x, y, m, r;
    LoadAlign(x, a), LoadAlign(y, b), LoadAlign(m, k);
    MaskOr(r, x, y, m), StoreAlign(d, r);
    for (int i = 0; i < 32; i++)
        CHECK(d[i] == ((a[i] | b[i]) & k[i]), "MaskOr byte %d", i);
    MaskMov(r, x, m), StoreAlign(d, r);
    for (int i = 0; i < 32; i++)
        CHECK(d[i] == (a[i] & k[i]), "MaskMov byte %d", i);
    MaskPack<HighLowPart::LOWEST>(r, x), StoreAlign(d, r);
    for (int i = 0; i < 256; i++)
        CHECK(raw_bit(d, i) == (i < 128 && raw_bit(a, 2 * i)), "MaskPack bit %d", i);
    MaskUnPack<HighLowPart::LOWEST>(r, x), StoreAlign(d, r);
    for (int i = 0; i < 256; i++)
        CHECK(raw_bit(d, i) == (i % 2 == 0 && raw_bit(a, i / 2)), "MaskUnPack bit %d", i);
    /* stores that drop every second bit; addresses that move */
    memset(d, 0, sizeof d);
    StoreAlign<uint8_t, MaskDist::DIST_PACK>(d, x);
    for (int i = 0; i < 256; i++)
        CHECK(raw_bit(d, i) == (i < 128 && raw_bit(a, 2 * i)), "mask DIST_PACK bit %d", i);
    uint8_t *p = d;
    StoreAlign<uint8_t, PostLiteral::POST_MODE_UPDATE>(p, x, 32);
    StoreAlign<uint8_t, PostLiteral::POST_MODE_UPDATE>(p, y, 32);
    CHECK(p == d + 64 && memcmp(d, a, 32) == 0 && memcmp(d + 32, b, 32) == 0, "masks stored one behind the other");
    p = d;
    LoadAlign<uint8_t, PostLiteral::POST_MODE_UPDATE>(r, p, 32);
    LoadAlign<uint8_t, PostLiteral::POST_MODE_UPDATE>(r, p, 32);
    CHECK(p == d + 64 && memcmp(read_mask(r).b, b, 32) == 0, "masks loaded one behind the other");
    LoadAlign(r, reinterpret_cast<uint32_t *>(d), CreateAddrReg<uint32_t>(2, 4));
    CHECK(memcmp(read_mask(r).b, b, 32) == 0, "a mask at an offset");
    StoreAlign(reinterpret_cast<uint32_t *>(d), m, CreateAddrReg<uint32_t>(1, 8));
    CHECK(memcmp(d + 32, k, 32) == 0 && memcmp(d, a, 32) == 0, "a mask stored at an offset");
    /* one bit an element, packed */
    uint16_t *w = reinterpret_cast<uint16_t *>(d);
    UnalignRegForStore u;
    StoreUnAlign(w, x, u);
    StoreUnAlignPost(w, u, 0);
    for (int i = 0; i < 128; i++)
        CHECK(raw_bit(d, i) == raw_bit(a, 2 * i), "StoreUnAlign of a mask of 16-bit elements, %d", i);
    CHECK(reinterpret_cast<uint8_t *>(w) == d + 16, "advances by a bit an element");
    uint32_t *v = reinterpret_cast<uint32_t *>(d);
    StoreUnAlign(v, x, u);
    for (int i = 0; i < 64; i++)
        CHECK(raw_bit(d, i) == raw_bit(a, 4 * i), "StoreUnAlign of a mask of 32-bit elements, %d", i);
    /* from the vector mask, and from a register of bits */
    opf_this_core->mask[0] = 0x123456789abcdef1ull;
    opf_this_core->mask[1] = 0xfedcba9876543210ull;
    mask_bytes kw = read_mask(MoveMask<half>()), kd = read_mask(MoveMask<float>());
    for (int i = 0; i < 128; i++)
        CHECK(kw.on(i, 2) == static_cast<bool>(opf_this_core->mask[i / 64] >> (i % 64) & 1), "MoveMask of 16-bit elements, %d", i);
    for (int i = 0; i < 64; i++)
        CHECK(kd.on(i, 4) == static_cast<bool>(opf_this_core->mask[0] >> i & 1), "MoveMask of 32-bit elements, %d", i);
    reg_lanes<uint32_t> bits;
    bits.fill_bits();
    RegTensor<uint32_t> rb;
    LoadAlign(rb, bits.v);
    MaskGenWithRegTensor<uint32_t, 3>(r, rb);
    for (int i = 0; i < 64; i++)
        CHECK(read_mask(r).on(i, 4) == raw_bit(reinterpret_cast<uint8_t *>(bits.v) + 24, i), "MaskGenWithRegTensor element %d", i);
}
/* loads and stores by pointer, offset register and moving pointer, under both names */
template <class T> static void addresses_of()
{
    constexpr int N = reg_lanes<T>::N;
    reg_lanes<T, 4> src, dst;
    src.fill_bits();
    RegTensor<T> r, s;
    mask_bytes k;
    MaskReg all = CreateMask<T>(), m = random_mask<T>(k);
    auto loaded = [&](const char *call, const T *from) {
        reg_lanes<T> out;
        StoreAlign(out.v, r, all);
        for (int i = 0; i < N; i++)
            CHECK(same(out.v[i], from[i]), "%s of %zu bytes, lane %d", call, sizeof(T), i);
    };
    LoadAlign(r, src.v, CreateAddrReg<T>(3, 32 / sizeof(T))), loaded("LoadAlign at an offset", src.v + 96 / sizeof(T));
    LoadAlign(r, src.v, CreateAddrReg<T>(1, N, 2, 32 / sizeof(T))), loaded("two indices", src.v + N + 64 / sizeof(T));
    LoadAlign(r, src.v, CreateAddrReg<T>(1, N, 1, 32 / sizeof(T), 2, 32 / sizeof(T))), loaded("three indices", src.v + N + 96 / sizeof(T));
    LoadAlign(r, src.v, CreateAddrReg<T>(1, N, 1, 32 / sizeof(T), 1, 32 / sizeof(T), 2, 32 / sizeof(T))), loaded("four indices", src.v + N + 128 / sizeof(T));
    DataCopy(r, src.v + N), loaded("DataCopy", src.v + N);
    T *p = src.v;
    LoadAlign<T, PostLiteral::POST_MODE_UPDATE>(r, p, N), loaded("LoadAlign, moving", src.v);
    DataCopy<T, PostLiteral::POST_MODE_UPDATE>(r, p, N), loaded("DataCopy, moving", src.v + N);
    CHECK(p == src.v + 2 * N, "the pointer moved by elements");
    auto stored = [&](const char *call, int at) {
        for (int i = 0; i < 4 * N; i++)
            CHECK(same(dst.v[i], i >= at && i < at + N && k.on(i - at, sizeof(T)) ? src.v[i - at] : T(0)), "%s of %zu bytes, element %d", call, sizeof(T), i);
        memset(dst.v, 0, sizeof dst.v);
    };
    memset(dst.v, 0, sizeof dst.v);
    LoadAlign(r, src.v);
    StoreAlign(dst.v, r, CreateAddrReg<T>(2, 32 / sizeof(T)), m), stored("StoreAlign at an offset", 64 / sizeof(T));
    DataCopy(dst.v + N, r, m), stored("DataCopy", N);
    T *q = dst.v + N;
    StoreAlign<T, PostLiteral::POST_MODE_UPDATE>(q, r, 32 / sizeof(T), m), stored("StoreAlign, moving", N);
    CHECK(q == dst.v + N + 32 / sizeof(T), "the pointer moved by elements");
    DataCopy<T, PostLiteral::POST_MODE_UPDATE>(q, r, N, m), stored("DataCopy, moving", N + 32 / static_cast<int>(sizeof(T)));
    (void)s;
}
OPF_TEST(addresses_of_loads_and_stores)
{
    addresses_of<uint8_t>();
    addresses_of<half>();
    addresses_of<float>();
    addresses_of<int64_t>();
}
template <class T, LoadDist L, StoreDist S> static void two_register_case(const char *name)
{
    constexpr int N = reg_lanes<T>::N;
    reg_lanes<T, 3> src, dst;
    src.fill_bits();
    RegTensor<T> x, y;
    MaskReg all = CreateMask<T>();
    reg_lanes<T> a, b;
    T *p = src.v;
    auto verify = [&](const char *how, const T *from) {
        StoreAlign(a.v, x, all), StoreAlign(b.v, y, all);
        for (int i = 0; i < N; i++)
            CHECK(same(a.v[i], from[2 * i]) && same(b.v[i], from[2 * i + 1]), "%s, %s, pair %d", name, how, i);
    };
    LoadAlign<T, L>(x, y, src.v), verify("plain", src.v);
    LoadAlign<T, L>(x, y, src.v, CreateAddrReg<T>(1, 64 / sizeof(T))), verify("offset", src.v + 64 / sizeof(T));
    LoadAlign<T, PostLiteral::POST_MODE_UPDATE, L>(x, y, p, N), verify("moving", src.v);
    CHECK(p == src.v + N, "%s: the pointer", name);
    DataCopy<T, L>(x, y, src.v), verify("older name", src.v);
    StoreAlign<T, S>(dst.v, x, y, all);
    CHECK(memcmp(dst.v, src.v, 512) == 0, "%s: the store undoes the load", name);
    memset(dst.v, 0, sizeof dst.v);
    StoreAlign<T, S>(dst.v, x, y, CreateAddrReg<T>(1, 32 / sizeof(T)), all);
    CHECK(memcmp(reinterpret_cast<char *>(dst.v) + 32, src.v, 512) == 0, "%s: at an offset", name);
    memset(dst.v, 0, sizeof dst.v);
    DataCopy<T, S>(dst.v, x, y, all);
    CHECK(memcmp(dst.v, src.v, 512) == 0, "%s: older name", name);
}
template <class T, StoreDist S> static void first_element(const char *name)
{
    reg_lanes<T> src;
    alignas(64) T dst[4] = {};
    src.fill_bits();
    RegTensor<T> r;
    LoadAlign(r, src.v);
    MaskReg none = CreateMask<T, MaskPattern::ALLF>();
    StoreAlign<T, S>(dst + 1, r, none); /* the mask does not matter, and any element may be the place */
    CHECK(same(dst[1], src.v[0]) && same(dst[0], T(0)) && same(dst[2], T(0)), "%s", name);
    T *p = dst + 2;
    StoreAlign<T, PostLiteral::POST_MODE_UPDATE, S>(p, r, 1, none);
    CHECK(same(dst[2], src.v[0]) && p == dst + 3, "%s, moving", name);
    DataCopy<T, S>(dst, r, none);
    CHECK(same(dst[0], src.v[0]) && same(dst[3], T(0)), "%s, older name", name);
}
template <class T, StoreDist S> static void masked_store(const char *name)
{
    for (int round = 0; round < 10; round++) {
        reg_lanes<T> src, dst, old;
        src.fill_bits(), old.fill_bits();
        dst = old;
        mask_bytes k;
        MaskReg m = random_mask<T>(k);
        RegTensor<T> r;
        LoadAlign(r, src.v);
        StoreAlign<T, S>(dst.v, r, m);
        for (int i = 0; i < reg_lanes<T>::N; i++)
            CHECK(same(dst.v[i], k.on(i, sizeof(T)) ? src.v[i] : old.v[i]), "%s lane %d", name, i);
    }
}
OPF_TEST(distributions)
{
    two_register_case<uint8_t, LoadDist::DIST_DINTLV_B8, StoreDist::DIST_INTLV_B8>("B8");
    two_register_case<bfloat16_t, LoadDist::DIST_DINTLV_B16, StoreDist::DIST_INTLV_B16>("B16");
    two_register_case<float, LoadDist::DIST_DINTLV_B32, StoreDist::DIST_INTLV_B32>("B32");
    first_element<uint8_t, StoreDist::DIST_FIRST_ELEMENT_B8>("FIRST_ELEMENT_B8");
    first_element<half, StoreDist::DIST_FIRST_ELEMENT_B16>("FIRST_ELEMENT_B16");
    first_element<float, StoreDist::DIST_FIRST_ELEMENT_B32>("FIRST_ELEMENT_B32");
    masked_store<int8_t, StoreDist::DIST_NORM_B8>("NORM_B8");
    masked_store<half, StoreDist::DIST_NORM_B16>("NORM_B16");
    masked_store<float, StoreDist::DIST_NORM_B32>("NORM_B32");
    reg_lanes<uint32_t> v;
    LocalMemBar<MemType::VEC_STORE, MemType::VEC_LOAD>();
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 32", RegTensor<uint32_t> r; LoadAlign(r, v.v + 1));
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 32", RegTensor<uint32_t> r; StoreAlign(v.v + 1, r, CreateMask<uint32_t>()));
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 4", RegTensor<uint32_t> r; LoadAlign<uint32_t, LoadDist::DIST_BRC_B32>(r, reinterpret_cast<uint32_t *>(reinterpret_cast<char *>(v.v) + 2)));
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 32", MaskReg m; LoadAlign(m, v.v + 4));
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 16", MaskReg m = CreateMask<half>(); StoreAlign<uint32_t, MaskDist::DIST_PACK>(v.v + 2, m));
}
template <class T> static void unaligned_of()
{
    constexpr int N = reg_lanes<T>::N;
    reg_lanes<T, 5> src, dst;
    src.fill_bits();
    RegTensor<T> r;
    MaskReg all = CreateMask<T>();
    UnalignRegForLoad ul;
    UnalignRegForStore us;
    reg_lanes<T> out;
    auto loaded = [&](const char *call, const T *from) {
        StoreAlign(out.v, r, all);
        for (int i = 0; i < N; i++)
            CHECK(same(out.v[i], from[i]), "%s of %zu bytes, lane %d", call, sizeof(T), i);
    };
    T *p = src.v + 3;
    LoadUnAlignPre(ul, p);
    LoadUnAlign(r, ul, p), loaded("LoadUnAlign", src.v + 3);
    LoadUnAlign(r, ul, p, static_cast<uint32_t>(N - 1)), loaded("LoadUnAlign, moving", src.v + 3);
    LoadUnAlign(r, ul, p, static_cast<uint32_t>(N)), loaded("LoadUnAlign, moving", src.v + N + 2);
    CHECK(p == src.v + 2 * N + 2, "the pointer");
    AddrReg at = CreateAddrReg<T>(1, static_cast<uint32_t>(N) + 5);
    p = src.v + 1;
    DataCopyUnAlignPre(ul, p, at);
    DataCopyUnAlign(r, ul, p, at, 0), loaded("DataCopyUnAlign at an offset", src.v + N + 6);
    DataCopyUnAlignPre(ul, p);
    DataCopyUnAlign(r, ul, p, 7u), loaded("DataCopyUnAlign", src.v + 1);
    CHECK(p == src.v + 8, "the pointer");
    /* three stores of different lengths side by side, then one at an offset */
    memset(dst.v, 0, sizeof dst.v);
    LoadAlign(r, src.v);
    T *q = dst.v + 5;
    StoreUnAlign(q, r, us, 7u);
    StoreUnAlign(q, r, us, static_cast<uint32_t>(N));
    DataCopyUnAlign(q, r, us, 3u);
    DataCopyUnAlignPost(q, us, 0);
    for (int i = 0; i < 5 * N; i++) {
        int k = i - 5;
        T want = k < 0 ? T(0) : k < 7 ? src.v[k] : k < 7 + N ? src.v[k - 7] : k < 10 + N ? src.v[k - 7 - N] : T(0);
        CHECK(same(dst.v[i], want), "StoreUnAlign of %zu bytes, element %d", sizeof(T), i);
    }
    memset(dst.v, 0, sizeof dst.v);
    q = dst.v + 1;
    StoreUnAlign(q, r, us, at);
    StoreUnAlignPost(q, us, at);
    for (int i = 0; i < 5 * N; i++)
        CHECK(same(dst.v[i], i >= N + 6 && i < 2 * N + 6 ? src.v[i - N - 6] : T(0)), "StoreUnAlign at an offset, %zu bytes, element %d", sizeof(T), i);
    /* what a squeeze keeps goes where the last one ended */
    memset(dst.v, 0, sizeof dst.v);
    ClearSpr<SpecialPurposeReg::AR>();
    int n = 0;
    std::vector<T> want;
    for (int round = 0; round < 4; round++) {
        mask_bytes k;
        MaskReg m = random_mask<T>(k);
        RegTensor<T> s;
        if (round % 2)
            GatherMask<T, Reg::GatherMaskMode::STORE_REG>(s, r, m);
        else
            Squeeze<T, Reg::GatherMaskMode::STORE_REG>(s, r, m);
        StoreAlign(out.v, s, all);
        int kept = 0;
        for (int i = 0; i < N; i++)
            if (k.on(i, sizeof(T))) {
                want.push_back(src.v[i]);
                CHECK(same(out.v[kept], src.v[i]), "Squeeze of %zu bytes, lane %d", sizeof(T), kept);
                kept++;
            }
        for (int i = kept; i < N; i++)
            CHECK(same(out.v[i], T(0)), "Squeeze of %zu bytes, lane %d behind the kept ones", sizeof(T), i);
        StoreUnAlign(dst.v + 2, s, us);
        n += kept;
    }
    StoreUnAlignPost(dst.v + 2, us);
    for (int i = 0; i < n; i++)
        CHECK(same(dst.v[2 + i], want[static_cast<size_t>(i)]), "squeezed stores of %zu bytes, element %d", sizeof(T), i);
    CHECK(GetSpr<SpecialPurposeReg::AR>() == n * static_cast<int>(sizeof(T)), "bytes in AR");
}
OPF_TEST(unaligned_streams_of_every_width)
{
    unaligned_of<uint8_t>();
    unaligned_of<half>();
    unaligned_of<float>();
    unaligned_of<int64_t>();
}
template <class T, class M, class I> static void gather_of(const char *name)
{
    constexpr int N = reg_lanes<T>::N, NI = reg_lanes<I>::N, L = N < NI ? N : NI;
    alignas(512) M table[1024];
    for (M &x : table) {
        uint64_t r = opf_test_random();
        memcpy(&x, &r, sizeof x);
    }
    for (int round = 0; round < 24; round++) {
        reg_lanes<I> index;
        const uint64_t first = opf_test_random() % (1024 - NI);
        for (int i = 0; i < NI; i++) /* anywhere, then neighbours, then neighbours but for one */
            index.v[i] = static_cast<I>(round < 4 ? opf_test_random() % 1024 : first + i);
        if (round >= 12)
            index.v[opf_test_random() % NI] = static_cast<I>(opf_test_random() % 1024);
        RegTensor<T> r;
        RegTensor<I> x;
        LoadAlign(x, index.v);
        mask_bytes k;
        MaskReg m = random_mask<T>(k), all = CreateMask<T>();
        if (round % 4 >= 2)
            m = all;
        reg_lanes<T> out;
        for (int older = 0; older < 2; older++) {
            if (older)
                DataCopyGather(r, table, x, m);
            else
                Gather(r, table, x, m);
            StoreAlign(out.v, r, all);
            for (int i = 0; i < N; i++) {
                T want = T(0);
                if (i < L && (round % 4 >= 2 || k.on(i, sizeof(T))))
                    memcpy(&want, &table[index.v[i]], sizeof(M)); /* bytes are widened with zeros */
                CHECK(same(out.v[i], want), "Gather of %s, lane %d", name, i);
            }
        }
    }
}
template <class T, class I> static void scatter_of(const char *name)
{
    constexpr int STEP = sizeof(T) == 1 ? 2 : 1, L = 256 / static_cast<int>(sizeof(I) > sizeof(T) ? sizeof(I) : sizeof(T));
    constexpr int N = sizeof(T) == 1 ? 128 : sizeof(T) == 8 && sizeof(I) == 4 ? 32 : L;
    alignas(512) T table[2048], want[2048];
    for (int older = 0; older < 2; older++) {
        reg_lanes<T> src;
        reg_lanes<I> index;
        src.fill_bits();
        for (int i = 0; i < reg_lanes<I>::N; i++)
            index.v[i] = static_cast<I>((i * 13 + 5) % 1999);
        memset(table, 0, sizeof table);
        memset(want, 0, sizeof want);
        mask_bytes k;
        MaskReg m = random_mask<I>(k);
        if (sizeof(T) == 8)
            m = random_mask<T>(k);
        RegTensor<T> r;
        RegTensor<I> x;
        LoadAlign(r, src.v), LoadAlign(x, index.v);
        for (int i = 0; i < N; i++)
            if (k.on(i, sizeof(T) == 1 ? 2 : sizeof(T)))
                want[index.v[i]] = src.v[i * STEP];
        if (older)
            DataCopyScatter(table, r, x, m);
        else
            Scatter(table, r, x, m);
        for (int i = 0; i < 2048; i++)
            CHECK(same(table[i], want[i]), "Scatter of %s, element %d", name, i);
    }
}
OPF_TEST(gathers_and_scatters_of_every_type)
{
    gather_of<int16_t, int8_t, uint16_t>("int8 into int16");
    gather_of<uint16_t, uint8_t, uint16_t>("uint8 into uint16");
    gather_of<int16_t, int16_t, uint16_t>("int16");
    gather_of<half, half, uint16_t>("half");
    gather_of<bfloat16_t, bfloat16_t, uint16_t>("bfloat16");
    gather_of<int32_t, int32_t, uint32_t>("int32");
    gather_of<float, float, uint32_t>("float");
    gather_of<int64_t, int64_t, uint32_t>("int64 by 32-bit indices");
    gather_of<uint64_t, uint64_t, uint64_t>("uint64");
    scatter_of<uint8_t, uint16_t>("uint8");
    scatter_of<int16_t, uint16_t>("int16");
    scatter_of<half, uint16_t>("half");
    scatter_of<float, uint32_t>("float");
    scatter_of<int64_t, uint32_t>("int64 by 32-bit indices");
    scatter_of<int64_t, uint64_t>("int64");
    reg_lanes<uint32_t> far;
    for (uint32_t &i : far.v)
        i = 70000;
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "index 70000 of 4-byte elements from byte 64 of UB", RegTensor<float> t; RegTensor<uint32_t> i; LoadAlign(i, far.v);
                Gather(t, ub<float>(64, 64).ptr(), i, CreateMask<float>()));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "index 70000 of 4-byte elements from byte 64 of UB", RegTensor<float> t; RegTensor<uint32_t> i; LoadAlign(i, far.v);
                Duplicate(t, 0.0f); Scatter(ub<float>(64, 64).ptr(), t, i, CreateMask<float, MaskPattern::VL8>()));
    reg_lanes<half> src;
    src.fill_bits();
    alignas(512) uint32_t offsets[64] = {96, 0, 32, 96, 224, 64, 160, 128};
    RegTensor<uint32_t> x;
    RegTensor<half> r;
    reg_lanes<half> out;
    LoadAlign(x, offsets);
    uint32_t n = 6;
    GatherB(r, src.v, x, UpdateMask<uint32_t>(n));
    StoreAlign(out.v, r, CreateMask<half>());
    for (int i = 0; i < 128; i++)
        CHECK(same(out.v[i], i / 16 < 6 ? src.v[offsets[i / 16] / 2 + static_cast<uint32_t>(i) % 16] : half(0)), "GatherB element %d", i);
}
template <class T, class W> static void packing_of(const char *name)
{
    constexpr int N = reg_lanes<W>::N;
    reg_lanes<W> wide, w;
    reg_lanes<T> narrow;
    wide.fill_bits();
    RegTensor<W> x;
    RegTensor<T> r;
    MaskReg all = CreateMask<T>(), allw = CreateMask<W>();
    LoadAlign(x, wide.v);
    Pack<T, W, HighLowPart::LOWEST>(r, x), StoreAlign(narrow.v, r, all);
    for (int i = 0; i < 2 * N; i++)
        CHECK(narrow.v[i] == (i < N ? static_cast<T>(wide.v[i]) : 0), "Pack of %s, low, element %d", name, i);
    Pack<T, W, HighLowPart::HIGHEST>(r, x), StoreAlign(narrow.v, r, all);
    for (int i = 0; i < 2 * N; i++)
        CHECK(narrow.v[i] == (i < N ? 0 : static_cast<T>(wide.v[i - N])), "Pack of %s, high, element %d", name, i);
    narrow.fill_bits();
    using S = std::conditional_t<std::is_signed<W>::value, std::make_signed_t<T>, T>;
    reg_lanes<S> from;
    memcpy(from.v, narrow.v, 256);
    RegTensor<S> s;
    LoadAlign(s, from.v);
    UnPack<W, S, HighLowPart::LOWEST>(x, s), StoreAlign(w.v, x, allw);
    for (int i = 0; i < N; i++)
        CHECK(w.v[i] == static_cast<W>(from.v[i]), "UnPack to %s, low, element %d", name, i);
    UnPack<W, S, HighLowPart::HIGHEST>(x, s), StoreAlign(w.v, x, allw);
    for (int i = 0; i < N; i++)
        CHECK(w.v[i] == static_cast<W>(from.v[N + i]), "UnPack to %s, high, element %d", name, i);
}
template <class T> static void rearrangements_of(const char *name)
{
    constexpr int N = reg_lanes<T>::N;
    reg_lanes<T> a, b, c, d;
    a.fill_bits(), b.fill_bits();
    RegTensor<T> x, y, r, s;
    MaskReg all = CreateMask<T>();
    LoadAlign(x, a.v), LoadAlign(y, b.v);
    Interleave(r, s, x, y), StoreAlign(c.v, r, all), StoreAlign(d.v, s, all);
    for (int i = 0; i < 2 * N; i++)
        CHECK(same((i < N ? c : d).v[i % N], (i % 2 ? b : a).v[i / 2]), "Interleave of %s, element %d", name, i);
    DeInterleave(r, s, x, y), StoreAlign(c.v, r, all), StoreAlign(d.v, s, all);
    for (int i = 0; i < N; i++) {
        const reg_lanes<T> &from = 2 * i < N ? a : b;
        CHECK(same(c.v[i], from.v[2 * i % N]) && same(d.v[i], from.v[2 * i % N + 1]), "DeInterleave of %s, element %d", name, i);
    }
    if constexpr (!std::is_same<T, bfloat16_t>::value) {
        Arange(r, T(3)), StoreAlign(c.v, r, all);
        Arange<T, IndexOrder::DECREASE_ORDER>(s, T(3)), StoreAlign(d.v, s, all);
        for (int i = 0; i < N; i++) {
            T up, down;
            if constexpr (std::is_integral<T>::value)
                up = static_cast<T>(3 + i), down = static_cast<T>(3 + N - 1 - i);
            else
                up = rounded<T>(3 + i), down = rounded<T>(3 + N - 1 - i);
            CHECK(same(c.v[i], up) && same(d.v[i], down), "Arange of %s, element %d", name, i);
        }
    }
    if constexpr (std::is_integral<T>::value && sizeof(T) <= 4) {
        mask_bytes k;
        MaskReg m = random_mask<T>(k);
        Unsqueeze(r, m), StoreAlign(c.v, r, all);
        int n = 0;
        for (int i = 0; i < N; i++) {
            CHECK(c.v[i] == static_cast<T>(n), "Unsqueeze of %s, element %d", name, i);
            n += k.on(i, sizeof(T));
        }
    }
}
OPF_TEST(packing_and_rearrangement_of_every_type)
{
    packing_of<uint8_t, int16_t>("int16");
    packing_of<uint8_t, uint16_t>("uint16");
    packing_of<uint16_t, int32_t>("int32");
    packing_of<uint16_t, uint32_t>("uint32");
    packing_of<uint32_t, int64_t>("int64");
    packing_of<uint32_t, uint64_t>("uint64");
    rearrangements_of<int8_t>("int8");
    rearrangements_of<int16_t>("int16");
    rearrangements_of<half>("half");
    rearrangements_of<bfloat16_t>("bfloat16");
    rearrangements_of<int32_t>("int32");
    rearrangements_of<float>("float");
    rearrangements_of<int64_t>("int64");
}
/* both halves of the range, both kinds, lanes off, counters that go on */
template <HistogramsBinType BIN, HistogramsType TYPE> static void histogram(int first)
{
    reg_lanes<uint8_t> v;
    reg_lanes<uint16_t> h, before;
    for (int round = 0; round < 4; round++) {
        v.fill_bits(), before.fill_bits();
        mask_bytes k;
        MaskReg m = random_mask<uint8_t>(k);
        RegTensor<uint8_t> x;
        RegTensor<uint16_t> r;
        LoadAlign(x, v.v), LoadAlign(r, before.v);
        Histograms<uint8_t, uint16_t, BIN, TYPE>(r, x, m);
        StoreAlign(h.v, r, CreateMask<uint16_t>());
        for (int b = 0; b < 128; b++) {
            int n = 0;
            for (int i = 0; i < 256; i++)
                n += k.on(i, 1) && (TYPE == HistogramsType::FREQUENCY ? v.v[i] == b + first : v.v[i] <= b + first);
            CHECK(h.v[b] == static_cast<uint16_t>(before.v[b] + n), "bin %d from %d", b, first);
        }
    }
}
OPF_TEST(histograms)
{
    histogram<HistogramsBinType::BIN0, HistogramsType::FREQUENCY>(0);
    histogram<HistogramsBinType::BIN1, HistogramsType::FREQUENCY>(128);
    histogram<HistogramsBinType::BIN0, HistogramsType::ACCUMULATE>(0);
    histogram<HistogramsBinType::BIN1, HistogramsType::ACCUMULATE>(128);
}
/* which lane of a wider element a cast reads or writes, with lanes off and dst kept by merging */
template <class To, class From, RegLayout L> static void layout(const char *name)
{
    static constexpr CastTrait T = {L, SatMode::SAT, MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
    constexpr int AT = static_cast<int>(L), NF = reg_lanes<From>::N, NT = reg_lanes<To>::N;
    constexpr bool widens = sizeof(To) > sizeof(From);
    constexpr int RATIO = widens ? NF / NT : NT / NF;
    for (int round = 0; round < 6; round++) {
        reg_lanes<From> a;
        reg_lanes<To> out;
        a.fill();
        mask_bytes k;
        MaskReg m = random_mask<From>(k), all = CreateMask<To>();
        RegTensor<From> x;
        RegTensor<To> r;
        LoadAlign(x, a.v);
        Cast<To, From, T>(r, x, m);
        StoreAlign(out.v, r, all);
        for (int i = 0; i < NT; i++) {
            int from = widens ? i * RATIO + AT : i / RATIO;
            bool here = (widens || i % RATIO == AT) && k.on(from, sizeof(From));
            To want = here ? reference::cast<To>(a.v[from], RoundMode::CAST_RINT, std::is_integral<To>::value) : To(0);
            CHECK(reference::agree(out.v[i], want), "%s, layout %d, lane %d: %Lg, expected %Lg", name, AT, i, reference::exact(out.v[i]), reference::exact(want));
        }
    }
}
OPF_TEST(casts_by_layout)
{
    opf_this_core->ctrl = 1ull << 60 | 1ull << 48;
    layout<float, half, RegLayout::ZERO>("half to float");
    layout<float, half, RegLayout::ONE>("half to float");
    layout<half, float, RegLayout::ZERO>("float to half");
    layout<half, float, RegLayout::ONE>("float to half");
    layout<float, bfloat16_t, RegLayout::ONE>("bfloat16 to float");
    layout<bfloat16_t, float, RegLayout::ONE>("float to bfloat16");
    layout<int32_t, int8_t, RegLayout::ZERO>("int8 to int32");
    layout<int32_t, int8_t, RegLayout::ONE>("int8 to int32");
    layout<int32_t, int8_t, RegLayout::TWO>("int8 to int32");
    layout<int32_t, int8_t, RegLayout::THREE>("int8 to int32");
    layout<uint8_t, int32_t, RegLayout::ZERO>("int32 to uint8");
    layout<uint8_t, int32_t, RegLayout::ONE>("int32 to uint8");
    layout<uint8_t, int32_t, RegLayout::TWO>("int32 to uint8");
    layout<uint8_t, int32_t, RegLayout::THREE>("int32 to uint8");
    layout<half, uint8_t, RegLayout::ZERO>("uint8 to half");
    layout<half, uint8_t, RegLayout::ONE>("uint8 to half");
    layout<int8_t, half, RegLayout::ZERO>("half to int8");
    layout<int8_t, half, RegLayout::ONE>("half to int8");
    layout<int64_t, float, RegLayout::ZERO>("float to int64");
    layout<int64_t, float, RegLayout::ONE>("float to int64");
    layout<int64_t, int32_t, RegLayout::ONE>("int32 to int64");
    layout<int32_t, int64_t, RegLayout::ONE>("int64 to int32");
    layout<float, int64_t, RegLayout::ZERO>("int64 to float");
    layout<int16_t, float, RegLayout::ONE>("float to int16");
    layout<int32_t, half, RegLayout::ONE>("half to int32");
    layout<uint32_t, int16_t, RegLayout::ONE>("int16 to uint32");
}
/* the spelling below the API fills half of a pair of registers: low words in reg[0], high words in reg[1] */
OPF_TEST(fills_of_half_a_pair)
{
    for (int round = 0; round < 6; round++) {
        reg_lanes<int64_t, 2> a, out;
        a.fill_bits();
        mask_bytes k;
        MaskReg m = random_mask<uint32_t>(k), all = CreateMask<uint32_t>();
        RegTensor<int64_t, RegTraitNumTwo> pair;
        LoadAlign(pair, a.v);
        vdup((RegTensor<uint32_t> &)pair.reg[0], 70000u + round, m, MODE_MERGING);
        vdup((RegTensor<uint32_t> &)pair.reg[1], 3u, m, MODE_ZEROING);
        StoreAlign(out.v, pair, all);
        for (int i = 0; i < 64; i++) {
            uint64_t low = k.on(i, 4) ? 70000u + static_cast<uint32_t>(round) : static_cast<uint32_t>(a.v[i]);
            uint64_t want = low | (k.on(i, 4) ? 3ull << 32 : 0);
            CHECK(static_cast<uint64_t>(out.v[i]) == want, "lane %d: %llx, expected %llx", i, static_cast<unsigned long long>(out.v[i]), static_cast<unsigned long long>(want));
        }
    }
}

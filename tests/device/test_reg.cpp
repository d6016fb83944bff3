/* Register layer: masks, distributions of loads and stores, unaligned streams, rearrangement. Each result is compared
 * with a loop over single elements. */
#include "harness.h"
using namespace AscendC;
using namespace AscendC::Reg;

static bool bit(const uint8_t *b, int i) { return (b[i / 8] >> (i % 8) & 1) != 0; }
template <typename T> static void fill(T *p, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t r = opf_test_random();
        memcpy(&p[i], &r, sizeof(T));
    }
}

/* one predicate bit per byte; only the lowest bit of an element's group is set */
template <typename T> static void mask_layout()
{
    constexpr int LANES = 256 / (int)sizeof(T);
    alignas(32) uint8_t b[64];
    for (uint32_t n = 0; n < 300; n += 3) {
        uint32_t left = n;
        MaskReg m = UpdateMask<T>(left);
        CHECK(left == (n > LANES ? n - LANES : 0), "UpdateMask left %u of %u", left, n);
        StoreAlign(b, m);
        for (int i = 0; i < 256; i++) {
            bool want = i % sizeof(T) == 0 && i / sizeof(T) < n;
            CHECK(bit(b, i) == want, "UpdateMask(%u) of %d-byte elements, bit %d", n, (int)sizeof(T), i);
        }
    }
    StoreAlign(b, CreateMask<T, MaskPattern::M3>());
    for (int i = 0; i < LANES; i++)
        CHECK(bit(b, i * sizeof(T)) == (i % 3 == 0), "pattern M3, lane %d", i);
    StoreAlign(b, CreateMask<T, MaskPattern::H>());
    for (int i = 0; i < LANES; i++)
        CHECK(bit(b, i * sizeof(T)) == (i < LANES / 2), "pattern H, lane %d", i);
    StoreAlign(b, CreateMask<T, MaskPattern::ALLF>());
    for (int i = 0; i < 32; i++)
        CHECK(b[i] == 0, "pattern ALLF, byte %d", i);
}
OPF_TEST(masks_have_one_bit_per_byte)
{
    mask_layout<uint8_t>();
    mask_layout<half>();
    mask_layout<float>();
    mask_layout<int64_t>();
}

OPF_TEST(mask_operations_work_on_bits)
{
    alignas(32) uint8_t a[64], b[64], k[64], d[64], e[64];
    for (int round = 0; round < 50; round++) {
        fill(a, 64);
        fill(b, 64);
        fill(k, 64);
        MaskReg x, y, m, r, s;
        LoadAlign(x, a);
        LoadAlign(y, b);
        LoadAlign(m, k);
        MaskAnd(r, x, y, m), StoreAlign(d, r);
        for (int i = 0; i < 32; i++)
            CHECK(d[i] == (a[i] & b[i] & k[i]), "MaskAnd byte %d", i);
        MaskXor(r, x, y, m), StoreAlign(d, r);
        for (int i = 0; i < 32; i++)
            CHECK(d[i] == ((a[i] ^ b[i]) & k[i]), "MaskXor byte %d", i);
        MaskNot(r, x, m), StoreAlign(d, r);
        for (int i = 0; i < 32; i++)
            CHECK(d[i] == (uint8_t)(~a[i] & k[i]), "MaskNot byte %d", i);
        MaskSel(r, x, y, m), StoreAlign(d, r);
        for (int i = 0; i < 32; i++)
            CHECK(d[i] == (uint8_t)((a[i] & k[i]) | (b[i] & ~k[i])), "MaskSel byte %d", i);
        MaskPack<HighLowPart::HIGHEST>(r, x), StoreAlign(d, r);
        for (int i = 0; i < 256; i++)
            CHECK(bit(d, i) == (i >= 128 && bit(a, 2 * (i - 128))), "MaskPack bit %d", i);
        MaskUnPack<HighLowPart::HIGHEST>(r, x), StoreAlign(d, r);
        for (int i = 0; i < 256; i++)
            CHECK(bit(d, i) == (i % 2 == 0 && bit(a, 128 + i / 2)), "MaskUnPack bit %d", i);
        MaskInterleave<uint16_t>(r, s, x, y), StoreAlign(d, r), StoreAlign(e, s);
        for (int i = 0; i < 512; i++) {
            int group = i / 2, from = group / 2 * 2 + i % 2;
            CHECK(bit(i < 256 ? d : e, i % 256) == bit(group % 2 ? b : a, from), "MaskInterleave bit %d", i);
        }
        MaskDeInterleave<uint16_t>(r, s, r, s), StoreAlign(d, r), StoreAlign(e, s);
        CHECK(memcmp(d, a, 32) == 0 && memcmp(e, b, 32) == 0, "MaskDeInterleave undoes MaskInterleave");
        LoadAlign<uint8_t, MaskDist::DIST_US>(r, a), StoreAlign(d, r);
        for (int i = 0; i < 256; i++)
            CHECK(bit(d, i) == bit(a, i / 2), "mask DIST_US bit %d", i);
        LoadAlign<uint8_t, MaskDist::DIST_DS>(r, a), StoreAlign(d, r);
        for (int i = 0; i < 256; i++)
            CHECK(bit(d, i) == bit(a, 2 * i), "mask DIST_DS bit %d", i);
    }
}

template <LoadDist D, typename T, typename F> static void load_case(const char *name, F want)
{
    alignas(512) T src[512], got[256 / sizeof(T)];
    fill(src, 512);
    RegTensor<T> r;
    MaskReg m = CreateMask<T>();
    LoadAlign<T, D>(r, src);
    StoreAlign(got, r, m);
    for (int i = 0; i < 256 / (int)sizeof(T); i++)
        CHECK(got[i] == (T)want(src, i), "%s element %d", name, i);
}
#define LOAD_CASE(DIST, T, EXPRESSION)                                                                        \
    load_case<LoadDist::DIST, T>(#DIST, [](const T *s, int i) -> T { return EXPRESSION; })
OPF_TEST(load_distributions)
{
    LOAD_CASE(DIST_NORM, uint32_t, s[i]);
    LOAD_CASE(DIST_BRC_B8, uint8_t, s[i * 0]);
    LOAD_CASE(DIST_BRC_B16, uint16_t, s[i * 0]);
    LOAD_CASE(DIST_BRC_B32, uint32_t, s[i * 0]);
    LOAD_CASE(DIST_US_B8, uint8_t, s[i / 2]);
    LOAD_CASE(DIST_US_B16, uint16_t, s[i / 2]);
    LOAD_CASE(DIST_DS_B8, uint8_t, s[i * 2]);
    LOAD_CASE(DIST_DS_B16, uint16_t, s[i * 2]);
    LOAD_CASE(DIST_UNPACK_B8, uint8_t, i % 2 ? 0 : s[i / 2]);
    LOAD_CASE(DIST_UNPACK_B16, uint16_t, i % 2 ? 0 : s[i / 2]);
    LOAD_CASE(DIST_UNPACK_B32, uint32_t, i % 2 ? 0 : s[i / 2]);
    LOAD_CASE(DIST_UNPACK4_B8, uint8_t, i % 4 ? 0 : s[i / 4]);
    LOAD_CASE(DIST_BLK, uint16_t, s[i % 16]);
    LOAD_CASE(DIST_E2B_B16, uint16_t, s[i / 16]);
    LOAD_CASE(DIST_E2B_B32, uint32_t, s[i / 8]);
    alignas(512) uint16_t src[256], a[128], b[128];
    fill(src, 256);
    RegTensor<uint16_t> x, y;
    MaskReg m = CreateMask<uint16_t>();
    LoadAlign<uint16_t, LoadDist::DIST_DINTLV_B16>(x, y, src);
    StoreAlign(a, x, m);
    StoreAlign(b, y, m);
    for (int i = 0; i < 128; i++)
        CHECK(a[i] == src[2 * i] && b[i] == src[2 * i + 1], "DIST_DINTLV_B16 pair %d", i);
    alignas(512) uint16_t out[256];
    StoreAlign<uint16_t, StoreDist::DIST_INTLV_B16>(out, x, y, m);
    CHECK(memcmp(out, src, sizeof(src)) == 0, "DIST_INTLV_B16 undoes DIST_DINTLV_B16");
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "multiple of 32", LoadAlign(x, src + 1));
}

/* lanes off keep memory; packed forms keep the low part of each lane */
template <StoreDist D, typename T, typename N> static void store_case(const char *name)
{
    constexpr int LANES = 256 / (int)sizeof(T);
    alignas(512) T src[LANES];
    alignas(512) N got[LANES], old[LANES];
    alignas(32) uint8_t bits[32];
    for (int round = 0; round < 20; round++) {
        fill(src, LANES);
        fill(old, LANES);
        fill(bits, 32);
        memcpy(got, old, sizeof(got));
        RegTensor<T> r;
        MaskReg m;
        LoadAlign(m, bits);
        LoadAlign(r, src);
        StoreAlign<T, D>((T *)got, r, m);
        for (int i = 0; i < LANES; i++)
            CHECK(got[i] == (bit(bits, i * sizeof(T)) ? (N)src[i] : old[i]), "%s lane %d", name, i);
    }
}
OPF_TEST(store_distributions_honour_the_mask)
{
    store_case<StoreDist::DIST_NORM, uint8_t, uint8_t>("NORM b8");
    store_case<StoreDist::DIST_NORM, uint16_t, uint16_t>("NORM b16");
    store_case<StoreDist::DIST_NORM_B32, uint32_t, uint32_t>("NORM_B32");
    store_case<StoreDist::DIST_NORM, uint64_t, uint64_t>("NORM b64");
    store_case<StoreDist::DIST_PACK_B16, uint16_t, uint8_t>("PACK_B16");
    store_case<StoreDist::DIST_PACK_B32, uint32_t, uint16_t>("PACK_B32");
    store_case<StoreDist::DIST_PACK_B64, uint64_t, uint32_t>("PACK_B64");
    store_case<StoreDist::DIST_PACK4_B32, uint32_t, uint8_t>("PACK4_B32");
}

OPF_TEST(blocks_gather_and_scatter)
{
    alignas(512) uint16_t src[1024], got[1024];
    fill(src, 1024);
    RegTensor<uint16_t> r;
    uint32_t n = 100;
    MaskReg m = UpdateMask<uint16_t>(n), all = CreateMask<uint16_t>();
    LoadAlign<uint16_t, DataCopyMode::DATA_BLOCK_COPY>(r, src, 3u, m);
    StoreAlign(got, r, all);
    for (int i = 0; i < 128; i++) /* a block comes whole when any of its lanes is on */
        CHECK(got[i] == (i / 16 < 7 ? src[i / 16 * 48 + i % 16] : 0), "strided load, element %d", i);
    memset(got, 0, sizeof(got));
    uint16_t *p = got;
    StoreAlign<uint16_t, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(p, r, 2u, 4u, m);
    CHECK(p == got + 64, "block store advances by the repeat stride");
    for (int i = 0; i < 100; i++)
        CHECK(got[i / 16 * 32 + i % 16] == src[i / 16 * 48 + i % 16], "strided store, element %d", i);

    alignas(512) uint32_t table[300], index[64], out[300];
    fill(table, 300);
    for (int i = 0; i < 64; i++)
        index[i] = (uint32_t)((i * 37) % 300);
    RegTensor<uint32_t> x, d;
    n = 50;
    MaskReg m32 = UpdateMask<uint32_t>(n), all32 = CreateMask<uint32_t>();
    LoadAlign(x, index);
    Gather(d, table, x, m32);
    StoreAlign(out, d, all32);
    for (int i = 0; i < 64; i++)
        CHECK(out[i] == (i < 50 ? table[index[i]] : 0), "Gather lane %d", i);
    memset(out, 0, sizeof(out));
    Scatter(out, d, x, m32);
    for (int i = 0; i < 50; i++)
        CHECK(out[index[i]] == table[index[i]], "Scatter lane %d", i);
    alignas(512) int8_t bytes[256];
    alignas(512) uint16_t at[128];
    fill(bytes, 256);
    for (int i = 0; i < 128; i++)
        at[i] = (uint16_t)(255 - i);
    RegTensor<uint16_t> ix;
    RegTensor<int16_t> wide;
    LoadAlign(ix, at);
    DataCopyGather(wide, bytes, ix, all);
    StoreAlign((int16_t *)got, wide, all);
    for (int i = 0; i < 128; i++) /* the sign is not extended */
        CHECK(got[i] == (uint8_t)bytes[255 - i], "Gather of bytes, lane %d", i);
}

OPF_TEST(unaligned_streams_and_squeeze)
{
    alignas(32) float src[300], dst[300];
    for (int i = 0; i < 300; i++)
        src[i] = (float)i - 100, dst[i] = -1;
    UnalignRegForLoad ul;
    UnalignRegForStore us;
    float *s = src + 3, *d = dst + 5;
    LoadUnAlignPre(ul, s);
    RegTensor<float> r;
    for (int i = 0; i < 3; i++) {
        LoadUnAlign(r, ul, s, 50u);
        StoreUnAlign(d, r, us, 50u);
    }
    StoreUnAlignPost(d, us, 0);
    for (int i = 0; i < 300; i++)
        CHECK(dst[i] == (i >= 5 && i < 155 ? src[i - 2] : -1.0f), "unaligned copy, element %d", i);

    MaskReg all = CreateMask<float>(), positive;
    int want = 0;
    float *out = dst + 7;
    ClearSpr<SpecialPurposeReg::AR>();
    for (int i = 0; i < 4; i++) {
        LoadAlign(r, src + i * 64);
        Compares<float, CMPMODE::GT>(positive, r, 0.0f, all);
        Squeeze<float, Reg::GatherMaskMode::STORE_REG>(r, r, positive);
        StoreUnAlign(out, r, us);
    }
    StoreUnAlignPost(out, us);
    for (int i = 0; i < 256; i++)
        if (src[i] > 0) {
            CHECK(out[want] == src[i], "squeezed element %d", want);
            want++;
        }
    CHECK(GetSpr<SpecialPurposeReg::AR>() == want * 4, "SPR AR counts the bytes stored");
}

OPF_TEST(pack_interleave_arange_histograms)
{
    alignas(512) int32_t x[64], y[64], o[64];
    fill(x, 64);
    fill(y, 64);
    RegTensor<int32_t> a, b, c, d;
    RegTensor<uint16_t> h;
    MaskReg m = CreateMask<int32_t>(), m16 = CreateMask<uint16_t>();
    LoadAlign(a, x);
    LoadAlign(b, y);
    Interleave(c, d, a, b);
    StoreAlign(o, d, m);
    for (int i = 0; i < 64; i++)
        CHECK(o[i] == (i % 2 ? y : x)[32 + i / 2], "Interleave upper element %d", i);
    DeInterleave(c, d, c, d);
    StoreAlign(o, d, m);
    CHECK(memcmp(o, y, sizeof(o)) == 0, "DeInterleave undoes Interleave in place");
    alignas(512) uint16_t w[128];
    Pack<uint16_t, int32_t, HighLowPart::HIGHEST>(h, a);
    StoreAlign(w, h, m16);
    for (int i = 0; i < 128; i++)
        CHECK(w[i] == (i < 64 ? 0 : (uint16_t)x[i - 64]), "Pack element %d", i);
    UnPack<int32_t, int16_t, HighLowPart::HIGHEST>(c, (RegTensor<int16_t> &)h);
    StoreAlign(o, c, m);
    for (int i = 0; i < 64; i++)
        CHECK(o[i] == (int16_t)x[i], "UnPack keeps the sign, element %d", i);
    RegTensor<int16_t> s;
    Arange(s, (int16_t)32700);
    StoreAlign((int16_t *)w, s, m16);
    for (int i = 0; i < 128; i++)
        CHECK((int16_t)w[i] == (int16_t)(32700 + i), "Arange wraps, element %d", i);
    Arange<int32_t, IndexOrder::DECREASE_ORDER>(a, 5);
    StoreAlign(o, a, m);
    for (int i = 0; i < 64; i++)
        CHECK(o[i] == 5 + 63 - i, "Arange downwards, element %d", i);
    alignas(512) uint8_t v[256];
    fill(v, 256);
    RegTensor<uint8_t> bytes;
    LoadAlign(bytes, v);
    uint32_t n = 200;
    MaskReg mb = UpdateMask<uint8_t>(n);
    Duplicate(h, (uint16_t)9);
    Histograms<uint8_t, uint16_t, HistogramsBinType::BIN1, HistogramsType::FREQUENCY>(h, bytes, mb);
    StoreAlign(w, h, m16);
    for (int k = 0; k < 128; k++) {
        int count = 9;
        for (int i = 0; i < 200; i++)
            count += v[i] == k + 128;
        CHECK(w[k] == count, "Histograms bin %d", k);
    }
    Duplicate(h, (uint16_t)0);
    Histograms<uint8_t, uint16_t, HistogramsBinType::BIN1, HistogramsType::ACCUMULATE>(h, bytes, mb);
    StoreAlign(w, h, m16);
    for (int k = 0; k < 128; k++) {
        int count = 0;
        for (int i = 0; i < 200; i++)
            count += v[i] <= k + 128;
        CHECK(w[k] == count, "cumulative Histograms bin %d", k);
    }
    RegTensor<uint32_t> table, at, got;
    alignas(512) uint32_t ix[64], gv[64];
    for (int i = 0; i < 64; i++)
        ix[i] = (uint32_t)(i * 3 + 64 * (i % 3));
    LoadAlign(at, ix);
    Arange(table, 100u);
    Gather(got, table, at);
    StoreAlign(gv, got, m);
    for (int i = 0; i < 64; i++)
        CHECK(gv[i] == 100 + ix[i] % 64, "register Gather takes the index modulo the lanes, element %d", i);
}

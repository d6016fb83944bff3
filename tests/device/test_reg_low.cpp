/* Casts from and to the 8- and 4-bit formats, against the formats' definitions. */
#include "harness.h"
using namespace AscendC;
using namespace AscendC::Reg;
using namespace opf::low;

template <typename F> static void round_trip(const char *name)
{
    for (int c = 0; c < F::sign * 2; c++) {
        float f = decode<F>((uint8_t)c);
        if (f != f || fabsf(f) == INFINITY)
            continue;
        uint8_t back = encode<F, RoundMode::CAST_RINT>(f, false, false);
        CHECK(back == c, "%s %02x is %g, which is %02x", name, c, (double)f, back);
    }
}
OPF_TEST(every_code_survives)
{
    round_trip<e4m3>("e4m3fn");
    round_trip<e5m2>("e5m2");
    round_trip<e2m1>("e2m1");
    round_trip<e1m2>("e1m2");
    for (int c = 0; c < 256; c++) {
        float f = decode_hif8((uint8_t)c);
        if (f == f && fabsf(f) != INFINITY) {
            uint8_t back = encode_hif8<RoundMode::CAST_ROUND>(f, false, false);
            CHECK(back == c, "hifloat8 %02x is %g, which is %02x", c, (double)f, back);
        }
    }
    CHECK(decode<e4m3>(0x7e) == 448.0f && decode<e5m2>(0x7b) == 57344.0f && decode<e2m1>(7) == 6.0f &&
              decode<e1m2>(7) == 1.75f && decode<e4m3>(1) == ldexpf(1.0f, -9) && decode_hif8(0x6e) == 32768.0f,
          "largest and smallest values");
}
OPF_TEST(nearest_value_is_chosen)
{
    for (int k = 0; k < 3000; k++) {
        float x = opf_test_float(-500, 500) * (k % 3 == 0 ? 1.0f : k % 3 == 1 ? 1e-2f : 60.0f);
        float near8 = 1e30f, near5 = 1e30f, hif = 1e30f;
        for (int c = 0; c < 256; c++) {
            float f = decode<e4m3>((uint8_t)c), g = decode<e5m2>((uint8_t)c), h = decode_hif8((uint8_t)c);
            near8 = fabsf(f - x) < near8 ? fabsf(f - x) : near8;
            near5 = fabsf(g - x) < near5 ? fabsf(g - x) : near5;
            hif = fabsf(h - x) < hif ? fabsf(h - x) : hif;
        }
        float a = decode<e4m3>(encode<e4m3, RoundMode::CAST_RINT>(x, true, false));
        float b = decode<e5m2>(encode<e5m2, RoundMode::CAST_RINT>(x, true, false));
        float h = decode_hif8(encode_hif8<RoundMode::CAST_ROUND>(x, true, false));
        CHECK(fabsf(a - x) <= near8, "e4m3fn of %g is %g", (double)x, (double)a);
        CHECK(fabsf(b - x) <= near5, "e5m2 of %g is %g", (double)x, (double)b);
        CHECK(fabsf(h - x) <= hif, "hifloat8 of %g is %g", (double)x, (double)h);
    }
}
OPF_TEST(overflow_and_nan)
{
    constexpr RoundMode M = RoundMode::CAST_RINT;
    CHECK((encode<e4m3, M>(464.0f, false, false)) == 0x7e, "464 is half way: to the even 448");
    CHECK((encode<e4m3, M>(465.0f, false, false)) == 0x7f && (encode<e4m3, M>(-1e9f, true, false)) == 0xfe, "e4m3fn");
    CHECK((encode<e5m2, M>(-1e6f, false, false)) == 0xfc && (encode<e5m2, M>(INFINITY, true, false)) == 0x7b, "e5m2");
    CHECK((encode<e4m3, M>(NAN, true, false)) == 0 && (encode<e4m3, M>(NAN, true, true)) == 0x7f, "CTRL[50] keeps NaN");
    CHECK((encode<e2m1, M>(INFINITY, false, false)) == 7 && (encode<e2m1, M>(NAN, false, false)) == 0, "fp4");
    CHECK(encode_e8m0(opf::to_bf16(INFINITY)) == 0xfe && encode_e8m0(opf::to_bf16(NAN)) == 0xff &&
              encode_e8m0(opf::to_bf16(1.0f)) == 127, "e8m0");
}

static constexpr CastTrait UP = {RegLayout::TWO, SatMode::UNKNOWN, MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
static constexpr CastTrait DOWN = {RegLayout::TWO, SatMode::SAT, MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
OPF_TEST(register_casts_use_the_layout)
{
    alignas(512) float x[64], y[64];
    alignas(512) uint8_t raw[256];
    for (int i = 0; i < 64; i++)
        x[i] = (float)(i - 32) * (i % 2 ? 0.5f : 2.0f);
    RegTensor<float> r, q;
    RegTensor<fp8_e4m3fn_t> f;
    MaskReg m = CreateMask<float>(), m8 = CreateMask<uint8_t>();
    LoadAlign(r, x);
    Cast<fp8_e4m3fn_t, float, DOWN>(f, r, m);
    StoreAlign((fp8_e4m3fn_t *)raw, f, m8);
    for (int i = 0; i < 256; i++)
        CHECK(raw[i] == (i % 4 == 2 ? encode<e4m3, RoundMode::CAST_RINT>(x[i / 4], true, false) : 0), "byte %d", i);
    Cast<float, fp8_e4m3fn_t, UP>(q, f, m8);
    StoreAlign(y, q, m);
    for (int i = 0; i < 64; i++)
        CHECK(y[i] == decode<e4m3>(raw[4 * i + 2]), "element %d", i);

    alignas(512) bfloat16_t b[128], c[128];
    for (int i = 0; i < 128; i++)
        b[i] = opf::to_bf16(decode<e2m1>((uint8_t)(i * 5 % 16)));
    RegTensor<bfloat16_t> rb, rc;
    RegTensor<fp4x2_e2m1_t> p;
    MaskReg m16 = CreateMask<bfloat16_t>();
    LoadAlign(rb, b);
    Cast<fp4x2_e2m1_t, bfloat16_t, DOWN>(p, rb, m16);
    StoreAlign((fp4x2_e2m1_t *)raw, p, m8);
    for (int i = 0; i < 64; i++)
        CHECK(raw[4 * i + 2] == ((2 * i * 5 % 16) | ((2 * i + 1) * 5 % 16) << 4), "pair %d", i);
    Cast<bfloat16_t, fp4x2_e2m1_t, UP>(rc, p, m8);
    StoreAlign(c, rc, m16);
    for (int i = 0; i < 128; i++)
        CHECK(opf::widen(b[i]) == opf::widen(c[i]), "fp4 element %d", i);

    alignas(512) half h[128], o[128];
    for (int i = 0; i < 128; i++)
        h[i] = (half)(float)(i % 24 - 12);
    RegTensor<half> rh, ro;
    RegTensor<int4x2_t> i4;
    LoadAlign(rh, h);
    Cast<int4x2_t, half, DOWN>(i4, rh, m16);
    Cast<half, int4x2_t, UP>(ro, i4, m8);
    StoreAlign(o, ro, m16);
    for (int i = 0; i < 128; i++) {
        int want = i % 24 - 12;
        want = want < -8 ? -8 : want > 7 ? 7 : want;
        CHECK(o[i] == (half)(float)want, "int4 element %d", i);
    }
}

/* no such conversion: kernels may hold the call in a branch that never runs, a launch that comes there ends */
OPF_TEST(pairs_of_four_bits_need_sixteen)
{
    RegTensor<float> r, q;
    RegTensor<fp4x2_e2m1_t> p;
    MaskReg m = CreateMask<float>(), m8 = CreateMask<uint8_t>();
    Duplicate(r, 1.0f);
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "src has 4 bytes", Cast<fp4x2_e2m1_t, float, DOWN>(p, r, m));
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "dst has 4 bytes", Cast<float, fp4x2_e2m1_t, UP>(q, p, m8));
}

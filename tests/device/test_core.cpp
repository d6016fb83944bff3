/* Element types and conversions, over all 16-bit patterns, against integer references. */
#include "reference.h"
using namespace opf;
using reference::round_units;

static uint16_t ref_half(long double v, RM m) { return reference::half_bits(v, m); }
static uint16_t ref_bf16(long double v, RM m) { return reference::bf16_bits(v, m); }

template <RM M> static void float_modes(float f)
{
    uint16_t h = bits<uint16_t>(float_to_half<M>(f)), b = bits<uint16_t>(float_to_bf16<M>(f));
    if (f != f) {
        CHECK((h & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7f80, "NaN gave %04x, %04x", h, b);
        return;
    }
    CHECK(h == ref_half(f, plain_mode(M)), "half(%a) in mode %d: %04x, expected %04x", f, static_cast<int>(M), h, ref_half(f, plain_mode(M)));
    CHECK(b == ref_bf16(f, plain_mode(M)), "bf16(%a) in mode %d: %04x, expected %04x", f, static_cast<int>(M), b, ref_bf16(f, plain_mode(M)));
}
static void all_modes(float f)
{
    float_modes<RM::CAST_RINT>(f);
    float_modes<RM::CAST_NONE>(f);
    float_modes<RM::CAST_FLOOR>(f);
    float_modes<RM::CAST_CEIL>(f);
    float_modes<RM::CAST_ROUND>(f);
    float_modes<RM::CAST_TRUNC>(f);
    float_modes<RM::CAST_ODD>(f);
}

OPF_TEST(every_half_and_bfloat16_widens_exactly)
{
    for (uint32_t i = 0; i < 65536; i++) {
        half h = bits<half>(static_cast<uint16_t>(i));
        bfloat16_t b = bits<bfloat16_t>(static_cast<uint16_t>(i));
        float fh = widen(h), fb = widen(b);
        int e = static_cast<int>(i >> 10 & 31);
        long double m = i & 1023, v = e == 0 ? ldexpl(m, -24) : ldexpl(m + 1024, e - 25);
        if (e < 31)
            CHECK(fh == static_cast<float>(i & 0x8000 ? -v : v) && (signbit(fh) != 0) == (i >> 15 != 0), "half %04x", i);
        else
            CHECK(m == 0 ? isinf(fh) : isnan(fh), "half %04x", i);
        CHECK(bits<uint32_t>(fb) == i << 16, "bfloat16 %04x", i);
        /* and back */
        if (fh == fh)
            CHECK(bits<uint16_t>(float_to_half<RM::CAST_RINT>(fh)) == i, "half %04x does not come back", i);
        if (fb == fb) {
            CHECK(bits<uint16_t>(to_bf16(fb)) == i, "bfloat16 %04x does not come back", i);
            CHECK(bits<uint16_t>(static_cast<bfloat16_t>(fb)) == i, "bfloat16 %04x: cast of the language", i);
        }
    }
}
OPF_TEST(floats_near_every_half_and_bfloat16_round_as_documented)
{
    for (uint32_t i = 0; i < 65536; i++) {
        float h = widen(bits<half>(static_cast<uint16_t>(i))), b = widen(bits<bfloat16_t>(static_cast<uint16_t>(i)));
        float next = widen(bits<half>(static_cast<uint16_t>(i + 1)));
        all_modes(h);
        all_modes(b);
        if (isfinite(h) && isfinite(next)) {
            float mid = h + (next - h) * 0.5f;
            all_modes(mid);
            all_modes(nextafterf(mid, INFINITY));
            all_modes(nextafterf(mid, -INFINITY));
        }
        uint32_t tie = i << 16 | 0x8000;
        all_modes(bits<float>(tie));
        all_modes(bits<float>(tie + 1));
        all_modes(bits<float>(tie - 1));
    }
    const float special[] = {65504.0f, 65519.0f, 65520.0f, 65536.0f, 1e30f, -1e30f, 3.4028235e38f, -3.4028235e38f, 1e-45f, -1e-45f, 5.9e-8f};
    for (float f : special)
        all_modes(f);
    for (int i = 0; i < 200000; i++)
        all_modes(bits<float>(static_cast<uint32_t>(opf_test_random())));
}
OPF_TEST(saturating_conversions_clamp_infinity_and_clear_nan)
{
    CHECK((same(float_to_half<RM::CAST_RINT, true>(1e30f), bits<half>(uint16_t(0x7bff)))), "1e30");
    CHECK((same(float_to_half<RM::CAST_RINT, true>(-INFINITY), bits<half>(uint16_t(0xfbff)))), "-inf");
    CHECK((same(float_to_half<RM::CAST_RINT, true>(NAN), bits<half>(uint16_t(0)))), "nan");
    CHECK((same(float_to_bf16<RM::CAST_RINT, true>(INFINITY), bits<bfloat16_t>(uint16_t(0x7f7f)))), "inf");
    CHECK((same(float_to_bf16<RM::CAST_RINT, true>(NAN), bits<bfloat16_t>(uint16_t(0)))), "nan");
}

template <class To, RM M> static void to_int(float f)
{
    long double v = f, r;
    bool neg = v < 0;
    To got = convert<To, M>(f), want;
    if (f != f)
        want = 0;
    else {
        r = isinf(v) ? v : (neg ? -round_units(-v, plain_mode(M), true) : round_units(v, plain_mode(M), false));
        want = r < static_cast<long double>(limits<To>::min)   ? limits<To>::min
               : r > static_cast<long double>(limits<To>::max) ? limits<To>::max
                                                               : static_cast<To>(r);
    }
    CHECK(got == want, "int%zu(%a) in mode %d: %lld, expected %lld", sizeof(To) * 8, f, static_cast<int>(M),
          static_cast<long long>(got), static_cast<long long>(want));
}
template <class To> static void to_int_modes(float f)
{
    to_int<To, RM::CAST_RINT>(f);
    to_int<To, RM::CAST_FLOOR>(f);
    to_int<To, RM::CAST_CEIL>(f);
    to_int<To, RM::CAST_ROUND>(f);
    to_int<To, RM::CAST_TRUNC>(f);
    to_int<To, RM::CAST_ODD>(f);
}
OPF_TEST(floats_to_integers_in_every_mode)
{
    const float special[] = {0.0f, -0.0f, 0.5f, -0.5f, 1.5f, -1.5f, 2.5f, -2.5f, 0.49999997f, -0.49999997f, 127.5f, 128.0f, 255.5f, 256.0f,
                             -128.5f, -129.0f, 32767.5f, 32768.0f, -32768.5f, 8388607.5f, 8388609.0f, 2147483520.0f, 2147483648.0f,
                             -2147483648.0f, -2147483904.0f, 4294967040.0f, 4294967296.0f, 9.2233715e18f, 9.2233720e18f, -9.2233720e18f,
                             1.8446743e19f, 1.8446744e19f, 1e30f, -1e30f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f};
    for (float f : special) {
        to_int_modes<int8_t>(f);
        to_int_modes<uint8_t>(f);
        to_int_modes<int16_t>(f);
        to_int_modes<uint16_t>(f);
        to_int_modes<int32_t>(f);
        to_int_modes<uint32_t>(f);
        to_int_modes<int64_t>(f);
        to_int_modes<uint64_t>(f);
    }
    for (int i = 0; i < 100000; i++) {
        float f = bits<float>(static_cast<uint32_t>(opf_test_random()));
        to_int_modes<int8_t>(f);
        to_int_modes<int16_t>(f);
        to_int_modes<int32_t>(f);
        to_int_modes<int64_t>(f);
        float g = opf_test_float(-300, 300);
        to_int_modes<uint8_t>(g);
        to_int_modes<int8_t>(g);
    }
}
template <RM M, class From> static void wide(From v)
{
    float got = wide_to_float<M>(v);
    long double a = fabsl(static_cast<long double>(v));
    bool neg = v < 0;
    float want;
    if (a == 0)
        want = static_cast<float>(v);
    else {
        int e;
        frexpl(a, &e);
        e -= 24;
        want = static_cast<float>(ldexpl(round_units(ldexpl(a, -e), plain_mode(M), neg), e));
        want = neg ? -want : want;
    }
    CHECK(got == want, "float(%Lg) in mode %d: %a, expected %a", static_cast<long double>(v), static_cast<int>(M), got, want);
}
template <class From> static void wide_modes(From v)
{
    wide<RM::CAST_RINT>(v);
    wide<RM::CAST_FLOOR>(v);
    wide<RM::CAST_CEIL>(v);
    wide<RM::CAST_ROUND>(v);
    wide<RM::CAST_TRUNC>(v);
    wide<RM::CAST_ODD>(v);
}
OPF_TEST(wide_values_to_float_in_every_mode)
{
    const int64_t special[] = {0, 1, -1, 16777216, 16777217, 16777219, -16777217, 2147483647, -2147483647, 2147483583,
                               9223372036854775807LL, -9223372036854775807LL - 1, 9223371487098961920LL, 9223371487098961921LL,
                               (1LL << 62) + (1LL << 38), (1LL << 62) + (1LL << 38) + 1};
    for (int64_t v : special) {
        wide_modes(v);
        wide_modes(static_cast<int32_t>(v));
    }
    for (int i = 0; i < 200000; i++) {
        int64_t r = static_cast<int64_t>(opf_test_random());
        wide_modes(r >> (r & 63));
        wide_modes(static_cast<int32_t>(r >> 20));
        double d = static_cast<double>(opf_test_float(-1e10f, 1e10f)) * (1.0 + static_cast<double>(opf_test_random() & 0xffff) * 1e-12);
        wide_modes(d);
    }
    wide_modes(1.0 + 0x1p-24);
    wide_modes(1.0 + 0x1p-24 + 0x1p-50);
    wide_modes(-1.0 - 0x1p-24);
}
OPF_TEST(double_rounds_once_to_short_types)
{
    /* just above a tie of the short type: rounding to float first would lose the difference */
    double d = 1.0 + 0x1p-11 + 0x1p-40;
    CHECK(bits<uint16_t>(convert<half, RM::CAST_RINT>(d)) == ref_half(d, RM::CAST_RINT), "half");
    CHECK(bits<uint16_t>(static_cast<half>(d)) == ref_half(d, RM::CAST_RINT), "half, cast of the language");
    d = 1.0 + 0x1p-8 + 0x1p-40;
    CHECK(bits<uint16_t>(convert<bfloat16_t, RM::CAST_RINT>(d)) == ref_bf16(d, RM::CAST_RINT), "bf16");
    CHECK(bits<uint16_t>(static_cast<bfloat16_t>(d)) == ref_bf16(d, RM::CAST_RINT), "bf16, cast of the language");
    for (int i = 0; i < 100000; i++) {
        int64_t r = static_cast<int64_t>(opf_test_random()) >> (opf_test_random() & 63);
        CHECK(bits<uint16_t>(convert<bfloat16_t, RM::CAST_RINT>(r)) == ref_bf16(r, RM::CAST_RINT), "bf16(%lld)", static_cast<long long>(r));
        CHECK(bits<uint16_t>(convert<half, RM::CAST_FLOOR>(r)) == ref_half(r, RM::CAST_FLOOR), "half(%lld)", static_cast<long long>(r));
    }
}
OPF_TEST(integers_to_integers)
{
    CHECK((convert<int8_t, RM::CAST_NONE>(300) == 127) && (convert<int8_t, RM::CAST_NONE>(-300) == -128), "saturate");
    CHECK((convert<int8_t, RM::CAST_NONE, false, false>(300) == 44), "keep the low bits");
    CHECK((convert<uint8_t, RM::CAST_NONE>(int16_t(-5)) == 0) && (convert<uint8_t, RM::CAST_NONE>(uint16_t(999)) == 255), "unsigned");
    CHECK((convert<int32_t, RM::CAST_NONE>(int64_t(1) << 40) == 2147483647), "int64");
    CHECK((convert<int16_t, RM::CAST_NONE>(uint32_t(70000)) == 32767), "uint32 to int16");
}
OPF_TEST(exp_and_log_are_within_one_unit)
{
    for (int i = 0; i < 300000; i++) {
        float x = opf_test_float(-104, 89), got = exp_f32(x);
        float want = static_cast<float>(expl(x));
        CHECK(got == want || got == nextafterf(want, INFINITY) || got == nextafterf(want, -INFINITY), "exp(%a) = %a, expected %a", x, got, want);
        float y = bits<float>(static_cast<uint32_t>(opf_test_random() & 0x7fffffff));
        if (isfinite(y) && y > 0) {
            float l = log_f32(y), w = static_cast<float>(logl(y));
            CHECK(l == w || l == nextafterf(w, INFINITY) || l == nextafterf(w, -INFINITY), "log(%a) = %a, expected %a", y, l, w);
        }
    }
    CHECK(exp_f32(INFINITY) == INFINITY && exp_f32(-INFINITY) == 0 && isnan(exp_f32(NAN)) && exp_f32(0) == 1, "exp of special values");
    CHECK(log_f32(0) == -INFINITY && log_f32(INFINITY) == INFINITY && isnan(log_f32(-1)) && isnan(log_f32(NAN)) && log_f32(1) == 0,
          "log of special values");
}

/* the two directions between element types and their numbers agree; a number without a type gives void */
template <int id> static void type_of_number()
{
    int back = dtype_of<typename TypeFromId<id>::type>();
    CHECK(back == id, "number %d comes back as %d", id, back);
}
template <int... id> static void types_of_numbers()
{
    (type_of_number<id>(), ...);
}
OPF_TEST(types_come_from_their_numbers)
{
    types_of_numbers<DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_BOOL, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                     DT_UINT16, DT_UINT32, DT_UINT64, DT_INT4, DT_COMPLEX32, DT_COMPLEX64, DT_HIFLOAT8, DT_FLOAT8_E5M2,
                     DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0, DT_FLOAT4_E2M1, DT_FLOAT4_E1M2>();
    static_assert(std::is_void<TypeFromId<DT_STRING>::type>::value, "");
}
OPF_TEST(arguments_of_the_launch)
{
    int x = 0, y = 0;
    void *const args[] = {&x, &y, nullptr, &x};
    OPF_KEEP_ARGUMENTS(args);
    auto base = reinterpret_cast<GM_ADDR *>(get_para_base());
    for (int i = 0; i < 4; i++)
        CHECK(base[i] == args[i], "argument %d is %p, expected %p", i, static_cast<void *>(base[i]), args[i]);
}

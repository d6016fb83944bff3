/* Tiling structures: offsets by the documented layout rules, binding, copying, and their text for kernels. */
#include "opforge/host_api.h"
#include "register/tilingdata_base.h"
#include <check.h>
#include <cstring>
#include <string>

namespace optiling {

/* 1 + pad 3, 4, 2 + pad 6, 8, 3 x 2, then padded from 30 to 32. */
BEGIN_TILING_DATA_DEF(HostTestInner)
TILING_DATA_FIELD_DEF(uint8_t, flag);
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(int16_t, small);
TILING_DATA_FIELD_DEF(int64_t, wide);
TILING_DATA_FIELD_DEF_ARR(uint16_t, 3, list);
END_TILING_DATA_DEF

/* The nested structure lies at 8, not at 4; `last` at 40; the whole is 48. */
BEGIN_TILING_DATA_DEF(HostTestOuter)
TILING_DATA_FIELD_DEF(float, scale);
TILING_DATA_FIELD_DEF_STRUCT(HostTestInner, inner);
TILING_DATA_FIELD_DEF(bool, last);
END_TILING_DATA_DEF

REGISTER_TILING_DATA_CLASS(HostTestLayout, HostTestOuter)
REGISTER_TILING_DATA_CLASS(HostTestLayout_7, HostTestInner)
REGISTER_TILING_DATA_CLASS(HostTestLayoutGrad_7, HostTestInner)

} // namespace optiling

namespace {

template <typename T> T At(const unsigned char *bytes, size_t offset)
{
    T value;
    std::memcpy(&value, bytes + offset, sizeof(value));
    return value;
}

START_TEST(test_offsets)
{
    optiling::HostTestInner inner;
    ck_assert_uint_eq(inner.GetDataSize(), 32);
    inner.set_flag(7);
    inner.set_rows(0x01020304);
    inner.set_small(-2);
    inner.set_wide(-3);
    const uint16_t list[3] = {10, 11, 12};
    inner.set_list(list);
    unsigned char out[40];
    std::memset(out, 0xee, sizeof(out));
    inner.SaveToBuffer(out, sizeof(out));
    ck_assert_uint_eq(out[0], 7);
    ck_assert_uint_eq(out[1], 0); /* padding is zero */
    ck_assert_uint_eq(At<uint32_t>(out, 4), 0x01020304);
    ck_assert_int_eq(At<int16_t>(out, 8), -2);
    ck_assert_int_eq(At<int64_t>(out, 16), -3);
    ck_assert_uint_eq(At<uint16_t>(out, 28), 12);
    ck_assert_uint_eq(out[32], 0xee); /* nothing past the structure */
    ck_assert_int_eq(inner.get_wide(), -3);
    ck_assert_uint_eq(inner.get_list()[1], 11);
}
END_TEST

START_TEST(test_nested)
{
    optiling::HostTestOuter outer;
    ck_assert_uint_eq(outer.GetDataSize(), 48);
    outer.set_scale(1.5f);
    outer.inner.set_rows(9);
    outer.set_last(true);
    unsigned char out[48] = {};
    outer.SaveToBuffer(out, sizeof(out));
    ck_assert(At<float>(out, 0) == 1.5f);
    ck_assert_uint_eq(At<uint32_t>(out, 8 + 4), 9);
    ck_assert_uint_eq(out[40], 1);
    /* A copy has a life of its own. */
    optiling::HostTestOuter copy = outer;
    copy.inner.set_rows(10);
    ck_assert_uint_eq(outer.inner.get_rows(), 9);
    ck_assert_uint_eq(copy.inner.get_rows(), 10);
    ck_assert(copy.get_scale() == 1.5f);
}
END_TEST

START_TEST(test_inner_from_inner)
{
    optiling::HostTestOuter callers, worked;
    callers.inner.set_rows(4);
    worked.inner.set_rows(5);
    worked.inner = callers.inner;
    worked.inner.set_small(6); /* the caller sees it, and its structure is what is saved */
    ck_assert_int_eq(callers.inner.get_small(), 6);
    unsigned char out[48] = {};
    callers.SaveToBuffer(out, sizeof(out));
    ck_assert_uint_eq(At<uint32_t>(out, 12), 4);
    ck_assert_int_eq(At<int16_t>(out, 16), 6);
    const optiling::HostTestOuter copy(callers); /* a structure with memory of its own stays apart */
    callers.inner.set_rows(7);
    ck_assert_uint_eq(copy.inner.get_rows(), 4);
}
END_TEST

START_TEST(test_bound)
{
    unsigned char memory[48] = {};
    optiling::HostTestOuter outer(memory);
    outer.inner.set_rows(5);
    ck_assert_uint_eq(At<uint32_t>(memory, 12), 5);
    unsigned char out[48];
    std::memset(out, 0xee, sizeof(out));
    outer.SaveToBuffer(out, sizeof(out)); /* bound to other memory: does nothing */
    ck_assert_uint_eq(out[0], 0xee);
}
END_TEST

START_TEST(test_too_small)
{
    optiling::HostTestInner inner;
    unsigned char out[31];
    std::memset(out, 0xee, sizeof(out));
    inner.SaveToBuffer(out, sizeof(out));
    ck_assert_uint_eq(out[0], 0xee);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_log(), "HostTestInner has 32 bytes, the buffer 31"));
}
END_TEST

void Collect(void *ctx, const char *registered, const char *name, const char *source, size_t size)
{
    auto *all = static_cast<std::string *>(ctx);
    *all += std::string(registered) + "|" + name + "|" + std::to_string(size) + "|" + source;
}

START_TEST(test_text)
{
    std::string all;
    ck_assert_int_eq(opf_host_tiling_structs("HostTestLayout", Collect, &all), 0);
    const std::string inner = "struct alignas(8) HostTestInner {\n    uint8_t flag;\n    uint32_t rows;\n    int16_t small;\n"
                              "    int64_t wide;\n    uint16_t list[3];\n};\n";
    const std::string outer = "struct alignas(8) HostTestOuter {\n    float scale;\n    HostTestInner inner;\n"
                              "    bool last;\n};\n";
    const std::string want = "HostTestLayout|HostTestOuter|48|" + inner + outer + "HostTestLayout_7|HostTestInner|32|" +
                             inner;
    ck_assert_str_eq(all.c_str(), want.c_str());
    all.clear();
    ck_assert_int_eq(opf_host_tiling_structs("HostTestNone", Collect, &all), 0);
    ck_assert_str_eq(all.c_str(), "");
}
END_TEST

/* The text above, as a kernel compiles it, has the same layout. */
struct alignas(8) PlainInner {
    uint8_t flag;
    uint32_t rows;
    int16_t small;
    int64_t wide;
    uint16_t list[3];
};
struct alignas(8) PlainOuter {
    float scale;
    PlainInner inner;
    bool last;
};
static_assert(sizeof(PlainInner) == 32 && offsetof(PlainInner, wide) == 16 && offsetof(PlainInner, list) == 24, "");
static_assert(sizeof(PlainOuter) == 48 && offsetof(PlainOuter, inner) == 8 && offsetof(PlainOuter, last) == 40, "");

} // namespace

extern "C" Suite *host_layout_suite(void);
extern "C" Suite *host_layout_suite(void)
{
    Suite *suite = suite_create("host_layout");
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, test_offsets);
    tcase_add_test(tc, test_nested);
    tcase_add_test(tc, test_inner_from_inner);
    tcase_add_test(tc, test_bound);
    tcase_add_test(tc, test_too_small);
    tcase_add_test(tc, test_text);
    suite_add_tcase(suite, tc);
    return suite;
}

/* Keys of template kernels, computed by hand from the documented packing. */
#include "ascendc/host_api/tiling/template_argument.h"
#include <check.h>

namespace mixed {
/* bits: bool 0, dtype 1-8, list 9-10, range 11-14, mix 15-18 */
ASCENDC_TPL_ARGS_DECL(HostTestKey, ASCENDC_TPL_BOOL_DECL(FLAG, 0, 1),
                      ASCENDC_TPL_DATATYPE_DECL(TYPE, C_DT_FLOAT, C_DT_BF16, ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_UINT_DECL(LIST, ASCENDC_TPL_2_BW, ASCENDC_TPL_UI_LIST, 8, 4, 2),
                      ASCENDC_TPL_UINT_DECL(RANGE, ASCENDC_TPL_4_BW, ASCENDC_TPL_UI_RANGE, 2, 1, 3, 10, 12),
                      ASCENDC_TPL_UINT_DECL(MIX, ASCENDC_TPL_4_BW, ASCENDC_TPL_UI_MIX, 1, 5, 6, 100, 200));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(FLAG, 0, 1)), );

uint64_t Key(uint64_t flag, uint64_t type, uint64_t list, uint64_t range, uint64_t mix)
{
    return GET_TPL_TILING_KEY(flag, type, list, range, mix);
}
} // namespace mixed

namespace wide {
ASCENDC_TPL_ARGS_DECL(HostTestWide, ASCENDC_TPL_UINT_DECL(A, 60, ASCENDC_TPL_UI_LIST, 1),
                      ASCENDC_TPL_UINT_DECL(B, 8, ASCENDC_TPL_UI_LIST, 1));
uint64_t Key() { return GET_TPL_TILING_KEY(1, 1, ); }
} // namespace wide

namespace {

START_TEST(test_packing)
{
    /* flag 1; BF16 = 27 at bit 1; 2 is the third of the list: 2 at bit 9; 11 is the fifth of 1,2,3,10,11,12:
     * 4 at bit 11; 200 is the fourth of 5,6,100,200: 3 at bit 15. */
    ck_assert_uint_eq(mixed::Key(1, 27, 2, 11, 200), 1u | 27u << 1 | 2u << 9 | 4u << 11 | 3u << 15);
    ck_assert_uint_eq(mixed::Key(0, 0, 8, 1, 5), 0);
}
END_TEST

START_TEST(test_undeclared)
{
    ck_assert_uint_eq(mixed::Key(0, 0, 3, 1, 5), UINT64_MAX);
    ck_assert_uint_eq(mixed::Key(0, 0, 8, 4, 5), UINT64_MAX);
    ck_assert_uint_eq(mixed::Key(0, 0, 8, 1, 7), UINT64_MAX);
}
END_TEST

START_TEST(test_too_wide)
{
    ck_assert_uint_eq(wide::Key(), UINT64_MAX);
}
END_TEST

} // namespace

extern "C" Suite *host_template_key_suite(void);
extern "C" Suite *host_template_key_suite(void)
{
    Suite *suite = suite_create("host_template_key");
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, test_packing);
    tcase_add_test(tc, test_undeclared);
    tcase_add_test(tc, test_too_wide);
    suite_add_tcase(suite, tc);
    return suite;
}

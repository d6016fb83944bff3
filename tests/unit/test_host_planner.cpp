/* The matrix planner's limits and refusals, and figures of the device library by chip description. */
#include "platform/platform_infos_def.h"
#include "tiling/matmul_planner.h"
#include "tiling/platform/platform_ascendc.h"
#include <check.h>

using namespace matmul_tiling;

namespace {

MultiCoreMatmulTiling Square(int32_t size, int32_t cores)
{
    MultiCoreMatmulTiling planner(*platform_ascendc::PlatformAscendCManager::GetInstance("ascend950"));
    planner.SetAType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16);
    planner.SetBType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16);
    planner.SetCType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT);
    planner.SetShape(size, size, size);
    planner.SetOrgShape(size, size, size);
    planner.SetDim(cores);
    return planner;
}

START_TEST(planner_keeps_what_was_asked)
{
    AscendC::tiling::TCubeTiling plan = {};
    MultiCoreMatmulTiling planner = Square(1024, 16);
    ck_assert_int_eq(planner.GetTiling(plan), 0);
    ck_assert_int_le(plan.usedCoreNum, 16);
    ck_assert_int_eq(plan.dbL0A, 2);
    planner = Square(1024, 16);
    planner.SetAlignSplit(96, -1, -1);
    planner.SetDoubleBuffer(false, true, true, true);
    ck_assert_int_eq(planner.GetTiling(plan), 0);
    ck_assert_int_eq(plan.singleCoreM % 96, 0);
    ck_assert_int_eq(plan.dbL0A, 1);
    planner = Square(1024, 16);
    planner.SetSingleShape(512, 256, -1);
    ck_assert_int_eq(planner.GetTiling(plan), 0);
    ck_assert_int_eq(plan.singleCoreM, 512);
    ck_assert_int_eq(plan.singleCoreN, 256);
    ck_assert_int_eq(plan.usedCoreNum, 8);
}
END_TEST

/* A second buffer is for what is loaded while the first is read: nothing is where one load brings it all. */
START_TEST(planner_buffers_once_what_is_loaded_once)
{
    AscendC::tiling::TCubeTiling plan = {};
    MultiCoreMatmulTiling planner = Square(64, 16);
    ck_assert_int_eq(planner.GetTiling(plan), 0);
    ck_assert_int_eq(plan.depthA1, plan.stepKa);
    ck_assert_int_eq(plan.depthB1, plan.stepKb);
    ck_assert_int_eq(plan.shareL1Size, (plan.baseM + plan.baseN) * 64 * 2);
    planner = Square(64, 16);
    planner.SetFixSplit(-1, -1, 32);
    planner.SetBufferSpace((16 + 16) * 32 * 2 * 2); /* K comes in two loads */
    ck_assert_int_eq(planner.GetTiling(plan), 0);
    ck_assert_int_eq(plan.stepKa, 1);
    ck_assert_int_eq(plan.depthA1, 2);
    planner = Square(1024, 16); /* more than one base block a core */
    ck_assert_int_eq(planner.GetTiling(plan), 0);
    ck_assert_int_gt(plan.singleCoreM * plan.singleCoreN, plan.baseM * plan.baseN);
    ck_assert_int_eq(plan.depthA1, 2 * plan.stepKa);
}
END_TEST

START_TEST(planner_refuses_what_it_cannot_keep)
{
    AscendC::tiling::TCubeTiling plan = {};
    MultiCoreMatmulTiling planner = Square(1024, 4);
    planner.SetSingleShape(128, 128, -1); /* 64 shares for 4 cores */
    ck_assert_int_eq(planner.GetTiling(plan), -1);
    planner = Square(1024, 4);
    planner.SetSingleRange(-1, -1, 512); /* K is not cut */
    ck_assert_int_eq(planner.GetTiling(plan), -1);
    planner = Square(1024, 4);
    ck_assert_int_eq(planner.SetMadType(MatrixMadType::MXMODE), -1);
    ck_assert_int_eq(planner.GetTiling(plan), -1);
    planner = Square(1024, 4);
    ck_assert_int_eq(planner.EnableMultiCoreSplitK(true), -1);
    planner = Square(1024, 4);
    planner.SetBias(true);
    planner.SetBufferSpace(-1, -1, -1, 16); /* room for 4 values of a bias */
    ck_assert_int_eq(planner.GetTiling(plan), -1);
}
END_TEST

/* As operators' tests make them: no chip's name, only texts. */
platform_ascendc::PlatformAscendC Described(fe::PlatFormInfos &infos, const char *key, const char *value)
{
    std::map<std::string, std::string> version = {{key, value}}, core = {{"ub_size", "196608"}};
    infos.Init();
    infos.SetPlatformRes("version", version);
    infos.SetPlatformRes("AICoreSpec", core);
    return platform_ascendc::PlatformAscendC(&infos);
}

START_TEST(library_figures_come_from_chip_files)
{
    using M = platform_ascendc::CoreMemType;
    fe::PlatFormInfos infos;
    uint64_t ub = 0;
    const auto b = Described(infos, "NpuArch", "2201");
    ck_assert_uint_eq(b.GetLibApiWorkSpaceSize(), 16U << 20);
    ck_assert_uint_eq(b.GetResCubeGroupWorkSpaceSize(), 1U << 20);
    b.GetCoreMemSize(M::UB, ub);
    ck_assert_uint_eq(ub, 196608 - 256);
    const auto p = Described(infos, "Short_SoC_version", "Ascend310P");
    ck_assert_uint_eq(p.GetLibApiWorkSpaceSize(), 2U << 20);
    ck_assert_uint_eq(p.GetResCubeGroupWorkSpaceSize(), UINT32_MAX);
    p.GetCoreMemSize(M::UB, ub);
    ck_assert_uint_eq(ub, 196608);
    ck_assert_uint_eq(Described(infos, "NpuArch", "1").GetLibApiWorkSpaceSize(), UINT32_MAX);
}
END_TEST

} // namespace

extern "C" Suite *host_planner_suite(void);
extern "C" Suite *host_planner_suite(void)
{
    Suite *suite = suite_create("host_planner");
    TCase *tcase = tcase_create("host_planner");
    tcase_add_test(tcase, planner_keeps_what_was_asked);
    tcase_add_test(tcase, planner_buffers_once_what_is_loaded_once);
    tcase_add_test(tcase, planner_refuses_what_it_cannot_keep);
    tcase_add_test(tcase, library_figures_come_from_chip_files);
    suite_add_tcase(suite, tcase);
    return suite;
}

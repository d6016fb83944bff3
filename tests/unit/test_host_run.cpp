/* Shape inference, type inference and tiling through the C interface, on operators registered here. */
#include "op_common/log/log.h"
#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/infershape_reduce_util.h"
#include "op_common/op_host/util/fp16.h"
#include "op_common/op_host/util/math_util.h"
#include "opforge/host_api.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include <check.h>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace {

struct CompileInfo {
    uint32_t cores = 0;
    int parsed = 0;
};
int g_parses = 0;

ge::graphStatus Parse(gert::TilingParseContext *context)
{
    auto *info = context->GetCompiledInfo<CompileInfo>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    info->cores = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    info->parsed = ++g_parses;
    return ge::GRAPH_SUCCESS;
}

struct Data {
    int64_t total, axis, list_sum, list_list, first_value, private_value, optional_dims, dynamic_num, strided, stride_num;
    float ratio;
    uint32_t cores;
};

/* Reads one of everything: required, optional and dynamic inputs, every kind of attribute, a value. */
ge::graphStatus Tile(gert::TilingContext *context)
{
    auto *data = context->GetTilingData<Data>();
    const gert::StorageShape *x = context->GetRequiredInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    data->total = x->GetStorageShape().GetShapeSize();
    const gert::RuntimeAttrs *attrs = context->GetAttrs();
    data->axis = *attrs->GetInt(0);
    data->ratio = *attrs->GetFloat(1);
    OP_CHECK_IF(std::strcmp(attrs->GetStr(3), "wrong") == 0, OP_LOGE(context, "mode %s is not known", attrs->GetStr(3)),
                return ge::GRAPH_FAILED);
    if (*attrs->GetBool(2))
        throw std::runtime_error("no such core");
    const auto *list = attrs->GetListInt(4);
    for (size_t i = 0; i < list->GetSize(); ++i)
        data->list_sum += list->GetData()[i];
    const auto *lists = attrs->GetListListInt(5);
    for (size_t i = 0; i < lists->GetSize(); ++i) {
        const gert::ContinuousVector *row = lists->Get(i);
        for (size_t k = 0; k < row->GetSize(); ++k)
            data->list_list = data->list_list * 10 + static_cast<const int64_t *>(row->GetData())[k];
    }
    data->private_value = *attrs->GetInt(6);
    ck_assert_ptr_null(attrs->GetInt(7));
    const gert::StorageShape *optional = context->GetOptionalInputShape(1);
    data->optional_dims = optional ? static_cast<int64_t>(optional->GetStorageShape().GetDimNum()) : -1;
    data->dynamic_num = static_cast<int64_t>(context->GetIrInputInstanceInfo(2)->GetInstanceNum());
    const gert::Tensor *last = context->GetDynamicInputTensor(2, 1);
    OP_CHECK_NULL_WITH_CONTEXT(context, last);
    data->first_value = last->GetData<int32_t>() ? last->GetData<int32_t>()[0] : -1;
    data->strided = context->InputIsView(0) ? (*context->GetInputStride(0))[0] : -1;
    data->stride_num = context->InputIsView(0) ? static_cast<int64_t>(context->GetInputStride(0)->GetDimNum()) : -1;
    data->cores = context->GetCompileInfo<CompileInfo>()->cores;
    context->SetTilingKey(42);
    context->SetBlockDim(3);
    context->SetScheduleMode(1);
    size_t *spaces = context->GetWorkspaceSizes(2);
    spaces[0] = 16;
    spaces[1] = 32;
    ck_assert_ptr_null(context->GetWorkspaceSizes(OPF_HOST_MAX_WORKSPACES + 1));
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus Shapes(gert::InferShapeContext *context) { return Ops::Base::InferShape4Broadcast(context); }
ge::graphStatus Types(gert::InferDataTypeContext *context)
{
    return context->SetOutputDataType(0, context->GetInputDataType(1));
}

} // namespace

IMPL_OP_OPTILING(HostTestAll).Tiling(Tile).TilingParse<CompileInfo>(Parse).PrivateAttr("hidden", int64_t(77))
    .TilingInputsDataDependency({2});
IMPL_OP_INFERSHAPE(HostTestAll).InferShape(Shapes).InferDataType(Types);
IMPL_OP(HostTestSame).InferOutDataTypeSameWithFirstInput();

namespace {

const opf_host_platform *Chip(const char *name)
{
    const char *root = std::getenv("OPF_ROOT");
    setenv("OPF_SOC_PATH", (std::string(root ? root : ".") + "/sdk/soc").c_str(), 1);
    const opf_host_platform *platform = nullptr;
    ck_assert_msg(opf_host_platform_open(name, &platform) == 0, "%s", opf_host_last_error());
    return platform;
}

opf_host_tensor Tensor(std::initializer_list<int64_t> dims, int dtype)
{
    opf_host_tensor t = {};
    t.dtype = dtype;
    t.origin_format = t.storage_format = 2;
    for (int64_t dim : dims)
        t.origin_shape.dims[t.origin_shape.dim_num++] = dim;
    t.storage_shape = t.origin_shape;
    return t;
}

/* x, no optional, two tensors of the dynamic input; the last has a value. */
struct Call {
    opf_host_tensor x = Tensor({2, 3}, 0), a = Tensor({3}, 1), b = Tensor({1}, 3), y = Tensor({2, 3}, 0);
    int32_t value = 5;
    const opf_host_tensor *inputs[4] = {&x, &a, &b, nullptr};
    const opf_host_tensor *outputs[1] = {&y};
    uint32_t in[3] = {1, 0, 2}, out[1] = {1};
    int64_t list[3] = {1, 2, 4}, row0[2] = {7, 8}, row1[1] = {9};
    opf_host_attr rows[2] = {}, attrs[6] = {};
    opf_host_node node = {};
    unsigned char buffer[4096];
    opf_host_tiling tiling = {};

    Call()
    {
        b.data = &value;
        b.data_size = sizeof(value);
        rows[0].kind = rows[1].kind = OPF_ATTR_LIST_INT;
        rows[0].v.list = {row0, 2};
        rows[1].v.list = {row1, 1};
        attrs[0].kind = OPF_ATTR_INT;
        attrs[0].v.i = -1;
        attrs[1].kind = OPF_ATTR_FLOAT;
        attrs[1].v.f = 0.5f;
        attrs[2].kind = OPF_ATTR_BOOL;
        attrs[3].kind = OPF_ATTR_STRING;
        attrs[3].v.s = "right";
        attrs[4].kind = OPF_ATTR_LIST_INT;
        attrs[4].v.list = {list, 3};
        attrs[5].kind = OPF_ATTR_LIST_LIST_INT;
        attrs[5].v.list = {rows, 2};
        node.op_type = "HostTestAll";
        node.inputs = inputs;
        node.input_instances = in;
        node.input_param_num = 3;
        node.outputs = outputs;
        node.output_instances = out;
        node.output_param_num = 1;
        node.attrs = attrs;
        node.attr_num = 6;
        tiling.data = buffer;
        tiling.capacity = sizeof(buffer);
    }
};

START_TEST(test_tiling)
{
    Call c;
    const opf_host_op *op = opf_host_find_op("HostTestAll");
    ck_assert_ptr_nonnull(op);
    const opf_host_platform *chip = Chip("ascend950");
    for (int i = 0; i < 3; ++i)
        ck_assert_msg(opf_host_tiling_run(op, &c.node, chip, &c.tiling) == 0, "%s", opf_host_last_error());
    ck_assert_int_eq(g_parses, 1); /* once for each chip */
    ck_assert_uint_eq(c.tiling.tiling_key, 42);
    ck_assert_uint_eq(c.tiling.block_dim, 3);
    ck_assert_uint_eq(c.tiling.schedule_mode, 1);
    ck_assert_uint_eq(c.tiling.workspace_num, 2);
    ck_assert_uint_eq(c.tiling.workspaces[1], 32);
    ck_assert_uint_eq(c.tiling.size, sizeof(Data));
    const auto *data = reinterpret_cast<const Data *>(c.buffer);
    ck_assert_int_eq(data->total, 6);
    ck_assert_int_eq(data->axis, -1);
    ck_assert(data->ratio == 0.5f);
    ck_assert_int_eq(data->list_sum, 7);
    ck_assert_int_eq(data->list_list, 789);
    ck_assert_int_eq(data->private_value, 77);
    ck_assert_int_eq(data->optional_dims, -1);
    ck_assert_int_eq(data->dynamic_num, 2);
    ck_assert_int_eq(data->first_value, 5);
    ck_assert_int_eq(data->strided, -1);
    ck_assert_uint_eq(data->cores, 72);
    const int64_t strides[2] = {12, 2};
    c.x.strides = strides;
    ck_assert_int_eq(opf_host_tiling_run(op, &c.node, Chip("Ascend910B3"), &c.tiling), 0);
    ck_assert_int_eq(data->strided, 12);
    ck_assert_uint_eq(data->cores, 40);
    /* The dimensions are the view's, also when the storage is a plain row. */
    c.x.storage_shape.dim_num = 1;
    ck_assert_int_eq(opf_host_tiling_run(op, &c.node, Chip("Ascend910B3"), &c.tiling), 0);
    ck_assert_int_eq(data->stride_num, 2);
    ck_assert_int_eq(opf_host_tiling_needs_value(op, 2), 1);
    ck_assert_int_eq(opf_host_tiling_needs_value(op, 0), 0);
}
END_TEST

START_TEST(test_refusals)
{
    Call c;
    const opf_host_op *op = opf_host_find_op("HostTestAll");
    const opf_host_platform *chip = Chip("ascend950");
    c.attrs[3].v.s = "wrong";
    ck_assert_int_eq(opf_host_tiling_run(op, &c.node, chip, &c.tiling), 561002);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "first reason: HostTestAll: mode wrong is not known"));
    c.attrs[3].v.s = "right";
    c.attrs[2].v.b = 1;
    ck_assert_int_eq(opf_host_tiling_run(op, &c.node, chip, &c.tiling), 561002);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "threw an exception: no such core"));
    c.tiling.capacity = 2047;
    ck_assert_int_eq(opf_host_tiling_run(op, &c.node, chip, &c.tiling), 561002);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "2048 bytes, the buffer has 2047"));
    ck_assert_ptr_null(opf_host_find_op("HostTestNone"));
}
END_TEST

START_TEST(test_inference)
{
    Call c;
    const opf_host_op *op = opf_host_find_op("HostTestAll");
    opf_host_shape shape = {};
    ck_assert_int_eq(opf_host_infer_shape(op, &c.node, &shape), 0);
    ck_assert_uint_eq(shape.dim_num, 2);
    ck_assert_int_eq(shape.dims[0], 2);
    ck_assert_int_eq(shape.dims[1], 3);
    int32_t type = -1;
    ck_assert_int_eq(opf_host_infer_dtype(op, &c.node, &type), 0);
    ck_assert_int_eq(type, 1);
    ck_assert_int_eq(opf_host_infer_dtype(opf_host_find_op("HostTestSame"), &c.node, &type), 0);
    ck_assert_int_eq(type, 0);
    c.a = Tensor({4}, 1);
    ck_assert_int_eq(opf_host_infer_shape(op, &c.node, &shape), 561001);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "[[2, 3], [4]] cannot be broadcast"));
    ck_assert_int_eq(opf_host_infer_shape(opf_host_find_op("HostTestSame"), &c.node, &shape), 561001);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "no shape inference is registered"));
}
END_TEST

START_TEST(test_chips)
{
    /* Public figures of the default version of each chip. */
    const struct {
        const char *name;
        int64_t vector, cube, ub, user, l1, l0c, arch, bt;
    } chips[] = {{"ascend950", 72, 36, 253952, 253952, 524288, 262144, 3510, 4096},
                 {"ASCEND950", 72, 36, 253952, 253952, 524288, 262144, 3510, 4096},
                 {"Ascend950PR_9589", 64, 32, 253952, 253952, 524288, 262144, 3510, 4096},
                 {"ascend910b", 48, 24, 196608, 196352, 524288, 131072, 2201, 1024},
                 {"ascend910_93", 48, 24, 196608, 196352, 524288, 131072, 2201, 1024},
                 {"ascend310p", 7, 8, 262144, 262144, 1048576, 262144, 2002, 0}};
    for (const auto &c : chips) {
        const opf_host_platform *p = Chip(c.name);
        ck_assert_int_eq(opf_host_platform_figure(p, "vector_core_cnt"), c.vector);
        ck_assert_int_eq(opf_host_platform_figure(p, "cube_core_cnt"), c.cube);
        ck_assert_int_eq(opf_host_platform_figure(p, "ub_size"), c.ub);
        ck_assert_int_eq(opf_host_platform_figure(p, "ub_user_size"), c.user);
        ck_assert_int_eq(opf_host_platform_figure(p, "l1_size"), c.l1);
        ck_assert_int_eq(opf_host_platform_figure(p, "l0_c_size"), c.l0c);
        ck_assert_int_eq(opf_host_platform_figure(p, "npu_arch"), c.arch);
        ck_assert_int_eq(opf_host_platform_figure(p, "bt_size"), c.bt);
        ck_assert_int_eq(opf_host_platform_figure(p, "no_such"), -1);
    }
    const opf_host_platform *none = nullptr, *few = nullptr, *same = nullptr;
    ck_assert_int_eq(opf_host_platform_reduce(Chip("ascend950"), 7, &few), 0);
    ck_assert_int_eq(opf_host_platform_figure(few, "vector_core_cnt"), 7);
    ck_assert_int_eq(opf_host_platform_figure(few, "cube_core_cnt"), 4);
    ck_assert_int_eq(opf_host_platform_figure(few, "ub_size"), 253952);
    ck_assert_int_eq(opf_host_platform_limit(Chip("ascend950"), 4, 7, &same), 0);
    ck_assert_ptr_eq(same, few);
    ck_assert_int_eq(opf_host_platform_limit(Chip("ascend950"), 0, 72, &same), 0);
    ck_assert_ptr_eq(same, Chip("ascend950"));
    ck_assert_int_ne(opf_host_platform_reduce(Chip("ascend950"), 73, &same), 0);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "73 vector cores: a number from 1 to the 72"));
    ck_assert_int_ne(opf_host_platform_open("ascend951", &none), 0);
    ck_assert_ptr_nonnull(std::strstr(opf_host_last_error(), "ascend951"));
}
END_TEST

START_TEST(test_small_mathematics)
{
    using namespace Ops::Base;
    ck_assert_int_eq(CeilDiv(7, 2), 4);
    ck_assert_int_eq(CeilDiv(-7, 2), -3);
    ck_assert_int_eq(CeilDiv(7, 0), 7);
    ck_assert_uint_eq(CeilAlign(33u, 32u), 64);
    ck_assert_int_eq(FloorAlign(33, 32), 32);
    ck_assert_uint_eq(LastPow2(37), 32);
    gert::Shape out;
    const int64_t axes[2] = {-1, 0};
    const gert::Shape x = {2, 3, 4};
    ck_assert_uint_eq(ReduceShape(&x, axes, 2, true, &out), ge::GRAPH_SUCCESS);
    std::string text = ToString(out); /* the check macros keep a pointer longer than a temporary lives */
    ck_assert_str_eq(text.c_str(), "[1, 3, 1]");
    ck_assert_uint_eq(ReduceShape(&x, axes, 2, false, &out), ge::GRAPH_SUCCESS);
    text = ToString(out);
    ck_assert_str_eq(text.c_str(), "[3]");
    const int64_t outside = 3;
    ck_assert_uint_ne(ReduceShape(&x, &outside, 1, false, &out), ge::GRAPH_SUCCESS);
    /* IEEE half: known bit patterns, ties to even, the overflow border. */
    const struct {
        float value;
        uint16_t bits;
    } halves[] = {{1.0f, 0x3c00},     {-2.0f, 0xc000},    {65504.0f, 0x7bff},  {65519.0f, 0x7bff},
                  {65520.0f, 0x7c00}, {0x1p-24f, 0x0001}, {0x1p-25f, 0x0000},  {0x1.8p-24f, 0x0002},
                  {2049.0f, 0x6800},  {2051.0f, 0x6802},  {0x1.ff8p-15f, 0x03ff}, {0x1.ffcp-15f, 0x0400}};
    for (const auto &h : halves) {
        ck_assert_uint_eq(fp16_t(h.value).val, h.bits);
        fp16_t back(h.bits);
        if (h.value == static_cast<float>(back))
            ck_assert_uint_eq(fp16_t(static_cast<float>(back)).val, h.bits);
    }
}
END_TEST

} // namespace

extern "C" Suite *host_run_suite(void);
extern "C" Suite *host_run_suite(void)
{
    Suite *suite = suite_create("host_run");
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, test_tiling);
    tcase_add_test(tc, test_refusals);
    tcase_add_test(tc, test_inference);
    tcase_add_test(tc, test_chips);
    tcase_add_test(tc, test_small_mathematics);
    suite_add_tcase(suite, tc);
    return suite;
}

/* The functions behind op_common's headers: texts, shapes, inference of common kinds, small mathematics. */
#include "graph/utils/type_utils.h"
#include "op_common/log/log.h"
#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/infershape_elewise_util.h"
#include "op_common/op_host/infershape_reduce_util.h"
#include "op_common/op_host/tiling_base_util.h"
#include "op_common/op_host/util/fp16.h"
#include "op_common/op_host/util/math_util.h"
#include "op_common/op_host/util/shape_util.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {

std::string ToString(ge::DataType type) { return ge::TypeUtils::DataTypeToSerialString(type); }
std::string ToString(ge::Format format) { return ge::TypeUtils::FormatToSerialString(format); }
std::string ToString(const gert::Shape &shape)
{
    std::string text = "[";
    for (size_t i = 0; i < shape.GetDimNum(); ++i)
        text += (i ? ", " : "") + std::to_string(shape.GetDim(i));
    return text + "]";
}
std::string ToString(const std::vector<const gert::Shape *> &v)
{
    std::string text = "[";
    for (size_t i = 0; i < v.size(); ++i)
        text += (i ? ", " : "") + (v[i] ? ToString(*v[i]) : std::string("nil"));
    return text + "]";
}

void SetUnknownRank(gert::Shape &shape)
{
    shape.SetDimNum(1);
    shape[0] = ge::UNKNOWN_DIM_NUM;
}
bool IsUnknownRank(const gert::Shape &shape)
{
    return shape.GetDimNum() == 1 && shape.GetDim(0) == ge::UNKNOWN_DIM_NUM;
}
void SetUnknownShape(int64_t rank, gert::Shape &shape)
{
    const bool fits = rank >= 0 && rank <= static_cast<int64_t>(gert::Shape::kMaxDimNum);
    shape.SetDimNum(fits ? static_cast<size_t>(rank) : 0);
    for (size_t i = 0; i < shape.GetDimNum(); ++i)
        shape[i] = ge::UNKNOWN_DIM;
}
bool IsUnknownShape(const gert::Shape &shape)
{
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        if (shape.GetDim(i) == ge::UNKNOWN_DIM)
            return true;
    }
    return false;
}

ge::graphStatus InferShape4Elewise(gert::InferShapeContext *context)
{
    const gert::Shape *in = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, in);
    gert::Shape *out = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, out);
    if (IsUnknownRank(*in))
        SetUnknownRank(*out);
    else
        *out = *in;
    return ge::GRAPH_SUCCESS;
}

namespace {

/* One broadcast dimension; an unknown one stays unknown unless the other says more than 1. */
bool JoinDim(int64_t a, int64_t b, int64_t &joined)
{
    if (a == b || b == 1)
        joined = a;
    else if (a == 1)
        joined = b;
    else if (a == ge::UNKNOWN_DIM || b == ge::UNKNOWN_DIM)
        joined = a == ge::UNKNOWN_DIM ? b : a;
    else
        return false;
    return true;
}

/* Joins `next` into `all`, dimension by dimension; where two do not fit, `all` stays as far as it is. */
bool Join(const gert::Shape &next, gert::Shape &all)
{
    if (IsUnknownRank(all) || IsUnknownRank(next)) {
        SetUnknownRank(all);
        return true;
    }
    if (next.GetDimNum() > all.GetDimNum()) {
        gert::Shape longer = next;
        if (!Join(all, longer))
            return false;
        all = longer;
        return true;
    }
    const size_t pad = all.GetDimNum() - next.GetDimNum();
    for (size_t i = 0; i < next.GetDimNum(); ++i) {
        if (!JoinDim(all[pad + i], next[i], all[pad + i]))
            return false;
    }
    return true;
}

} // namespace

bool BroadcastShape(const gert::Shape *in1Shape, const gert::Shape *in2Shape, gert::Shape *outShape)
{
    return BroadcastShape(std::vector<const gert::Shape *>{in1Shape, in2Shape}, outShape);
}

bool BroadcastShape(const std::vector<const gert::Shape *> &inShapes, gert::Shape *outShape)
{
    if (inShapes.empty() || !outShape)
        return false;
    gert::Shape joined = *inShapes[0]; /* the output may be one of the inputs */
    bool fits = true;
    for (size_t i = 1; i < inShapes.size() && fits; ++i)
        fits = Join(*inShapes[i], joined);
    *outShape = joined; /* as far as it came: callers look at it after a failure too */
    return fits;
}

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context) { return InferShape4Broadcast(context, 2); }

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context, size_t inputNum)
{
    std::vector<const gert::Shape *> shapes(inputNum);
    for (size_t i = 0; i < inputNum; ++i) {
        shapes[i] = context->GetInputShape(i);
        OP_CHECK_NULL_WITH_CONTEXT(context, shapes[i]);
    }
    gert::Shape *out = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, out);
    if (!BroadcastShape(shapes, out)) {
        OP_LOGE(context, "the shapes %s cannot be broadcast together", ToString(shapes).c_str());
        return ge::GRAPH_FAILED;
    }
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus ReduceShape(const gert::Shape *xShape, const int64_t *axes, size_t axesNum, bool keepDims,
                            gert::Shape *outputShape)
{
    const int64_t rank = static_cast<int64_t>(xShape->GetDimNum());
    bool reduced[gert::Shape::kMaxDimNum] = {};
    for (size_t i = 0; i < axesNum; ++i) {
        if (!CheckAxisBounds(rank, axes[i])) {
            OP_LOGE("Reduce", "axis %ld is outside a tensor of %ld dimensions", static_cast<long>(axes[i]),
                    static_cast<long>(rank));
            return ge::GRAPH_FAILED;
        }
        if (rank > 0)
            reduced[axes[i] < 0 ? axes[i] + rank : axes[i]] = true;
    }
    gert::Shape out;
    for (int64_t i = 0; i < rank; ++i) {
        if (!reduced[i])
            out.AppendDim(xShape->GetDim(static_cast<size_t>(i)));
        else if (keepDims)
            out.AppendDim(1);
    }
    *outputShape = out;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus InferShape4Reduce(gert::InferShapeContext *context)
{
    const gert::Shape *x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    const gert::Tensor *axes = context->GetInputTensor(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, axes);
    gert::Shape *out = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, out);
    const gert::RuntimeAttrs *attrs = context->GetAttrs();
    OP_CHECK_NULL_WITH_CONTEXT(context, attrs);
    const bool *keep = attrs->GetBool(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, keep);
    if (IsUnknownRank(*x)) {
        SetUnknownRank(*out);
        return ge::GRAPH_SUCCESS;
    }
    const int32_t count = static_cast<int32_t>(axes->GetShapeSize());
    /* Nothing to reduce over: the shape stays. */
    if (count == 0) {
        *out = *x;
        return ge::GRAPH_SUCCESS;
    }
    if (!axes->GetAddr()) {
        if (*keep)
            SetUnknownShape(static_cast<int64_t>(x->GetDimNum()), *out);
        else
            SetUnknownRank(*out);
        return ge::GRAPH_SUCCESS;
    }
    if (axes->GetDataType() == ge::DT_INT32)
        return ReduceDims<int32_t>(x, axes, count, *keep, out);
    if (axes->GetDataType() == ge::DT_INT64)
        return ReduceDims<int64_t>(x, axes, count, *keep, out);
    OP_LOGE(context, "the axes are %s, int32 or int64 was expected", ToString(axes->GetDataType()).c_str());
    return ge::GRAPH_FAILED;
}

namespace {

bool OnRegisters(fe::PlatFormInfos *infos)
{
    const NpuArch arch = platform_ascendc::PlatformAscendC(infos).GetCurNpuArch();
    return arch == NpuArch::DAV_3510 || arch == NpuArch::DAV_5102;
}

} // namespace

bool IsRegbaseSocVersion(const gert::TilingParseContext *context) { return OnRegisters(context->GetPlatformInfo()); }
bool IsRegbaseSocVersion(const gert::TilingContext *context) { return OnRegisters(context->GetPlatformInfo()); }
const gert::Shape &EnsureNotScalar(const gert::Shape &inShape)
{
    static const gert::Shape one = {1};
    return inShape.IsScalar() ? one : inShape;
}

uint64_t LastPow2(uint64_t n) { return n == 0 ? 0 : uint64_t(1) << (63 - __builtin_clzll(n)); }

/* MurmurHash2, 32 bits (Austin Appleby's public-domain algorithm). */
uint32_t MurmurHash(const void *src, uint32_t srcLen, uint32_t seed)
{
    constexpr uint32_t kMul = 0x5bd1e995U;
    uint32_t hash = seed ^ srcLen;
    const auto *at = static_cast<const uint8_t *>(src);
    for (; srcLen >= 4; at += 4, srcLen -= 4) {
        uint32_t word;
        std::memcpy(&word, at, sizeof(word));
        word *= kMul;
        word ^= word >> 24;
        hash = (hash * kMul) ^ (word * kMul);
    }
    for (uint32_t i = srcLen; i-- > 0;)
        hash ^= static_cast<uint32_t>(at[i]) << (8 * i);
    if (srcLen)
        hash *= kMul;
    hash ^= hash >> 13;
    hash *= kMul;
    return hash ^ (hash >> 15);
}

bool SplitIntoEqualByParts(int64_t splitLen, int32_t parts, SplitResult &splitResult)
{
    if (splitLen <= 0 || parts <= 0)
        return false;
    splitResult.splitFactor = CeilDiv(splitLen, static_cast<int64_t>(parts));
    splitResult.splitCount = static_cast<int32_t>(CeilDiv(splitLen, splitResult.splitFactor));
    splitResult.splitTailFactor = splitLen - splitResult.splitFactor * (splitResult.splitCount - 1);
    return true;
}

bool SplitIntoEqualByFactor(int64_t splitLen, int32_t factor, SplitResult &splitResult)
{
    if (splitLen <= 0 || factor <= 0)
        return false;
    splitResult.splitFactor = factor;
    splitResult.splitCount = static_cast<int32_t>(CeilDiv(splitLen, static_cast<int64_t>(factor)));
    splitResult.splitTailFactor = splitLen - splitResult.splitFactor * (splitResult.splitCount - 1);
    return true;
}

/* ---- half ---- */

float tagFp16::toF() const
{
    const uint32_t sign = static_cast<uint32_t>(val & 0x8000U) << 16;
    const uint32_t exponent = (val >> 10) & 0x1fU, fraction = val & 0x3ffU;
    if (exponent == 0) {
        const float tiny = static_cast<float>(fraction) * 0x1p-24f;
        return sign ? -tiny : tiny;
    }
    const uint32_t bits =
        sign | (exponent == 31 ? 0x7f800000U : (exponent + 112) << 23) | (fraction << 13);
    float made;
    std::memcpy(&made, &bits, sizeof(made));
    return made;
}

tagFp16 &tagFp16::operator=(const double &dVal)
{
    const uint16_t sign = std::signbit(dVal) ? 0x8000 : 0;
    const double magnitude = std::fabs(dVal);
    if (std::isnan(dVal)) {
        val = static_cast<uint16_t>(sign | 0x7e00);
    } else if (magnitude >= 65520.0) { /* halfway to the value behind the largest, 65504 */
        val = static_cast<uint16_t>(sign | 0x7c00);
    } else {
        /* The grid's step at this magnitude; nearbyint rounds to even on it. */
        const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
        const auto steps = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
        /* A carry out of the fraction moves into the exponent by itself. */
        val = static_cast<uint16_t>(sign | (steps + (static_cast<uint32_t>(exponent + 14) << 10)));
    }
    return *this;
}
tagFp16 &tagFp16::operator=(const float &fVal) { return *this = static_cast<double>(fVal); }

} // namespace Base
} // namespace Ops

namespace gert {

namespace {

/* Value `i` of an attribute held as `type`, as a double and as an integer. */
template <typename T> bool Pick(const RuntimeAttrs *attrs, size_t index, bool list, size_t i, double &out)
{
    if (!list) {
        const T *value = attrs->GetAttrPointer<T>(index);
        if (value)
            out = static_cast<double>(*value);
        return value && i == 0;
    }
    const auto *values = attrs->GetAttrPointer<TypedContinuousVector<T>>(index);
    if (!values || i >= values->GetSize())
        return false;
    out = static_cast<double>(values->GetData()[i]);
    return true;
}

} // namespace

ge::graphStatus TilingData::AppendConvertedAttrVal(const RuntimeAttrs *attrs, size_t attr_index, AttrDataType src_type,
                                                   AttrDataType dst_type)
{
    if (!attrs)
        return ge::GRAPH_FAILED;
    using A = AttrDataType;
    const bool list = src_type >= A::kListBool && src_type <= A::kListFloat16;
    size_t i = 0;
    for (;; ++i) {
        double value = 0;
        bool there = false;
        switch (src_type) {
        case A::kInt64:
        case A::kListInt64:
        case A::kInt32:
        case A::kListInt32:
            there = Pick<int64_t>(attrs, attr_index, list, i, value);
            break;
        case A::kFloat32:
        case A::kListFloat32:
            there = Pick<float>(attrs, attr_index, list, i, value);
            break;
        case A::kBool:
        case A::kListBool:
            there = Pick<bool>(attrs, attr_index, list, i, value);
            break;
        default:
            return ge::GRAPH_FAILED;
        }
        if (!there)
            break;
        ge::graphStatus status;
        switch (dst_type) {
        case A::kInt32:
        case A::kListInt32:
            status = Append(static_cast<int32_t>(value));
            break;
        case A::kInt64:
        case A::kListInt64:
            status = Append(static_cast<int64_t>(value));
            break;
        case A::kUint32:
        case A::kListUint32:
            status = Append(static_cast<uint32_t>(value));
            break;
        case A::kFloat32:
        case A::kListFloat32:
            status = Append(static_cast<float>(value));
            break;
        case A::kFloat16:
        case A::kListFloat16:
            status = Append(Ops::Base::fp16_t(static_cast<float>(value)).val);
            break;
        case A::kBool:
        case A::kListBool:
            status = Append(value != 0);
            break;
        default:
            status = ge::GRAPH_FAILED;
        }
        if (status != ge::GRAPH_SUCCESS)
            return status;
        if (!list) {
            ++i;
            break;
        }
    }
    return i ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

} // namespace gert

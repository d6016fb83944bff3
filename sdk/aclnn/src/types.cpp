/* Element types and formats: sizes, names, conversion, promotion. */
#include "graph/utils/type_utils.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_def.h"

#include <cctype>
#include <cstring>
#include <deque>
#include <mutex>

namespace {

using op::DataType;

/* A number on its way between two types: integers exactly, everything else as double. */
struct Number {
    enum Kind { kInt, kUint, kReal, kComplex } kind;
    int64_t i = 0;
    uint64_t u = 0;
    double re = 0, im = 0;
};

template <typename T>
T Load(const void *src)
{
    T v;
    std::memcpy(static_cast<void *>(&v), src, sizeof(v));
    return v;
}
template <typename T>
Number Real(const void *src)
{
    Number n{Number::kReal};
    n.re = static_cast<double>(static_cast<float>(Load<T>(src)));
    return n;
}
template <typename T>
Number Integer(const void *src)
{
    Number n{std::is_unsigned<T>::value ? Number::kUint : Number::kInt};
    T v = Load<T>(src);
    n.i = static_cast<int64_t>(v);
    n.u = static_cast<uint64_t>(v);
    n.re = static_cast<double>(v);
    return n;
}
template <typename T>
Number Complex(const void *src)
{
    Number n{Number::kComplex};
    auto v = Load<std::complex<T>>(src);
    n.re = static_cast<double>(v.real());
    n.im = static_cast<double>(v.imag());
    return n;
}

bool Read(const void *src, DataType from, Number *out)
{
    switch (from) {
        case DataType::DT_FLOAT:
            return *out = Real<float>(src), true;
        case DataType::DT_DOUBLE:
            out->kind = Number::kReal;
            out->re = Load<double>(src);
            return true;
        case DataType::DT_FLOAT16:
            return *out = Real<op::fp16_t>(src), true;
        case DataType::DT_BF16:
            return *out = Real<op::bfloat16>(src), true;
        case DataType::DT_HIFLOAT8:
            return *out = Real<op::HiFloat8>(src), true;
        case DataType::DT_FLOAT8_E5M2:
            return *out = Real<op::Float8E5M2>(src), true;
        case DataType::DT_FLOAT8_E4M3FN:
            return *out = Real<op::Float8E4M3FN>(src), true;
        case DataType::DT_FLOAT8_E8M0:
            return *out = Real<op::Float8E8M0>(src), true;
        case DataType::DT_FLOAT6_E3M2:
            return *out = Real<op::Float6E3M2>(src), true;
        case DataType::DT_FLOAT6_E2M3:
            return *out = Real<op::Float6E2M3>(src), true;
        case DataType::DT_FLOAT4_E2M1:
            return *out = Real<op::Float4E2M1>(src), true;
        case DataType::DT_FLOAT4_E1M2:
            return *out = Real<op::Float4E1M2>(src), true;
        case DataType::DT_BOOL:
        case DataType::DT_UINT8:
            return *out = Integer<uint8_t>(src), true;
        case DataType::DT_INT8:
        case DataType::DT_INT4:
            return *out = Integer<int8_t>(src), true;
        case DataType::DT_INT16:
            return *out = Integer<int16_t>(src), true;
        case DataType::DT_UINT16:
            return *out = Integer<uint16_t>(src), true;
        case DataType::DT_INT32:
            return *out = Integer<int32_t>(src), true;
        case DataType::DT_UINT32:
            return *out = Integer<uint32_t>(src), true;
        case DataType::DT_INT64:
            return *out = Integer<int64_t>(src), true;
        case DataType::DT_UINT64:
            return *out = Integer<uint64_t>(src), true;
        case DataType::DT_COMPLEX64:
            return *out = Complex<float>(src), true;
        case DataType::DT_COMPLEX128:
            return *out = Complex<double>(src), true;
        default:
            return false;
    }
}

template <typename T>
void Store(void *dst, T v)
{
    std::memcpy(dst, static_cast<const void *>(&v), sizeof(v));
}
/* Integers wrap as C's do; a real number outside the range is clamped, NaN becomes 0. */
template <typename T>
void StoreInteger(void *dst, const Number &n)
{
    if (n.kind == Number::kInt || n.kind == Number::kUint)
        return Store<T>(dst, static_cast<T>(n.kind == Number::kInt ? static_cast<uint64_t>(n.i) : n.u));
    constexpr double low = static_cast<double>(std::numeric_limits<T>::min());
    constexpr double high = static_cast<double>(std::numeric_limits<T>::max());
    T v = std::isnan(n.re) ? T{0} : n.re <= low ? std::numeric_limits<T>::min()
                                : n.re >= high ? std::numeric_limits<T>::max()
                                               : static_cast<T>(n.re);
    Store<T>(dst, v);
}
template <typename T>
void StoreSmall(void *dst, const Number &n)
{
    Store<T>(dst, T(static_cast<float>(n.re)));
}

bool Write(const Number &n, void *dst, DataType to)
{
    switch (to) {
        case DataType::DT_FLOAT:
            return Store<float>(dst, static_cast<float>(n.re)), true;
        case DataType::DT_DOUBLE:
            return Store<double>(dst, n.re), true;
        case DataType::DT_FLOAT16:
            return StoreSmall<op::fp16_t>(dst, n), true;
        case DataType::DT_BF16:
            return StoreSmall<op::bfloat16>(dst, n), true;
        case DataType::DT_HIFLOAT8:
            return StoreSmall<op::HiFloat8>(dst, n), true;
        case DataType::DT_FLOAT8_E5M2:
            return StoreSmall<op::Float8E5M2>(dst, n), true;
        case DataType::DT_FLOAT8_E4M3FN:
            return StoreSmall<op::Float8E4M3FN>(dst, n), true;
        case DataType::DT_FLOAT8_E8M0:
            return StoreSmall<op::Float8E8M0>(dst, n), true;
        case DataType::DT_FLOAT6_E3M2:
            return StoreSmall<op::Float6E3M2>(dst, n), true;
        case DataType::DT_FLOAT6_E2M3:
            return StoreSmall<op::Float6E2M3>(dst, n), true;
        case DataType::DT_FLOAT4_E2M1:
            return StoreSmall<op::Float4E2M1>(dst, n), true;
        case DataType::DT_FLOAT4_E1M2:
            return StoreSmall<op::Float4E1M2>(dst, n), true;
        case DataType::DT_BOOL:
            return Store<uint8_t>(dst, n.re != 0 || n.im != 0 || n.u != 0), true;
        case DataType::DT_UINT8:
            return StoreInteger<uint8_t>(dst, n), true;
        case DataType::DT_INT8:
        case DataType::DT_INT4:
            return StoreInteger<int8_t>(dst, n), true;
        case DataType::DT_INT16:
            return StoreInteger<int16_t>(dst, n), true;
        case DataType::DT_UINT16:
            return StoreInteger<uint16_t>(dst, n), true;
        case DataType::DT_INT32:
            return StoreInteger<int32_t>(dst, n), true;
        case DataType::DT_UINT32:
            return StoreInteger<uint32_t>(dst, n), true;
        case DataType::DT_INT64:
            return StoreInteger<int64_t>(dst, n), true;
        case DataType::DT_UINT64:
            return StoreInteger<uint64_t>(dst, n), true;
        case DataType::DT_COMPLEX64:
            return Store(dst, std::complex<float>(static_cast<float>(n.re), static_cast<float>(n.im))), true;
        case DataType::DT_COMPLEX128:
            return Store(dst, std::complex<double>(n.re, n.im)), true;
        default:
            return false;
    }
}

/* Rank inside a kind for promotion; 0 = takes no part. */
int IntegerRank(DataType t)
{
    switch (t) {
        case DataType::DT_BOOL:
            return 1;
        case DataType::DT_UINT8:
            return 2;
        case DataType::DT_INT8:
            return 3;
        case DataType::DT_INT16:
            return 4;
        case DataType::DT_INT32:
            return 5;
        case DataType::DT_INT64:
            return 6;
        default:
            return 0;
    }
}
int FloatRank(DataType t)
{
    switch (t) {
        case DataType::DT_FLOAT16:
        case DataType::DT_BF16:
            return 1;
        case DataType::DT_FLOAT:
            return 2;
        case DataType::DT_DOUBLE:
            return 3;
        default:
            return 0;
    }
}
int ComplexRank(DataType t)
{
    return t == DataType::DT_COMPLEX32 ? 1 : t == DataType::DT_COMPLEX64 ? 2 : t == DataType::DT_COMPLEX128 ? 3 : 0;
}
/* What a complex type of rank `rank` becomes beside a `t`. */
int ComplexWith(int rank, DataType t)
{
    switch (t) {
        case DataType::DT_UINT16:
        case DataType::DT_UINT32:
            return rank == 1 ? 0 : rank;
        case DataType::DT_UINT64:
            return rank == 1 ? 0 : 3;
        case DataType::DT_DOUBLE:
            return 3;
        case DataType::DT_FLOAT:
        case DataType::DT_BF16:
            return std::max(rank, 2);
        default:
            return IntegerRank(t) || t == DataType::DT_FLOAT16 ? rank : 0;
    }
}

std::string Upper(std::string text)
{
    for (char &c : text)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

} // namespace

namespace op {
namespace internal {
bool ConvertElement(const void *src, DataType from, void *dst, DataType to)
{
    Number n{Number::kReal};
    if (from == to && TypeSize(from) <= 16) {
        std::memcpy(dst, src, TypeSize(from));
        return true;
    }
    return Read(src, from, &n) && Write(n, dst, to);
}
} // namespace internal

size_t TypeSize(DataType dataType) { return static_cast<size_t>(ge::GetSizeByDataType(dataType)); }
ge::AscendString ToString(DataType dataType) { return ge::TypeUtils::DataTypeToAscendString(dataType); }

ge::AscendString ToString(const std::initializer_list<DataType> &dtypes)
{
    std::string text;
    for (DataType d : dtypes)
        text += (text.empty() ? "[" : ",") + std::string(ToString(d).GetString());
    return ge::AscendString((text.empty() ? "[]" : text + "]").c_str());
}

DataType ToDataType(const std::string &name)
{
    std::string upper = Upper(name);
    return ge::TypeUtils::SerialStringToDataType(upper.compare(0, 3, "DT_") == 0 ? upper : "DT_" + upper);
}

int64_t CalcShapeBytes(int64_t count, DataType dataType, bool ceil)
{
    int size = ge::GetSizeByDataType(dataType);
    int64_t bytes;
    if (size <= 0 || count < 0)
        return count == 0 ? 0 : -1;
    if (size < ge::kDataTypeSizeBitOffset)
        return __builtin_mul_overflow(count, static_cast<int64_t>(size), &bytes) ? -1 : bytes;
    if (__builtin_mul_overflow(count, static_cast<int64_t>(size - ge::kDataTypeSizeBitOffset), &bytes))
        return -1;
    return bytes / 8 + (ceil && bytes % 8 ? 1 : 0);
}

DataType PromoteType(DataType a, DataType b)
{
    if (a < 0 || b < 0 || a >= DataType::DT_MAX || b >= DataType::DT_MAX)
        return DataType::DT_UNDEFINED;
    if (a == b)
        return a;
    if (ComplexRank(a) || ComplexRank(b)) {
        static const DataType byRank[] = {DataType::DT_UNDEFINED, DataType::DT_COMPLEX32, DataType::DT_COMPLEX64,
                                          DataType::DT_COMPLEX128};
        if (ComplexRank(a) && ComplexRank(b))
            return byRank[std::max(ComplexRank(a), ComplexRank(b))];
        return ComplexRank(a) ? byRank[ComplexWith(ComplexRank(a), b)] : byRank[ComplexWith(ComplexRank(b), a)];
    }
    int fa = FloatRank(a), fb = FloatRank(b), ia = IntegerRank(a), ib = IntegerRank(b);
    if ((fa || ia) && (fb || ib)) {
        if (fa && fb)
            return fa == fb ? DataType::DT_FLOAT : fa > fb ? a : b; // float16 with bfloat16
        if (fa || fb)
            return fa ? a : b;
        if (ia + ib == 5 && ia != 1 && ib != 1) // int8 with uint8
            return DataType::DT_INT16;
        return ia > ib ? a : b;
    }
    return DataType::DT_UNDEFINED;
}

bool IsPrivateFormat(Format format)
{
    switch (GetPrimaryFormat(format)) {
        case Format::FORMAT_NCHW:
        case Format::FORMAT_NHWC:
        case Format::FORMAT_ND:
        case Format::FORMAT_HWCN:
        case Format::FORMAT_CHWN:
        case Format::FORMAT_NDHWC:
        case Format::FORMAT_NCDHW:
        case Format::FORMAT_DHWCN:
        case Format::FORMAT_DHWNC:
        case Format::FORMAT_NCL:
        case Format::FORMAT_NC:
        case Format::FORMAT_CN:
            return false;
        default:
            return true;
    }
}

Format ToFormat(const std::string &name) { return ge::TypeUtils::SerialStringToFormat(Upper(name)); }
ge::AscendString ToString(Format format) { return ge::TypeUtils::FormatToAscendString(format); }

aclFormat ToAclFormat(Format format)
{
    switch (format) {
        case Format::FORMAT_NCHW:
        case Format::FORMAT_NHWC:
        case Format::FORMAT_ND:
        case Format::FORMAT_NC1HWC0:
        case Format::FORMAT_FRACTAL_Z:
        case Format::FORMAT_NC1HWC0_C04:
        case Format::FORMAT_HWCN:
        case Format::FORMAT_NDHWC:
        case Format::FORMAT_FRACTAL_NZ:
        case Format::FORMAT_NCDHW:
        case Format::FORMAT_NDC1HWC0:
        case Format::FORMAT_FRACTAL_Z_3D:
        case Format::FORMAT_NC:
        case Format::FORMAT_NCL:
        case Format::FORMAT_FRACTAL_NZ_C0_2:
        case Format::FORMAT_FRACTAL_NZ_C0_4:
        case Format::FORMAT_FRACTAL_NZ_C0_8:
        case Format::FORMAT_FRACTAL_NZ_C0_16:
        case Format::FORMAT_FRACTAL_NZ_C0_32:
            return static_cast<aclFormat>(format);
        default:
            return ACL_FORMAT_UNDEFINED;
    }
}

/* ---- operator types and modes --------------------------------------------------------------------------- */

namespace {
struct TypeNames {
    std::mutex mutex;
    std::deque<std::string> names{""}; // 0 is no type; a deque, since names are handed out
    std::unordered_map<std::string, uint32_t> ids;
};
TypeNames &Names()
{
    static auto *names = new TypeNames(); // lives as long as the process: libraries ask while they are unloaded
    return *names;
}
const char *const kModes[] = {"default",
                              "high_performance",
                              "high_precision",
                              "super_performance",
                              "support_out_of_bound_index",
                              "enable_float32_execution",
                              "enable_hi_float32_execution",
                              "keep_fp16"};
} // namespace

uint32_t GenOpTypeId(const char *name)
{
    TypeNames &all = Names();
    std::lock_guard<std::mutex> held(all.mutex);
    auto found = all.ids.find(name);
    if (found != all.ids.end())
        return found->second;
    auto id = static_cast<uint32_t>(all.names.size());
    all.names.emplace_back(name);
    all.ids.emplace(name, id);
    return id;
}

namespace internal {
const char *OpTypeName(uint32_t opType)
{
    TypeNames &all = Names();
    std::lock_guard<std::mutex> held(all.mutex);
    return opType < all.names.size() ? all.names[opType].c_str() : "";
}
} // namespace internal

uint32_t OpTypeDict::ToOpType(const std::string &name)
{
    TypeNames &all = Names();
    std::lock_guard<std::mutex> held(all.mutex);
    auto found = all.ids.find(name);
    return found == all.ids.end() ? INVALID_OP_TYPE_ID : found->second;
}
const ge::AscendString OpTypeDict::ToString(uint32_t opType)
{
    TypeNames &all = Names();
    std::lock_guard<std::mutex> held(all.mutex);
    return ge::AscendString(opType < all.names.size() ? all.names[opType].c_str() : "");
}
size_t OpTypeDict::GetAllOpTypeSize()
{
    TypeNames &all = Names();
    std::lock_guard<std::mutex> held(all.mutex);
    return all.names.size() - 1;
}

OpImplMode ToOpImplMode(const std::string &name)
{
    for (size_t i = 0; i < sizeof(kModes) / sizeof(kModes[0]); i++)
        if (name == kModes[i])
            return static_cast<OpImplMode>(1u << i);
    return OpImplMode::IMPL_MODE_RESERVED;
}
ge::AscendString ToString(OpImplMode mode)
{
    for (size_t i = 0; i < sizeof(kModes) / sizeof(kModes[0]); i++)
        if (static_cast<uint32_t>(mode) == 1u << i)
            return ge::AscendString(kModes[i]);
    return ge::AscendString("reserved");
}

} // namespace op

ge::AscendString ToString(aclDataType dataType) { return op::ToString(op::ToOpDataType(dataType)); }

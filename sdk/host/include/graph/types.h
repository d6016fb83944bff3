/* Element types and tensor formats of the graph interface, with CANN's public numbers, and the packing of a
 * primary format, a sub-format and a C0 size into one 32-bit format value. Kept cheap to parse: every host
 * source of every operator includes it. */
#ifndef OPFORGE_GRAPH_TYPES_H
#define OPFORGE_GRAPH_TYPES_H

#include "graph/visibility.h"
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

namespace ge
{

using char_t = char;
using float32_t = float;
using float64_t = double;
using vector_bit_t = std::vector<bool>;

/* Dimension values with a meaning of their own. */
constexpr int64_t SHAPE_RANGE_LOWER_LIMIT = 0; /* an empty tensor is allowed */
constexpr int64_t UNKNOWN_DIM = -1;
constexpr int64_t UNKNOWN_DIM_NUM = -2;
#ifndef __NPU_DEVICE__
inline const std::vector<int64_t> UNKNOWN_SHAPE = {UNKNOWN_DIM};
inline const std::vector<int64_t> UNKNOWN_RANK = {UNKNOWN_DIM_NUM};
inline const std::vector<int64_t> DUMMY_SHAPE = {-3};
#endif

constexpr uint32_t kBitNumOfOneByte = 8U;
constexpr uint32_t kBitThreeBytes = 24U;
/* GetSizeByDataType of a type smaller than a byte: this plus its number of bits. */
constexpr int32_t kDataTypeSizeBitOffset = 1000;

enum DataType {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_DOUBLE = 11,
    DT_BOOL = 12,
    DT_STRING = 13,
    DT_DUAL_SUB_INT8 = 14,
    DT_DUAL_SUB_UINT8 = 15,
    DT_COMPLEX64 = 16,
    DT_COMPLEX128 = 17,
    DT_QINT8 = 18,
    DT_QINT16 = 19,
    DT_QINT32 = 20,
    DT_QUINT8 = 21,
    DT_QUINT16 = 22,
    DT_RESOURCE = 23,
    DT_STRING_REF = 24,
    DT_DUAL = 25,
    DT_VARIANT = 26,
    DT_BF16 = 27,
    DT_UNDEFINED = 28, /* not set */
    DT_INT4 = 29,
    DT_UINT1 = 30,
    DT_INT2 = 31,
    DT_UINT2 = 32,
    DT_COMPLEX32 = 33,
    DT_HIFLOAT8 = 34,
    DT_FLOAT8_E5M2 = 35,
    DT_FLOAT8_E4M3FN = 36,
    DT_FLOAT8_E8M0 = 37,
    DT_FLOAT6_E3M2 = 38,
    DT_FLOAT6_E2M3 = 39,
    DT_FLOAT4_E2M1 = 40,
    DT_FLOAT4_E1M2 = 41,
    DT_HIFLOAT4 = 42,
    DT_MAX /* one past the last */
};

enum Format {
    FORMAT_NCHW = 0,
    FORMAT_NHWC = 1,
    FORMAT_ND = 2,
    FORMAT_NC1HWC0 = 3,
    FORMAT_FRACTAL_Z = 4,
    FORMAT_NC1C0HWPAD = 5,
    FORMAT_NHWC1C0 = 6,
    FORMAT_FSR_NCHW = 7,
    FORMAT_FRACTAL_DECONV = 8,
    FORMAT_C1HWNC0 = 9,
    FORMAT_FRACTAL_DECONV_TRANSPOSE = 10,
    FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS = 11,
    FORMAT_NC1HWC0_C04 = 12,
    FORMAT_FRACTAL_Z_C04 = 13,
    FORMAT_CHWN = 14,
    FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS = 15,
    FORMAT_HWCN = 16,
    FORMAT_NC1KHKWHWC0 = 17,
    FORMAT_BN_WEIGHT = 18,
    FORMAT_FILTER_HWCK = 19,
    FORMAT_HASHTABLE_LOOKUP_LOOKUPS = 20,
    FORMAT_HASHTABLE_LOOKUP_KEYS = 21,
    FORMAT_HASHTABLE_LOOKUP_VALUE = 22,
    FORMAT_HASHTABLE_LOOKUP_OUTPUT = 23,
    FORMAT_HASHTABLE_LOOKUP_HITS = 24,
    FORMAT_C1HWNCoC0 = 25,
    FORMAT_MD = 26,
    FORMAT_NDHWC = 27,
    FORMAT_FRACTAL_ZZ = 28,
    FORMAT_FRACTAL_NZ = 29,
    FORMAT_NCDHW = 30,
    FORMAT_DHWCN = 31,
    FORMAT_NDC1HWC0 = 32,
    FORMAT_FRACTAL_Z_3D = 33,
    FORMAT_CN = 34,
    FORMAT_NC = 35,
    FORMAT_DHWNC = 36,
    FORMAT_FRACTAL_Z_3D_TRANSPOSE = 37,
    FORMAT_FRACTAL_ZN_LSTM = 38,
    FORMAT_FRACTAL_Z_G = 39,
    FORMAT_RESERVED = 40,
    FORMAT_ALL = 41,
    FORMAT_NULL = 42,
    FORMAT_ND_RNN_BIAS = 43,
    FORMAT_FRACTAL_ZN_RNN = 44,
    FORMAT_NYUV = 45,
    FORMAT_NYUV_A = 46,
    FORMAT_NCL = 47,
    FORMAT_FRACTAL_Z_WINO = 48,
    FORMAT_C1HWC0 = 49,
    FORMAT_FRACTAL_NZ_C0_16 = 50,
    FORMAT_FRACTAL_NZ_C0_32 = 51,
    FORMAT_FRACTAL_NZ_C0_2 = 52,
    FORMAT_FRACTAL_NZ_C0_4 = 53,
    FORMAT_FRACTAL_NZ_C0_8 = 54,
    FORMAT_END, /* one past the last */
    FORMAT_MAX = 0xff
};

/* Bytes of one element; kDataTypeSizeBitOffset + bits for sub-byte types; -1 when it has no fixed size. */
OPF_HOST_API int GetSizeByDataType(DataType data_type);
/* Bytes of `element_count` elements, sub-byte types rounded up; -1 when negative, unknown or overflowing. */
OPF_HOST_API int64_t GetSizeInBytes(int64_t element_count, DataType data_type);
/* "NCHW"; "UNKNOWN" for a value outside the enumeration. Sub-format and C0 bits are ignored. */
OPF_HOST_API const char_t *GetFormatName(Format format);

/* A format value: bits 0-7 primary format, 8-23 sub-format (groups), 24-27 log2(C0) + 1. */
namespace format_bits
{
constexpr uint32_t kPrimary = 0xffU;
constexpr uint32_t kSub = 0xffffU;
constexpr uint32_t kC0 = 0xfU;
constexpr uint32_t Field(int32_t value, uint32_t shift, uint32_t mask)
{
    return (static_cast<uint32_t>(value) >> shift) & mask;
}
constexpr uint32_t Place(int32_t value, uint32_t shift, uint32_t mask)
{
    return (static_cast<uint32_t>(value) & mask) << shift;
}
} // namespace format_bits

constexpr int32_t GetFormatFromSubAndC0(int32_t primary_format, int32_t sub_format, int32_t c0_format)
{
    return static_cast<int32_t>(format_bits::Place(primary_format, 0, format_bits::kPrimary) |
                                format_bits::Place(sub_format, kBitNumOfOneByte, format_bits::kSub) |
                                format_bits::Place(c0_format, kBitThreeBytes, format_bits::kC0));
}
constexpr int32_t GetFormatFromSub(int32_t primary_format, int32_t sub_format)
{
    return GetFormatFromSubAndC0(primary_format, sub_format, 0);
}
/* Keeps primary and sub-format of `format`. */
constexpr int32_t GetFormatFromC0(int32_t format, int32_t c0_format)
{
    return static_cast<int32_t>(format_bits::Place(format, 0, 0xffffffU) |
                                format_bits::Place(c0_format, kBitThreeBytes, format_bits::kC0));
}
constexpr int32_t GetPrimaryFormat(int32_t format)
{
    return static_cast<int32_t>(format_bits::Field(format, 0, format_bits::kPrimary));
}
constexpr int32_t GetSubFormat(int32_t format)
{
    return static_cast<int32_t>(format_bits::Field(format, kBitNumOfOneByte, format_bits::kSub));
}
constexpr bool HasSubFormat(int32_t format)
{
    return GetSubFormat(format) != 0;
}
constexpr int32_t GetC0Format(int32_t format)
{
    return static_cast<int32_t>(format_bits::Field(format, kBitThreeBytes, format_bits::kC0));
}
constexpr bool HasC0Format(int32_t format)
{
    return GetC0Format(format) != 0;
}
/* The C0 size the format carries (16, 32 ...), -1 when it carries none. */
constexpr int64_t GetC0Value(int32_t format)
{
    return HasC0Format(format) ? int64_t(1) << (GetC0Format(format) - 1) : -1;
}

/* What decides the output shape of an operator with unknown shapes. */
enum UnknowShapeOpType {
    DEPEND_IN_SHAPE = 1,
    DEPEND_CONST_VALUE = 2,
    DEPEND_SHAPE_RANGE = 3,
    DEPEND_COMPUTE = 4
};

enum DeviceType { NPU = 0, CPU = 1 };

enum Placement { kPlacementHost = 0, kPlacementDevice = 1, kPlacementEnd };

/* Head of one element of a DT_STRING tensor. */
struct StringHead {
    int64_t addr;
    int64_t len;
};

struct TensorDescInfo {
    Format format_ = FORMAT_RESERVED;
    DataType dataType_ = DT_UNDEFINED;
};

/* Set of element types a parameter of a graph prototype accepts. */
struct TensorType {
    explicit TensorType(DataType dt) : types(1, dt) {}
    TensorType(std::initializer_list<DataType> initial_types) : types(initial_types) {}

    OPF_HOST_API static TensorType ALL();
    OPF_HOST_API static TensorType QuantifiedType();
    OPF_HOST_API static TensorType OrdinaryType();
    OPF_HOST_API static TensorType BasicType();
    OPF_HOST_API static TensorType NumberType();
    OPF_HOST_API static TensorType RealNumberType();
    OPF_HOST_API static TensorType ComplexDataType();
    OPF_HOST_API static TensorType IntegerDataType();
    OPF_HOST_API static TensorType SignedDataType();
    OPF_HOST_API static TensorType UnsignedDataType();
    OPF_HOST_API static TensorType FloatingDataType();
    OPF_HOST_API static TensorType IndexNumberType();
    OPF_HOST_API static TensorType UnaryDataType();
    OPF_HOST_API static TensorType FLOAT();

    std::vector<DataType> types;
};

struct ListTensorType {
    explicit ListTensorType(const TensorType &type) : tensor_type(type) {}
    TensorType tensor_type;
};

/* The type symbols of a prototype whose promotion gives a parameter's type. Symbols are literals. */
class Promote
{
  public:
    Promote(std::initializer_list<const char *> syms) : syms_(syms) {}
    std::vector<const char *> Syms() const { return syms_; }
    Promote(const Promote &) = delete;
    Promote &operator=(const Promote &) = delete;
    Promote(Promote &&) noexcept = default;
    Promote &operator=(Promote &&) noexcept = default;

  private:
    std::vector<const char *> syms_;
};

} // namespace ge

namespace domi
{
using char_t = ge::char_t;
using float32_t = ge::float32_t;
using float64_t = ge::float64_t;
} // namespace domi

#endif

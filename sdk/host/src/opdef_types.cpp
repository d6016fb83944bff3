/* Facts about element types and formats that graph/types.h declares: sizes, names, sets. */
#include "graph/types.h"
#include "graph/c_types.h"

#include "base/format_names.h"

namespace ge
{

namespace
{

static_assert(int(C_DT_HIFLOAT4) == int(DT_HIFLOAT4) && int(C_DT_MAX) == int(DT_MAX),
              "c_types.h is out of date");
static_assert(int(C_FORMAT_FRACTAL_NZ_C0_8) == int(FORMAT_FRACTAL_NZ_C0_8) &&
                  int(C_FORMAT_END) == int(FORMAT_END),
              "c_types.h is out of date");

constexpr int kNoSize = -1;
constexpr int Bits(int count)
{
    return kDataTypeSizeBitOffset + count;
}


} // namespace

int GetSizeByDataType(DataType data_type)
{
    switch (data_type) {
    case DT_INT8:
    case DT_UINT8:
    case DT_BOOL:
    case DT_DUAL_SUB_INT8:
    case DT_DUAL_SUB_UINT8:
    case DT_QINT8:
    case DT_QUINT8:
    case DT_HIFLOAT8:
    case DT_FLOAT8_E5M2:
    case DT_FLOAT8_E4M3FN:
    case DT_FLOAT8_E8M0:
        return 1;
    case DT_FLOAT16:
    case DT_BF16:
    case DT_INT16:
    case DT_UINT16:
    case DT_QINT16:
    case DT_QUINT16:
        return 2;
    case DT_FLOAT:
    case DT_INT32:
    case DT_UINT32:
    case DT_QINT32:
    case DT_COMPLEX32:
        return 4;
    case DT_DUAL: /* a float and an int8 */
        return 5;
    case DT_INT64:
    case DT_UINT64:
    case DT_DOUBLE:
    case DT_COMPLEX64:
    case DT_RESOURCE:
    case DT_VARIANT:
        return 8;
    case DT_COMPLEX128:
        return 16;
    case DT_UINT1:
        return Bits(1);
    case DT_INT2:
    case DT_UINT2:
        return Bits(2);
    case DT_INT4:
    case DT_FLOAT4_E2M1:
    case DT_FLOAT4_E1M2:
    case DT_HIFLOAT4:
        return Bits(4);
    case DT_FLOAT6_E3M2:
    case DT_FLOAT6_E2M3:
        return Bits(6);
    case DT_STRING:
    case DT_STRING_REF:
    case DT_UNDEFINED:
    case DT_MAX:
        break;
    }
    return kNoSize;
}

int64_t GetSizeInBytes(int64_t element_count, DataType data_type)
{
    int size = GetSizeByDataType(data_type);
    int64_t total = 0;
    if (size < 0 || element_count < 0)
        return -1;
    if (size < kDataTypeSizeBitOffset)
        return __builtin_mul_overflow(element_count, int64_t(size), &total) ? -1 : total;
    if (__builtin_mul_overflow(element_count, int64_t(size - kDataTypeSizeBitOffset), &total))
        return -1;
    return total / 8 + (total % 8 != 0);
}

const char_t *GetFormatName(Format format)
{
    int32_t primary = GetPrimaryFormat(format);
    const char *name = opf_format_name(static_cast<size_t>(primary));
    return name != nullptr ? name : "UNKNOWN";
}

/* The sets are those the graph interface documents for prototypes. */

TensorType TensorType::ALL()
{
    return {DT_BOOL,   DT_INT8,   DT_INT16,  DT_INT32,  DT_INT64,   DT_UINT8,     DT_UINT16,    DT_UINT32,
            DT_UINT64, DT_BF16,   DT_FLOAT,  DT_DOUBLE, DT_FLOAT16, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128,
            DT_QINT8,  DT_QINT16, DT_QINT32, DT_QUINT8, DT_QUINT16, DT_RESOURCE,  DT_STRING};
}
TensorType TensorType::QuantifiedType()
{
    return {DT_QINT8, DT_QINT16, DT_QINT32, DT_QUINT8, DT_QUINT16};
}
TensorType TensorType::OrdinaryType()
{
    return {DT_BOOL,   DT_INT8,    DT_INT16, DT_INT32, DT_INT64,  DT_UINT8,     DT_UINT16,    DT_UINT32,
            DT_UINT64, DT_FLOAT16, DT_BF16,  DT_FLOAT, DT_DOUBLE, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128};
}
TensorType TensorType::BasicType()
{
    return {DT_INT8,       DT_INT16,   DT_INT32,  DT_INT64,  DT_UINT8,  DT_UINT16,    DT_UINT32,
            DT_UINT64,     DT_FLOAT16, DT_BF16,   DT_FLOAT,  DT_DOUBLE, DT_COMPLEX32, DT_COMPLEX64,
            DT_COMPLEX128, DT_QINT8,   DT_QINT16, DT_QINT32, DT_QUINT8, DT_QUINT16};
}
TensorType TensorType::NumberType()
{
    return {DT_INT8,      DT_INT16,     DT_INT32,      DT_INT64, DT_UINT8,  DT_UINT16,
            DT_UINT32,    DT_UINT64,    DT_FLOAT16,    DT_BF16,  DT_FLOAT,  DT_DOUBLE,
            DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QINT32, DT_QUINT8};
}
TensorType TensorType::RealNumberType()
{
    return {DT_INT8,   DT_INT16,  DT_INT32,   DT_INT64, DT_UINT8, DT_UINT16,
            DT_UINT32, DT_UINT64, DT_FLOAT16, DT_BF16,  DT_FLOAT, DT_DOUBLE};
}
TensorType TensorType::ComplexDataType()
{
    return {DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128};
}
TensorType TensorType::IntegerDataType()
{
    return {DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64};
}
TensorType TensorType::SignedDataType()
{
    return {DT_INT8, DT_INT16, DT_INT32, DT_INT64};
}
TensorType TensorType::UnsignedDataType()
{
    return {DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64};
}
TensorType TensorType::FloatingDataType()
{
    return {DT_FLOAT16, DT_FLOAT, DT_DOUBLE};
}
TensorType TensorType::IndexNumberType()
{
    return {DT_INT32, DT_INT64};
}
TensorType TensorType::UnaryDataType()
{
    return {DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128};
}
TensorType TensorType::FLOAT()
{
    return {DT_FLOAT16, DT_BF16, DT_FLOAT};
}

} // namespace ge

/* Facts about element types and formats that graph/types.h declares: sizes, names, sets. */
#include "graph/types.h"
#include "graph/c_types.h"

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

constexpr const char *kFormatNames[FORMAT_END] = {"NCHW",
                                                  "NHWC",
                                                  "ND",
                                                  "NC1HWC0",
                                                  "FRACTAL_Z",
                                                  "NC1C0HWPAD",
                                                  "NHWC1C0",
                                                  "FSR_NCHW",
                                                  "FRACTAL_DECONV",
                                                  "C1HWNC0",
                                                  "FRACTAL_DECONV_TRANSPOSE",
                                                  "FRACTAL_DECONV_SP_STRIDE_TRANS",
                                                  "NC1HWC0_C04",
                                                  "FRACTAL_Z_C04",
                                                  "CHWN",
                                                  "FRACTAL_DECONV_SP_STRIDE8_TRANS",
                                                  "HWCN",
                                                  "NC1KHKWHWC0",
                                                  "BN_WEIGHT",
                                                  "FILTER_HWCK",
                                                  "HASHTABLE_LOOKUP_LOOKUPS",
                                                  "HASHTABLE_LOOKUP_KEYS",
                                                  "HASHTABLE_LOOKUP_VALUE",
                                                  "HASHTABLE_LOOKUP_OUTPUT",
                                                  "HASHTABLE_LOOKUP_HITS",
                                                  "C1HWNCoC0",
                                                  "MD",
                                                  "NDHWC",
                                                  "FRACTAL_ZZ",
                                                  "FRACTAL_NZ",
                                                  "NCDHW",
                                                  "DHWCN",
                                                  "NDC1HWC0",
                                                  "FRACTAL_Z_3D",
                                                  "CN",
                                                  "NC",
                                                  "DHWNC",
                                                  "FRACTAL_Z_3D_TRANSPOSE",
                                                  "FRACTAL_ZN_LSTM",
                                                  "FRACTAL_Z_G",
                                                  "RESERVED",
                                                  "ALL",
                                                  "NULL",
                                                  "ND_RNN_BIAS",
                                                  "FRACTAL_ZN_RNN",
                                                  "NYUV",
                                                  "NYUV_A",
                                                  "NCL",
                                                  "FRACTAL_Z_WINO",
                                                  "C1HWC0",
                                                  "FRACTAL_NZ_C0_16",
                                                  "FRACTAL_NZ_C0_32",
                                                  "FRACTAL_NZ_C0_2",
                                                  "FRACTAL_NZ_C0_4",
                                                  "FRACTAL_NZ_C0_8"};

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
    return primary < FORMAT_END ? kFormatNames[primary] : "UNKNOWN";
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

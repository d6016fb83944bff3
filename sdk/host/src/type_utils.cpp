/* Names of element types and formats, both ways. */
#include "graph/utils/type_utils.h"

#include <cstdlib>
#include <cstring>

namespace ge {

namespace {

constexpr const char *kTypeNames[DT_MAX] = {
    "DT_FLOAT", "DT_FLOAT16", "DT_INT8", "DT_INT32", "DT_UINT8", "", "DT_INT16", "DT_UINT16", "DT_UINT32", "DT_INT64",
    "DT_UINT64", "DT_DOUBLE", "DT_BOOL", "DT_STRING", "DT_DUAL_SUB_INT8", "DT_DUAL_SUB_UINT8", "DT_COMPLEX64",
    "DT_COMPLEX128", "DT_QINT8", "DT_QINT16", "DT_QINT32", "DT_QUINT8", "DT_QUINT16", "DT_RESOURCE", "DT_STRING_REF",
    "DT_DUAL", "DT_VARIANT", "DT_BF16", "DT_UNDEFINED", "DT_INT4", "DT_UINT1", "DT_INT2", "DT_UINT2", "DT_COMPLEX32",
    "DT_HIFLOAT8", "DT_FLOAT8_E5M2", "DT_FLOAT8_E4M3FN", "DT_FLOAT8_E8M0", "DT_FLOAT6_E3M2", "DT_FLOAT6_E2M3",
    "DT_FLOAT4_E2M1", "DT_FLOAT4_E1M2", "DT_HIFLOAT4"};

const char *TypeName(DataType type)
{
    return type >= 0 && type < DT_MAX && kTypeNames[type][0] ? kTypeNames[type] : "UNDEFINED";
}

} // namespace

std::string TypeUtils::DataTypeToSerialString(DataType data_type) { return TypeName(data_type); }

DataType TypeUtils::SerialStringToDataType(const std::string &str)
{
    for (int i = 0; i < DT_MAX; ++i) {
        if (kTypeNames[i][0] && str == kTypeNames[i])
            return static_cast<DataType>(i);
    }
    return DT_UNDEFINED;
}

std::string TypeUtils::FormatToSerialString(Format format)
{
    const int primary = GetPrimaryFormat(format);
    if (primary >= FORMAT_END)
        return "RESERVED";
    std::string text = GetFormatName(static_cast<Format>(primary));
    if (HasSubFormat(format))
        text += ":" + std::to_string(GetSubFormat(format));
    return text;
}

Format TypeUtils::SerialStringToFormat(const std::string &str)
{
    const size_t colon = str.find(':');
    const std::string name = str.substr(0, colon);
    for (int i = 0; i < FORMAT_END; ++i) {
        if (name == GetFormatName(static_cast<Format>(i)))
            return colon == std::string::npos
                       ? static_cast<Format>(i)
                       : static_cast<Format>(GetFormatFromSub(i, std::atoi(str.c_str() + colon + 1)));
    }
    return FORMAT_RESERVED;
}

Format TypeUtils::DataFormatToFormat(const std::string &str)
{
    for (Format format : {FORMAT_NCHW, FORMAT_NHWC, FORMAT_ND, FORMAT_NCDHW, FORMAT_NDHWC, FORMAT_HWCN, FORMAT_CHWN}) {
        if (str == GetFormatName(format))
            return format;
    }
    return FORMAT_RESERVED;
}

bool TypeUtils::GetDataTypeLength(DataType data_type, uint32_t &length)
{
    const int size = GetSizeByDataType(data_type);
    if (size <= 0)
        return false;
    length = static_cast<uint32_t>(size);
    return true;
}

AscendString TypeUtils::DataTypeToAscendString(const DataType &data_type) { return TypeName(data_type); }
DataType TypeUtils::AscendStringToDataType(const AscendString &str) { return SerialStringToDataType(str.GetString()); }
AscendString TypeUtils::FormatToAscendString(const Format &format) { return FormatToSerialString(format).c_str(); }
Format TypeUtils::AscendStringToFormat(const AscendString &str) { return SerialStringToFormat(str.GetString()); }
Format TypeUtils::DataFormatToFormat(const AscendString &str)
{
    return DataFormatToFormat(std::string(str.GetString()));
}

} // namespace ge

/* Names of element types and formats: "DT_FLOAT16", "FRACTAL_NZ". */
#ifndef OPFORGE_GRAPH_UTILS_TYPE_UTILS_H
#define OPFORGE_GRAPH_UTILS_TYPE_UTILS_H

#include "graph/ascend_string.h"
#include "graph/types.h"
#include <string>

namespace ge {

class OPF_HOST_API TypeUtils {
public:
    /* "DT_FLOAT16"; "UNDEFINED" for an unknown number. */
    static std::string DataTypeToSerialString(DataType data_type);
    static DataType SerialStringToDataType(const std::string &str); /* DT_UNDEFINED when unknown */
    /* "NCHW", with ":<sub format>" when there is one; "RESERVED" when unknown. */
    static std::string FormatToSerialString(Format format);
    static Format SerialStringToFormat(const std::string &str); /* FORMAT_RESERVED when unknown */
    static Format DataFormatToFormat(const std::string &str);   /* NCHW, NHWC, ... of a data_format attribute */
    /* Bytes of one element; false for types without a fixed whole size. */
    static bool GetDataTypeLength(DataType data_type, uint32_t &length);
    static AscendString DataTypeToAscendString(const DataType &data_type);
    static DataType AscendStringToDataType(const AscendString &str);
    static AscendString FormatToAscendString(const Format &format);
    static Format AscendStringToFormat(const AscendString &str);
    static Format DataFormatToFormat(const AscendString &str);
};

} // namespace ge
#endif

/* Questions about element types, and the type two operands are computed in. */
#ifndef OPFORGE_OPDEV_DATA_TYPE_UTILS_H
#define OPFORGE_OPDEV_DATA_TYPE_UTILS_H

#include <algorithm>
#include <initializer_list>
#include <string>

#include "acl/acl_base.h"
#include "opdev/common_types.h"

namespace op {

template <typename List>
inline bool CheckType(const DataType dtype, const List &valid)
{
    return std::find(std::begin(valid), std::end(valid), dtype) != std::end(valid);
}
inline bool CheckType(const DataType dtype, const std::initializer_list<DataType> &valid)
{
    return std::find(valid.begin(), valid.end(), dtype) != valid.end();
}

OPF_OPDEV_API DataType ToDataType(const std::string &name); // "FLOAT16", "float16", "DT_FLOAT16"
OPF_OPDEV_API ge::AscendString ToString(const std::initializer_list<DataType> &dtypes);
template <typename List, typename = decltype(std::declval<const List &>().begin()),
          typename = std::enable_if_t<std::is_same<typename List::value_type, DataType>::value>>
inline ge::AscendString ToString(const List &dtypes)
{
    std::string text;
    for (DataType d : dtypes)
        text += (text.empty() ? "[" : ",") + std::string(ToString(d).GetString());
    return ge::AscendString((text.empty() ? "[]" : text + "]").c_str());
}
/* Bytes of `count` elements; `ceil` rounds a last part of a byte up. -1 for a type without size or overflow. */
OPF_OPDEV_API int64_t CalcShapeBytes(int64_t count, DataType dataType, bool ceil = false);

constexpr inline DataType ToOpDataType(aclDataType type)
{
    return type == ACL_DT_UNDEFINED ? DataType::DT_UNDEFINED : static_cast<DataType>(type);
}
inline aclDataType ToAclDataType(DataType type)
{
    return type >= DataType::DT_MAX || type == DataType::DT_UNDEFINED ? ACL_DT_UNDEFINED
                                                                     : static_cast<aclDataType>(type);
}

inline bool IsComplexType(const DataType type)
{
    return type == DataType::DT_COMPLEX32 || type == DataType::DT_COMPLEX64 || type == DataType::DT_COMPLEX128;
}
inline bool IsFloatingType(const DataType type)
{
    switch (type) {
        case DataType::DT_FLOAT:
        case DataType::DT_FLOAT16:
        case DataType::DT_BF16:
        case DataType::DT_DOUBLE:
        case DataType::DT_HIFLOAT8:
        case DataType::DT_FLOAT8_E5M2:
        case DataType::DT_FLOAT8_E4M3FN:
        case DataType::DT_FLOAT8_E8M0:
        case DataType::DT_FLOAT6_E3M2:
        case DataType::DT_FLOAT6_E2M3:
        case DataType::DT_FLOAT4_E2M1:
        case DataType::DT_FLOAT4_E1M2:
            return true;
        default:
            return false;
    }
}
inline bool IsIntegralType(const DataType type)
{
    switch (type) {
        case DataType::DT_INT8:
        case DataType::DT_INT16:
        case DataType::DT_INT32:
        case DataType::DT_INT64:
        case DataType::DT_UINT8:
        case DataType::DT_UINT16:
        case DataType::DT_UINT32:
        case DataType::DT_UINT64:
            return true;
        default:
            return false;
    }
}
inline bool IsIntegralType(const DataType type, const bool includeBool)
{
    return IsIntegralType(type) || (includeBool && type == DataType::DT_BOOL);
}
inline bool IsRealNumberType(const DataType type) { return IsFloatingType(type) || IsIntegralType(type); }
inline bool IsNumberType(const DataType type) { return IsRealNumberType(type) || IsComplexType(type); }
inline bool IsBasicType(const DataType type) { return IsNumberType(type) || type == DataType::DT_BOOL; }

/* A value may go to a type of the same or a richer kind: bool < integer < floating < complex. */
inline bool CanCast(const DataType from, const DataType to)
{
    return !(IsComplexType(from) && !IsComplexType(to)) && !(IsFloatingType(from) && IsIntegralType(to)) &&
           !(from != DataType::DT_BOOL && to == DataType::DT_BOOL);
}

/* The type of a binary operation on two tensors, DT_UNDEFINED when there is none. Equal types give themselves.
 * Otherwise the richer kind wins; within a kind the wider type; float16 with bfloat16 gives float; int8 with uint8
 * gives int16; 16 to 64-bit unsigned and 8-bit floats mix only with complex types and themselves. */
OPF_OPDEV_API DataType PromoteType(DataType a, DataType b);

} // namespace op
#endif

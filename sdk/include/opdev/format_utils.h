/* Questions about memory formats. A format number packs: bits 0-7 the format, 8-23 a sub-format, 24-27 C0. */
#ifndef OPFORGE_OPDEV_FORMAT_UTILS_H
#define OPFORGE_OPDEV_FORMAT_UTILS_H

#include <algorithm>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "opdev/common_types.h"

namespace op {

/* A layout of the NPU's own (NC1HWC0, FRACTAL_NZ, ...), in which strides have no meaning. */
OPF_OPDEV_API bool IsPrivateFormat(Format format);
OPF_OPDEV_API Format ToFormat(const std::string &name);
OPF_OPDEV_API ge::AscendString ToString(Format format);

inline int32_t GetPrimaryFormat(int32_t format) { return format & 0xFF; }
inline Format GetPrimaryFormat(Format format) { return static_cast<Format>(static_cast<int32_t>(format) & 0xFF); }
inline int32_t GetSubFormat(int32_t format) { return (format >> 8) & 0xFFFF; }
inline int32_t GetSubFormat(Format format) { return GetSubFormat(static_cast<int32_t>(format)); }
inline bool HasSubFormat(int32_t format) { return GetSubFormat(format) != 0; }
inline bool HasC0Format(int32_t format) { return ((format >> 24) & 0xF) != 0; }
inline int64_t GetC0Format(int32_t format)
{
    return HasC0Format(format) ? int64_t{1} << (((format >> 24) & 0xF) - 1) : 0;
}
inline Format GetFormatFromSub(int32_t primary, int32_t sub)
{
    return static_cast<Format>((primary & 0xFF) | ((sub & 0xFFFF) << 8));
}

inline Format ToOpFormat(aclFormat format)
{
    return format == ACL_FORMAT_UNDEFINED ? Format::FORMAT_MAX : static_cast<Format>(format);
}
/* ACL_FORMAT_UNDEFINED for a format that applications have no name for. */
OPF_OPDEV_API aclFormat ToAclFormat(Format format);

} // namespace op
#endif

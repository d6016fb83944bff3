/* Log and check macros of operators' host code. The library keeps every line with the calling thread
 * (opf_host_last_log); below error level nothing is formatted unless someone asked for it. */
#ifndef OPFORGE_OP_COMMON_LOG_LOG_H
#define OPFORGE_OP_COMMON_LOG_LOG_H

#include "base/err_msg.h"
#include "exe_graph/runtime/shape.h"
#include "ge_common/ge_api_error_codes.h"
#include "graph/error_codes.h"
#include "graph/types.h"
#include "graph/visibility.h"
#include "op_common/op_host/util/opbase_export.h"
#include <cinttypes>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

#ifndef DLOG_DEBUG
#define DLOG_DEBUG 0
#define DLOG_INFO  1
#define DLOG_WARN  2
#define DLOG_ERROR 3
#endif

constexpr int32_t OP_MODULE_ID = 63;

extern "C" {
OPF_HOST_API int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel); /* 1 = lines of this level are kept */
OPF_HOST_API void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...);
}

namespace Ops {
namespace Base {

inline const char *GetSafeStr(const char *name) { return name ? name : "nil"; }
inline const char *GetSafeStr(const std::string &name) { return name.c_str(); }

inline const std::string &GetOpInfo(const std::string &str) { return str; }
inline const char *GetOpInfo(const char *str) { return GetSafeStr(str); }
/* A context: its node's type and name. */
template <class T> auto GetOpInfo(T *context) -> decltype(context->GetNodeType(), std::string())
{
    if (!context)
        return "nil";
    const std::string type = GetSafeStr(context->GetNodeType());
    const char *name = GetSafeStr(context->GetNodeName());
    return type == name ? type : type + ":" + name;
}

OPBASE_API std::string ToString(ge::DataType type);
OPBASE_API std::string ToString(ge::Format format);
OPBASE_API std::string ToString(const gert::Shape &shape); /* "[2, 3]" */
OPBASE_API std::string ToString(const std::vector<const gert::Shape *> &v);

/* What the OP_LOGE_FOR_* macros put together. `rest` continues after the wrong value. */
OPBASE_API void LogWrong(const char *func, int line, const std::string &entity, const char *what,
                         const std::string &param, const std::string &found, const char *rest,
                         const std::string &expected);
inline std::string LogText(const char *text) { return GetSafeStr(text); }
inline std::string LogText(const std::string &text) { return text; }
template <class T> std::enable_if_t<std::is_arithmetic<T>::value, std::string> LogText(T value)
{
    return std::to_string(value);
}
template <class T> auto LogText(T *context) -> decltype(context->GetNodeType(), std::string())
{
    return GetOpInfo(context);
}

} // namespace Base
} // namespace Ops

#define OPF_OP_LOG(level, opName, fmt, ...)                                                                  \
    do {                                                                                                     \
        if (CheckLogLevel(OP_MODULE_ID, level) == 1) {                                                       \
            DlogRecord(OP_MODULE_ID, level, "[%s:%d] OpName:[%s] " fmt, __FUNCTION__, __LINE__,              \
                       Ops::Base::GetSafeStr(Ops::Base::GetOpInfo(opName)), ##__VA_ARGS__);                  \
        }                                                                                                    \
    } while (0)

/* op_api sources include opdev/op_log.h, whose macros of these names win. */
#ifndef OPFORGE_OPDEV_OP_LOG_H
#define OP_LOGD(opName, ...)                OPF_OP_LOG(DLOG_DEBUG, opName, __VA_ARGS__)
#define OP_LOGI(opName, ...)                OPF_OP_LOG(DLOG_INFO, opName, __VA_ARGS__)
#define OP_LOGW(opName, ...)                OPF_OP_LOG(DLOG_WARN, opName, __VA_ARGS__)
#define OP_LOGE(opName, ...)                OPF_OP_LOG(DLOG_ERROR, opName, __VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(opName, ...) OPF_OP_LOG(DLOG_ERROR, opName, __VA_ARGS__)
#endif
#define OP_LOGE_LIBOPAPI_REPORT(opName, ...) OPF_OP_LOG(DLOG_ERROR, opName, __VA_ARGS__)
#define D_OP_LOGD(opName, ...)              OPF_OP_LOG(DLOG_DEBUG, opName, __VA_ARGS__)
#define D_OP_LOGI(opName, ...)              OPF_OP_LOG(DLOG_INFO, opName, __VA_ARGS__)
#define D_OP_LOGW(opName, ...)              OPF_OP_LOG(DLOG_WARN, opName, __VA_ARGS__)
#define D_OP_LOGE(opName, ...)              OPF_OP_LOG(DLOG_ERROR, opName, __VA_ARGS__)

#ifndef unlikely
#define unlikely(x) __builtin_expect((x), 0)
#define likely(x)   __builtin_expect((x), 1)
#endif

#define OP_CHECK_IF(condition, log, return_expr)                                                             \
    do {                                                                                                     \
        if (unlikely(condition)) {                                                                           \
            log;                                                                                             \
            return_expr;                                                                                     \
        }                                                                                                    \
    } while (0)

#define OP_CHECK_NULL_WITH_CONTEXT(context, ptr)                                                             \
    do {                                                                                                     \
        if (unlikely((ptr) == nullptr)) {                                                                    \
            OP_LOGE(context, "%s is nullptr", #ptr);                                                         \
            return ge::GRAPH_FAILED;                                                                         \
        }                                                                                                    \
    } while (0)

/* ---- wrong parameters: "<what> <param> is <found><rest><expected>" ---- */
#define OPF_OP_LOG_WRONG(entity, what, param, found, rest, expected)                                         \
    Ops::Base::LogWrong(__FUNCTION__, __LINE__, Ops::Base::LogText(entity), what, Ops::Base::LogText(param), \
                        Ops::Base::LogText(found), rest, Ops::Base::LogText(expected))
#define OPF_SHOULD  ", it should be "
#define OPF_BECAUSE ": "

#define OP_LOGE_WITH_INVALID_INPUT_SHAPE(entity, index, found, expected)                                     \
    OPF_OP_LOG_WRONG(entity, "the shape of input", index, found, OPF_SHOULD, expected)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(entity, index, found, expected)                                 \
    OPF_OP_LOG_WRONG(entity, "the element count of input", index, found, OPF_SHOULD, expected)
#define OP_LOGE_WITH_INVALID_INPUT_FORMAT(entity, param, found, expected)                                    \
    OPF_OP_LOG_WRONG(entity, "the format of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_WITH_INVALID_INPUT_DTYPE(entity, param, found, expected)                                     \
    OPF_OP_LOG_WRONG(entity, "the dtype of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_WITH_INVALID_ATTR(entity, attr, found, expected)                                             \
    OPF_OP_LOG_WRONG(entity, "attribute", attr, found, OPF_SHOULD, expected)
#define OP_LOGE_WITH_INVALID_ATTR_SIZE(entity, attr, found, expected)                                        \
    OPF_OP_LOG_WRONG(entity, "the length of attribute", attr, found, OPF_SHOULD, expected)
#define OP_LOGE_WITH_INVALID_INPUT(entity, param)                                                            \
    OPF_OP_LOG_WRONG(entity, "required parameter", param, "absent", "", "")

#define OP_LOGE_FOR_INVALID_SHAPE(entity, param, found, expected)                                            \
    OPF_OP_LOG_WRONG(entity, "the shape of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(entity, param, found, reason)                                  \
    OPF_OP_LOG_WRONG(entity, "the shape of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPEDIM(entity, param, found, expected)                                         \
    OPF_OP_LOG_WRONG(entity, "the number of dimensions of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(entity, param, found, reason)                               \
    OPF_OP_LOG_WRONG(entity, "the number of dimensions of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPESIZE(entity, param, found, expected)                                        \
    OPF_OP_LOG_WRONG(entity, "the element count of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(entity, param, found, reason)                              \
    OPF_OP_LOG_WRONG(entity, "the element count of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON
#define OP_LOGE_FOR_INVALID_FORMAT(entity, param, found, expected)                                           \
    OPF_OP_LOG_WRONG(entity, "the format of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(entity, param, found, reason)                                 \
    OPF_OP_LOG_WRONG(entity, "the format of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON
#define OP_LOGE_FOR_INVALID_DTYPE(entity, param, found, expected)                                            \
    OPF_OP_LOG_WRONG(entity, "the dtype of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(entity, param, found, reason)                                  \
    OPF_OP_LOG_WRONG(entity, "the dtype of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON
#define OP_LOGE_FOR_INVALID_TENSORNUM(entity, param, found, expected)                                        \
    OPF_OP_LOG_WRONG(entity, "the number of tensors of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(entity, param, found, reason)                             \
    OPF_OP_LOG_WRONG(entity, "the number of tensors of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_VALUE(entity, param, found, expected)                                            \
    OPF_OP_LOG_WRONG(entity, "the value of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(entity, param, found, reason)                                  \
    OPF_OP_LOG_WRONG(entity, "the value of", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON OP_LOGE_FOR_INVALID_VALUE_WITH_REASON
#define OP_LOGE_FOR_INVALID_LISTSIZE(entity, param, found, expected)                                         \
    OPF_OP_LOG_WRONG(entity, "the length of list", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON(entity, param, found, reason)                               \
    OPF_OP_LOG_WRONG(entity, "the length of list", param, found, OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_STRIDE(entity, param, found, expected)                                           \
    OPF_OP_LOG_WRONG(entity, "the stride of", param, found, OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(entity, param, reason)                                      \
    OPF_OP_LOG_WRONG(entity, "argument", param, "wrong", OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_GRAPH_NODE(node, reason)                                                         \
    OPF_OP_LOG_WRONG(node, "graph node", node, "wrong", OPF_BECAUSE, reason)
#define OP_LOGE_FOR_FILE_PATH(entity, path, reason)                                                          \
    OPF_OP_LOG_WRONG(entity, "file path", path, "wrong", OPF_BECAUSE, reason)
#define OP_LOGE_FOR_FILE_OPEN(entity, path, reason)                                                          \
    OPF_OP_LOG_WRONG(entity, "file", path, "not readable", OPF_BECAUSE, reason)
#define OP_LOGE_FOR_FILE_PARSE(entity, path, reason)                                                         \
    OPF_OP_LOG_WRONG(entity, "file", path, "malformed", OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_CONFIG(entity, file, item, value, expected)                                      \
    OPF_OP_LOG_WRONG(entity, "a setting in", Ops::Base::LogText(file) + ", " + Ops::Base::LogText(item), value, \
                     OPF_SHOULD, expected)
#define OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(entity, file, item, value, reason)                            \
    OPF_OP_LOG_WRONG(entity, "a setting in", Ops::Base::LogText(file) + ", " + Ops::Base::LogText(item), value, \
                     OPF_BECAUSE, reason)
#define OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON

#endif

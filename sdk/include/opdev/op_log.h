/* Logs and error reports of operator sources, and the checks built on them.
 *
 * OP_LOGE reports: the first one of a call becomes the text of aclGetRecentErrMsg(), later ones are added below it.
 * OP_LOGE_WITHOUT_REPORT, OP_LOGW, OP_LOGI and OP_LOGD appear only when OPF_LOG asks for module "aclnn"
 * (docs/guides/aclnn.md); otherwise their arguments are not even evaluated. */
#ifndef OPFORGE_OPDEV_OP_LOG_H
#define OPFORGE_OPDEV_OP_LOG_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <unordered_map>

#include "graph/ascend_string.h"
#include "opdev/object.h"
#include "opdev/op_errno.h"

#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

namespace op {
namespace internal {

enum LogLevel { kLogDebug = 0, kLogInfo = 1, kLogWarn = 2, kLogError = 3 };
OPF_OPDEV_API bool LogEnabled(int level);
OPF_OPDEV_API void LogLine(int level, const char *file, int line, const char *func, const char *fmt, ...);
/* Adds to the calling thread's error text and logs. */
OPF_OPDEV_API void ReportLine(int code, const char *file, int line, const char *func, const char *fmt, ...);

/* What printf can take. Operator sources pass std::string and enumerators, too. */
template <typename T>
inline auto LogArg(const T &v)
{
    if constexpr (std::is_same<T, std::string>::value)
        return v.c_str();
    else if constexpr (std::is_same<T, ge::AscendString>::value)
        return v.GetString();
    else if constexpr (std::is_enum<T>::value)
        return static_cast<std::underlying_type_t<T>>(v);
    else if constexpr (std::is_array<T>::value)
        return static_cast<const std::remove_extent_t<T> *>(v);
    else if constexpr (std::is_scalar<T>::value)
        return v;
    else
        return static_cast<const void *>(&v);
}
template <typename... Args>
inline void Log(int level, const char *file, int line, const char *func, const char *fmt, const Args &...args)
{
    LogLine(level, file, line, func, fmt, LogArg(args)...);
}
template <typename... Args>
inline void Report(int code, const char *file, int line, const char *func, const char *fmt, const Args &...args)
{
    ReportLine(code, file, line, func, fmt, LogArg(args)...);
}
inline void Log(int level, const char *file, int line, const char *func, const std::string &text)
{
    LogLine(level, file, line, func, "%s", text.c_str());
}
inline void Report(int code, const char *file, int line, const char *func, const std::string &text)
{
    ReportLine(code, file, line, func, "%s", text.c_str());
}
} // namespace internal
} // namespace op

#define OPF_OPDEV_LOG(level, ...)                                                                                        \
    do {                                                                                                              \
        if (unlikely(op::internal::LogEnabled(level)))                                                                \
            op::internal::Log(level, __FILE__, __LINE__, __func__, __VA_ARGS__);                                      \
    } while (false)

/* Host sources have macros of the same names in log/log.h with other parameters; op_api sources that include both,
 * in any order, get these. */
#undef OP_LOGD
#undef OP_LOGI
#undef OP_LOGW
#undef OP_LOGE
#undef OP_LOGE_WITHOUT_REPORT
#define OP_LOGD(...) OPF_OPDEV_LOG(op::internal::kLogDebug, __VA_ARGS__)
#define OP_LOGI(...) OPF_OPDEV_LOG(op::internal::kLogInfo, __VA_ARGS__)
#define OP_LOGW(...) OPF_OPDEV_LOG(op::internal::kLogWarn, __VA_ARGS__)
#define OP_EVENT(...) OPF_OPDEV_LOG(op::internal::kLogInfo, __VA_ARGS__)
#define OP_LOGE(code, ...)                                                                                            \
    do {                                                                                                              \
        op::internal::Report(static_cast<int>(code), __FILE__, __LINE__, __func__, __VA_ARGS__);                      \
    } while (false)
#define OP_LOGE_WITHOUT_REPORT(code, ...)                                                                             \
    do {                                                                                                              \
        (void)(code);                                                                                                 \
        OPF_OPDEV_LOG(op::internal::kLogError, __VA_ARGS__);                                                             \
    } while (false)
#define REPORT_ERROR_MESSAGE(code, ...) OP_LOGE(code, __VA_ARGS__)

#define OP_CHECK(cond, log_func, return_expr)                                                                         \
    do {                                                                                                              \
        if (unlikely(!(cond))) {                                                                                      \
            log_func;                                                                                                 \
            return_expr;                                                                                              \
        }                                                                                                             \
    } while (false)
#define OP_CHECK_NO_RETURN(cond, log_func)                                                                            \
    do {                                                                                                              \
        if (unlikely(!(cond))) {                                                                                      \
            log_func;                                                                                                 \
        }                                                                                                             \
    } while (false)
#define CHECK_RET(cond, ret_value)                                                                                    \
    do {                                                                                                              \
        if (unlikely(!(cond))) {                                                                                      \
            OP_LOGE_WITHOUT_REPORT(ACLNN_ERR_INNER, "this does not hold: %s", #cond);                                 \
            return ret_value;                                                                                         \
        }                                                                                                             \
    } while (false)
#define CHECK_COND(cond, ret, ...)                                                                                    \
    do {                                                                                                              \
        if (unlikely(!(cond))) {                                                                                      \
            OP_LOGE(ret, __VA_ARGS__);                                                                                \
            return ret;                                                                                               \
        }                                                                                                             \
    } while (false)
#define CHECK_RET_CODE(func, ...)                                                                                     \
    do {                                                                                                              \
        aclnnStatus opfRetCode = (func);                                                                              \
        if (unlikely(opfRetCode != ACLNN_SUCCESS)) {                                                                  \
            OP_LOGE(opfRetCode, __VA_ARGS__);                                                                         \
            return opfRetCode;                                                                                        \
        }                                                                                                             \
    } while (false)
#define OP_CHECK_NOTNULL(val)                                                                                         \
    do {                                                                                                              \
        if (unlikely((val) == nullptr)) {                                                                             \
            OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "`%s` is null", #val);                                                   \
            return ACLNN_ERR_INNER_NULLPTR;                                                                           \
        }                                                                                                             \
    } while (false)

#endif

/* Reports of errors to the user: kept with the calling thread's log. */
#ifndef OPFORGE_BASE_ERR_MSG_H
#define OPFORGE_BASE_ERR_MSG_H

#include "base/dlog_pub.h"
#include "graph/visibility.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace error_message {

constexpr size_t LIMIT_PER_MSG = 1024;
using char_t = char;

OPF_HOST_API int32_t ReportInnerErrMsg(const char *file_name, const char *func, uint32_t line, const char *error_code,
                                       const char *format, ...) __attribute__((format(printf, 5, 6)));
OPF_HOST_API int32_t ReportUserDefinedErrMsg(const char *error_code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
OPF_HOST_API int32_t ReportPredefinedErrMsg(const char *error_code, const std::vector<const char *> &key,
                                            const std::vector<const char *> &value);
OPF_HOST_API int32_t ReportPredefinedErrMsg(const char *error_code);
OPF_HOST_API int32_t RegisterFormatErrorMessage(const char *error_msg, size_t error_msg_len);

} // namespace error_message

namespace ge {
using error_message::ReportInnerErrMsg;
using error_message::ReportPredefinedErrMsg;
using error_message::ReportUserDefinedErrMsg;
} // namespace ge

#define REPORT_INNER_ERR_MSG(error_code, format, ...)                                                        \
    (void)error_message::ReportInnerErrMsg(__FILE__, __FUNCTION__, __LINE__, (error_code), (format), ##__VA_ARGS__)
#define REPORT_USER_DEFINED_ERR_MSG(error_code, format, ...)                                                 \
    (void)error_message::ReportUserDefinedErrMsg((error_code), (format), ##__VA_ARGS__)
#define REPORT_PREDEFINED_ERR_MSG(...) (void)error_message::ReportPredefinedErrMsg(__VA_ARGS__)
/* The catalogue of messages is the product's own; ours are whole sentences already. */
#define REG_FORMAT_ERROR_MSG(error_msg, error_msg_len)

#endif

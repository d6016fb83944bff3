/* Error reports from inside the library. */
#ifndef OPF_ACLNN_REPORT_H
#define OPF_ACLNN_REPORT_H

#include "opdev/op_log.h"

namespace op {
namespace internal {
void ReportText(int code, const char *text);
/* While one lives, what the host library logs belongs to the operator's host function, not to the API call. */
class HostScope {
public:
    HostScope();
    ~HostScope();
    HostScope(const HostScope &) = delete;
    HostScope &operator=(const HostScope &) = delete;
};
} // namespace internal
} // namespace op

#endif

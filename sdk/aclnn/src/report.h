/* Error reports from inside the library. */
#ifndef OPF_ACLNN_REPORT_H
#define OPF_ACLNN_REPORT_H

#include "opdev/op_log.h"

namespace op {
namespace internal {
void ReportText(int code, const char *text);
const char *CurrentApi();
} // namespace internal
} // namespace op

#endif

/* Logs, the error text of a call, and the scopes that give errors their context.
 *
 * The first error of an API call is its message. What operator and framework add on the way out is kept below it,
 * so the reason is never buried. */
#include "base/log.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opforge/runtime_api.h"
#include "report.h"

#include <cstdarg>
#include <cstring>

namespace {

constexpr size_t kTextRoom = 16384;

struct Context {
    const char *api = nullptr;
    const char *launcher = nullptr;
    unsigned errors = 0;
    unsigned hostCalls = 0;
    size_t length = 0;
    char text[kTextRoom];
};
thread_local Context context;

void Append(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void Append(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(context.text + context.length, kTextRoom - context.length, fmt, args);
    va_end(args);
    if (n > 0)
        context.length = std::min(context.length + static_cast<size_t>(n), kTextRoom - 1);
}

const char *BaseName(const char *path)
{
    const char *slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum opf_log_level BaseLevel(int level)
{
    static const enum opf_log_level levels[] = {OPF_LOG_DEBUG, OPF_LOG_INFO, OPF_LOG_WARN, OPF_LOG_ERROR};
    return levels[level < 0 ? 0 : level > 3 ? 3 : level];
}

} // namespace

namespace op {
namespace internal {

bool LogEnabled(int level) { return opf_log_enabled("aclnn", BaseLevel(level)); }

static void LogText(int level, const char *file, int line, const char *func, const char *text)
{
    opf_log_write("aclnn", BaseLevel(level), "%s:%d %s: %s", BaseName(file), line, func, text);
}

void LogLine(int level, const char *file, int line, const char *func, const char *fmt, ...)
{
    char text[2048];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    LogText(level, file, line, func, text);
}

static void Record(int code, const char *text)
{
    if (context.api == nullptr)
        context.errors = 0; // outside of an API call each error stands for itself
    if (context.errors++ == 0) {
        context.length = 0;
        if (context.api != nullptr)
            Append("%s", context.api);
        if (context.launcher != nullptr)
            Append("%s%s", context.api ? ", " : "", context.launcher);
        Append("%s%s", context.api || context.launcher ? ": " : "", text);
    } else {
        Append("\n  then: %s", text);
    }
    opf_runtime_set_error(code, "%s", context.text);
}

void ReportLine(int code, const char *file, int line, const char *func, const char *fmt, ...)
{
    char text[8192];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    size_t end = std::strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        text[--end] = '\0';
    Record(code, text);
    if (LogEnabled(kLogError))
        LogText(kLogError, file, line, func, text);
}

void ReportText(int code, const char *text)
{
    Record(code, text);
    if (LogEnabled(kLogError))
        opf_log_write("aclnn", OPF_LOG_ERROR, "%s", text);
}

HostScope::HostScope() { context.hostCalls++; }
HostScope::~HostScope() { context.hostCalls--; }

ApiScope::ApiScope(const char *api) : outer_(context.api)
{
    if (outer_ != nullptr)
        return;
    context.api = api;
    context.errors = 0;
}
ApiScope::~ApiScope()
{
    if (outer_ == nullptr)
        context.api = nullptr;
}
LauncherScope::LauncherScope(const char *launcher) : outer_(context.launcher) { context.launcher = launcher; }
LauncherScope::~LauncherScope() { context.launcher = outer_; }

bool PhaseOneArgumentsMissing(const char *, const void *workspaceSize, const void *executor)
{
    if (workspaceSize != nullptr && executor != nullptr)
        return false;
    OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s is null; phase one returns its result there",
            workspaceSize == nullptr ? "workspaceSize" : "executor");
    return true;
}

} // namespace internal

ge::AscendString ToString(const std::string &text) { return ge::AscendString(text.c_str()); }

} // namespace op

extern "C" __attribute__((visibility("default"))) void opf_aclnn_log_error(const char *text)
{
    if (context.api != nullptr && context.hostCalls == 0)
        op::internal::ReportText(ACLNN_ERR_PARAM_INVALID, text);
}

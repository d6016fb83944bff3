/* The thread's log: what operators said since the last call of the C interface, errors first. */
#include "host_internal.h"

#include "ascendc/host_api/tiling/template_argument.h"
#include "op_common/log/log.h"
#include "register/tilingdata_base.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>

namespace {

/* A function that logs in a loop must not eat the memory. */
constexpr size_t kMaxLog = 64 * 1024;

struct ThreadLog {
    std::string lines;      /* one line each */
    std::string sentence;   /* of the last failure */
    std::string first_error;
    bool dirty = false;
};
thread_local ThreadLog t_log;

int LevelFromEnvironment()
{
    const char *wanted = std::getenv("OPF_HOST_LOG");
    if (!wanted)
        return DLOG_ERROR;
    const char *const names[] = {"debug", "info", "warn", "error"};
    for (int i = 0; i < 4; ++i) {
        if (strcasecmp(wanted, names[i]) == 0)
            return i;
    }
    return DLOG_ERROR;
}
int g_level = LevelFromEnvironment();
/* Whoever set the variable wants to see the lines even where nobody asks for the log, as in unit tests. */
const bool g_echo = std::getenv("OPF_HOST_LOG") != nullptr;

/* "[place][tag] OpName:[x] text" -> "x: text": places help nobody who cannot edit the operator. */
std::string Readable(const char *line)
{
    const char *mark = std::strstr(line, "OpName:[");
    if (!mark)
        return line;
    mark += 8;
    const char *end = std::strstr(mark, "] ");
    if (!end)
        return line;
    return std::string(mark, end) + ": " + (end + 2);
}

/* Most lines fit the first buffer. */
std::string Format(const char *fmt, va_list args)
{
    char small[512];
    va_list again;
    va_copy(again, args);
    const int need = vsnprintf(small, sizeof(small), fmt, args);
    std::string text;
    if (need >= 0 && static_cast<size_t>(need) < sizeof(small)) {
        text = small;
    } else if (need > 0) {
        text.resize(static_cast<size_t>(need));
        vsnprintf(&text[0], text.size() + 1, fmt, again);
    }
    va_end(again);
    return text;
}

bool EndsWith(const std::string &text, const std::string &tail)
{
    return tail.size() <= text.size() && text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}

int32_t Report(const std::string &text)
{
    /* OP_LOGE both logs and reports one text: keep it once. */
    ThreadLog &log = t_log;
    const size_t end = log.lines.empty() ? 0 : log.lines.size() - 1;
    const size_t start = end ? log.lines.rfind('\n', end - 1) + 1 : 0;
    if (!EndsWith(log.lines.substr(start, end - start), text))
        opf_host::LogLine(DLOG_ERROR, text.c_str());
    return 0;
}

} // namespace

namespace opf_host {

void LogBegin()
{
    if (t_log.dirty) {
        t_log.lines.clear();
        t_log.sentence.clear();
        t_log.first_error.clear();
        t_log.dirty = false;
    }
}

void LogLine(int level, const char *text)
{
    static const char *const names[] = {"debug: ", "info: ", "warning: ", "error: "};
    ThreadLog &log = t_log;
    log.dirty = true;
    std::string line = Readable(text);
    while (!line.empty() && line.back() == '\n')
        line.pop_back();
    if (g_echo)
        std::fprintf(stderr, "%s%s\n", names[level < 0 ? 0 : level > 3 ? 3 : level], line.c_str());
    if (level >= DLOG_ERROR && log.first_error.empty())
        log.first_error = line;
    if (log.lines.size() + line.size() > kMaxLog)
        return;
    log.lines += names[level < 0 ? 0 : level > 3 ? 3 : level];
    log.lines += line;
    log.lines += '\n';
}

int Fail(int status, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    ThreadLog &log = t_log;
    log.dirty = true;
    log.sentence = Format(fmt, args);
    va_end(args);
    if (!log.first_error.empty())
        log.sentence += "; first reason: " + log.first_error;
    return status;
}

} // namespace opf_host

extern "C" {

int32_t CheckLogLevel(int32_t, int32_t logLevel) { return logLevel >= g_level ? 1 : 0; }

void DlogRecord(int32_t, int32_t level, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    opf_host::LogLine(level, Format(fmt, args).c_str());
    va_end(args);
}

const char *opf_host_last_error(void) { return t_log.sentence.c_str(); }
const char *opf_host_last_log(void) { return t_log.lines.c_str(); }
void opf_host_set_log_level(int level) { g_level = level; }
int32_t dlog_setlevel(int32_t, int32_t level, int32_t)
{
    g_level = level;
    return 0;
}

} // extern "C"

namespace error_message {

int32_t ReportInnerErrMsg(const char *, const char *, uint32_t, const char *, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const std::string text = Format(format, args);
    va_end(args);
    return Report(text);
}

int32_t ReportUserDefinedErrMsg(const char *, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const std::string text = Format(format, args);
    va_end(args);
    return Report(text);
}

/* The numbered messages repeat what was logged just before; only one that stands alone is kept. */
int32_t ReportPredefinedErrMsg(const char *error_code, const std::vector<const char *> &key,
                               const std::vector<const char *> &value)
{
    if (!t_log.first_error.empty())
        return 0;
    std::string text = error_code ? error_code : "";
    for (size_t i = 0; i < key.size() && i < value.size(); ++i)
        text += std::string(i ? ", " : ": ") + (key[i] ? key[i] : "") + " = " + (value[i] ? value[i] : "");
    return Report(text);
}
int32_t ReportPredefinedErrMsg(const char *error_code) { return Report(error_code ? error_code : ""); }
int32_t RegisterFormatErrorMessage(const char *, size_t) { return 0; }

} // namespace error_message

/* Defined by libnnopbase where that is loaded: errors that API functions log become the call's error text. */
extern "C" __attribute__((weak)) void opf_aclnn_log_error(const char *text);

namespace Ops {
namespace Base {

void LogWrong(const char *func, int line, const std::string &entity, const char *what, const std::string &param,
              const std::string &found, const char *rest, const std::string &expected)
{
    DlogRecord(OP_MODULE_ID, DLOG_ERROR, "[%s:%d] OpName:[%s] %s %s is %s%s%s", func, line, entity.c_str(), what,
               param.c_str(), found.c_str(), rest, expected.c_str());
    if (opf_aclnn_log_error)
        opf_aclnn_log_error(
            (std::string(what) + " " + param + " is " + found + (rest ? rest : "") + expected).c_str());
}

} // namespace Base
} // namespace Ops

namespace opf_template {

void ReportUndeclared(const char *param, uint64_t value)
{
    DlogRecord(0, DLOG_ERROR, "tiling key: template parameter %s = %llu is not among its declared values", param,
               static_cast<unsigned long long>(value));
}
void ReportTooWide(unsigned bits) { DlogRecord(0, DLOG_ERROR, "tiling key: the template parameters take %u bits, 64 are allowed", bits); }

} // namespace opf_template

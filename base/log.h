/* Diagnostics for people who debug opforge itself. Off unless OPF_LOG names a module and level
 * ("loader:debug,launch:warn" or "debug" for all); goes to stderr, one line a message. */
#ifndef OPF_BASE_LOG_H
#define OPF_BASE_LOG_H

#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum opf_log_level { OPF_LOG_DEBUG, OPF_LOG_INFO, OPF_LOG_WARN, OPF_LOG_ERROR, OPF_LOG_OFF };
bool opf_log_enabled(const char *module, enum opf_log_level level);
void opf_log_write(const char *module, enum opf_log_level level, const char *fmt, ...) OPF_PRINTF(3, 4);

#define OPF_LOG(module, level, ...)                                                                          \
    do {                                                                                                     \
        if (opf_log_enabled(module, level))                                                                  \
            opf_log_write(module, level, __VA_ARGS__);                                                       \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif

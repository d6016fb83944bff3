/* The developers' log, off unless OPF_LOG says otherwise. */
#include "base/log.h"

#include <stdlib.h>
#include <string.h>

static const char *const level_names[] = {"debug", "info", "warn", "error", "off"};

static enum opf_log_level parse_level(const char *text, size_t len)
{
    for (int level = OPF_LOG_DEBUG; level <= OPF_LOG_OFF; level++)
        if (strlen(level_names[level]) == len && strncmp(level_names[level], text, len) == 0)
            return (enum opf_log_level)level;
    return OPF_LOG_OFF;
}

/* OPF_LOG as it was at first use; "" when unset. The environment may be changed later by the application. */
static const char *get_config(void)
{
    static const char *config;
    const char *now = __atomic_load_n(&config, __ATOMIC_ACQUIRE);
    if (!now) {
        now = getenv("OPF_LOG");
        if (!now)
            now = "";
        __atomic_store_n(&config, now, __ATOMIC_RELEASE);
    }
    return now;
}

bool opf_log_enabled(const char *module, enum opf_log_level level)
{
    const char *item = get_config();
    if (!*item)
        return false;
    enum opf_log_level threshold = OPF_LOG_OFF;
    size_t module_len = strlen(module);
    while (*item) {
        size_t len = strcspn(item, ",");
        const char *colon = memchr(item, ':', len);
        if (!colon)
            threshold = parse_level(item, len);
        else if ((size_t)(colon - item) == module_len && strncmp(item, module, module_len) == 0)
            return level >= parse_level(colon + 1, len - module_len - 1);
        item += len + (item[len] == ',');
    }
    return level >= threshold && threshold != OPF_LOG_OFF;
}

void opf_log_write(const char *module, enum opf_log_level level, const char *fmt, ...)
{
    char line[1024]; /* one write a message, so that threads do not mix their lines */
    int used = snprintf(line, sizeof(line), "opforge %s %s: ", module, level_names[level]);
    va_list args;
    va_start(args, fmt);
    vsnprintf(line + used, sizeof(line) - (size_t)used, fmt, args);
    va_end(args);
    fprintf(stderr, "%s\n", line);
}

/* The log's level as tests set it. */
#ifndef OPFORGE_BASE_DLOG_PUB_H
#define OPFORGE_BASE_DLOG_PUB_H

#include "graph/visibility.h"
#include <cstdint>

/* Modules that operators' code names (numbers: CANN's public log_types.h). */
enum { GE = 45, OP = 63 };

extern "C" {
/* Lines from `level` (0 debug ... 3 error) up are kept, of every module; 0 on success. */
OPF_HOST_API int32_t dlog_setlevel(int32_t moduleId, int32_t level, int32_t enableEvent);
}

#endif

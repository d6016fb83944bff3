/* The part of the low-level runtime interface that op_api sources use: text figures of the chip. */
#ifndef OPFORGE_RUNTIME_CONTEXT_H
#define OPFORGE_RUNTIME_CONTEXT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t rtError_t;
#ifdef __cplusplus
static const int32_t RT_ERROR_NONE = 0;
#else
#define RT_ERROR_NONE 0
#endif

/* The text of `key` under `label` ("AICoreSpec", "ub_size") into `value` of `size` bytes; not 0 when the chip's
 * description has no such entry or it does not fit. */
__attribute__((visibility("default"))) rtError_t rtGetSocSpec(const char *label, const char *key, char *value,
                                                             uint32_t size);

#ifdef __cplusplus
}
#endif
#endif

/* Tiles of a tensor that is too large for the caches are asked for while the tile before is computed: a copy into
 * local memory says what follows its source, and register loads that convert, whose loops have the time, ask for
 * the bytes in the same place of it. */
#ifndef OPF_CORE_AHEAD_H
#define OPF_CORE_AHEAD_H

#include "qualifiers.h"

#include <opforge/abi.h>
#include <stdint.h>

namespace opf
{
enum { AHEAD_TO = 3, AHEAD_BYTES = 4, AHEAD_NEXT = 5 }; /* in opf_core.device_state */
/* [to, to + bytes) of local memory has been filled from GM; `next` follows there. */
OPF_INLINE void tile_ahead(uintptr_t to, uintptr_t bytes, const uint8_t *next)
{
    opf_core &c = *opf_this_core;
    c.device_state[AHEAD_TO] = reinterpret_cast<void *>(to);
    c.device_state[AHEAD_BYTES] = reinterpret_cast<void *>(bytes);
    c.device_state[AHEAD_NEXT] = const_cast<uint8_t *>(next);
}
/* 128 bytes of local memory are read. */
OPF_INLINE void ask_ahead_of(const void *at)
{
    const opf_core &c = *opf_this_core;
    const uintptr_t offset = reinterpret_cast<uintptr_t>(at) - reinterpret_cast<uintptr_t>(c.device_state[AHEAD_TO]);
    if (offset < reinterpret_cast<uintptr_t>(c.device_state[AHEAD_BYTES])) {
        const uint8_t *next = static_cast<const uint8_t *>(c.device_state[AHEAD_NEXT]) + offset;
        __builtin_prefetch(next, 0, 2);
        __builtin_prefetch(next + 64, 0, 2);
    }
}
} // namespace opf
#endif

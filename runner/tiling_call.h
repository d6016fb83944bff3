/* An operator's shape inference and tiling called in this process, and what they decided as text. */
#ifndef OPF_RUNNER_TILING_CALL_H
#define OPF_RUNNER_TILING_CALL_H

#include "base/buf.h"
#include "runner/tiling_args.h"

/* Appends to `out` one JSON object, also when the operator refuses (member "error"). On stderr
 * a line "@stage WHAT" precedes each step, for a parent that must say what was running when this process
 * ended by force. Returns the exit code: 0, or 1 when something failed. */
int opf_tiling_call(opf_arena *arena, struct opf_tiling_args *o, struct opf_buf *out);
/* Shows what a process that made that call wrote, with the fields of a tiling structure where debug
 * information has them: as text, or as JSON when the arguments say so. INVALID_FORMAT when it is no such
 * object. */
opf_status *opf_tiling_show(opf_arena *arena, struct opf_tiling_args *o, const char *found,
                            struct opf_buf *out) OPF_NODISCARD;

#endif

/* Conversions between half and bfloat16 that Clang refuses. Internal to the opc_*.c files. */
#ifndef OPF_BINSCRIPTS_OPC_BRIDGE_H
#define OPF_BINSCRIPTS_OPC_BRIDGE_H

#include "binscripts/opc_job.h"

/* Files with bridged expressions, of one compile. */
struct opf_opc_bridge {
    struct bridged_file *files;
    size_t copies;
    const char *overlay; /* for -ivfsoverlay; NULL = none yet */
};

/* Whether the compiler's messages name a conversion that a bridge can make. */
bool opf_opc_wants_bridge(const char *diagnostics);
/* Asks the compiler for such places and bridges them. `compile`: its command without outputs, which names the
 * overlay already when there is one. *more tells whether there was any. */
opf_status *opf_opc_bridge_places(const struct opf_opc_job *job, const struct opf_strvec *compile,
                                  struct opf_opc_bridge *bridge, bool *more) OPF_NODISCARD;

#endif

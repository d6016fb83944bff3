/* What ops-nn looks for in libophost_comm_legacy.so: a bank of matmul and convolution tilings measured on
 * older chips. This project has no such bank, so there is nothing to prepare for it; the functions that would
 * read one do not exist here, which their callers report by name. */
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"

extern "C" {

OPF_HOST_API bool LegacyTilingPrepareForOpCache(gert::TilingContext *context) { return context != nullptr; }

OPF_HOST_API bool LegacyTilingParsePrepareForOpCache(gert::TilingParseContext *context) { return context != nullptr; }
}

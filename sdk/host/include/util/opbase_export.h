/* Other spelling of op_common/op_host/util/opbase_export.h. */
#ifndef OPFORGE_UTIL_OPBASE_EXPORT_H
#define OPFORGE_UTIL_OPBASE_EXPORT_H

#include "op_common/op_host/util/opbase_export.h"

#endif

/* Device memory is asked for through acl/acl_rt.h; this spelling exists because sources include it. */
#ifndef OPFORGE_RUNTIME_MEM_H
#define OPFORGE_RUNTIME_MEM_H
#include "acl/acl_rt.h"
#include "runtime/context.h"
#endif

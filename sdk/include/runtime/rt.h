/* Other spelling of runtime/context.h and runtime/mem.h. */
#ifndef OPFORGE_RUNTIME_RT_H
#define OPFORGE_RUNTIME_RT_H
#include "runtime/context.h"
#include "runtime/mem.h"
#endif

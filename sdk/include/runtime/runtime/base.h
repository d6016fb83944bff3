/* Other spelling of runtime/context.h. */
#ifndef OPFORGE_RUNTIME_RUNTIME_BASE_H
#define OPFORGE_RUNTIME_RUNTIME_BASE_H
#include "runtime/context.h"
#endif

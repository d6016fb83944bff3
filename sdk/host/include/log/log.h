/* Other spelling of op_common/log/log.h. */
#ifndef OPFORGE_LOG_LOG_H
#define OPFORGE_LOG_LOG_H

#include "op_common/log/log.h"

#endif

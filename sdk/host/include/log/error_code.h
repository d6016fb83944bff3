/* Other spelling of op_common/log/error_code.h. */
#ifndef OPFORGE_LOG_ERROR_CODE_H
#define OPFORGE_LOG_ERROR_CODE_H

#include "op_common/log/error_code.h"

#endif

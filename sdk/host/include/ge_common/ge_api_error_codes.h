/* General results of the graph interface (numbers: CANN's public ge_common/ge_api_error_codes.h). */
#ifndef OPFORGE_GE_COMMON_GE_API_ERROR_CODES_H
#define OPFORGE_GE_COMMON_GE_API_ERROR_CODES_H

#include <cstdint>

namespace ge
{

const uint32_t SUCCESS = 0;
const uint32_t FAILED = UINT32_MAX;

} // namespace ge

#endif

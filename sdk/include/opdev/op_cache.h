/* opforge keeps no cache of whole API calls that sources could see: what is worth keeping (kernel look-ups, tilings)
 * is remembered below the executor. The header exists because sources include it. */
#ifndef OPFORGE_OPDEV_OP_CACHE_H
#define OPFORGE_OPDEV_OP_CACHE_H
#include "opdev/op_arg_def.h"
#include "opdev/shape_utils.h" /* sources of operators take ToString(Shape) from here */
#endif

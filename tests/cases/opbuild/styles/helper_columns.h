// Used by two definitions, so it must survive being included twice in one unit.
#pragma once
#include "register/op_def_registry.h"

namespace ops
{
inline OpAICoreConfig FlagsOf(const char *file)
{
    OpAICoreConfig config("ascend950");
    config.PrecisionReduceFlag(false).ExtendCfgInfo("opFile.value", file);
    return config;
}
} // namespace ops

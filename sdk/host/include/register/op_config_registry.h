/* REGISTER_OP_AICORE_CONFIG: a chip's configuration given outside the definition, in a file of its own. */
#ifndef OPFORGE_REGISTER_OP_CONFIG_REGISTRY_H
#define OPFORGE_REGISTER_OP_CONFIG_REGISTRY_H

#include "register/op_def.h"

namespace ops
{

using OpAICoreConfigFunc = OpAICoreConfig (*)();

class OPF_HOST_API OpConfigRegistry
{
  public:
    /* Applies to every ops::OpDef of that type made later. A NULL function is reported by opbuild. */
    void RegisterOpAICoreConfig(const char *type, const char *soc, OpAICoreConfigFunc func,
                                Where at = Where::Here());
};

} // namespace ops

#define OPF_CONFIG_JOIN(a, b)  OPF_CONFIG_JOIN_(a, b)
#define OPF_CONFIG_JOIN_(a, b) a##b
#define REGISTER_OP_AICORE_CONFIG(opType, socVersion, opFunc)                                                \
    static uint32_t OPF_CONFIG_JOIN(g_##opType##_##socVersion##_config_, __COUNTER__) = [] {                 \
        ops::OpConfigRegistry().RegisterOpAICoreConfig(#opType, #socVersion, opFunc);                        \
        return 0u;                                                                                           \
    }()

#endif

/* OP_ADD(Type): registers the definition class of that name.
 *
 * With OP_PROTO_LIB or OP_TILING_LIB defined, the functions that the definition was given (SetInferShape,
 * SetTiling ...) are registered with the host registry instead; otherwise the definition itself is, for
 * opbuild. OPF_DEFINITION_ONLY leaves the host registry's header out: opbuild defines it for speed. */
#ifndef OPFORGE_REGISTER_OP_DEF_REGISTRY_H
#define OPFORGE_REGISTER_OP_DEF_REGISTRY_H

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "register/op_def.h"
#include "register/op_def_factory.h"
#ifndef OPF_DEFINITION_ONLY
#include "register/op_impl_registry.h"
#endif

/* Public register headers leave these at global scope, and operators write them without std::. */
using std::make_shared;
using std::map;
using std::pair;
using std::string;
using std::to_string;
using std::unique_ptr;
using std::vector;

#if defined(OP_PROTO_LIB)

#define OP_ADD(opType, ...)                                                                                  \
    static int g_##opType##_added = [] {                                                                     \
        opType definition(#opType);                                                                          \
        gert::OpImplRegisterV2 functions(#opType);                                                           \
        functions.InferShape(definition.GetInferShape())                                                     \
            .InferShapeRange(definition.GetInferShapeRange())                                                \
            .InferDataType(definition.GetInferDataType());                                                   \
        gert::OpImplRegisterV2 registered(functions);                                                        \
        return 0;                                                                                            \
    }()

#elif defined(OP_TILING_LIB)

#define OP_ADD(opType, ...)                                                                                  \
    struct OpfNoCompileInfo##opType {                                                                        \
    };                                                                                                       \
    static ge::graphStatus OpfParseNothing##opType(gert::TilingParseContext *)                               \
    {                                                                                                        \
        return ge::GRAPH_SUCCESS;                                                                            \
    }                                                                                                        \
    static int g_##opType##_added = [] {                                                                     \
        opType definition(#opType);                                                                          \
        ops::OpAICoreDef &aicore = definition.AICore();                                                      \
        gert::OpImplRegisterV2 functions(#opType);                                                           \
        functions.Tiling(aicore.GetTiling());                                                                \
        functions.TilingParse<OpfNoCompileInfo##opType>(OpfParseNothing##opType);                            \
        optiling::OpCheckFuncHelper(FUNC_CHECK_SUPPORTED, #opType, aicore.GetCheckSupport());                \
        optiling::OpCheckFuncHelper(FUNC_OP_SELECT_FORMAT, #opType, aicore.GetOpSelectFormat());             \
        optiling::OpCheckFuncHelper(FUNC_GET_OP_SUPPORT_INFO, #opType, aicore.GetOpSupportInfo());           \
        optiling::OpCheckFuncHelper(FUNC_GET_SPECIFIC_INFO, #opType, aicore.GetOpSpecInfo());                \
        optiling::OpCheckFuncHelper(#opType, aicore.GetParamGeneralize());                                   \
        gert::OpImplRegisterV2 registered(functions);                                                        \
        return 0;                                                                                            \
    }()

#else

#define OP_ADD(opType, ...)                                                                                  \
    static int g_##opType##_added = ::ops::OpDefFactory::OpDefRegister(                                      \
        #opType, [](const char *type) -> ::ops::OpDef { return opType(type); })

#endif

#endif

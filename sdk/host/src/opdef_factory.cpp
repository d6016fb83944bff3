/* The registries behind OP_ADD, REGISTER_OP_AICORE_CONFIG and OpCheckFuncHelper, and opbuild's door to them.
 */
#include "register/op_def_factory.h"
#include "opdef_model.h"
#include "register/op_config_registry.h"
#include <cstdlib>
#include <cstring>
#include <exception>

namespace
{

struct Definition {
    const char *type;
    ops::OpDefFuncPtr creator;
    ops::Place at;
};
struct RegisteredConfig {
    std::string type, soc;
    ops::OpAICoreConfigFunc func;
    ops::Where at;
};
struct CheckFunction {
    std::string kind, type;
    optiling::OP_CHECK_FUNC func;
    optiling::PARAM_GENERALIZE_FUNC generalize;
};

/* Function-local, because registrations run in static constructors of any library. */
std::vector<Definition> &Definitions()
{
    static std::vector<Definition> all;
    return all;
}
std::vector<RegisteredConfig> &RegisteredConfigs()
{
    static std::vector<RegisteredConfig> all;
    return all;
}
std::vector<CheckFunction> &CheckFunctions()
{
    static std::vector<CheckFunction> all;
    return all;
}

char *CopyText(const std::string &text)
{
    char *copy = static_cast<char *>(std::malloc(text.size() + 1)); /* ended by opf_opdef_free */
    if (copy)
        std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

std::string ExceptionJson(const char *what)
{
    std::string text = "{\"exception\":\"";
    for (const char *p = what; *p; ++p)
        text += static_cast<unsigned char>(*p) < 0x20 || *p == '"' || *p == '\\' ? '\'' : *p;
    return text + "\"}";
}

} // namespace

namespace ops
{

int OpDefFactory::OpDefRegister(const char *type, OpDefFuncPtr creator, Where at)
{
    Definitions().push_back({type, creator, Place(at)});
    return 0;
}

void OpConfigRegistry::RegisterOpAICoreConfig(const char *type, const char *soc, OpAICoreConfigFunc func,
                                              Where at)
{
    RegisteredConfigs().push_back({type ? type : "", soc ? soc : "", func, at});
}

void ApplyRegisteredConfigs(OpModel &model)
{
    for (const RegisteredConfig &registered : RegisteredConfigs()) {
        if (registered.type != model.type || !registered.func)
            continue;
        OpAICoreConfig config = registered.func();
        model.aicore_model.Add(registered.soc.c_str(), &config, registered.at);
    }
}

} // namespace ops

namespace optiling
{

OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString &check_type, const ge::AscendString &op_type,
                                     OP_CHECK_FUNC func)
{
    if (func)
        CheckFunctions().push_back({check_type.GetString(), op_type.GetString(), func, nullptr});
}

OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString &op_type, PARAM_GENERALIZE_FUNC func)
{
    if (func)
        CheckFunctions().push_back({"", op_type.GetString(), nullptr, func});
}

} // namespace optiling

size_t opf_opdef_count(void)
{
    return Definitions().size();
}

void opf_opdef_describe(size_t index, const char **type, const char **file, int *line)
{
    const Definition &definition = Definitions()[index];
    *type = definition.type;
    *file = definition.at.file;
    *line = definition.at.line;
}

char *opf_opdef_model_json(size_t index)
{
    const Definition &definition = Definitions()[index];
    try {
        ops::OpDef made = definition.creator(definition.type);
        return CopyText(ops::ModelJson(ops::OpModel::Of(made)));
    } catch (const std::exception &e) {
        return CopyText(ExceptionJson(e.what()));
    } catch (...) {
        return CopyText(ExceptionJson("an exception that is not a std::exception"));
    }
}

void opf_opdef_free(char *text)
{
    std::free(text);
}

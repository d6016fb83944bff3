/* Where OP_ADD puts operator definitions, and the one door through which opbuild reads them. */
#ifndef OPFORGE_REGISTER_OP_DEF_FACTORY_H
#define OPFORGE_REGISTER_OP_DEF_FACTORY_H

#include "register/op_def.h"

namespace ops
{

using OpDefFuncPtr = OpDef (*)(const char *type);

class OPF_HOST_API OpDefFactory
{
  public:
    /* `type` is a literal of the caller's. Returns 0, so that it can initialise a variable. */
    static int OpDefRegister(const char *type, OpDefFuncPtr creator, Where at = Where::Here());
};

} // namespace ops

extern "C" {
/* Number of definitions registered so far in this process. */
OPF_HOST_API size_t opf_opdef_count(void);
/* Type, source file and line of definition `index` as OP_ADD gave them; runs none of its code. */
OPF_HOST_API void opf_opdef_describe(size_t index, const char **type, const char **file, int *line);
/* Run definition `index` and return its model as JSON text (docs/formats/ini.md, "The model"). The caller
 * ends it with opf_opdef_free; NULL without memory. An exception of the definition gives {"exception": what}.
 */
OPF_HOST_API char *opf_opdef_model_json(size_t index);
OPF_HOST_API void opf_opdef_free(char *text);
}

#endif

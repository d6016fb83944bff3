// expect: 12: error: MissingOutput has no output
#include "register/op_def_registry.h"
namespace ops {
class MissingOutput : public OpDef {
public:
    explicit MissingOutput(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(MissingOutput);
} // namespace ops

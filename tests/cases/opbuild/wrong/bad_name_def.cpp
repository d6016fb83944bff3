// expect: 9: error: BadName: the name `y z` of an output is not an identifier
#include "register/op_def_registry.h"
namespace ops {
class BadName : public OpDef {
public:
    explicit BadName(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y z").DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(BadName);
} // namespace ops

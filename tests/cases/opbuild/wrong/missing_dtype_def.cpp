// expect: 9: error: MissingDtype (ascend950): `y` has no DataType
#include "register/op_def_registry.h"
namespace ops {
class MissingDtype : public OpDef {
public:
    explicit MissingDtype(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(MissingDtype);
} // namespace ops

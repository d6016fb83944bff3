// expect: 8: error: UnknownDtype (ascend950): entry 2 of DataType of `x` is 28, which is no dtype
#include "register/op_def_registry.h"
namespace ops {
class UnknownDtype : public OpDef {
public:
    explicit UnknownDtype(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_UNDEFINED}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(UnknownDtype);
} // namespace ops

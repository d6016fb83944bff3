// expect: 8: error: EmptyList: input `x`: DataType got an empty list
#include "register/op_def_registry.h"
namespace ops {
class EmptyList : public OpDef {
public:
    explicit EmptyList(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(EmptyList);
} // namespace ops

// expect: 8: error: BothLists: input `x` has both DataType and DataTypeList
#include "register/op_def_registry.h"
namespace ops {
class BothLists : public OpDef {
public:
    explicit BothLists(const char *name) : OpDef(name)
    {
        this->Input("x").DataType({ge::DT_INT8, ge::DT_FLOAT}).DataTypeList({ge::DT_FLOAT}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(BothLists);
} // namespace ops

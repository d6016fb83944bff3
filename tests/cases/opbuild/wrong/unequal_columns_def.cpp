// expect: 9: error: UnequalColumns (ascend950): Format of `y` has 1 entries but DataType of `x` has 2
#include "register/op_def_registry.h"
namespace ops {
class UnequalColumns : public OpDef {
public:
    explicit UnequalColumns(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8})
            .Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(UnequalColumns);
} // namespace ops

// expect: 8: error: ToWithoutScalar: input `x` has To() but is neither Scalar nor ScalarList
#include "register/op_def_registry.h"
namespace ops {
class ToWithoutScalar : public OpDef {
public:
    explicit ToWithoutScalar(const char *name) : OpDef(name)
    {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND}).To(ge::DT_FLOAT);
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(ToWithoutScalar);
} // namespace ops

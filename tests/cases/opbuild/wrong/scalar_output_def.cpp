// expect: 9: error: ScalarOutput: output `y` is marked as a scalar
#include "register/op_def_registry.h"
namespace ops {
class ScalarOutput : public OpDef {
public:
    explicit ScalarOutput(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND}).Scalar();
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(ScalarOutput);
} // namespace ops

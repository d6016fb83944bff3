// expect: 9: error: FollowNothing: `y` follows `z`, which is no parameter
#include "register/op_def_registry.h"
namespace ops {
class FollowNothing : public OpDef {
public:
    explicit FollowNothing(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).Follow("z");
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(FollowNothing);
} // namespace ops

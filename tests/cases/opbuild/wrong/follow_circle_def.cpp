// expect: 9: error: FollowCircle: `b` follows itself in a circle
#include "register/op_def_registry.h"
namespace ops {
class FollowCircle : public OpDef {
public:
    explicit FollowCircle(const char *name) : OpDef(name)
    {
        this->Input("a").Follow("b");
        this->Input("b").Follow("a");
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(FollowCircle);
} // namespace ops

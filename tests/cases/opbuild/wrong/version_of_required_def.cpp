// expect: 8: error: VersionOfRequired: input `x` has a Version; only optional inputs
#include "register/op_def_registry.h"
namespace ops {
class VersionOfRequired : public OpDef {
public:
    explicit VersionOfRequired(const char *name) : OpDef(name)
    {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND}).Version(1);
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(VersionOfRequired);
} // namespace ops

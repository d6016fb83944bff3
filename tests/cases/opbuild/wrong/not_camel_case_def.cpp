// expect: 13: error: the operator type `not_camel_case` is not CamelCase
#include "register/op_def_registry.h"
namespace ops {
class not_camel_case : public OpDef {
public:
    explicit not_camel_case(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(not_camel_case);
} // namespace ops

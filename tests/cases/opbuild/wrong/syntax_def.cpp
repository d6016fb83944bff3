// expect: 8:60: error: no member named 'DT_FLOAT17' in namespace 'ge'
#include "register/op_def_registry.h"
namespace ops {
class Syntax : public OpDef {
public:
    explicit Syntax(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT17});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(Syntax);
} // namespace ops

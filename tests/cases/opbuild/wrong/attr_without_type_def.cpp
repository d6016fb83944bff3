// expect: 10: error: AttrWithoutType: attribute `axis` has no type
#include "register/op_def_registry.h"
namespace ops {
class AttrWithoutType : public OpDef {
public:
    explicit AttrWithoutType(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("axis").AttrType(OPTIONAL);
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(AttrWithoutType);
} // namespace ops

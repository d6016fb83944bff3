// expect: 11: error: DuplicateAttr: attribute `axis` is defined twice
#include "register/op_def_registry.h"
namespace ops {
class DuplicateAttr : public OpDef {
public:
    explicit DuplicateAttr(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("axis").AttrType(OPTIONAL).Int(1);
        this->Attr("axis").AttrType(OPTIONAL).Int(2);
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(DuplicateAttr);
} // namespace ops

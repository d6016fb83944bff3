// expect: 9: error: UnknownFormat (ascend950): entry 1 of UnknownShapeFormat of `y` is 55, which is no format
#include "register/op_def_registry.h"
namespace ops {
class UnknownFormat : public OpDef {
public:
    explicit UnknownFormat(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).UnknownShapeFormat({ge::FORMAT_END});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(UnknownFormat);
} // namespace ops

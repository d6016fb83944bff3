// Faulty: y = x + 1 when the attribute `kind` is 0, else one mistake of a kernel (op_kernel/faulty.cpp lists them).
#include "register/op_def_registry.h"

namespace ops {

class Faulty : public OpDef {
public:
    explicit Faulty(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("kind").AttrType(OPTIONAL).Int(0);
        this->AICore().AddConfig("ascend950");
    }
};

OP_ADD(Faulty);

} // namespace ops

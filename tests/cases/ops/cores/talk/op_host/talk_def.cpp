// Talk: each core leaves a value, waits for the others and reads all of them; y[i] = sum of all cores' values + i.
#include "register/op_def_registry.h"

namespace ops {

class Talk : public OpDef {
public:
    explicit Talk(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_INT32, ge::DT_FLOAT}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_INT32, ge::DT_FLOAT}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};

OP_ADD(Talk);

} // namespace ops

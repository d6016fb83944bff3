// expect: 15: error: the definition of NullPointer crashed with signal 11
#include "register/op_def_registry.h"
namespace ops {
static const char *volatile nothing = nullptr;
class NullPointer : public OpDef {
public:
    explicit NullPointer(const char *name) : OpDef(name)
    {
        if (nothing[0] == 'x')
            this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};

OP_ADD(NullPointer);
} // namespace ops

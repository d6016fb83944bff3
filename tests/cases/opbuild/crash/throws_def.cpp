// expect: 13: error: the definition of Throws threw: vector::_M_range_check
#include "register/op_def_registry.h"
namespace ops {
class Throws : public OpDef {
public:
    explicit Throws(const char *name) : OpDef(name)
    {
        std::vector<ge::DataType> none;
        this->Input("x").ParamType(REQUIRED).DataType({none.at(3)}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(Throws);
} // namespace ops

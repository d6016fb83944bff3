// expect: 9: error: InitValues: `y` has 3 InitValues but 2 dtypes
#include "register/op_def_registry.h"
namespace ops {
class InitValues : public OpDef {
public:
    explicit InitValues(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND}).InitValue(
            std::vector<ScalarVar>{{ScalarType::INT8, 1}, {ScalarType::INT8, 2}, {ScalarType::INT8, 3}});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(InitValues);
} // namespace ops

// Lists that multiply out, Follow, scalars with a given or another input's dtype, initial values.
#include "register/op_def_registry.h"

namespace ops {
class ListFollow : public OpDef {
public:
    explicit ListFollow(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataTypeList({ge::DT_FLOAT16, ge::DT_FLOAT}).FormatList(
            {ge::FORMAT_ND, ge::FORMAT_NCHW});
        this->Input("w").ParamType(OPTIONAL).DataType({ge::DT_INT8, ge::DT_INT4});
        this->Input("alpha").ParamType(REQUIRED).DataTypeList({ge::DT_FLOAT}).Scalar().To(ge::DT_FLOAT);
        this->Input("beta").ParamType(REQUIRED).DataTypeList({ge::DT_FLOAT}).Scalar().To("x");
        this->Output("y").ParamType(REQUIRED).Follow("x").InitValue(
            {ScalarType::FLOAT32, 1.5f});
        this->Output("z").ParamType(REQUIRED).Follow("w", FollowType::DTYPE).FormatList({ge::FORMAT_ND}).InitValue(
            std::vector<ScalarVar>{{ScalarType::INT8, -1}, {ScalarType::INT32, 7}});
        this->AICore().AddConfig("ascend950");
        this->FormatMatchMode(FormatCheckOption::STRICT);
    }
};
OP_ADD(ListFollow);
} // namespace ops

// Add: y = x1 + x2 with broadcasting.
#include "register/op_def_registry.h"

namespace ops {

static const std::vector<ge::DataType> ADD_TYPES = {ge::DT_BF16, ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_INT32};
static const std::vector<ge::Format> ADD_FORMATS(4, ge::FORMAT_ND);

class Add : public OpDef {
public:
    explicit Add(const char *name) : OpDef(name)
    {
        this->Input("x1").ParamType(REQUIRED).DataType(ADD_TYPES).Format(ADD_FORMATS).UnknownShapeFormat(ADD_FORMATS);
        this->Input("x2").ParamType(REQUIRED).DataType(ADD_TYPES).Format(ADD_FORMATS).UnknownShapeFormat(ADD_FORMATS);
        this->Output("y").ParamType(REQUIRED).DataType(ADD_TYPES).Format(ADD_FORMATS).UnknownShapeFormat(ADD_FORMATS);
        this->AICore().AddConfig("ascend950");
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(Add);

} // namespace ops

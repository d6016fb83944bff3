// Relu: y = max(x, 0), element by element.
#include "register/op_def_registry.h"

namespace ops {

static const std::vector<ge::DataType> RELU_TYPES = {ge::DT_BF16, ge::DT_FLOAT16, ge::DT_FLOAT,
                                                     ge::DT_INT8, ge::DT_INT32,   ge::DT_INT64};
static const std::vector<ge::Format> RELU_FORMATS(6, ge::FORMAT_ND);

class Relu : public OpDef {
public:
    explicit Relu(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType(RELU_TYPES).Format(RELU_FORMATS).UnknownShapeFormat(RELU_FORMATS);
        this->Output("y").ParamType(REQUIRED).DataType(RELU_TYPES).Format(RELU_FORMATS).UnknownShapeFormat(RELU_FORMATS);
        OpAICoreConfig config;
        config.DynamicCompileStaticFlag(true)
            .DynamicFormatFlag(false)
            .DynamicRankSupportFlag(true)
            .DynamicShapeSupportFlag(true)
            .NeedCheckSupportFlag(false)
            .PrecisionReduceFlag(true);
        this->AICore().AddConfig("ascend950", config);
        this->AICore().AddConfig("ascend910b", config);
    }
};

OP_ADD(Relu);

} // namespace ops

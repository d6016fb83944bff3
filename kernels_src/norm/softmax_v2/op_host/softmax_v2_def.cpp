// SoftmaxV2: y = exp(x - max(x)) / sum(exp(x - max(x))) along one axis.
#include "register/op_def_registry.h"

namespace ops {

class SoftmaxV2 : public OpDef {
public:
    explicit SoftmaxV2(const char *name) : OpDef(name)
    {
        Describe(this->Input("x"));
        Describe(this->Output("y"));
        this->Attr("axes").AttrType(OPTIONAL).ListInt({-1});
        for (const char *soc : {"ascend950", "ascend910b"}) {
            this->AICore().AddConfig(soc);
        }
    }

private:
    static void Describe(OpParamDef &param)
    {
        param.ParamType(REQUIRED)
            .DataType({ge::DT_BF16, ge::DT_FLOAT16, ge::DT_FLOAT})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
            .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
    }
};

OP_ADD(SoftmaxV2);

} // namespace ops

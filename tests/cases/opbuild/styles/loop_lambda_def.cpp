// Columns computed by a loop and a lambda; the same helper names as other definitions use.
#include <array>
#include "helper_columns.h"

namespace {
const std::array<ge::DataType, 3> kBase = {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_INT32};
}

namespace ops {
static std::vector<ge::DataType> valueTypes;

class LoopLambda : public OpDef {
public:
    explicit LoopLambda(const char *name) : OpDef(name)
    {
        std::vector<ge::DataType> index;
        valueTypes.clear();
        for (ge::DataType type : kBase) {
            for (ge::DataType indexType : {ge::DT_INT32, ge::DT_INT64}) {
                valueTypes.push_back(type);
                index.push_back(indexType);
            }
        }
        auto add = [this](const char *input, const std::vector<ge::DataType> &types) {
            this->Input(input).ParamType(REQUIRED).DataType(types).Format(
                std::vector<ge::Format>(types.size(), ge::FORMAT_ND));
        };
        add("x", valueTypes);
        add("index", index);
        this->Output("y").ParamType(REQUIRED).DataType(valueTypes).Format({valueTypes.size(), ge::FORMAT_ND});
        OpAICoreConfig config = FlagsOf("loop_lambda");
        for (const char *soc : {"ascend910b", "ascend950"})
            this->AICore().AddConfig(soc, config);
    }
};
OP_ADD(LoopLambda);
} // namespace ops

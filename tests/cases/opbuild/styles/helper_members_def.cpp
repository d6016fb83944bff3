// Member functions that add parameters, a configuration with other columns for one chip, an in/out tensor.
#include "helper_columns.h"

namespace ops {
static const std::vector<ge::DataType> valueTypes = {ge::DT_FLOAT};

class HelperMembers : public OpDef {
public:
    explicit HelperMembers(const char *name) : OpDef(name)
    {
        AddTensors();
        OpAICoreConfig config = FlagsOf("helper_members_wide");
        this->AICore().AddConfig("ascend910b", config);
        config.Input("self").ParamType(REQUIRED).DataType({ge::DT_INT64}).Format({ge::FORMAT_ND});
        config.Output("self").ParamType(REQUIRED).DataType({ge::DT_INT64}).Format({ge::FORMAT_ND});
        config.Input("index").ParamType(REQUIRED).DataType({ge::DT_INT32}).Format({ge::FORMAT_NCHW}).ValueDepend(
            OPTIONAL);
        this->AICore().AddConfig("ascend950", config);
    }

private:
    void AddTensors()
    {
        this->Input("self").ParamType(REQUIRED).DataType(valueTypes).Format({ge::FORMAT_ND});
        this->Input("index").ParamType(REQUIRED).DataType({ge::DT_INT64}).Format({ge::FORMAT_ND}).ValueDepend(OPTIONAL);
        this->Output("self").ParamType(REQUIRED).DataType(valueTypes).Format({ge::FORMAT_ND}).InitValue(0);
    }
};
OP_ADD(HelperMembers);
} // namespace ops

// Columns in named vectors, every attribute kind, free pairs before and after the flags.
#include <vector>
#include "register/op_def_registry.h"

namespace ops {
static const std::vector<ge::DataType> valueTypes = {ge::DT_BF16, ge::DT_INT8, ge::DT_FLOAT8_E4M3FN};
static const std::vector<ge::Format> formats(3, ge::FORMAT_ND);

class NamedColumns : public OpDef {
public:
    explicit NamedColumns(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(DYNAMIC).DataType(valueTypes).Format(formats).UnknownShapeFormat(formats);
        this->Output("y").ParamType(DYNAMIC).DataType(valueTypes).Format(formats).UnknownShapeFormat(formats);
        this->Attr("flag").AttrType(OPTIONAL).Bool(true);
        this->Attr("count").AttrType(REQUIRED).Int();
        this->Attr("mode").AttrType(OPTIONAL).String("floor");
        this->Attr("flags").AttrType(OPTIONAL).ListBool({true, false});
        this->Attr("scales").AttrType(OPTIONAL).ListFloat({0.5f, 1e-6f});
        this->Attr("empty").AttrType(OPTIONAL).ListInt({});
        this->Attr("pairs").AttrType(OPTIONAL).ListListInt({{1, 2}, {3}});
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "named_columns_apt")
            .DynamicShapeSupportFlag(true)
            .DynamicFormatFlag(false)
            .ExtendCfgInfo("opInterface.value", "named");
        this->AICore().AddConfig("ascend950", config);
    }
};
OP_ADD(NamedColumns);
} // namespace ops

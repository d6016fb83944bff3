/* The builder methods of register/op_def.h: each records its argument and place in the model. */
#include "opdef_model.h"
#include <algorithm>

namespace ops
{

/* ---- configurations and lookup ---- */

void ConfigModel::Set(const char *key, const char *value)
{
    std::string name = key ? key : "";
    for (auto &pair : pairs) {
        if (pair.first == name) {
            pair.second = value ? value : "";
            return;
        }
    }
    pairs.emplace_back(name, value ? value : "");
}

void ConfigModel::SetDefaults()
{
    for (const char *flag : {"dynamicCompileStatic.flag", "dynamicFormat.flag", "dynamicRankSupport.flag",
                             "dynamicShapeSupport.flag"})
        Set(flag, "true");
    Set("needCheckSupport.flag", "false");
    Set("precision_reduce.flag", "true");
}

OpParamDef &ConfigModel::Param(ParamDeque &params, const char *name, const Where &at)
{
    for (ParamModel &param : params) {
        if (param.data.name == (name ? name : "")) {
            param.data.mentioned_again = at;
            return param.handle;
        }
    }
    params.emplace_back(name, at);
    return params.back().handle;
}

void AICoreModel::Add(const char *soc, const OpAICoreConfig *config, const Where &at)
{
    ConfigModel *added = nullptr;
    std::string name = soc ? soc : "";
    for (auto it = configs.begin(); it != configs.end(); ++it) {
        if (it->soc == name) {
            configs.erase(it);
            break;
        }
    }
    if (config) {
        configs.emplace_back(*config->model_);
        added = &configs.back();
    } else {
        configs.emplace_back();
        added = &configs.back();
        added->SetDefaults();
    }
    added->soc = name;
    added->at = at;
}

/* ---- parameters ---- */

namespace
{

/* A column of a parameter that was mentioned a second time: remembered when it had one already. */
void NoteSetAgain(ParamData &data, const NumberList &list, const Where &at)
{
    if (list.set && data.mentioned_again.file && !data.set_again.file)
        data.set_again = at;
}

template <typename Range> void SetList(ParamData &data, NumberList &list, const Range &range, const Where &at)
{
    NoteSetAgain(data, list, at);
    list.Assign(range, at);
}

} // namespace

#define OPDEF_LIST(Method, Element, member)                                                                  \
    OpParamDef &OpParamDef::Method(std::initializer_list<Element> items, Where at)                           \
    {                                                                                                        \
        SetList(model_->data, model_->data.member, items, at);                                               \
        return *this;                                                                                        \
    }                                                                                                        \
    OpParamDef &OpParamDef::Method(const std::vector<Element> &items, Where at)                              \
    {                                                                                                        \
        SetList(model_->data, model_->data.member, items, at);                                               \
        return *this;                                                                                        \
    }

OPDEF_LIST(DataType, ge::DataType, dtypes)
OPDEF_LIST(DataTypeList, ge::DataType, dtype_list)
OPDEF_LIST(DataTypeForBinQuery, ge::DataType, bin_dtypes)
OPDEF_LIST(Format, ge::Format, formats)
OPDEF_LIST(FormatList, ge::Format, format_list)
OPDEF_LIST(FormatForBinQuery, ge::Format, bin_formats)
OPDEF_LIST(UnknownShapeFormat, ge::Format, unknown_formats)
#undef OPDEF_LIST

OpParamDef &OpParamDef::ParamType(Option param_type, Where at)
{
    ParamData &data = model_->data;
    if (data.type_said && data.mentioned_again.file && !data.set_again.file)
        data.set_again = at;
    data.param_type = param_type;
    data.type_said = true;
    return *this;
}

OpParamDef &OpParamDef::ValueDepend(Option value_depend, Where at)
{
    return ValueDepend(value_depend, DependScope::ALL, at);
}

OpParamDef &OpParamDef::ValueDepend(Option value_depend, DependScope scope, Where at)
{
    model_->data.value_depend = value_depend;
    model_->data.depend_scope = static_cast<int>(scope);
    model_->data.value_depend_at = at;
    return *this;
}

OpParamDef &OpParamDef::IgnoreContiguous()
{
    model_->data.ignore_contiguous = true;
    return *this;
}

OpParamDef &OpParamDef::AutoContiguous()
{
    model_->data.auto_contiguous = true;
    return *this;
}

OpParamDef &OpParamDef::Scalar(Where at)
{
    model_->data.scalar = true;
    model_->data.to_at = at;
    return *this;
}

OpParamDef &OpParamDef::ScalarList(Where at)
{
    model_->data.scalar_list = true;
    model_->data.to_at = at;
    return *this;
}

OpParamDef &OpParamDef::To(ge::DataType type, Where at)
{
    model_->data.to_dtype = type;
    model_->data.to_at = at;
    return *this;
}

OpParamDef &OpParamDef::To(const char *name, Where at)
{
    model_->data.to_name = name ? name : "";
    model_->data.to_at = at;
    return *this;
}

OpParamDef &OpParamDef::Version(uint32_t version, Where at)
{
    model_->data.version = version;
    model_->data.version_at = at;
    return *this;
}

OpParamDef &OpParamDef::InitValue(uint64_t value, Where at)
{
    model_->data.has_init_number = true;
    model_->data.init_number = value;
    model_->data.init_at = at;
    return *this;
}

OpParamDef &OpParamDef::InitValue(const ScalarVar &value, Where at)
{
    model_->data.init_values.assign(1, value);
    model_->data.init_at = at;
    return *this;
}

OpParamDef &OpParamDef::InitValue(const std::vector<ScalarVar> &value, Where at)
{
    model_->data.init_values = value;
    model_->data.init_at = at;
    return *this;
}

OpParamDef &OpParamDef::OutputShapeDependOnCompute(Where)
{
    model_->data.shape_depends_on_compute = true;
    return *this;
}

OpParamDef &OpParamDef::Follow(const char *param_name, Where at)
{
    return Follow(param_name, FollowType::ALL, at);
}

OpParamDef &OpParamDef::Follow(const char *param_name, FollowType type, Where at)
{
    model_->data.follow = param_name ? param_name : "";
    model_->data.follow_type = static_cast<int>(type);
    model_->data.follow_at = at;
    return *this;
}

OpParamDef &OpParamDef::Comment(const char *comment)
{
    model_->data.comment = comment ? comment : "";
    return *this;
}

/* ---- attributes ---- */

namespace
{

void SetKind(AttrData &data, AttrKind kind, bool has_default)
{
    data.kind = kind;
    data.has_default = has_default;
}

} // namespace

#define OPDEF_ATTR(Method, Argument, member, kind_)                                                          \
    OpAttrDef &OpAttrDef::Method(Where)                                                                      \
    {                                                                                                        \
        SetKind(model_->data, AttrKind::kind_, false);                                                       \
        return *this;                                                                                        \
    }                                                                                                        \
    OpAttrDef &OpAttrDef::Method(Argument value, Where)                                                      \
    {                                                                                                        \
        SetKind(model_->data, AttrKind::kind_, true);                                                        \
        model_->data.member = value;                                                                         \
        return *this;                                                                                        \
    }

OPDEF_ATTR(Bool, bool, bool_value, kBool)
OPDEF_ATTR(Float, float, float_value, kFloat)
OPDEF_ATTR(Int, int64_t, int_value, kInt)
OPDEF_ATTR(ListBool, const std::vector<bool> &, bools, kListBool)
OPDEF_ATTR(ListFloat, const std::vector<float> &, floats, kListFloat)
OPDEF_ATTR(ListInt, const std::vector<int64_t> &, ints, kListInt)
OPDEF_ATTR(ListListInt, const std::vector<std::vector<int64_t>> &, int_lists, kListListInt)
#undef OPDEF_ATTR

OpAttrDef &OpAttrDef::String(Where)
{
    SetKind(model_->data, AttrKind::kString, false);
    return *this;
}

OpAttrDef &OpAttrDef::String(const char *value, Where)
{
    SetKind(model_->data, AttrKind::kString, true);
    model_->data.string_value = value ? value : "";
    return *this;
}

OpAttrDef &OpAttrDef::AttrType(Option attr_type, Where)
{
    model_->data.required = attr_type != OPTIONAL;
    return *this;
}

OpAttrDef &OpAttrDef::Version(uint32_t version, Where at)
{
    model_->data.version = version;
    model_->data.version_at = at;
    return *this;
}

OpAttrDef &OpAttrDef::Comment(const char *comment)
{
    model_->data.comment = comment ? comment : "";
    return *this;
}

const ge::AscendString &OpAttrDef::GetName() const
{
    return model_->data.name;
}
bool OpAttrDef::IsRequired() const
{
    return model_->data.required;
}

/* ---- chip configurations ---- */

OpAICoreConfig::OpAICoreConfig() : model_(new ConfigModel) {}
OpAICoreConfig::OpAICoreConfig(const char *) : model_(new ConfigModel)
{
    model_->SetDefaults();
}
OpAICoreConfig::OpAICoreConfig(const OpAICoreConfig &other) : model_(new ConfigModel(*other.model_)) {}
OpAICoreConfig::~OpAICoreConfig()
{
    delete model_;
}

OpAICoreConfig &OpAICoreConfig::operator=(const OpAICoreConfig &other)
{
    if (this != &other) {
        ConfigModel *copy = new ConfigModel(*other.model_);
        delete model_;
        model_ = copy;
    }
    return *this;
}

OpParamDef &OpAICoreConfig::Input(const char *name, Where at)
{
    return ConfigModel::Param(model_->inputs, name, at);
}
OpParamDef &OpAICoreConfig::Output(const char *name, Where at)
{
    return ConfigModel::Param(model_->outputs, name, at);
}

#define OPDEF_FLAG(Method, key)                                                                              \
    OpAICoreConfig &OpAICoreConfig::Method(bool flag)                                                        \
    {                                                                                                        \
        model_->Set(key, flag ? "true" : "false");                                                           \
        return *this;                                                                                        \
    }

OPDEF_FLAG(DynamicCompileStaticFlag, "dynamicCompileStatic.flag")
OPDEF_FLAG(DynamicFormatFlag, "dynamicFormat.flag")
OPDEF_FLAG(DynamicRankSupportFlag, "dynamicRankSupport.flag")
OPDEF_FLAG(DynamicShapeSupportFlag, "dynamicShapeSupport.flag")
OPDEF_FLAG(NeedCheckSupportFlag, "needCheckSupport.flag")
OPDEF_FLAG(PrecisionReduceFlag, "precision_reduce.flag")
#undef OPDEF_FLAG

OpAICoreConfig &OpAICoreConfig::ExtendCfgInfo(const char *key, const char *value, Where)
{
    model_->Set(key, value);
    return *this;
}

/* ---- AI core functions ---- */

OpAICoreDef &OpAICoreDef::SetTiling(TilingFunc func)
{
    model_->tiling = func;
    return *this;
}
OpAICoreDef &OpAICoreDef::SetCheckSupport(optiling::OP_CHECK_FUNC func)
{
    model_->check_support = func;
    return *this;
}
OpAICoreDef &OpAICoreDef::SetOpSelectFormat(optiling::OP_CHECK_FUNC func)
{
    model_->select_format = func;
    return *this;
}
OpAICoreDef &OpAICoreDef::SetOpSupportInfo(optiling::OP_CHECK_FUNC func)
{
    model_->support_info = func;
    return *this;
}
OpAICoreDef &OpAICoreDef::SetOpSpecInfo(optiling::OP_CHECK_FUNC func)
{
    model_->specific_info = func;
    return *this;
}
OpAICoreDef &OpAICoreDef::SetParamGeneralize(optiling::PARAM_GENERALIZE_FUNC func)
{
    model_->generalize = func;
    return *this;
}
OpAICoreDef &OpAICoreDef::LaunchWithZeroEleOutputTensors(bool launch)
{
    model_->launch_when_empty = launch;
    return *this;
}
OpAICoreDef::TilingFunc &OpAICoreDef::GetTiling()
{
    return model_->tiling;
}
optiling::OP_CHECK_FUNC &OpAICoreDef::GetCheckSupport()
{
    return model_->check_support;
}
optiling::OP_CHECK_FUNC &OpAICoreDef::GetOpSelectFormat()
{
    return model_->select_format;
}
optiling::OP_CHECK_FUNC &OpAICoreDef::GetOpSupportInfo()
{
    return model_->support_info;
}
optiling::OP_CHECK_FUNC &OpAICoreDef::GetOpSpecInfo()
{
    return model_->specific_info;
}
optiling::PARAM_GENERALIZE_FUNC &OpAICoreDef::GetParamGeneralize()
{
    return model_->generalize;
}

OpAICoreDef &OpAICoreDef::AddConfig(const char *soc, Where at)
{
    model_->Add(soc, nullptr, at);
    return *this;
}
OpAICoreDef &OpAICoreDef::AddConfig(const char *soc, const OpAICoreConfig &aicore_config, Where at)
{
    model_->Add(soc, &aicore_config, at);
    return *this;
}

/* ---- communication ---- */

OpMC2Def &OpMC2Def::HcclGroup(const char *value)
{
    std::string group = value ? value : "";
    std::vector<std::string> &groups = model_->hccl_groups;
    if (std::find(groups.begin(), groups.end(), group) == groups.end())
        groups.push_back(group);
    return *this;
}
OpMC2Def &OpMC2Def::HcclGroup(std::vector<const char *> value)
{
    for (const char *group : value)
        HcclGroup(group);
    return *this;
}
void OpMC2Def::HcclServerType(enum HcclServerType type, const char *soc)
{
    model_->hccl_servers.emplace_back(soc ? soc : "", static_cast<int>(type));
}

/* ---- operators ---- */

OpModel::OpModel(const OpModel &other)
    : type(other.type), at(other.at), inputs(other.inputs), outputs(other.outputs), attrs(other.attrs),
      aicore_model(other.aicore_model), hccl_groups(other.hccl_groups), hccl_servers(other.hccl_servers),
      infer_shape(other.infer_shape), infer_shape_range(other.infer_shape_range),
      infer_dtype(other.infer_dtype), format_mode(other.format_mode), fall_back(other.fall_back),
      comments(other.comments)
{
    Link();
}

bool SameAttr(const AttrData &a, const AttrData &b)
{
    return a.kind == b.kind && a.required == b.required && a.bool_value == b.bool_value &&
           a.float_value == b.float_value && a.int_value == b.int_value && a.string_value == b.string_value &&
           a.bools == b.bools && a.floats == b.floats && a.ints == b.ints && a.int_lists == b.int_lists &&
           a.version == b.version;
}

OpAttrDef &OpModel::Attr(const char *name, const Where &where)
{
    for (AttrModel &attr : attrs) {
        if (attr.data.name == (name ? name : "")) {
            if (attr.first.empty()) {
                attr.first.push_back(attr.data);
                attr.mentioned_again = where;
            }
            return attr.handle;
        }
    }
    attrs.emplace_back(name, where);
    return attrs.back().handle;
}

OpDef::OpDef(const char *type, Where at) : model_(new OpModel)
{
    model_->type = type ? type : "";
    model_->at = at;
    ApplyRegisteredConfigs(*model_);
}
OpDef::OpDef(const OpDef &other) : model_(new OpModel(*other.model_)) {}
OpDef::~OpDef()
{
    delete model_;
}
OpDef &OpDef::operator=(const OpDef &other)
{
    if (this != &other) {
        OpModel *copy = new OpModel(*other.model_);
        delete model_;
        model_ = copy;
    }
    return *this;
}

OpParamDef &OpDef::Input(const char *name, Where at)
{
    return ConfigModel::Param(model_->inputs, name, at);
}
OpParamDef &OpDef::Output(const char *name, Where at)
{
    return ConfigModel::Param(model_->outputs, name, at);
}
OpAttrDef &OpDef::Attr(const char *name, Where at)
{
    return model_->Attr(name, at);
}

OpDef &OpDef::Comment(CommentSection section, const char *comment)
{
    model_->comments.emplace_back(static_cast<int>(section), comment ? comment : "");
    return *this;
}
OpDef &OpDef::SetInferShape(InferShapeFunc func)
{
    model_->infer_shape = func;
    return *this;
}
OpDef &OpDef::SetInferShapeRange(InferShapeRangeFunc func)
{
    model_->infer_shape_range = func;
    return *this;
}
OpDef &OpDef::SetInferDataType(InferDataTypeFunc func)
{
    model_->infer_dtype = func;
    return *this;
}
OpDef::InferShapeFunc &OpDef::GetInferShape()
{
    return model_->infer_shape;
}
OpDef::InferShapeRangeFunc &OpDef::GetInferShapeRange()
{
    return model_->infer_shape_range;
}
OpDef::InferDataTypeFunc &OpDef::GetInferDataType()
{
    return model_->infer_dtype;
}
OpAICoreDef &OpDef::AICore()
{
    return model_->aicore;
}
OpAICPUDef &OpDef::AICPU()
{
    return model_->aicpu;
}
OpHostCPUDef &OpDef::HostCPU()
{
    return model_->aicpu;
}
OpMC2Def &OpDef::MC2()
{
    return model_->mc2;
}
OpDef &OpDef::FormatMatchMode(FormatCheckOption option)
{
    model_->format_mode = static_cast<int>(option);
    return *this;
}
OpDef &OpDef::EnableFallBack()
{
    model_->fall_back = true;
    return *this;
}

} // namespace ops

/* What an operator definition recorded, behind the builders of register/op_def.h. */
#ifndef OPFORGE_OPDEF_MODEL_H
#define OPFORGE_OPDEF_MODEL_H

#include "register/op_def.h"
#include <deque>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace ops
{

struct Place {
    const char *file = nullptr; /* NULL = not said */
    int line = 0;
    Place() = default;
    Place(const Where &at) : file(at.file), line(at.line) {}
};

/* An enumerator list with the place that set it; `set` tells an empty list from none. */
struct NumberList {
    bool set = false;
    std::vector<int32_t> items;
    Place at;
    template <typename Range> void Assign(const Range &range, const Where &where)
    {
        set = true;
        at = where;
        items.assign(range.begin(), range.end());
    }
};

struct ParamData {
    std::string name;
    Place at;
    Place mentioned_again; /* a later Input("same name") */
    Place set_again;       /* and what set a column there a second time */
    int param_type = REQUIRED;
    bool type_said = false;
    NumberList dtypes, dtype_list, formats, format_list, bin_dtypes, bin_formats, unknown_formats;
    int value_depend = -1; /* Option */
    int depend_scope = 0;
    Place value_depend_at;
    bool ignore_contiguous = false, auto_contiguous = false;
    bool scalar = false, scalar_list = false;
    int to_dtype = ge::DT_UNDEFINED;
    std::string to_name;
    Place to_at;
    uint32_t version = 0;
    Place version_at;
    bool has_init_number = false;
    uint64_t init_number = 0;
    std::vector<ScalarVar> init_values;
    Place init_at;
    bool shape_depends_on_compute = false;
    std::string follow;
    int follow_type = static_cast<int>(FollowType::INVALID_TYPE);
    Place follow_at;
    std::string comment;
};

struct ParamModel {
    ParamModel(const char *name, const Where &at) : ParamModel()
    {
        data.name = name ? name : "";
        data.at = at;
    }
    ParamModel(const ParamModel &other) : ParamModel()
    {
        data = other.data;
        /* a copied configuration may restate what it inherited */
        data.type_said = false;
        data.mentioned_again = data.set_again = Place();
    }
    ParamModel &operator=(const ParamModel &) = delete;

    OpParamDef handle;
    ParamData data;

  private:
    ParamModel() { handle.model_ = this; }
};

enum class AttrKind { kBool, kFloat, kInt, kString, kListBool, kListFloat, kListInt, kListListInt, kUnset };

struct AttrData {
    ge::AscendString name;
    Place at;
    AttrKind kind = AttrKind::kUnset;
    bool required = true;
    bool has_default = false;
    bool bool_value = false;
    float float_value = 0;
    int64_t int_value = 0;
    std::string string_value;
    std::vector<bool> bools;
    std::vector<float> floats;
    std::vector<int64_t> ints;
    std::vector<std::vector<int64_t>> int_lists;
    uint32_t version = 0;
    Place version_at;
    std::string comment;
};

/* What makes two statements of one attribute differ. */
bool SameAttr(const AttrData &a, const AttrData &b);

struct AttrModel {
    AttrModel(const char *name, const Where &at) : AttrModel()
    {
        data.name = name;
        data.at = at;
    }
    AttrModel(const AttrModel &other) : AttrModel()
    {
        data = other.data;
        first = other.first;
        mentioned_again = other.mentioned_again;
    }
    AttrModel &operator=(const AttrModel &) = delete;

    OpAttrDef handle;
    AttrData data;
    std::vector<AttrData>
        first; /* what it was at a second Attr("same name"); restating it unchanged is fine */
    Place mentioned_again;

  private:
    AttrModel() { handle.model_ = this; }
};

using ParamDeque = std::deque<ParamModel>; /* references to elements must survive growth */

struct ConfigModel {
    std::string soc;
    Place at;
    ParamDeque inputs, outputs;
    std::vector<std::pair<std::string, std::string>> pairs; /* in the order first set */

    ConfigModel() = default;
    ConfigModel(const ConfigModel &) = default;
    void Set(const char *key, const char *value);
    void SetDefaults();
    /* Finds or appends; used for operators and configurations alike. */
    static OpParamDef &Param(ParamDeque &params, const char *name, const Where &at);
};

struct AICoreModel {
    OpAICoreDef::TilingFunc tiling = nullptr;
    optiling::OP_CHECK_FUNC check_support = nullptr, select_format = nullptr;
    optiling::OP_CHECK_FUNC support_info = nullptr, specific_info = nullptr;
    optiling::PARAM_GENERALIZE_FUNC generalize = nullptr;
    bool launch_when_empty = false;
    std::list<ConfigModel> configs;

    void Add(const char *soc, const OpAICoreConfig *config, const Where &at);
};

struct OpModel {
    std::string type;
    Place at;
    ParamDeque inputs, outputs;
    std::deque<AttrModel> attrs;
    AICoreModel aicore_model;
    OpAICoreDef aicore;
    OpAICPUDef aicpu;
    OpMC2Def mc2;
    std::vector<std::string> hccl_groups;
    std::vector<std::pair<std::string, int>> hccl_servers; /* soc ("" = all), HcclServerType */
    OpDef::InferShapeFunc infer_shape = nullptr;
    OpDef::InferShapeRangeFunc infer_shape_range = nullptr;
    OpDef::InferDataTypeFunc infer_dtype = nullptr;
    int format_mode = static_cast<int>(FormatCheckOption::MAX);
    bool fall_back = false;
    std::vector<std::pair<int, std::string>> comments;

    OpModel() { Link(); }
    OpModel(const OpModel &other);
    OpModel &operator=(const OpModel &) = delete;
    static const OpModel &Of(const OpDef &definition) { return *definition.model_; }
    OpAttrDef &Attr(const char *name, const Where &at);

  private:
    void Link()
    {
        aicore.model_ = &aicore_model;
        mc2.model_ = this;
    }
};

/* Configurations that REGISTER_OP_AICORE_CONFIG gave for a type, applied by OpDef's constructor. */
void ApplyRegisteredConfigs(OpModel &model);
/* The model as JSON text. */
std::string ModelJson(const OpModel &model);

} // namespace ops

#endif

/* Operator definitions: ops::OpDef and the builders it hands out. A definition only records what it is told,
 * with the source line of each call; merging, expansion and checks are opbuild's (docs/formats/ini.md).
 *
 * Every builder is one pointer whose storage lives in libopforge_host.so, so that this header stays cheap: it
 * dominates the time to compile hundreds of definitions. */
#ifndef OPFORGE_REGISTER_OP_DEF_H
#define OPFORGE_REGISTER_OP_DEF_H

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/operator.h"
#include "graph/types.h"
#include <initializer_list>
#include <vector>

namespace gert
{
class TilingContext;
class TilingParseContext;
class InferShapeContext;
class InferShapeRangeContext;
class InferDataTypeContext;
} // namespace gert

#define FUNC_CHECK_SUPPORTED     "check_supported"
#define FUNC_OP_SELECT_FORMAT    "op_select_format"
#define FUNC_GET_OP_SUPPORT_INFO "get_op_support_info"
#define FUNC_GET_SPECIFIC_INFO   "get_op_specific_info"

namespace optiling
{

using OP_CHECK_FUNC = ge::graphStatus (*)(const ge::Operator &op, ge::AscendString &result);
using PARAM_GENERALIZE_FUNC = ge::graphStatus (*)(const ge::Operator &op,
                                                  const ge::AscendString &generalize_config,
                                                  ge::AscendString &generalized_op_params);

/* Registers a call-back of an operator under one of the FUNC_* names. A NULL function registers nothing. */
class OPF_HOST_API OpCheckFuncHelper
{
  public:
    OpCheckFuncHelper(const ge::AscendString &check_type, const ge::AscendString &op_type,
                      OP_CHECK_FUNC func);
    OpCheckFuncHelper(const ge::AscendString &op_type, PARAM_GENERALIZE_FUNC func);
};

} // namespace optiling

namespace ops
{

enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };
enum class FormatCheckOption : uint32_t { DEFAULT = 0, STRICT = 1, MAX };
enum class DependScope : uint32_t { ALL = 0, TILING = 1, INVALID_SCOPE };
enum class FollowType : uint32_t { ALL = 0, DTYPE = 1, FORMAT = 2, SHAPE = 3, INVALID_TYPE };
enum class HcclServerType : uint32_t { AICPU = 0, AICORE = 1, CCU = 2, MAX };
enum class CommentSection : uint32_t {
    CATEGORY = 0,
    BRIEF = 1,
    CONSTRAINTS = 2,
    RESTRICTIONS = 3,
    SEE = 4,
    THIRDPARTYFWKCOMPAT = 5,
    SECTION_MAX
};
enum class ScalarType : uint32_t {
    UINT64 = 0,
    INT64 = 1,
    UINT32 = 2,
    INT32 = 3,
    UINT16 = 4,
    INT16 = 5,
    UINT8 = 6,
    INT8 = 7,
    FLOAT32 = 8,
    FLOAT16 = 9,
    INVALID_DTYPE = UINT32_MAX
};

union ScalarNum {
    uint64_t value_u64;
    int64_t value_i64;
    float value_f32;
    ScalarNum() : value_u64(0) {}
    explicit ScalarNum(uint64_t value) : value_u64(value) {}
    explicit ScalarNum(int64_t value) : value_i64(value) {}
    explicit ScalarNum(float value) : value_u64(0) { value_f32 = value; }
};

/* A number with the type it is meant in; the number is stored as that type's class (float, signed, unsigned).
 */
struct ScalarVar {
    ScalarType scalar_type;
    ScalarNum scalar_num;

    ScalarVar() : scalar_type(ScalarType::INVALID_DTYPE) {}
    template <typename Number> ScalarVar(ScalarType type, Number number) : scalar_type(type)
    {
        if (type == ScalarType::FLOAT32 || type == ScalarType::FLOAT16)
            scalar_num = ScalarNum(static_cast<float>(number));
        else if (static_cast<uint32_t>(type) % 2 == 0)
            scalar_num = ScalarNum(static_cast<uint64_t>(number));
        else
            scalar_num = ScalarNum(static_cast<int64_t>(number));
    }
    bool operator==(const ScalarVar &other) const
    {
        return scalar_type == other.scalar_type && scalar_num.value_u64 == other.scalar_num.value_u64;
    }
};

/* Where a builder method was called. Only made by Here(): the token keeps a braced list of numbers from being
 * taken for one, which would make ListInt({0, 1}) ambiguous. */
class Where
{
    struct Token {
        constexpr explicit Token() {}
    };

  public:
    static constexpr Where Here(const char *file = __builtin_FILE(), int line = __builtin_LINE())
    {
        return Where(Token(), file, line);
    }
    const char *file;
    int line;

  private:
    constexpr Where(Token, const char *f, int l) : file(f), line(l) {}
};

struct ParamModel;
struct AttrModel;
struct ConfigModel;
struct AICoreModel;
struct OpModel;

using DataTypes = std::vector<ge::DataType>;
using Formats = std::vector<ge::Format>;

/* One input or output. DataType and Format are columns: entry i of all parameters is one supported
 * combination; DataTypeList and FormatList multiply with all others. */
class OPF_HOST_API OpParamDef
{
  public:
    OpParamDef &ParamType(Option param_type, Where at = Where::Here());
    OpParamDef &DataType(std::initializer_list<ge::DataType> types, Where at = Where::Here());
    OpParamDef &DataType(const DataTypes &types, Where at = Where::Here());
    OpParamDef &DataTypeList(std::initializer_list<ge::DataType> types, Where at = Where::Here());
    OpParamDef &DataTypeList(const DataTypes &types, Where at = Where::Here());
    OpParamDef &Format(std::initializer_list<ge::Format> formats, Where at = Where::Here());
    OpParamDef &Format(const Formats &formats, Where at = Where::Here());
    OpParamDef &FormatList(std::initializer_list<ge::Format> formats, Where at = Where::Here());
    OpParamDef &FormatList(const Formats &formats, Where at = Where::Here());
    OpParamDef &DataTypeForBinQuery(std::initializer_list<ge::DataType> types, Where at = Where::Here());
    OpParamDef &DataTypeForBinQuery(const DataTypes &types, Where at = Where::Here());
    OpParamDef &FormatForBinQuery(std::initializer_list<ge::Format> formats, Where at = Where::Here());
    OpParamDef &FormatForBinQuery(const Formats &formats, Where at = Where::Here());
    OpParamDef &UnknownShapeFormat(std::initializer_list<ge::Format> formats, Where at = Where::Here());
    OpParamDef &UnknownShapeFormat(const Formats &formats, Where at = Where::Here());
    OpParamDef &ValueDepend(Option value_depend, Where at = Where::Here());
    OpParamDef &ValueDepend(Option value_depend, DependScope scope, Where at = Where::Here());
    OpParamDef &IgnoreContiguous();
    OpParamDef &AutoContiguous();
    OpParamDef &Scalar(Where at = Where::Here());
    OpParamDef &ScalarList(Where at = Where::Here());
    OpParamDef &To(ge::DataType type, Where at = Where::Here());
    OpParamDef &To(const char *name, Where at = Where::Here());
    OpParamDef &Version(uint32_t version, Where at = Where::Here());
    OpParamDef &InitValue(uint64_t value, Where at = Where::Here());
    OpParamDef &InitValue(const ScalarVar &value, Where at = Where::Here());
    OpParamDef &InitValue(const std::vector<ScalarVar> &value, Where at = Where::Here());
    OpParamDef &OutputShapeDependOnCompute(Where at = Where::Here());
    OpParamDef &Follow(const char *param_name, Where at = Where::Here());
    OpParamDef &Follow(const char *param_name, FollowType type, Where at = Where::Here());
    OpParamDef &Comment(const char *comment);

  private:
    friend struct OpModel;
    friend struct ConfigModel;
    friend struct ParamModel;
    OpParamDef() = default;
    ParamModel *model_ = nullptr; /* owned by the operator or configuration */
};

class OPF_HOST_API OpAttrDef
{
  public:
    OpAttrDef &AttrType(Option attr_type, Where at = Where::Here());
    OpAttrDef &Bool(Where at = Where::Here());
    OpAttrDef &Bool(bool value, Where at = Where::Here());
    OpAttrDef &Float(Where at = Where::Here());
    OpAttrDef &Float(float value, Where at = Where::Here());
    OpAttrDef &Int(Where at = Where::Here());
    OpAttrDef &Int(int64_t value, Where at = Where::Here());
    OpAttrDef &String(Where at = Where::Here());
    OpAttrDef &String(const char *value, Where at = Where::Here());
    OpAttrDef &ListBool(Where at = Where::Here());
    OpAttrDef &ListBool(const std::vector<bool> &value, Where at = Where::Here());
    OpAttrDef &ListFloat(Where at = Where::Here());
    OpAttrDef &ListFloat(const std::vector<float> &value, Where at = Where::Here());
    OpAttrDef &ListInt(Where at = Where::Here());
    OpAttrDef &ListInt(const std::vector<int64_t> &value, Where at = Where::Here());
    OpAttrDef &ListListInt(Where at = Where::Here());
    OpAttrDef &ListListInt(const std::vector<std::vector<int64_t>> &value, Where at = Where::Here());
    OpAttrDef &Version(uint32_t version, Where at = Where::Here());
    OpAttrDef &Comment(const char *comment);
    const ge::AscendString &GetName() const;
    bool IsRequired() const;

  private:
    friend struct OpModel;
    friend struct AttrModel;
    OpAttrDef() = default;
    AttrModel *model_ = nullptr; /* owned by the operator */
};

/* What differs on one chip: parameters merged over the operator's by name, flags and free pairs. */
class OPF_HOST_API OpAICoreConfig
{
  public:
    OpAICoreConfig();
    OpAICoreConfig(const char *soc); /* starts with the default flags */
    OpAICoreConfig(const OpAICoreConfig &other);
    ~OpAICoreConfig();
    OpAICoreConfig &operator=(const OpAICoreConfig &other);

    OpParamDef &Input(const char *name, Where at = Where::Here());
    OpParamDef &Output(const char *name, Where at = Where::Here());
    OpAICoreConfig &DynamicCompileStaticFlag(bool flag);
    OpAICoreConfig &DynamicFormatFlag(bool flag);
    OpAICoreConfig &DynamicRankSupportFlag(bool flag);
    OpAICoreConfig &DynamicShapeSupportFlag(bool flag);
    OpAICoreConfig &NeedCheckSupportFlag(bool flag);
    OpAICoreConfig &PrecisionReduceFlag(bool flag);
    OpAICoreConfig &ExtendCfgInfo(const char *key, const char *value, Where at = Where::Here());

  private:
    friend struct AICoreModel;
    ConfigModel *model_;
};

class OPF_HOST_API OpAICoreDef
{
  public:
    using TilingFunc = ge::graphStatus (*)(gert::TilingContext *);

    OpAICoreDef &SetTiling(TilingFunc func);
    OpAICoreDef &SetCheckSupport(optiling::OP_CHECK_FUNC func);
    OpAICoreDef &SetOpSelectFormat(optiling::OP_CHECK_FUNC func);
    OpAICoreDef &SetOpSupportInfo(optiling::OP_CHECK_FUNC func);
    OpAICoreDef &SetOpSpecInfo(optiling::OP_CHECK_FUNC func);
    OpAICoreDef &SetParamGeneralize(optiling::PARAM_GENERALIZE_FUNC func);
    OpAICoreDef &LaunchWithZeroEleOutputTensors(bool launch);
    TilingFunc &GetTiling();
    optiling::OP_CHECK_FUNC &GetCheckSupport();
    optiling::OP_CHECK_FUNC &GetOpSelectFormat();
    optiling::OP_CHECK_FUNC &GetOpSupportInfo();
    optiling::OP_CHECK_FUNC &GetOpSpecInfo();
    optiling::PARAM_GENERALIZE_FUNC &GetParamGeneralize();
    /* A second configuration for a chip replaces the first. The configuration is copied now. */
    OpAICoreDef &AddConfig(const char *soc, Where at = Where::Here());
    OpAICoreDef &AddConfig(const char *soc, const OpAICoreConfig &aicore_config, Where at = Where::Here());

  private:
    friend struct OpModel;
    OpAICoreDef() = default;
    AICoreModel *model_ = nullptr;
};

/* Settings for the CPU engines. Accepted so that such definitions compile; opbuild writes nothing from them.
 */
class OPF_HOST_API OpAICPUDef{public : OpAICPUDef & Engine(const char *){return *this;
} // namespace ops
OpAICPUDef &FlagPartial(bool)
{
    return *this;
}
OpAICPUDef &ComputeCost(const char *)
{
    return *this;
}
OpAICPUDef &FlagAsync(bool)
{
    return *this;
}
OpAICPUDef &OpKernelLib(const char *)
{
    return *this;
}
OpAICPUDef &KernelSo(const char *)
{
    return *this;
}
OpAICPUDef &FunctionName(const char *)
{
    return *this;
}
OpAICPUDef &UserDefined(bool)
{
    return *this;
}
OpAICPUDef &ExtendCfgInfo(const char *, const char *)
{
    return *this;
}
}
;
using OpHostCPUDef = OpAICPUDef;

class OPF_HOST_API OpMC2Def
{
  public:
    OpMC2Def &HcclGroup(const char *value);
    OpMC2Def &HcclGroup(std::vector<const char *> value);
    void HcclServerType(enum HcclServerType type, const char *soc = nullptr);

  private:
    friend struct OpModel;
    OpMC2Def() = default;
    OpModel *model_ = nullptr;
};

class OPF_HOST_API OpDef
{
  public:
    using InferShapeFunc = ge::graphStatus (*)(gert::InferShapeContext *);
    using InferShapeRangeFunc = ge::graphStatus (*)(gert::InferShapeRangeContext *);
    using InferDataTypeFunc = ge::graphStatus (*)(gert::InferDataTypeContext *);

    explicit OpDef(const char *type, Where at = Where::Here());
    OpDef(const OpDef &other);
    OpDef(OpDef &&other) noexcept : model_(other.model_) { other.model_ = nullptr; }
    ~OpDef();
    OpDef &operator=(const OpDef &other);

    /* The parameter of that name, made at its first mention. */
    OpParamDef &Input(const char *name, Where at = Where::Here());
    OpParamDef &Output(const char *name, Where at = Where::Here());
    OpAttrDef &Attr(const char *name, Where at = Where::Here());
    OpDef &Comment(CommentSection section, const char *comment);
    OpDef &SetInferShape(InferShapeFunc func);
    OpDef &SetInferShapeRange(InferShapeRangeFunc func);
    OpDef &SetInferDataType(InferDataTypeFunc func);
    InferShapeFunc &GetInferShape();
    InferShapeRangeFunc &GetInferShapeRange();
    InferDataTypeFunc &GetInferDataType();
    OpAICoreDef &AICore();
    OpAICPUDef &AICPU();
    OpHostCPUDef &HostCPU();
    OpMC2Def &MC2();
    OpDef &FormatMatchMode(FormatCheckOption option);
    OpDef &EnableFallBack();

  private:
    friend struct OpModel;
    OpModel *model_;
};

} // namespace ops

#endif

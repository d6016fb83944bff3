/* What a launch macro is given: OP_INPUT(...), OP_OUTPUT(...), OP_ATTR(...) and so on each make a group of values;
 * the groups of one launch are read once, inside the same full expression, so text and lists are only borrowed. */
#ifndef OPFORGE_OPDEV_OP_ARG_DEF_H
#define OPFORGE_OPDEV_OP_ARG_DEF_H

#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "opdev/common_types.h"
#include "opdev/op_log.h"

namespace op {

enum OpArgDef {
    OP_INPUT_ARG = 0,
    OP_OUTPUT_ARG,
    OP_ATTR_ARG,
    OP_WORKSPACE_ARG,
    OP_OUTSHAPE_ARG,
    OP_OPTION_ARG,
    OP_EXEC_MODE_ARG,
    OP_ARG_KINDS
};

enum class OpArgType {
    OPARG_NONE, // a null pointer: an absent optional parameter
    OPARG_ACLTENSOR,
    OPARG_ACLTENSOR_LIST,
    OPARG_ACLSCALAR,
    OPARG_ACLSCALAR_LIST,
    OPARG_INT_LIST,
    OPARG_BOOL_LIST,
    OPARG_FLOAT_LIST,
    OPARG_OTHER_LIST,
    OPARG_STRING,
    OPARG_BOOL,
    OPARG_INT,
    OPARG_UINT,
    OPARG_FLOAT,
    OPARG_DOUBLE,
    OPARG_DATATYPE,
    OPARG_IMPLMODE,
    OPARG_FORMAT,
    OPARG_OUTSHAPE // a shape tensor and, in `index`, the output it describes
};

struct OpArg {
    union {
        int64_t ivalue;
        double dvalue;
        const void *pointer;
    };
    OpArgType type = OpArgType::OPARG_NONE;
    uint32_t index = 0;

    OpArg() : ivalue(0) {}
    OpArg(std::nullptr_t) : ivalue(0) {}
    OpArg(const aclTensor *v) { Set(v, OpArgType::OPARG_ACLTENSOR); }
    OpArg(const aclTensorList *v) { Set(v, OpArgType::OPARG_ACLTENSOR_LIST); }
    OpArg(const aclScalar *v) { Set(v, OpArgType::OPARG_ACLSCALAR); }
    OpArg(const aclScalarList *v) { Set(v, OpArgType::OPARG_ACLSCALAR_LIST); }
    OpArg(const aclIntArray *v) { Set(v, OpArgType::OPARG_INT_LIST); }
    OpArg(const aclBoolArray *v) { Set(v, OpArgType::OPARG_BOOL_LIST); }
    OpArg(const aclFloatArray *v) { Set(v, OpArgType::OPARG_FLOAT_LIST); }
    OpArg(const aclFp16Array *v) { Set(v, OpArgType::OPARG_OTHER_LIST); }
    OpArg(const aclBf16Array *v) { Set(v, OpArgType::OPARG_OTHER_LIST); }
    OpArg(const char *v) { Set(v, OpArgType::OPARG_STRING); }
    OpArg(const std::string &v) { Set(v.c_str(), OpArgType::OPARG_STRING); }
    OpArg(const std::string *v) { Set(v ? v->c_str() : nullptr, OpArgType::OPARG_STRING); }
    OpArg(const ge::AscendString &v) { Set(v.GetString(), OpArgType::OPARG_STRING); }
    OpArg(const std::pair<const aclTensor *, uint64_t> &v)
    {
        Set(v.first, OpArgType::OPARG_OUTSHAPE);
        index = static_cast<uint32_t>(v.second);
    }
    template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value || std::is_enum<T>::value>>
    OpArg(T v) : ivalue(0)
    {
        if constexpr (std::is_same<T, bool>::value)
            type = OpArgType::OPARG_BOOL, ivalue = v;
        else if constexpr (std::is_same<T, DataType>::value)
            type = OpArgType::OPARG_DATATYPE, ivalue = static_cast<int64_t>(v);
        else if constexpr (std::is_same<T, Format>::value)
            type = OpArgType::OPARG_FORMAT, ivalue = static_cast<int64_t>(v);
        else if constexpr (std::is_same<T, OpImplMode>::value)
            type = OpArgType::OPARG_IMPLMODE, ivalue = static_cast<int64_t>(v);
        else if constexpr (std::is_same<T, float>::value)
            type = OpArgType::OPARG_FLOAT, dvalue = v;
        else if constexpr (std::is_floating_point<T>::value)
            type = OpArgType::OPARG_DOUBLE, dvalue = static_cast<double>(v);
        else if constexpr (std::is_enum<T>::value)
            type = OpArgType::OPARG_INT, ivalue = static_cast<int64_t>(v);
        else
            type = std::is_unsigned<T>::value ? OpArgType::OPARG_UINT : OpArgType::OPARG_INT,
            ivalue = static_cast<int64_t>(v);
    }
    OpArg(fp16_t v) : OpArg(float(v)) {}
    OpArg(bfloat16 v) : OpArg(float(v)) {}

    bool IsTensorLike() const
    {
        return type == OpArgType::OPARG_NONE || type == OpArgType::OPARG_ACLTENSOR ||
               type == OpArgType::OPARG_ACLTENSOR_LIST;
    }

private:
    void Set(const void *p, OpArgType t)
    {
        pointer = p;
        type = p ? t : OpArgType::OPARG_NONE;
    }
};

/* The values of one group. */
struct OpArgList {
    FVector<OpArg, 8> args;
    size_t count() const { return args.size(); }
    const OpArg &operator[](size_t i) const { return args[i]; }
};

/* One launch: its groups by kind. */
struct OpArgContext {
    std::array<OpArgList, OP_ARG_KINDS> lists;
    OpArgList *GetOpArg(OpArgDef kind) { return &lists[kind]; }
    const OpArgList *GetOpArg(OpArgDef kind) const { return &lists[kind]; }
};

namespace internal {
template <OpArgDef Kind, size_t N>
struct OpArgGroup {
    static constexpr OpArgDef kind = Kind;
    std::array<OpArg, N> values;
};
template <OpArgDef Kind, typename... Ts>
inline OpArgGroup<Kind, sizeof...(Ts)> MakeOpArgGroup(const Ts &...values)
{
    return {{OpArg(values)...}};
}
struct NoOpArgs {};

template <OpArgDef Kind, size_t N>
inline void CollectOpArgs(OpArgContext &to, const OpArgGroup<Kind, N> &group)
{
    for (const OpArg &value : group.values)
        to.lists[Kind].args.push_back(value);
}
inline void CollectOpArgs(OpArgContext &, const NoOpArgs &) {}
/* Attribute names and core types, which some sources also give to AI Core launches, say nothing here. */
inline void CollectOpArgs(OpArgContext &, const FVector<std::string> &) {}
inline void CollectOpArgs(OpArgContext &, const CoreType &) {}
template <typename... Groups>
inline OpArgContext CollectAll(const Groups &...groups)
{
    OpArgContext context;
    (CollectOpArgs(context, groups), ...);
    return context;
}
} // namespace internal

/* For sources that hold the arguments themselves. Text and lists stay borrowed. */
template <typename... Groups>
inline OpArgContext *GetOpArgContext(const Groups &...groups)
{
    auto *context = new (std::nothrow) OpArgContext();
    if (context != nullptr)
        (internal::CollectOpArgs(*context, groups), ...);
    return context;
}
inline void DestroyOpArgContext(OpArgContext *context) { delete context; }

} // namespace op

#define OP_INPUT(x...)     op::internal::MakeOpArgGroup<op::OP_INPUT_ARG>(x)
#define OP_OUTPUT(x...)    op::internal::MakeOpArgGroup<op::OP_OUTPUT_ARG>(x)
#define OP_ATTR(x...)      op::internal::MakeOpArgGroup<op::OP_ATTR_ARG>(x)
#define OP_WORKSPACE(x...) op::internal::MakeOpArgGroup<op::OP_WORKSPACE_ARG>(x)
#define OP_OUTSHAPE(x...)                                                                                             \
    op::internal::MakeOpArgGroup<op::OP_OUTSHAPE_ARG>(std::pair<const aclTensor *, uint64_t>(x))
#define OP_OPTION(x...) op::internal::MakeOpArgGroup<op::OP_OPTION_ARG>(x)
#define OP_MODE(x...)   op::internal::MakeOpArgGroup<op::OP_EXEC_MODE_ARG>(x)
#define OP_EMPTY_ARG    op::internal::NoOpArgs()

#endif

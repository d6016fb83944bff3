/* REG_OP: graph prototypes of operators. Each gives a class ge::op::<Type> and a record of its parameters,
 * which ge::Prototype keeps for whoever builds graphs. */
#ifndef OPFORGE_GRAPH_OPERATOR_REG_H
#define OPFORGE_GRAPH_OPERATOR_REG_H

#include "graph/operator.h"
#include <string>
#include <utility>

namespace ge
{

enum class ProtoKind {
    kInput,
    kOptionalInput,
    kDynamicInput,
    kOutput,
    kDynamicOutput,
    kAttr,
    kRequiredAttr,
    kSymbol
};

/* `text` is what the prototype wrote, not evaluated: accepted types of a tensor or symbol
 * ("TensorType::ALL()", or the name of a DATATYPE symbol in quotes), the default of an attribute ("" for a
 * required one). */
struct ProtoMember {
    ProtoKind kind;
    const char *name;
    const char *text;
    const char *attr_type; /* "Int", "ListFloat"; "" for tensors and symbols */
};

/* All strings are literals of the prototype's source. */
class OPF_HOST_API Prototype
{
  public:
    explicit Prototype(const char *op_type) : type(op_type) {}
    Prototype &Member(ProtoKind kind, const char *name, const char *text, const char *attr_type = "")
    {
        members.push_back({kind, name, text, attr_type});
        return *this;
    }
    /* Makes it known to Find; a later registration of the same type is ignored. Returns 0. */
    int Register() const;
    static const Prototype *Find(const char *op_type); /* NULL when there is none; valid for the process */

    const char *type;
    std::vector<ProtoMember> members; /* in the order of the prototype */
};

/* What stands before the dot of the next line of a prototype. */
struct ProtoLink {
    constexpr int Nothing() const { return 0; }
};
template <int N> using ProtoPlace = std::integral_constant<int, N>;

/* Collects the members that class Op declared between its places First and Last. */
template <typename Op, int First, int Last> int RegisterPrototype(const char *op_type)
{
    Prototype prototype(op_type);
    prototype.members = Op::template opf_members<First>(std::make_integer_sequence<int, Last - First - 1>());
    return prototype.Register();
}

} // namespace ge

/* A prototype is written as one chain of calls; each line of it closes an initialiser of the class, declares
 * what the class has for it and opens the next one. */
#define REG_OP(x)                                                                                            \
    namespace op                                                                                             \
    {                                                                                                        \
    class x : public ::ge::Operator                                                                          \
    {                                                                                                        \
        using Self = x;                                                                                      \
                                                                                                             \
      public:                                                                                                \
        x() : ::ge::Operator(#x, #x) {}                                                                      \
        explicit x(const char *name) : ::ge::Operator(name, #x) {}                                           \
        explicit x(const ::ge::AscendString &name) : ::ge::Operator(name, ::ge::AscendString(#x)) {}         \
        template <int First, int... I>                                                                       \
        static std::vector<::ge::ProtoMember> opf_members(std::integer_sequence<int, I...>)                  \
        {                                                                                                    \
            return {opf_member(::ge::ProtoPlace<First + 1 + I>())...};                                       \
        }                                                                                                    \
        static constexpr int opf_first = __COUNTER__;                                                        \
        static constexpr int opf_open = ::ge::ProtoLink()
#define OPF_PROTO_MEMBER(kind, x, text, type)                                                                \
    static ::ge::ProtoMember opf_member(::ge::ProtoPlace<__COUNTER__>)                                       \
    {                                                                                                        \
        return {::ge::ProtoKind::kind, #x, text, type};                                                      \
    }
/* A node's edges are not kept: set_input_x says nothing that UpdateInputDesc does not. */
#define OPF_PROTO_INPUT(kind, x, t)                                                                          \
    Nothing();                                                                                               \
    OPF_PROTO_MEMBER(kind, x, t, "")                                                                         \
    template <typename... From> Self &set_input_##x(From &&...)                                              \
    {                                                                                                        \
        return *this;                                                                                        \
    }                                                                                                        \
    ::ge::graphStatus update_input_desc_##x(const ::ge::TensorDesc &desc)                                    \
    {                                                                                                        \
        return UpdateInputDesc(#x, desc);                                                                    \
    }                                                                                                        \
    ::ge::TensorDesc get_input_desc_##x() const                                                              \
    {                                                                                                        \
        return GetInputDescByName(#x);                                                                       \
    }                                                                                                        \
    static constexpr int opf_behind_input_##x = ::ge::ProtoLink()
#define OPF_PROTO_OUTPUT(kind, x, t)                                                                         \
    Nothing();                                                                                               \
    OPF_PROTO_MEMBER(kind, x, t, "")                                                                         \
    ::ge::graphStatus update_output_desc_##x(const ::ge::TensorDesc &desc)                                   \
    {                                                                                                        \
        return UpdateOutputDesc(#x, desc);                                                                   \
    }                                                                                                        \
    ::ge::TensorDesc get_output_desc_##x() const                                                             \
    {                                                                                                        \
        return GetOutputDescByName(#x);                                                                      \
    }                                                                                                        \
    static constexpr int opf_behind_output_##x = ::ge::ProtoLink()
#define OPF_PROTO_ATTR(kind, x, text, type)                                                                  \
    Nothing();                                                                                               \
    OPF_PROTO_MEMBER(kind, x, text, type)                                                                    \
    template <typename T> Self &set_attr_##x(const T &value)                                                 \
    {                                                                                                        \
        SetAttr(#x, value);                                                                                  \
        return *this;                                                                                        \
    }                                                                                                        \
    static constexpr int opf_behind_attr_##x = ::ge::ProtoLink()
#define OPF_PROTO_DYNAMIC(way, Way, x)                                                                       \
    Self &create_dynamic_##way##_##x(uint32_t count)                                                         \
    {                                                                                                        \
        for (uint32_t i = 0; i < count; ++i)                                                                 \
            Update##Way##Desc((#x + std::to_string(i)).c_str(), ::ge::TensorDesc());                         \
        return *this;                                                                                        \
    }                                                                                                        \
    ::ge::graphStatus update_dynamic_##way##_desc_##x(uint32_t index, const ::ge::TensorDesc &desc)          \
    {                                                                                                        \
        return Update##Way##Desc((#x + std::to_string(index)).c_str(), desc);                                \
    }                                                                                                        \
    static constexpr int opf_behind_dynamic_##way##_##x = ::ge::ProtoLink()
#define INPUT(x, t)          OPF_PROTO_INPUT(kInput, x, #t)
#define OPTIONAL_INPUT(x, t) OPF_PROTO_INPUT(kOptionalInput, x, #t)
#define OUTPUT(x, t)         OPF_PROTO_OUTPUT(kOutput, x, #t)
#define DYNAMIC_INPUT(x, t)                                                                                  \
    Nothing();                                                                                               \
    OPF_PROTO_MEMBER(kDynamicInput, x, #t, "")                                                               \
    OPF_PROTO_DYNAMIC(input, Input, x)
#define DYNAMIC_OUTPUT(x, t)                                                                                 \
    Nothing();                                                                                               \
    OPF_PROTO_MEMBER(kDynamicOutput, x, #t, "")                                                              \
    OPF_PROTO_DYNAMIC(output, Output, x)
#define ATTR(x, Type, ...)     OPF_PROTO_ATTR(kAttr, x, #__VA_ARGS__, #Type)
#define REQUIRED_ATTR(x, Type) OPF_PROTO_ATTR(kRequiredAttr, x, "", #Type)
#define DATATYPE(x, t)                                                                                       \
    Nothing();                                                                                               \
    OPF_PROTO_MEMBER(kSymbol, x, #t, "")                                                                     \
    static constexpr int opf_behind_symbol_##x = ::ge::ProtoLink()
#define OP_END_FACTORY_REG(x)                                                                                \
    Nothing();                                                                                               \
    static constexpr int opf_last = __COUNTER__;                                                             \
    }                                                                                                        \
    ;                                                                                                        \
    }                                                                                                        \
    [[maybe_unused]] static const int g_opf_proto_##x =                                                      \
        ::ge::RegisterPrototype<op::x, op::x::opf_first, op::x::opf_last>(#x);

#endif

/* REG_OP: graph prototypes of operators. Each gives a class ge::op::<Type> and a record of its parameters,
 * which ge::Prototype keeps for whoever builds graphs. */
#ifndef OPFORGE_GRAPH_OPERATOR_REG_H
#define OPFORGE_GRAPH_OPERATOR_REG_H

#include "graph/operator.h"

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
    Prototype &Nothing() { return *this; }
    /* Makes it known to Find; a later registration of the same type is ignored. Returns 0. */
    int Register() const;
    static const Prototype *Find(const char *op_type); /* NULL when there is none; valid for the process */

    const char *type;
    std::vector<ProtoMember> members; /* in the order of the prototype */
};

} // namespace ge

#define REG_OP(x)                                                                                            \
    namespace op                                                                                             \
    {                                                                                                        \
    class x : public ::ge::Operator                                                                          \
    {                                                                                                        \
      public:                                                                                                \
        x() : ::ge::Operator(#x, #x) {}                                                                      \
        explicit x(const char *name) : ::ge::Operator(name, #x) {}                                           \
        explicit x(const ::ge::AscendString &name) : ::ge::Operator(name, ::ge::AscendString(#x)) {}         \
    };                                                                                                       \
    }                                                                                                        \
    [[maybe_unused]] static const int g_opf_proto_##x = ::ge::Prototype(#x)
#define INPUT(x, t)            Member(::ge::ProtoKind::kInput, #x, #t)
#define OPTIONAL_INPUT(x, t)   Member(::ge::ProtoKind::kOptionalInput, #x, #t)
#define DYNAMIC_INPUT(x, t)    Member(::ge::ProtoKind::kDynamicInput, #x, #t)
#define OUTPUT(x, t)           Member(::ge::ProtoKind::kOutput, #x, #t)
#define DYNAMIC_OUTPUT(x, t)   Member(::ge::ProtoKind::kDynamicOutput, #x, #t)
#define ATTR(x, Type, ...)     Member(::ge::ProtoKind::kAttr, #x, #__VA_ARGS__, #Type)
#define REQUIRED_ATTR(x, Type) Member(::ge::ProtoKind::kRequiredAttr, #x, "", #Type)
#define DATATYPE(x, t)         Member(::ge::ProtoKind::kSymbol, #x, #t)
#define GRAPH(x)               Nothing()
#define DYNAMIC_GRAPH(x)       Nothing()
#define INFER_SHAPE_AND_TYPE() Nothing()
#define OP_END_FACTORY_REG(x)  Register();

#endif

/* Host side of template kernels: the declaration of template parameters and the encoding of a tiling key.
 *
 * A key packs the parameters in order of declaration, the first in the lowest bits: a bool takes 1 bit and a
 * dtype, format or shared kernel type 8 bits with the value itself; an unsigned takes its declared width with
 * the index of the value in the declared list. A value that is not declared, or more than 64 bits in all,
 * gives a key of all ones. The selections (ASCENDC_TPL_SEL) concern the kernel's compiler only. */
#ifndef OPFORGE_HOST_TEMPLATE_ARGUMENT_H
#define OPFORGE_HOST_TEMPLATE_ARGUMENT_H

#include "graph/c_types.h"
#include "graph/visibility.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <vector>

#define ASCENDC_TPL_AIV_ONLY        0
#define ASCENDC_TPL_AIC_ONLY        1
#define ASCENDC_TPL_MIX_AIV_1_0     4
#define ASCENDC_TPL_MIX_AIC_1_0     5
#define ASCENDC_TPL_MIX_AIC_1_1     6
#define ASCENDC_TPL_MIX_AIC_1_2     7
#define ASCENDC_TPL_AICORE          8
#define ASCENDC_TPL_VECTORCORE      9
#define ASCENDC_TPL_MIX_AICORE      10
#define ASCENDC_TPL_MIX_VECTOR_CORE 11
#define ASCENDC_TPL_MAX             12

#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8

#define ASCENDC_TPL_DTYPE  0
#define ASCENDC_TPL_FORMAT 1
#define ASCENDC_TPL_UINT   2
#define ASCENDC_TPL_BOOL   3

#define ASCENDC_TPL_INPUT_BIAS  100000000
#define ASCENDC_TPL_OUTPUT_BIAS 900000000
#define ASCENDC_TPL_INPUT(x)    (ASCENDC_TPL_INPUT_BIAS + (x))
#define ASCENDC_TPL_OUTPUT(x)   (ASCENDC_TPL_OUTPUT_BIAS + (x))

/* How the list of an unsigned begins: ranges (count, then pairs), values, or ranges and then values. */
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST  1
#define ASCENDC_TPL_UI_MIX   2

/* Kernel headers that host sources share say "using namespace AscendC". */
namespace AscendC
{
}

namespace opf_template
{

constexpr uint64_t kInvalidKey = UINT64_MAX;

enum class ParamKind : uint8_t { Raw, Index };

struct Param {
    const char *name;
    ParamKind kind;
    uint8_t width;
    std::vector<uint64_t> listed; /* as written in the declaration */

    /* Position of `value` among the values the list stands for, counting ranges inclusively; -1 = not there.
     */
    int64_t IndexOf(uint64_t value) const
    {
        if (listed.empty())
            return -1;
        size_t at = 1;
        int64_t index = 0;
        if (listed[0] != ASCENDC_TPL_UI_LIST && listed.size() > 1) {
            const size_t ranges = listed[1];
            at = 2;
            for (size_t r = 0; r < ranges && at + 1 < listed.size(); ++r, at += 2) {
                if (value >= listed[at] && value <= listed[at + 1])
                    return index + static_cast<int64_t>(value - listed[at]);
                index += static_cast<int64_t>(listed[at + 1] - listed[at]) + 1;
            }
            if (listed[0] != ASCENDC_TPL_UI_MIX)
                return -1;
        }
        for (; at < listed.size(); ++at, ++index) {
            if (listed[at] == value)
                return index;
        }
        return -1;
    }
};
using Params = std::vector<Param>;

/* One value of a key: any integer, bool or enumeration. */
struct Value {
    uint64_t bits;
    template <typename T> Value(T value) : bits(static_cast<uint64_t>(value)) {}
};

/* Says in the thread's log which value was not declared. */
OPF_HOST_API void ReportUndeclared(const char *param, uint64_t value);
OPF_HOST_API void ReportTooWide(unsigned bits);

/* From the last parameter down: each step makes room below what is there already. */
inline uint64_t Encode(const Params &params, std::initializer_list<Value> values)
{
    uint64_t key = 0;
    unsigned bits = 0;
    for (size_t left = std::min(params.size(), values.size()); left-- > 0;) {
        const Param &param = params[left];
        const uint64_t given = values.begin()[left].bits;
        const int64_t index = param.kind == ParamKind::Index ? param.IndexOf(given) : 0;
        if (index < 0) {
            ReportUndeclared(param.name, given);
            return kInvalidKey;
        }
        bits += param.width;
        key = (param.width < 64 ? key << param.width : 0) |
              (param.kind == ParamKind::Index ? static_cast<uint64_t>(index) : given);
    }
    if (bits <= 64)
        return key;
    ReportTooWide(bits);
    return kInvalidKey;
}

} // namespace opf_template

#define OPF_TPL_PARAM(x, kind, width, ...)                                                                   \
    opf_template::Param                                                                                      \
    {                                                                                                        \
        #x, opf_template::ParamKind::kind, width,                                                            \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

#define ASCENDC_TPL_DTYPE_DECL(x, ...)       OPF_TPL_PARAM(x, Raw, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_DECL(x, ...)    OPF_TPL_PARAM(x, Raw, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_DECL(x, ...)      OPF_TPL_PARAM(x, Raw, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) OPF_TPL_PARAM(x, Raw, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_DECL(x, ...)        OPF_TPL_PARAM(x, Raw, ASCENDC_TPL_1_BW, __VA_ARGS__)
#define ASCENDC_TPL_UINT_DECL(x, bw, ...)    OPF_TPL_PARAM(x, Index, bw, __VA_ARGS__)
#define ASCENDC_TPL_ARGS_DECL(x, ...)                                                                        \
    __attribute__((unused)) static const opf_template::Params opf_template_params                            \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/* A selection vanishes with everything in it. */
#define ASCENDC_TPL_SEL(...)

/* Braces, because callers leave a trailing comma. */
#define GET_TPL_TILING_KEY(...) opf_template::Encode(opf_template_params, {__VA_ARGS__})
#define ASCENDC_TPL_SEL_PARAM(context, ...)                                                                  \
    do {                                                                                                     \
        (context)->SetTilingKey(GET_TPL_TILING_KEY(__VA_ARGS__));                                            \
    } while (0)

#endif

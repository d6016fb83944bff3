/* Marks of API functions (L2) and launchers (L0): they give errors their context, nothing more, and cost a few
 * stores to thread-local memory. */
#ifndef OPFORGE_OPDEV_OP_DFX_H
#define OPFORGE_OPDEV_OP_DFX_H

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph/ascend_string.h"
#include "opdev/format_utils.h"
#include "opdev/op_arg_def.h"

namespace op {

enum OpLevel { LevelZero, LevelOne, LevelTwo };

namespace internal {
struct OpLogInfo {
    const char *l2ApiName = nullptr;
    const char *l0Name = nullptr;
    uint64_t l2SequenceCounter = 0;
};

/* Entering an API function clears the thread's error text, unless it is called from another API function. */
class OPF_OPDEV_API ApiScope {
public:
    explicit ApiScope(const char *api);
    ~ApiScope();
    ApiScope(const ApiScope &) = delete;
    ApiScope &operator=(const ApiScope &) = delete;

private:
    const char *outer_;
};
class OPF_OPDEV_API LauncherScope {
public:
    explicit LauncherScope(const char *launcher);
    ~LauncherScope();
    LauncherScope(const LauncherScope &) = delete;
    LauncherScope &operator=(const LauncherScope &) = delete;

private:
    const char *outer_;
};
OPF_OPDEV_API bool PhaseOneArgumentsMissing(const char *api, const void *workspaceSize, const void *executor);
} // namespace internal

OPF_OPDEV_API ge::AscendString ToString(const std::string &text);

} // namespace op

#define DFX_IN(...)  std::make_tuple(__VA_ARGS__)
#define DFX_OUT(...) std::make_tuple(__VA_ARGS__)

/* The parameter tuples are there for the reader; they are not evaluated. */
#define L2_DFX_PHASE_1(APIName, IN, OUT)                                                                              \
    op::internal::ApiScope opfApiScope(#APIName);                                                                     \
    if (op::internal::PhaseOneArgumentsMissing(#APIName, workspaceSize, executor))                                    \
    return ACLNN_ERR_PARAM_NULLPTR
#define L2_DFX_PHASE_1_WITHOUT_CACHE(APIName, IN, OUT) L2_DFX_PHASE_1(APIName, IN, OUT)
/* These two end in a semicolon: sources use them without. */
#define L2_DFX_PHASE_2(APIName)    op::internal::ApiScope opfApiScope(#APIName);
#define L0_DFX(profilingName, ...) op::internal::LauncherScope opfLauncherScope(#profilingName);

/* Names an operator type; the launch macros find its number by this function. */
#define OP_TYPE_REGISTER(kernelName)                                                                                  \
    [[maybe_unused]] static inline uint32_t kernelName##OpTypeId()                                                    \
    {                                                                                                                 \
        static const uint32_t id = op::GenOpTypeId(#kernelName);                                                      \
        return id;                                                                                                    \
    }

#endif

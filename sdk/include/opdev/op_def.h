/* Kinds and modes of an operator, and the numbers that stand for operator types inside a process. */
#ifndef OPFORGE_OPDEV_OP_DEF_H
#define OPFORGE_OPDEV_OP_DEF_H

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "graph/ascend_string.h"
#include "opdev/fast_vector.h"
#include "opdev/op_errno.h"

namespace op {

enum CoreType { AI_CORE = 0, AI_CPU, DVPP, NO_CALC };

enum OpIOType { OpInputType, OpOutputType, OpWorkspaceType };

/* One bit a mode; the bit's position is the digit in a kernel's key. */
enum class OpImplMode : uint32_t {
    IMPL_MODE_DEFAULT = 0x1,
    IMPL_MODE_HIGH_PERFORMANCE = 0x2,
    IMPL_MODE_HIGH_PRECISION = 0x4,
    IMPL_MODE_SUPER_PERFORMANCE = 0x8,
    IMPL_MODE_SUPPORT_OUT_OF_BOUND_INDEX = 0x10,
    IMPL_MODE_ENABLE_FLOAT32_EXECUTION = 0x20,
    IMPL_MODE_ENABLE_HI_FLOAT32_EXECUTION = 0x40,
    IMPL_MODE_KEEP_FP16 = 0x80,
    IMPL_MODE_RESERVED = 0xFFFFFFFF
};

enum class OpExecMode : uint32_t {
    OP_EXEC_MODE_DEFAULT = 0,
    OP_EXEC_MODE_HF32 = 1,
    OP_EXEC_MODE_RESERVED = 0xFFFFFFFF
};

constexpr uint32_t INVALID_OP_TYPE_ID = 0xFFFFFFFF;
static constexpr uint32_t INVALID_OP_TYPE = 0;

/* Number of an operator type, the same for the whole process. `name` is copied. */
OPF_OPDEV_API uint32_t GenOpTypeId(const char *name);

struct OPF_OPDEV_API OpTypeDict {
    static uint32_t ToOpType(const std::string &name); // INVALID_OP_TYPE_ID when never registered
    static const ge::AscendString ToString(uint32_t opType);
    static size_t GetAllOpTypeSize();
};

OPF_OPDEV_API OpImplMode ToOpImplMode(const std::string &name);
OPF_OPDEV_API ge::AscendString ToString(OpImplMode mode);

} // namespace op
#endif

/* Per-call settings of an executor. */
#ifndef OPFORGE_OPDEV_OP_CONFIG_H
#define OPFORGE_OPDEV_OP_CONFIG_H

#include <cstdint>

namespace op {
struct OpConfigInfo {
    uint32_t aicNum_ = 0; // 0 = all the chip has
    uint32_t aivNum_ = 0;
    bool isDeterministicOn_ = false;
    bool isOpDumpEnable_ = false;
    uint8_t deterministicLevel_ = 0;
};
} // namespace op
#endif

/* Plain structures that kernels read: AscendC::tiling::TCubeTiling and the like, also under their bare names. */
#ifndef OPFORGE_KERNEL_TILING_KERNEL_TILING_H
#define OPFORGE_KERNEL_TILING_KERNEL_TILING_H

#include "kernel_tiling/tiling_fields.h"
#include <cstdint>

#define OPF_PLAIN_FIELD(type, name) type name;

namespace AscendC {
namespace tiling {

struct TCubeTiling {
    OPF_FIELDS_OF_TCubeTiling(OPF_PLAIN_FIELD)
};
struct SoftMaxTiling {
    OPF_FIELDS_OF_SoftMaxTiling(OPF_PLAIN_FIELD)
};
struct LogSoftMaxTiling {
    OPF_FIELDS_OF_LogSoftMaxTiling(OPF_PLAIN_FIELD)
};
struct LayerNormTiling {
    OPF_FIELDS_OF_LayerNormTiling(OPF_PLAIN_FIELD)
};
struct LayerNormSeparateTiling {
    OPF_FIELDS_OF_LayerNormSeparateTiling(OPF_PLAIN_FIELD)
};
struct RmsNormTiling {
    OPF_FIELDS_OF_RmsNormTiling(OPF_PLAIN_FIELD)
};
struct BatchNormTiling {
    OPF_FIELDS_OF_BatchNormTiling(OPF_PLAIN_FIELD)
};
struct DeepNormTiling {
    OPF_FIELDS_OF_DeepNormTiling(OPF_PLAIN_FIELD)
};
struct GroupNormTiling {
    OPF_FIELDS_OF_GroupNormTiling(OPF_PLAIN_FIELD)
};
struct LayerNormGradTiling {
    OPF_FIELDS_OF_LayerNormGradTiling(OPF_PLAIN_FIELD)
};
struct LayerNormGradBetaTiling {
    OPF_FIELDS_OF_LayerNormGradBetaTiling(OPF_PLAIN_FIELD)
};
struct UnPadTiling {
    OPF_FIELDS_OF_UnPadTiling(OPF_PLAIN_FIELD)
};
struct PadTiling {
    OPF_FIELDS_OF_PadTiling(OPF_PLAIN_FIELD)
};
struct TopkTiling {
    OPF_FIELDS_OF_TopkTiling(OPF_PLAIN_FIELD)
};
struct ConfusionTransposeTiling {
    OPF_FIELDS_OF_ConfusionTransposeTiling(OPF_PLAIN_FIELD)
};

} // namespace tiling
} // namespace AscendC

using AscendC::tiling::TCubeTiling;
using AscendC::tiling::SoftMaxTiling;
using AscendC::tiling::LogSoftMaxTiling;
using AscendC::tiling::LayerNormTiling;
using AscendC::tiling::LayerNormSeparateTiling;
using AscendC::tiling::RmsNormTiling;
using AscendC::tiling::BatchNormTiling;
using AscendC::tiling::DeepNormTiling;
using AscendC::tiling::GroupNormTiling;
using AscendC::tiling::LayerNormGradTiling;
using AscendC::tiling::LayerNormGradBetaTiling;
using AscendC::tiling::UnPadTiling;
using AscendC::tiling::PadTiling;
using AscendC::tiling::TopkTiling;
using AscendC::tiling::ConfusionTransposeTiling;

#undef OPF_PLAIN_FIELD
#endif

/* Look-up of registered host functions by type. All registries are views of the process's one registry. */
#ifndef OPFORGE_BASE_REGISTRY_OP_IMPL_SPACE_REGISTRY_V2_H
#define OPFORGE_BASE_REGISTRY_OP_IMPL_SPACE_REGISTRY_V2_H

#include "base/registry/opp_package_utils.h"
#include "graph/visibility.h"
#include "register/op_impl_kernel_registry.h"
#include <array>
#include <memory>

namespace gert {

using char_t = char;

class OPF_HOST_API OpImplSpaceRegistryV2 {
public:
    /* Loads the libraries; GRAPH_FAILED when one cannot be loaded. */
    ge::graphStatus AddSoToRegistry(const OppSoDesc &so_desc);
    /* NULL when nothing is registered for the type. */
    const OpImplKernelRegistry::OpImplFunctionsV2 *GetOpImpl(const char_t *op_type) const;
    OpImplKernelRegistry::OpImplFunctionsV2 *CreateOrGetOpImpl(const char_t *op_type);
};

using OpImplSpaceRegistryV2Ptr = std::shared_ptr<OpImplSpaceRegistryV2>;
using OpImplSpaceRegistryV2Array =
    std::array<OpImplSpaceRegistryV2Ptr, static_cast<size_t>(OppImplVersionTag::kVersionEnd)>;

class OPF_HOST_API DefaultOpImplSpaceRegistryV2 {
public:
    static DefaultOpImplSpaceRegistryV2 &GetInstance();
    const std::shared_ptr<OpImplSpaceRegistryV2>
    GetSpaceRegistry(OppImplVersionTag opp_impl_version = OppImplVersionTag::kOpp) const;
    ge::graphStatus SetSpaceRegistry(const std::shared_ptr<OpImplSpaceRegistryV2> &space_registry_v2,
                                     OppImplVersionTag version_tag = OppImplVersionTag::kOpp);
    void ClearSpaceRegistry();

    DefaultOpImplSpaceRegistryV2(const DefaultOpImplSpaceRegistryV2 &) = delete;
    DefaultOpImplSpaceRegistryV2 &operator=(const DefaultOpImplSpaceRegistryV2 &) = delete;

private:
    DefaultOpImplSpaceRegistryV2() = default;
    OpImplSpaceRegistryV2Array registries_;
};

} // namespace gert
#endif

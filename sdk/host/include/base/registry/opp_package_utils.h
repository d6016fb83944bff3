/* Operators' libraries as a package names them. */
#ifndef OPFORGE_BASE_REGISTRY_OPP_PACKAGE_UTILS_H
#define OPFORGE_BASE_REGISTRY_OPP_PACKAGE_UTILS_H

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include <vector>

namespace gert {

enum class OppImplVersionTag { kOpp, kOppKernel, kVersionEnd = 20 };

class OppSoDesc {
public:
    explicit OppSoDesc(const std::vector<ge::AscendString> &so_paths, const ge::AscendString &package_name)
        : paths_(so_paths), package_(package_name)
    {
    }
    std::vector<ge::AscendString> GetSoPaths() const { return paths_; }
    ge::AscendString GetPackageName() const { return package_; }

private:
    std::vector<ge::AscendString> paths_;
    ge::AscendString package_;
};

} // namespace gert
#endif

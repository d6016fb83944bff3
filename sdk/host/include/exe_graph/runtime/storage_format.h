/* gert::StorageFormat: the format a user sees, the format in memory, and the dimensions added between. */
#ifndef OPFORGE_EXE_GRAPH_STORAGE_FORMAT_H
#define OPFORGE_EXE_GRAPH_STORAGE_FORMAT_H

#include "exe_graph/runtime/expand_dims_type.h"
#include "graph/types.h"
#include <memory>

namespace gert
{

struct StorageFormat {
    StorageFormat() = default;
    StorageFormat(ge::Format origin_format, ge::Format storage_format, const ExpandDimsType &expand_dims_type)
        : origin_(origin_format), storage_(storage_format), expand_(expand_dims_type)
    {
    }
    ge::Format GetOriginFormat() const { return origin_; }
    void SetOriginFormat(ge::Format origin_format) { origin_ = origin_format; }
    ge::Format GetStorageFormat() const { return storage_; }
    void SetStorageFormat(ge::Format storage_format) { storage_ = storage_format; }
    ExpandDimsType GetExpandDimsType() const { return expand_; }
    void SetExpandDimsType(const ExpandDimsType &expand_dims_type) { expand_ = expand_dims_type; }
    ExpandDimsType &MutableExpandDimsType() { return expand_; }
    bool operator==(const StorageFormat &other) const
    {
        return origin_ == other.origin_ && storage_ == other.storage_ && expand_ == other.expand_;
    }
    bool operator!=(const StorageFormat &other) const { return !operator==(other); }

  private:
    ge::Format origin_ = ge::FORMAT_ND;
    ge::Format storage_ = ge::FORMAT_ND;
    ExpandDimsType expand_;
};

} // namespace gert
#endif

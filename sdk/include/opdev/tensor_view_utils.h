/* Questions about a tensor's view of its storage. */
#ifndef OPFORGE_OPDEV_TENSOR_VIEW_UTILS_H
#define OPFORGE_OPDEV_TENSOR_VIEW_UTILS_H

#include "opdev/common_types.h"

namespace op {

/* The view's elements lie one after another (from any offset). Private formats and tensors of at most one element
 * count as contiguous. */
OPF_OPDEV_API bool IsContiguous(const aclTensor *tensor);
/* The view is the whole storage in some order of dimensions, without gaps or overlap: an element-wise operator may
 * treat it as contiguous. For a list: all in the same order. */
OPF_OPDEV_API bool CanPickViewAsContiguous(const aclTensor *tensor);
OPF_OPDEV_API bool CanPickViewAsContiguous(std::initializer_list<const aclTensor *> tensorList);
/* Every element of the view is inside the storage; reports otherwise. */
OPF_OPDEV_API bool Validate(const aclTensor *tensor);

} // namespace op
#endif

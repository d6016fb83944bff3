/* Argument checks of API functions. Each macro reports one sentence naming the argument and then runs `retExpr`. */
#ifndef OPFORGE_ACLNN_KERNELS_OP_ERROR_CHECK_H
#define OPFORGE_ACLNN_KERNELS_OP_ERROR_CHECK_H

/* An operator repository's own header of this name is used instead, wherever it is on the include path. */
#if __has_include_next("aclnn_kernels/common/op_error_check.h")
#include_next "aclnn_kernels/common/op_error_check.h"
#else

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

template <typename T>
static inline bool IsNullptr(const T *argument, const char *name)
{
    if (argument == nullptr)
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "argument `%s` is null", name);
    return argument == nullptr;
}
/* Every dimension fits 32 bits. */
static inline bool CheckDims(const aclTensor *tensor)
{
    const op::Shape &shape = tensor->GetViewShape();
    for (size_t i = 0; i < shape.GetDimNum(); i++) {
        if (shape[i] > INT32_MAX) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "dimension %zu of %s does not fit 32 bits", i, op::ToString(shape));
            return false;
        }
    }
    return true;
}
/* Equal shapes, or one element each. */
static inline bool CheckReduceOutShape(const aclTensor *inferOut, const aclTensor *out)
{
    const op::Shape &want = inferOut->GetViewShape(), &has = out->GetViewShape();
    if (want == has || (want.GetShapeSize() == 1 && has.GetShapeSize() == 1))
        return true;
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "`out` has shape %s; the reduction gives %s", op::ToString(has),
            op::ToString(want));
    return false;
}

#define OPF_CHECK_FAIL(cond, code, retExpr, ...)                                                                      \
    if (unlikely(cond)) {                                                                                             \
        OP_LOGE(code, __VA_ARGS__);                                                                                   \
        retExpr;                                                                                                      \
    }
#define OPF_SHAPE_TEXT(tensor) op::ToString((tensor)->GetViewShape()).GetString()
#define OPF_DTYPE_TEXT(tensor) op::ToString((tensor)->GetDataType()).GetString()

#define OP_CHECK_NULL(param, retExpr)                                                                                 \
    OPF_CHECK_FAIL((param) == nullptr, ACLNN_ERR_PARAM_NULLPTR, retExpr, "argument `%s` is null", #param)

#define OP_CHECK_COMM_INPUT(workspaceSize, executor)                                                                  \
    OPF_CHECK_FAIL((workspaceSize) == nullptr || (executor) == nullptr, ACLNN_ERR_PARAM_NULLPTR,                      \
                   return ACLNN_ERR_PARAM_NULLPTR, "workspaceSize and executor must not be null")

#define OP_CHECK_DTYPE_NOT_SUPPORT(tensor, supportList, retExpr)                                                      \
    OPF_CHECK_FAIL(!op::CheckType((tensor)->GetDataType(), supportList), ACLNN_ERR_PARAM_INVALID, retExpr,            \
                   "`%s` has type %s; supported are %s", #tensor, OPF_DTYPE_TEXT(tensor),                             \
                   op::ToString(supportList).GetString())

#define OP_CHECK_DTYPE_NOT_MATCH(tensor, expectedDtype, retExpr)                                                      \
    OPF_CHECK_FAIL((tensor)->GetDataType() != (expectedDtype), ACLNN_ERR_PARAM_INVALID, retExpr,                      \
                   "`%s` has type %s; %s is expected", #tensor, OPF_DTYPE_TEXT(tensor),                               \
                   op::ToString(expectedDtype).GetString())

#define OP_CHECK_DTYPE_NOT_SAME(tensor1, tensor2, retExpr)                                                            \
    OPF_CHECK_FAIL((tensor1)->GetDataType() != (tensor2)->GetDataType(), ACLNN_ERR_PARAM_INVALID, retExpr,            \
                   "`%s` has type %s but `%s` has %s; they must be equal", #tensor1, OPF_DTYPE_TEXT(tensor1),         \
                   #tensor2, OPF_DTYPE_TEXT(tensor2))

#define OP_CHECK_RESULT_DTYPE_CAST_FAILED(dtype, desiredDtype, retExpr)                                               \
    OPF_CHECK_FAIL(!op::CanCast(dtype, desiredDtype), ACLNN_ERR_PARAM_INVALID, retExpr,                               \
                   "the result of type %s cannot become the output's type %s", op::ToString(dtype).GetString(),       \
                   op::ToString(desiredDtype).GetString())

#define OP_CHECK_BROADCAST(tensor1, tensor2, retExpr)                                                                 \
    OPF_CHECK_FAIL(!op::CheckBroadcastShape((tensor1)->GetViewShape(), (tensor2)->GetViewShape()),                    \
                   ACLNN_ERR_PARAM_INVALID, retExpr, "`%s` %s and `%s` %s do not broadcast", #tensor1,                \
                   OPF_SHAPE_TEXT(tensor1), #tensor2, OPF_SHAPE_TEXT(tensor2))

#define OP_CHECK_BROADCAST_WITH_SHAPE(tensor, shape, retExpr)                                                         \
    OPF_CHECK_FAIL(!op::CheckBroadcastShape((tensor)->GetViewShape(), shape), ACLNN_ERR_PARAM_INVALID, retExpr,       \
                   "`%s` %s does not broadcast with %s", #tensor, OPF_SHAPE_TEXT(tensor),                             \
                   op::ToString(shape).GetString())

#define OP_CHECK_BROADCAST_AND_INFER_SHAPE(tensor1, tensor2, retShape, retExpr)                                       \
    OPF_CHECK_FAIL(!op::BroadcastInferShape((tensor1)->GetViewShape(), (tensor2)->GetViewShape(), retShape),          \
                   ACLNN_ERR_PARAM_INVALID, retExpr, "`%s` %s and `%s` %s do not broadcast", #tensor1,                \
                   OPF_SHAPE_TEXT(tensor1), #tensor2, OPF_SHAPE_TEXT(tensor2))

#define OP_CHECK_SHAPE_NOT_EQUAL(tensor1, tensor2, retExpr)                                                           \
    OPF_CHECK_FAIL((tensor1)->GetViewShape() != (tensor2)->GetViewShape(), ACLNN_ERR_PARAM_INVALID, retExpr,          \
                   "`%s` has shape %s but `%s` has %s; they must be equal", #tensor1, OPF_SHAPE_TEXT(tensor1),        \
                   #tensor2, OPF_SHAPE_TEXT(tensor2))

#define OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(tensor, shape, retExpr)                                           \
    OPF_CHECK_FAIL((tensor)->GetViewShape() != (shape), ACLNN_ERR_PARAM_INVALID, retExpr,                             \
                   "`%s` has shape %s; %s is expected", #tensor, OPF_SHAPE_TEXT(tensor),                              \
                   op::ToString(shape).GetString())

#define OP_CHECK_WRONG_DIMENSION(tensor, expectedDimNum, retExpr)                                                     \
    OPF_CHECK_FAIL((tensor)->GetViewShape().GetDimNum() != static_cast<size_t>(expectedDimNum),                       \
                   ACLNN_ERR_PARAM_INVALID, retExpr, "`%s` has shape %s; %zu dimensions are expected", #tensor,       \
                   OPF_SHAPE_TEXT(tensor), static_cast<size_t>(expectedDimNum))

#define OP_CHECK_MAX_DIM(tensor, maxDim, retExpr)                                                                     \
    OPF_CHECK_FAIL((tensor)->GetViewShape().GetDimNum() > static_cast<size_t>(maxDim), ACLNN_ERR_PARAM_INVALID,       \
                   retExpr, "`%s` has shape %s; at most %zu dimensions are supported", #tensor,                       \
                   OPF_SHAPE_TEXT(tensor), static_cast<size_t>(maxDim))

#define OP_CHECK_MIN_DIM(tensor, minDim, retExpr)                                                                     \
    OPF_CHECK_FAIL((tensor)->GetViewShape().GetDimNum() < static_cast<size_t>(minDim), ACLNN_ERR_PARAM_INVALID,       \
                   retExpr, "`%s` has shape %s; at least %zu dimensions are needed", #tensor,                         \
                   OPF_SHAPE_TEXT(tensor), static_cast<size_t>(minDim))

#define OP_CHECK_TENSORLIST_SIZE_EQUAL(list1, list2, retExpr)                                                         \
    OPF_CHECK_FAIL((list1)->Size() != (list2)->Size(), ACLNN_ERR_PARAM_INVALID, retExpr,                              \
                   "`%s` holds %zu tensors but `%s` holds %zu; they must be equal", #list1,                           \
                   static_cast<size_t>((list1)->Size()), #list2, static_cast<size_t>((list2)->Size()))

#define OP_CHECK_ADD_TO_LAUNCHER_LIST_AICORE(cond, retExpr, ...)                                                      \
    OPF_CHECK_FAIL(cond, ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID, retExpr, __VA_ARGS__)
#define OP_CHECK_INFERSHAPE(cond, retExpr, ...)                                                                       \
    OPF_CHECK_FAIL(cond, ACLNN_ERR_INNER_INFERSHAPE_ERROR, retExpr, __VA_ARGS__)

#endif /* no header of the repository */
#endif

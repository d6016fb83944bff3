/* The C functions of acl_meta.h: making, reading and ending objects. */
#include "aclnn/aclnn_base.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

#define OPF_NOT_NULL(pointer, ret)                                                                                    \
    do {                                                                                                              \
        if ((pointer) == nullptr) {                                                                                   \
            OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s: argument `%s` is null", __func__, #pointer);                        \
            return ret;                                                                                               \
        }                                                                                                             \
    } while (false)

/* Dimension lists of an application: counts in bounds, no negative sizes. */
static bool DimsGood(const char *function, const char *what, const int64_t *dims, uint64_t num)
{
    if (num > op::MAX_DIM_NUM) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: %s has %lu dimensions, at most %lu are supported", function, what,
                static_cast<unsigned long>(num), static_cast<unsigned long>(op::MAX_DIM_NUM));
        return false;
    }
    if (num > 0 && dims == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s: %s is null but has %lu dimensions", function, what,
                static_cast<unsigned long>(num));
        return false;
    }
    for (uint64_t i = 0; i < num; i++) {
        if (dims[i] < 0) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: dimension %lu of %s is %ld", function, static_cast<unsigned long>(i),
                    what, static_cast<long>(dims[i]));
            return false;
        }
    }
    return true;
}

static bool TypeGood(const char *function, aclDataType dataType)
{
    if (ge::GetSizeByDataType(op::ToOpDataType(dataType)) > 0)
        return true;
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: data type %d is not one of a tensor's", function, static_cast<int>(dataType));
    return false;
}

template <typename T, typename... Args>
static T *Make(const char *function, Args &&...args)
{
    T *made = nullptr;
    try {
        made = new T(std::forward<Args>(args)...);
    } catch (const std::bad_alloc &) {
        made = nullptr;
    }
    if (made == nullptr)
        OP_LOGE(ACLNN_ERR_INNER, "%s: no memory", function);
    return made;
}

/* new[]: applications end these with delete[]. */
template <typename Items>
static aclnnStatus CopyOut(const Items &items, size_t count, int64_t **out, uint64_t *num)
{
    *out = new (std::nothrow) int64_t[count ? count : 1];
    if (*out == nullptr)
        return ACLNN_ERR_INNER;
    for (size_t i = 0; i < count; i++)
        (*out)[i] = items[i];
    *num = count;
    return ACLNN_SUCCESS;
}

extern "C" {

aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *tensorData)
{
    if (!DimsGood(__func__, "viewDims", viewDims, viewDimsNum) ||
        !DimsGood(__func__, "storageDims", storageDims, storageDimsNum) || !TypeGood(__func__, dataType))
        return nullptr;
    if (offset < 0) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: offset is %ld", __func__, static_cast<long>(offset));
        return nullptr;
    }
    auto *tensor = Make<aclTensor>(__func__);
    if (tensor != nullptr)
        tensor->InitTensor(viewDims, viewDimsNum, dataType, stride, offset, format, storageDims, storageDimsNum,
                           tensorData);
    return tensor;
}

aclnnStatus aclInitTensor(aclTensor *tensor, const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType,
                          const int64_t *stride, int64_t offset, aclFormat format, const int64_t *storageDims,
                          uint64_t storageDimsNum, void *tensorDataAddr)
{
    OPF_NOT_NULL(tensor, ACLNN_ERR_PARAM_NULLPTR);
    if (!DimsGood(__func__, "viewDims", viewDims, viewDimsNum) ||
        !DimsGood(__func__, "storageDims", storageDims, storageDimsNum) || !TypeGood(__func__, dataType))
        return ACLNN_ERR_PARAM_INVALID;
    tensor->InitTensor(viewDims, viewDimsNum, dataType, stride, offset, format, storageDims, storageDimsNum,
                       tensorDataAddr);
    return ACLNN_SUCCESS;
}

aclScalar *aclCreateScalar(void *value, aclDataType dataType)
{
    OPF_NOT_NULL(value, nullptr);
    return TypeGood(__func__, dataType) ? Make<aclScalar>(__func__, value, op::ToOpDataType(dataType)) : nullptr;
}

aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size)
{
    if (size > 0)
        OPF_NOT_NULL(value, nullptr);
    return Make<aclIntArray>(__func__, value, size);
}
aclFloatArray *aclCreateFloatArray(const float *value, uint64_t size)
{
    if (size > 0)
        OPF_NOT_NULL(value, nullptr);
    return Make<aclFloatArray>(__func__, value, size);
}
aclBoolArray *aclCreateBoolArray(const bool *value, uint64_t size)
{
    if (size > 0)
        OPF_NOT_NULL(value, nullptr);
    return Make<aclBoolArray>(__func__, value, size);
}
aclTensorList *aclCreateTensorList(const aclTensor *const *value, uint64_t size)
{
    if (size > 0)
        OPF_NOT_NULL(value, nullptr);
    return Make<aclTensorList>(__func__, value, size);
}
aclScalarList *aclCreateScalarList(const aclScalar *const *value, uint64_t size)
{
    if (size > 0)
        OPF_NOT_NULL(value, nullptr);
    return Make<aclScalarList>(__func__, value, size);
}

aclnnStatus aclDestroyTensor(const aclTensor *tensor) { return delete tensor, ACLNN_SUCCESS; }
aclnnStatus aclDestroyScalar(const aclScalar *scalar) { return delete scalar, ACLNN_SUCCESS; }
aclnnStatus aclDestroyIntArray(const aclIntArray *array) { return delete array, ACLNN_SUCCESS; }
aclnnStatus aclDestroyFloatArray(const aclFloatArray *array) { return delete array, ACLNN_SUCCESS; }
aclnnStatus aclDestroyBoolArray(const aclBoolArray *array) { return delete array, ACLNN_SUCCESS; }
aclnnStatus aclDestroyTensorList(const aclTensorList *array)
{
    for (uint64_t i = 0; array != nullptr && i < array->Size(); i++)
        delete (*array)[i];
    return delete array, ACLNN_SUCCESS;
}
aclnnStatus aclDestroyScalarList(const aclScalarList *array)
{
    for (uint64_t i = 0; array != nullptr && i < array->Size(); i++)
        delete (*array)[i];
    return delete array, ACLNN_SUCCESS;
}

aclnnStatus aclGetViewShape(const aclTensor *tensor, int64_t **viewDims, uint64_t *viewDimsNum)
{
    OPF_NOT_NULL(tensor, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(viewDims, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(viewDimsNum, ACLNN_ERR_PARAM_NULLPTR);
    return CopyOut(tensor->GetViewShape(), tensor->GetViewShape().GetDimNum(), viewDims, viewDimsNum);
}
aclnnStatus aclGetStorageShape(const aclTensor *tensor, int64_t **storageDims, uint64_t *storageDimsNum)
{
    OPF_NOT_NULL(tensor, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(storageDims, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(storageDimsNum, ACLNN_ERR_PARAM_NULLPTR);
    return CopyOut(tensor->GetStorageShape(), tensor->GetStorageShape().GetDimNum(), storageDims, storageDimsNum);
}
aclnnStatus aclGetViewStrides(const aclTensor *tensor, int64_t **stridesValue, uint64_t *stridesNum)
{
    OPF_NOT_NULL(tensor, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(stridesValue, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(stridesNum, ACLNN_ERR_PARAM_NULLPTR);
    return CopyOut(tensor->GetViewStrides(), tensor->GetViewStrides().size(), stridesValue, stridesNum);
}

#define OPF_GETTER(Function, Object, Result, expression)                                                              \
    aclnnStatus Function(const Object *object, Result *result)                                                        \
    {                                                                                                                 \
        OPF_NOT_NULL(object, ACLNN_ERR_PARAM_NULLPTR);                                                                \
        OPF_NOT_NULL(result, ACLNN_ERR_PARAM_NULLPTR);                                                                \
        *result = expression;                                                                                         \
        return ACLNN_SUCCESS;                                                                                         \
    }
OPF_GETTER(aclGetViewOffset, aclTensor, int64_t, object->GetViewOffset())
OPF_GETTER(aclGetFormat, aclTensor, aclFormat, op::ToAclFormat(object->GetViewFormat()))
OPF_GETTER(aclGetDataType, aclTensor, aclDataType, op::ToAclDataType(object->GetDataType()))
OPF_GETTER(aclGetIntArraySize, aclIntArray, uint64_t, object->Size())
OPF_GETTER(aclGetFloatArraySize, aclFloatArray, uint64_t, object->Size())
OPF_GETTER(aclGetBoolArraySize, aclBoolArray, uint64_t, object->Size())
OPF_GETTER(aclGetTensorListSize, aclTensorList, uint64_t, object->Size())
OPF_GETTER(aclGetScalarListSize, aclScalarList, uint64_t, object->Size())
#undef OPF_GETTER

aclnnStatus aclSetRawTensorAddr(aclTensor *tensor, void *addr)
{
    OPF_NOT_NULL(tensor, ACLNN_ERR_PARAM_NULLPTR);
    tensor->SetStorageAddr(addr);
    return ACLNN_SUCCESS;
}
aclnnStatus aclGetRawTensorAddr(const aclTensor *tensor, void **addr)
{
    OPF_NOT_NULL(tensor, ACLNN_ERR_PARAM_NULLPTR);
    OPF_NOT_NULL(addr, ACLNN_ERR_PARAM_NULLPTR);
    *addr = tensor->GetStorageAddr();
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnInit(const char *) { return ACLNN_SUCCESS; }
aclnnStatus aclnnFinalize(void) { return ACLNN_SUCCESS; }

} // extern "C"

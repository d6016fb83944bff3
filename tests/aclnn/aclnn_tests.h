// Shared parts of the aclnn tests: device buffers, tensors, the test operators' launchers.
#ifndef TESTS_ACLNN_ACLNN_TESTS_H
#define TESTS_ACLNN_ACLNN_TESTS_H

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn_kernels/contiguous.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

#include <check.h>
#include <cstring>
#include <string>
#include <vector>

extern "C" int twice_tiling_runs();
extern "C" bool twice_cores_agree(); // whether every way to ask for cores has given tilings the same count

// Device memory with a copy of `values`.
template <typename T> struct Buffer {
    explicit Buffer(const std::vector<T> &values) : count(values.size())
    {
        ck_assert_int_eq(aclrtMalloc(&data, count * sizeof(T) + 32, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        std::memcpy(data, values.data(), count * sizeof(T));
    }
    ~Buffer() { aclrtFree(data); }
    std::vector<T> Get() const
    {
        return std::vector<T>(static_cast<T *>(data), static_cast<T *>(data) + count);
    }
    void *data = nullptr;
    size_t count;
};

using Dims = std::vector<int64_t>;
aclTensor *MakeTensor(const Dims &dims, void *data, aclDataType type = ACL_FLOAT);
aclTensor *MakeView(const Dims &dims, const Dims &strides, int64_t offset, const Dims &storage, void *data,
                    aclDataType type = ACL_FLOAT);

namespace l0op {
const aclTensor *Twice(const aclTensor *x, const aclTensor *other, float scale, aclOpExecutor *executor);
}
// y = x * scale + other
aclnnStatus aclnnTwiceGetWorkspaceSize(const aclTensor *x, const aclTensor *other, float scale, aclTensor *y,
                                       uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnTwice(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
// Runs phase two with a workspace of exactly that size and waits.
aclnnStatus Run(uint64_t workspaceSize, aclOpExecutor *executor);
std::string LastError();

Suite *objects_suite(void);
Suite *views_suite(void);
Suite *launch_suite(void);
Suite *generated_suite(void);
Suite *cores_suite(void);
Suite *chip_suite(int cores); // of a process whose chip has so many vector cores

#define ck_assert_has(text, part)                                                                            \
    do {                                                                                                     \
        std::string hasText = (text);                                                                        \
        ck_assert_msg(hasText.find(part) != std::string::npos, "`%s` is not in: %s", part, hasText.c_str()); \
    } while (0)

#endif

/* The inside of an executor: tasks in order, the objects they use, and where in the workspace everything goes. */
#ifndef OPF_ACLNN_PLAN_H
#define OPF_ACLNN_PLAN_H

#include "opdev/op_executor.h"

namespace op {
namespace internal {

constexpr uint64_t kWorkspaceAlign = 512;

/* Tensors (or nulls) of one parameter, in the flat list of a task. */
struct TaskParam {
    uint32_t first, count;
    bool group; // a dynamic parameter: the kernel gets a descriptor of all its tensors
};

class Task : public Object {
public:
    FVector<const aclTensor *, 8> tensors; // everything the task reads or writes
    size_t outputsFrom = 0;                // tensors[outputsFrom..] are written
    FVector<uint64_t, 4> scratchBytes;     // workspace of the task's own
    FVector<uint64_t, 4> scratchOffset;

    /* Queue the work on `stream`; the storages have addresses, `workspace` is where offsets count from. */
    virtual aclnnStatus Launch(void *stream, char *workspace) = 0;
    virtual const char *Name() const = 0;
};

class ExecutorPlan : public Object {
public:
    ~ExecutorPlan() override;

    FVector<Object *, 32> objects; // owned
    FVector<Task *, 8> tasks;      // owned
    std::vector<const aclTensor *> inputs, outputs; // of the API call, when a source asks for them
    FVector<uint64_t> offsets;
    OpConfigInfo config;
    void *stream = nullptr;
    char *workspace = nullptr;
    bool repeatable = false;
    /* The first launch that phase one could not plan. Sources of operators often do not look at a launch's status, so
     * phase two must. */
    aclnnStatus failed = ACLNN_SUCCESS;
    const char *failedOp = nullptr;

    template <typename T>
    T *Own(T *object)
    {
        if (object != nullptr)
            objects.push_back(object);
        return object;
    }
    aclnnStatus Fail(const char *op, aclnnStatus status)
    {
        if (failed == ACLNN_SUCCESS) {
            failed = status;
            failedOp = op;
        }
        return status;
    }
    void AddTask(Task *task)
    {
        tasks.push_back(task);
        laidOut_ = false;
    }
    void Touch() { laidOut_ = false; }
    uint64_t WorkspaceSize(); // lays out when needed
    uint64_t LinearSize() const;
    /* Gives every storage in the workspace its address. */
    void Place(char *base);
    aclnnStatus Launch(void *toStream, char *base, uint64_t size);

private:
    void Layout();
    FVector<aclStorage *, 8> placed_;
    uint64_t size_ = 0, linear_ = 0;
    bool laidOut_ = false;
};

/* Bytes from the storage's start that `tensor` reaches. */
uint64_t ReachOf(const aclTensor *tensor);

/* The name behind an operator type's number, valid for the process. */
const char *OpTypeName(uint32_t opType);

/* A strided copy; both tensors have the same view shape and element type. */
aclnnStatus AddCopyTask(aclOpExecutor *executor, const aclTensor *src, const aclTensor *dst);

} // namespace internal
} // namespace op

/* Access to the layout fields of a storage. */
class OpfPlanner {
public:
    static void Forget(aclStorage *s)
    {
        s->firstTask_ = s->lastTask_ = -1;
        s->workspaceBytes_ = 0;
    }
    static void Use(aclStorage *s, int32_t task, uint64_t bytes)
    {
        if (s->firstTask_ < 0)
            s->firstTask_ = task;
        s->lastTask_ = task;
        if (bytes > s->workspaceBytes_)
            s->workspaceBytes_ = bytes;
    }
    static bool Known(const aclStorage *s) { return s->firstTask_ >= 0; }
    static int32_t First(const aclStorage *s) { return s->firstTask_; }
    static int32_t Last(const aclStorage *s) { return s->lastTask_; }
    static uint64_t Bytes(const aclStorage *s) { return s->workspaceBytes_; }
};

#endif

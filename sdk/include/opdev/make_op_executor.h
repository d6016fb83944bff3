/* The launch macros. They are expressions of type aclnnStatus and use the local variable `executor`. */
#ifndef OPFORGE_OPDEV_MAKE_OP_EXECUTOR_H
#define OPFORGE_OPDEV_MAKE_OP_EXECUTOR_H

#include <set>

#include "opdev/op_arg_def.h"
#include "opdev/op_executor.h"
#include "opdev/platform.h"

using namespace std; // sources rely on it

#define CREATE_EXECUTOR() UniqueExecutor(__func__)

/* Sets the shapes of the outputs. */
#define INFER_SHAPE(KERNEL_NAME, op_args...) InferShape(KERNEL_NAME##OpTypeId(), op::internal::CollectAll(op_args))

/* One full expression, so that temporaries among the arguments live until the task is added. */
#define ADD_TO_LAUNCHER_LIST_AICORE(KERNEL_NAME, op_args...)                                                          \
    CreatAiCoreKernelLauncher(#KERNEL_NAME, KERNEL_NAME##OpTypeId(), executor, op::internal::CollectAll(op_args))

#define ADD_TO_LAUNCHER_LIST_DSA(KERNEL_NAME, op_args...)                                                             \
    CreatDSAKernelLauncher(#KERNEL_NAME, KERNEL_NAME##OpTypeId(), KERNEL_NAME##TaskType, executor,                    \
                           op::internal::CollectAll(op_args))

#endif

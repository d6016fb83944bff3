/* Everything of AI CPU launches is in aicpu_task.h. */
#ifndef OPFORGE_OPDEV_AICPU_AICPU_KERNEL_LAUNCHER_H
#define OPFORGE_OPDEV_AICPU_AICPU_KERNEL_LAUNCHER_H
#include "opdev/aicpu/aicpu_task.h"
#endif

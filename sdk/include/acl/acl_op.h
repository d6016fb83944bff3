/* Single-operator types. opforge runs operators through aclnn; there is no aclop execution here. */
#ifndef OPFORGE_ACL_OP_H
#define OPFORGE_ACL_OP_H

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

typedef struct aclopHandle aclopHandle;
typedef struct aclopAttr aclopAttr;
typedef struct aclopKernelDesc aclopKernelDesc;

typedef enum aclEngineType { ACL_ENGINE_SYS, ACL_ENGINE_AICORE, ACL_ENGINE_VECTOR } aclopEngineType;

#endif

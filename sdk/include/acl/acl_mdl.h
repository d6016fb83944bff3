/* Model interface types. opforge does not run offline models. */
#ifndef OPFORGE_ACL_MDL_H
#define OPFORGE_ACL_MDL_H

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

typedef struct aclmdlDataset aclmdlDataset;
typedef struct aclmdlDesc aclmdlDesc;

#endif

/* Types shared by the model interface. */
#ifndef OPFORGE_ACL_BASE_MDL_H
#define OPFORGE_ACL_BASE_MDL_H

#include "acl/acl_base_rt.h"

typedef struct aclTensorDesc aclTensorDesc;

#endif

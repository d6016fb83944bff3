/* The acl interface. */
#ifndef OPFORGE_ACL_H
#define OPFORGE_ACL_H

#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"

#endif

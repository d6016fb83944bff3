// expect: 1: error: the source registers no operator; end it with OP_ADD(Type)
#include "register/op_def_registry.h"

// expect: 1: error: loading
#include <cstdlib>
#include "register/op_def_registry.h"
namespace ops {
static int crashed = (std::abort(), 0);
class StaticCrash : public OpDef {
public:
    explicit StaticCrash(const char *name) : OpDef(name) { this->AICore().AddConfig("ascend950"); }
};
OP_ADD(StaticCrash);
} // namespace ops

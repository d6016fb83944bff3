// expect: 14: error: the definition of Endless did not end within 5 s
#include "register/op_def_registry.h"
namespace ops {
static volatile bool again = true;
class Endless : public OpDef {
public:
    explicit Endless(const char *name) : OpDef(name)
    {
        while (again)
            again = true;
    }
};

OP_ADD(Endless);
} // namespace ops

// Needs an operator that is not this one.
#include "aclnnop/aclnn_halve_it.h"
int main() { return 0; }

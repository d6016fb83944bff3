/* Error numbers of the graph engine, which opforge does not have: the header exists for sources that include
 * it. */
#ifndef OPFORGE_ACL_GE_ERROR_CODES_H
#define OPFORGE_ACL_GE_ERROR_CODES_H
#endif

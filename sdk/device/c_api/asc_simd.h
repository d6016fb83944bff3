/* The C interface: of it, the calls that write back and drop the scalar unit's data cache ("asc_dcci"). Memory is
 * coherent here, so they order this core's accesses and no more. */
#ifndef OPF_DEVICE_C_API_ASC_SIMD_H
#define OPF_DEVICE_C_API_ASC_SIMD_H

#include "../opf/ascendc.h"

inline void asc_dcci_single(void *)
{
    opf::order_all();
}
inline void asc_dcci_entire_all()
{
    opf::order_all();
}
inline void asc_dcci_entire_ub()
{
    opf::order_all();
}
inline void asc_dcci_entire_out()
{
    opf::order_all();
}
inline void asc_dcci_entire_atomic()
{
    opf::order_all();
}

#endif

/* The C interface: of it, the calls that write back and drop the scalar unit's data cache ("asc_dcci"). Memory is
 * coherent here, so they order this core's accesses and no more. */
#ifndef OPF_DEVICE_C_API_ASC_SIMD_H
#define OPF_DEVICE_C_API_ASC_SIMD_H

#include "../opf/ascendc.h"

inline void asc_dcci_single(void *)
{
    opf::settle();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void asc_dcci_entire_all()
{
    opf::settle();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void asc_dcci_entire_ub()
{
    opf::settle();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void asc_dcci_entire_out()
{
    opf::settle();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void asc_dcci_entire_atomic()
{
    opf::settle();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#endif

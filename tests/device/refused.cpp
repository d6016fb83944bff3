/* Calls that must not compile, one each time (REFUSED): the compiler says in one error which call is not supported. */
#include "kernel_operator.h"
using namespace AscendC;

extern "C" __global__ __aicore__ void refused(GM_ADDR)
{
    LocalTensor<fp4x2_e2m1_t> four;
    LocalTensor<int4b_t> nibbles;
    LocalTensor<fp8_e4m3fn_t> eight;
    LocalTensor<complex64> pairs;
    LocalTensor<int8_t> bytes;
    LocalTensor<half> halves;
    Reg::RegTensor<fp8_e4m3fn_t> narrow;
    Reg::RegTensor<int64_t> wide;
    Reg::MaskReg mask;
    uint32_t shape[3] = {1, 1, 1};
#if REFUSED == 0
    Add(halves, halves, halves, 64); /* this one does */
#elif REFUSED == 1
    Add(four, four, four, 64);
#elif REFUSED == 2
    Muls(nibbles, nibbles, int4b_t(1), 64);
#elif REFUSED == 3
    Exp(eight, eight, 64);
#elif REFUSED == 4
    Max(pairs, pairs, pairs, 8);
#elif REFUSED == 5
    ReduceSum(eight, eight, eight, 64);
#elif REFUSED == 6
    Sort32(bytes, bytes, LocalTensor<uint32_t>(), 1);
#elif REFUSED == 7
    Mmad(halves, halves, halves, 1);
#elif REFUSED == 8
    Reg::Add(narrow, narrow, narrow, mask);
#elif REFUSED == 9
    Reg::Exp(wide, wide, mask);
#elif REFUSED == 10
    ReduceSum<half, Pattern::Reduce::ARA>(halves, halves, shape, true);
#endif
}

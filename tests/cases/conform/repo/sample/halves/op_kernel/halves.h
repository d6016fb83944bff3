#include "kernel_operator.h"

// The device's compiler converts between half and bfloat16 wherever one is given for the other.
constexpr uint16_t MINUS_INFINITY = 0xfc00;

template <typename T> __aicore__ inline T Assigned(half from)
{
    T to; to = from; return to;
}
template <typename T, typename F> __aicore__ inline T Initialised(F from)
{
    T to = from;
    return to;
}
template <typename T> __aicore__ inline T Returned(half from) { return from; }
template <typename T> __aicore__ inline T Lowest()
{
    T lowest = 0;
    lowest = *reinterpret_cast<const half *>(&MINUS_INFINITY);
    return lowest;
}

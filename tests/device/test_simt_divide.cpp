/* Whole numbers divided by zero, and the smallest by -1, in SIMT threads: no trap, and bits that are all
 * ones. */
#include "harness.h"

#include "kernel_operator.h"

#include <limits>

using namespace AscendC;

namespace
{
constexpr uint32_t MAX = 300;

template <typename T>
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void divided(T *quotient, T *remainder, const T *x, const T *y,
                                                            uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        quotient[i] = x[i] / y[i];
        remainder[i] = x[i] % y[i];
    }
}
/* the operators' remainder with the divisor's sign */
template <typename T>
__simt_vf__ __aicore__ LAUNCH_BOUND(64) inline void floored(T *out, const T *x, const T *y, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x) {
        const auto rest = x[i] % y[i];
        const bool differ = (rest < 0) != (y[i] < 0);
        out[i] = differ && rest != 0 ? rest + y[i] : rest;
    }
}

template <typename T> void check_divisions(const char *type)
{
    static T x[MAX], y[MAX], quotient[MAX], remainder[MAX];
    const T least = std::numeric_limits<T>::min(), ones = static_cast<T>(~static_cast<T>(0));
    opf_test_reset();
    for (uint32_t i = 0; i < MAX; i++) {
        x[i] = i % 5 == 0 ? least
                          : static_cast<T>(static_cast<T>(i) * static_cast<T>(7919) - static_cast<T>(100000));
        y[i] = i % 3 == 0 ? 0 : i % 4 == 0 ? ones : static_cast<T>(i % 7 - 3 + (i % 7 == 3));
    }
    asc_vf_call<divided<T>>(dim3(64), quotient, remainder, (const T *)x, (const T *)y, MAX);
    for (uint32_t i = 0; i < MAX; i++) {
        const bool wraps = std::is_signed<T>::value && x[i] == least && y[i] == ones;
        const T q = y[i] == 0 ? ones : wraps ? least : static_cast<T>(x[i] / y[i]);
        const T r = y[i] == 0 ? ones : wraps ? 0 : static_cast<T>(x[i] % y[i]);
        CHECK(quotient[i] == q && remainder[i] == r, "%s: element %u: %lld and %lld, not %lld and %lld", type,
              i, (long long)quotient[i], (long long)remainder[i], (long long)q, (long long)r);
    }
}
} // namespace

#ifdef OPF_TEST_SIMT_ORDER
OPF_TEST(divisions_by_data_do_not_trap)
{
    check_divisions<int32_t>("int32");
    check_divisions<uint32_t>("uint32");
    check_divisions<int64_t>("int64");
    check_divisions<uint64_t>("uint64");
}

OPF_TEST(remainder_by_zero_is_minus_one)
{
    static int64_t x[MAX], y[MAX], out[MAX];
    opf_test_reset();
    for (uint32_t i = 0; i < MAX; i++)
        x[i] = -static_cast<int64_t>(i % 2);
    asm volatile("" : : "r"(y) : "memory"); /* that all are zero is not for the compiler to know */
    asc_vf_call<floored<int64_t>>(dim3(64), out, (const int64_t *)x, (const int64_t *)y, MAX);
    for (uint32_t i = 0; i < MAX; i++)
        CHECK(out[i] == -1, "element %u is %lld", i, (long long)out[i]);
}
#endif

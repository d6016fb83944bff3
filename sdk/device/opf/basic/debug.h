/* printf, DumpTensor, assertions and logs of kernels. */
#ifndef OPF_BASIC_DEBUG_H
#define OPF_BASIC_DEBUG_H

#include "sync.h"

namespace opf
{
/* What C's default promotions do to the types printf knows. */
template <class T> OPF_INLINE auto printable(T v)
{
    if constexpr (std::is_same<T, half>::value || std::is_same<T, float>::value)
        return static_cast<double>(v);
    else if constexpr (std::is_same<T, bfloat16_t>::value)
        return static_cast<double>(from_bf16(v));
    else
        return v;
}
} // namespace opf

namespace AscendC
{
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
template <class... A> inline void printf(__gm__ const char *fmt, A... a)
{
    opf_rt_printf(fmt, opf::printable(a)...);
}
template <class... A> inline void PRINTF(__gm__ const char *fmt, A... a)
{
    opf_rt_printf(fmt, opf::printable(a)...);
}
#pragma clang diagnostic pop

template <class T> inline void DumpTensor(const LocalTensor<T> &t, uint32_t desc, uint32_t count)
{
    opf::check_range(t, opf::bytes_of<PrimT<T>>(count), "DumpTensor", "tensor");
    opf_rt_dump(opf::position_name(t.pos()), desc, opf::dtype_of<PrimT<T>>(), t.ptr(), count, nullptr, 0);
}
template <class T>
inline void DumpTensor(const LocalTensor<T> &t, uint32_t desc, uint32_t count, const ShapeInfo &s)
{
    opf::check_range(t, opf::bytes_of<PrimT<T>>(count), "DumpTensor", "tensor");
    opf_rt_dump(opf::position_name(t.pos()), desc, opf::dtype_of<PrimT<T>>(), t.ptr(), count, s.shape,
                s.shapeDim);
}
template <class T> inline void DumpTensor(const GlobalTensor<T> &t, uint32_t desc, uint32_t count)
{
    opf::check_gm(t.address_, opf::bytes_of<PrimT<T>>(count), 0, "DumpTensor");
    opf_rt_dump("GM", desc, opf::dtype_of<PrimT<T>>(), t.address_, count, nullptr, 0);
}
template <class T>
inline void DumpTensor(const GlobalTensor<T> &t, uint32_t desc, uint32_t count, const ShapeInfo &s)
{
    opf::check_gm(t.address_, opf::bytes_of<PrimT<T>>(count), 0, "DumpTensor");
    opf_rt_dump("GM", desc, opf::dtype_of<PrimT<T>>(), t.address_, count, s.shape, s.shapeDim);
}
template <class T>
inline void DumpAccChkPoint(const LocalTensor<T> &t, uint32_t index, uint32_t offset, uint32_t count)
{
    if (offset <= t.GetSize())
        DumpTensor(t[offset], index, count);
}
template <class T>
inline void DumpAccChkPoint(const GlobalTensor<T> &t, uint32_t index, uint32_t offset, uint32_t count)
{
    DumpTensor(t[offset], index, count);
}
inline void PrintTimeStamp(uint32_t) {}
} // namespace AscendC

#define OPF_ASSERT(e, text)                                                                                  \
    do {                                                                                                     \
        if (__builtin_expect(!(e), 0))                                                                       \
            opf_rt_fault(OPF_FAULT_ASSERT, "assert", "%s", text);                                            \
    } while (0)
#ifndef assert
#define assert(e, ...) OPF_ASSERT(e, "assertion `" #e "' failed")
#endif
#ifndef ascendc_assert
#define ascendc_assert(e, ...) OPF_ASSERT(e, "assertion `" #e "' failed")
#endif
/* These two say something on the toolkit's own CPU build only. */
#ifndef ASSERT
#define ASSERT(...)
#endif
#ifndef ASSERT_MSG
#define ASSERT_MSG(...)
#endif
#ifndef ASCENDC_ASSERT
#define ASCENDC_ASSERT(...)
#endif
#ifndef KERNEL_LOG
#define KERNEL_LOG(...)
#endif
#ifndef ASCENDC_DEBUG_ASSERT
#define ASCENDC_DEBUG_ASSERT(...)
#endif
/* What C's own assert and abstract classes would import from a C library. */
extern "C" {
[[noreturn]] __attribute__((weak, visibility("hidden"))) void
__assert_fail(const char *what, const char *file, unsigned int line, const char *) noexcept
{
    opf_rt_fault(OPF_FAULT_ASSERT, "assert", "assertion `%s' failed (%s:%u)", what, file, line);
}
[[noreturn]] __attribute__((weak, visibility("hidden"))) void __cxa_pure_virtual()
{
    opf_rt_fault(OPF_FAULT_ASSERT, "virtual", "a pure virtual function was called");
}
}
inline void trap()
{
    AscendC::Trap();
}
#endif

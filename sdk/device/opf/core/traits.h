/* Small compile-time helpers operators use by name, and TensorTrait. */
#ifndef OPF_CORE_TRAITS_H
#define OPF_CORE_TRAITS_H

#include "enums.h"

#include <tuple>
#include <utility>

/* The element type of a DT_ number; void when there is none. For template parameters that carry such a number. */
template <int dataTypeId> struct TypeFromId {
    using type = void;
};
#define OPF_TYPE_OF(id, ...)                                                                                 \
    template <> struct TypeFromId<id> {                                                                      \
        using type = __VA_ARGS__;                                                                            \
    };
OPF_TYPE_OF(DT_FLOAT, float)
OPF_TYPE_OF(DT_FLOAT16, half)
OPF_TYPE_OF(DT_BF16, bfloat16_t)
OPF_TYPE_OF(DT_DOUBLE, double)
OPF_TYPE_OF(DT_BOOL, bool)
OPF_TYPE_OF(DT_INT8, int8_t)
OPF_TYPE_OF(DT_INT16, int16_t)
OPF_TYPE_OF(DT_INT32, int32_t)
OPF_TYPE_OF(DT_INT64, int64_t)
OPF_TYPE_OF(DT_UINT8, uint8_t)
OPF_TYPE_OF(DT_UINT16, uint16_t)
OPF_TYPE_OF(DT_UINT32, uint32_t)
OPF_TYPE_OF(DT_UINT64, uint64_t)
OPF_TYPE_OF(DT_INT4, AscendC::int4b_t)
OPF_TYPE_OF(DT_COMPLEX32, complex32)
OPF_TYPE_OF(DT_COMPLEX64, complex64)
OPF_TYPE_OF(DT_HIFLOAT8, hifloat8_t)
OPF_TYPE_OF(DT_FLOAT8_E5M2, float8_e5m2_t)
OPF_TYPE_OF(DT_FLOAT8_E4M3FN, float8_e4m3_t)
OPF_TYPE_OF(DT_FLOAT8_E8M0, float8_e8m0_t)
OPF_TYPE_OF(DT_FLOAT4_E2M1, float4_e2m1x2_t)
OPF_TYPE_OF(DT_FLOAT4_E1M2, float4_e1m2x2_t)
#undef OPF_TYPE_OF

namespace AscendC
{
template <class A, class B> struct IsSameType {
    static constexpr bool value = std::is_same<A, B>::value;
};
template <class T, class... Others> constexpr bool SupportType()
{
    return (std::is_same<T, Others>::value || ...);
}
template <class T, int... Bytes> constexpr bool SupportBytes()
{
    return ((sizeof(T) == Bytes) || ...);
}
template <class T> constexpr bool SupportEnum(T)
{
    return false;
}
template <class T, class... R> constexpr bool SupportEnum(T v, T first, R... rest)
{
    return v == first || SupportEnum(v, static_cast<T>(rest)...);
}
template <bool c, class A, class B> struct Conditional {
    using type = std::conditional_t<c, A, B>;
};
template <class T> struct SizeOfBits {
    static constexpr uint32_t value = sizeof(T) * 8;
};
template <> struct SizeOfBits<int4b_t> {
    static constexpr uint32_t value = 4;
};
template <> struct SizeOfBits<fp4x2_e2m1_t> {
    static constexpr uint32_t value = 4;
};
template <> struct SizeOfBits<fp4x2_e1m2_t> {
    static constexpr uint32_t value = 4;
};
template <class T> constexpr bool IsHalfByteDataType()
{
    return SizeOfBits<T>::value == 4;
}

/* Names of the standard library without its headers' weight. */
namespace Std
{
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::decay_t;
using std::declval;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::forward;
using std::get;
using std::ignore;
using std::index_sequence;
using std::index_sequence_for;
using std::integer_sequence;
using std::integral_constant;
using std::is_array;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_const;
using std::is_constructible;
using std::is_convertible;
using std::is_convertible_v;
using std::is_empty;
using std::is_floating_point;
using std::is_integral;
using std::is_integral_v;
using std::is_pointer;
using std::is_pointer_v;
using std::is_reference;
using std::is_same;
using std::is_same_v;
using std::is_void;
using std::make_index_sequence;
using std::make_integer_sequence;
using std::make_tuple;
using std::move;
using std::remove_const;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::tie;
using std::true_type;
using std::tuple;
using std::tuple_cat;
using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;
using std::underlying_type;
template <class T> struct remove_cvref {
    using type = std::remove_cv_t<std::remove_reference_t<T>>;
};
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> struct is_tuple : std::false_type {
};
template <class... A> struct is_tuple<std::tuple<A...>> : std::true_type {
};
template <class T> inline constexpr bool is_tuple_v = is_tuple<remove_cvref_t<T>>::value;
template <class T> struct always_false : std::false_type {
};
template <class T> inline constexpr bool always_false_v = false;
template <size_t v> using Int = std::integral_constant<size_t, v>;
template <class T, class U> constexpr auto max(const T a, const U b)
{
    return a > static_cast<T>(b) ? a : static_cast<T>(b);
}
template <class T, class U> constexpr auto min(const T a, const U b)
{
    return a < static_cast<T>(b) ? a : static_cast<T>(b);
}
template <class T> constexpr T abs(const T v)
{
    return v < T(0) ? static_cast<T>(-v) : v;
}
inline float sqrt(float v)
{
    return __builtin_sqrtf(v);
}
inline float sqrt(const half v)
{
    return static_cast<half>(__builtin_sqrtf(static_cast<float>(v)));
}
template <class T> void swap(T &a, T &b)
{
    T t = a;
    a = b;
    b = t;
}
} // namespace Std

/* A trait wraps an element type with a position and a layout; its LiteType is the element. */
struct OpfNoLayout {
};
template <class T, TPosition pos = TPosition::GM, class LayoutType = OpfNoLayout> struct TensorTrait {
    using LiteType = T;
    using LiteLayoutType = LayoutType;
    static constexpr TPosition tPos = pos;
    static constexpr TPosition Position = pos;
    LayoutType layout_{};
    constexpr TensorTrait() = default;
    constexpr TensorTrait(const LayoutType &l) : layout_(l) {}
    constexpr LayoutType &GetLayout() { return layout_; }
    constexpr const LayoutType &GetLayout() const { return layout_; }
    constexpr void SetLayout(const LayoutType &l) { layout_ = l; }
};
template <class T> struct is_tensorTrait : std::false_type {
};
template <class T, TPosition p, class L> struct is_tensorTrait<TensorTrait<T, p, L>> : std::true_type {
};
template <class T> inline constexpr bool is_tensorTrait_v = is_tensorTrait<T>::value;
} // namespace AscendC

namespace opf
{
/* The element of a trait is its LiteType, of anything else itself. */
template <class T, class = void> struct prim {
    using type = T;
};
template <class T> struct prim<T, std::void_t<typename T::LiteType>> {
    using type = typename T::LiteType;
};
} // namespace opf
namespace AscendC
{
template <class T> using PrimT = typename opf::prim<T>::type;
}
#endif

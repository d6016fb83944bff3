/* What a kernel's entry says about its tiling: structures, keys, kernel type. The records that opc reads back
 * are those of ascendc/opf_object.h.
 *  - GET_TILING_DATA without a type takes, in this order: the structure that REGISTER_TILING_DEFAULT named in
 * the same function; OPF_HOST_TILING_DEFAULT, which the wrapper defines from the host side.
 *  - TILING_KEY_IS compares with the key of the launch, or with OPF_TILING_KEY_CONST in a compile for one
 * key. */
#ifndef OPF_BASIC_TILING_H
#define OPF_BASIC_TILING_H

#include "../../ascendc/opf_object.h"
#include "sync.h"

struct OPF_HOST_TILING_DEFAULT; /* no structure came from the host side */

namespace opf
{
struct run_time_key {
};
template <uint64_t k> OPF_INLINE bool tiling_key_is(run_time_key)
{
    OPF_RECORD_KEY(k);
    return core().tiling_key == k;
}
template <uint64_t k> OPF_INLINE constexpr bool tiling_key_is(uint64_t key)
{
    return key == k;
}
struct key_variable {
    OPF_INLINE operator uint64_t() const { return core().tiling_key; }
};
/* Registered is OpfTilingDefault as seen from the function: complete when something was registered. */
template <class Registered, class Host, class = void> struct tiling_choice {
    using type = Host;
};
template <class Registered, class Host>
struct tiling_choice<Registered, Host, std::void_t<typename Registered::type>> {
    using type = typename Registered::type;
};
template <class R, class H> using tiling_choice_t = typename tiling_choice<R, H>::type;
template <class T> OPF_INLINE void load_tiling(T *to, const void *from)
{
    check_gm(from, sizeof(T), 0, "GET_TILING_DATA");
    __builtin_memcpy(static_cast<void *>(to), from, sizeof(T));
}
constexpr uint32_t abi_kernel_type(int t)
{
    return t <= KERNEL_TYPE_MIX_AIC_1_2                                      ? static_cast<uint32_t>(t)
           : t == KERNEL_TYPE_VECTORCORE || t == KERNEL_TYPE_MIX_VECTOR_CORE ? OPF_KERNEL_AIV_ONLY
                                                                             : OPF_KERNEL_MIX_AIC_1_2;
}
} // namespace opf
static constexpr opf::run_time_key OPF_TILING_KEY_CONST{};
static constexpr opf::key_variable TILING_KEY_VAR{};

#define TILING_KEY_IS(...)   (::opf::tiling_key_is<static_cast<uint64_t>(__VA_ARGS__)>(OPF_TILING_KEY_CONST))
#define TILING_KEY_LIST(...) (true)

/* A declaration that is allowed in functions and outside them. */
#define REGISTER_TILING_DEFAULT(...)                                                                         \
    struct OpfTilingDefault {                                                                                \
        using type = __VA_ARGS__;                                                                            \
    };
#define REGISTER_TILING_FOR_TILINGKEY(expression, ...) OPF_RECORD_TILING(sizeof(__VA_ARGS__));
#define REGISTER_NONE_TILING

#define GET_TILING_DATA_WITH_STRUCT(type, name, address)                                                     \
    OPF_RECORD_TILING(sizeof(type));                                                                         \
    type name;                                                                                               \
    ::opf::load_tiling(&name, address);
#define GET_TILING_DATA(name, address)                                                                       \
    using OpfTiling_##name = ::opf::tiling_choice_t<struct OpfTilingDefault, OPF_HOST_TILING_DEFAULT>;       \
    OPF_RECORD_TILING(sizeof(OpfTiling_##name));                                                             \
    OpfTiling_##name name;                                                                                   \
    ::opf::load_tiling(&name, address);
#define GET_TILING_DATA_PTR_WITH_STRUCT(type, name, address)                                                 \
    OPF_RECORD_TILING(sizeof(type));                                                                         \
    type *name = (type *)(address);                                                                          \
    ::opf::check_gm(name, sizeof(type), 0, "GET_TILING_DATA_PTR_WITH_STRUCT");
#define GET_TILING_DATA_MEMBER(type, member, name, address)                                                  \
    OPF_RECORD_TILING(sizeof(type));                                                                         \
    decltype(type::member) name;                                                                             \
    ::opf::load_tiling(&name, reinterpret_cast<const uint8_t *>(address) + offsetof(type, member));
#define COPY_TILING_WITH_STRUCT(type, from, name)                                                            \
    type opf_copy_##name;                                                                                    \
    ::opf::load_tiling(&opf_copy_##name, reinterpret_cast<const void *>(from));                              \
    type *name = &opf_copy_##name;
#define COPY_TILING_WITH_ARRAY(type, n, from, name)                                                          \
    type opf_copy_##name[n];                                                                                 \
    ::opf::load_tiling(&opf_copy_##name, reinterpret_cast<const void *>(from));                              \
    type(*name)[n] = &opf_copy_##name;

#define KERNEL_TASK_TYPE_DEFAULT(type) OPF_RECORD_KERNEL_TYPE(::opf::abi_kernel_type(type));
#define KERNEL_TASK_TYPE(key, type)    OPF_RECORD_KERNEL_TYPE(::opf::abi_kernel_type(type));
#endif

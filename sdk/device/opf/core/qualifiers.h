/* Keywords of Ascend C as macros. The address-space words mean nothing on a host: every memory is mapped
 * below 4 GiB in one flat space. Kernel functions keep an annotation that a reader of the source (libclang)
 * can see. */
#ifndef OPF_CORE_QUALIFIERS_H
#define OPF_CORE_QUALIFIERS_H

/* Kernels in the field write `x.template f(...)`, which newer compilers ask a template argument list for. */
#if defined(__has_warning)
#if __has_warning("-Wmissing-template-arg-list-after-template-kw")
#pragma clang diagnostic ignored "-Wmissing-template-arg-list-after-template-kw"
#endif
#endif

#ifndef __NPU_ARCH__
#define __NPU_ARCH__ 3510
#endif

#define __global__ __attribute__((annotate("opf.global")))
#ifndef __aicore__
#define __aicore__
#endif
#define __host_aicore__
#ifndef __host__
#define __host__
#endif
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __ssbuf__
#define __biasbuf__
#define __local_mem__
#define __tiling_data_ptr__
#define __workgroup__
#define __sync_alias__
#define __sync_noalias__
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __inout_pipe__(...)
#define __disable_kernel_type_autoinfer__
#ifndef __BLOCK_LOCAL__
#define __BLOCK_LOCAL__
#endif
#ifndef __WORKGROUP_LOCAL__
#define __WORKGROUP_LOCAL__
#endif
#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif

/* A register block runs in program order, and leaves scalars that are declared outside of it as they were: on the
 * device it is a function that has them by value. The kernel compiler's plugin finds the block between the
 * two calls (binscripts/reg_scope.cpp); the branch makes an `else` behind the block that of an `if` before it. */
namespace opf
{
struct reg_scope {
    inline __attribute__((always_inline)) reg_scope() {}
    inline __attribute__((always_inline)) ~reg_scope() {}
};
} // namespace opf
#ifndef __VEC_SCOPE__
#define __VEC_SCOPE__ if (opf::reg_scope opf_scope; false) {} else
#endif
#define __simd_vf__
#define __simd_callee__ inline __attribute__((always_inline))
#define __simt_vf__
#define __simt_callee__
#define __launch_bounds__(...)
#define LAUNCH_BOUND(...)

#ifndef GM_ADDR
#define GM_ADDR __gm__ uint8_t *
#endif
#ifndef K_MAX_SHAPE_DIM
#define K_MAX_SHAPE_DIM 8
#endif
#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

#define OPF_INLINE inline __attribute__((always_inline))
/* Functors of the vector engine must melt into its loops whatever their size. */
#define OPF_LAMBDA __attribute__((always_inline))
#endif

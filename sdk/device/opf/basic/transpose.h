/* Transposes of small tiles: Transpose and TransDataTo5HD. */
#ifndef OPF_BASIC_TRANSPOSE_H
#define OPF_BASIC_TRANSPOSE_H

#include "cmpsel.h"

namespace opf
{
/* 16 rows of 32 bytes in, 16 blocks out; rows by address. Element (row, col) of the tile goes to block col.
 */
template <class T>
inline void transpose_tile(uint8_t *const *d, uint8_t *const *s, uint32_t repeats, uint32_t drep,
                           uint32_t srep, bool dhigh, bool shigh)
{
    constexpr uint32_t B = 32 / sizeof(T);
    /* a single repeat starts one repeat stride in; several start at the list's addresses */
    auto step = [&](uint32_t r) { return repeats == 1 ? 1 : r; };
    for (uint32_t r = 0; r < repeats; r++) {
        T in[16][B];
        for (int i = 0; i < 16; i++)
            __builtin_memcpy(in[i], s[i] + static_cast<uint64_t>(step(r)) * srep * 32, 32);
        auto out = [&](int i) {
            return reinterpret_cast<T *>(d[i] + static_cast<uint64_t>(step(r)) * drep * 32);
        };
        if constexpr (sizeof(T) == 1) {
            /* one half of the 32 columns, into one half of each block */
            for (int c = 0; c < 16; c++)
                for (int i = 0; i < 16; i++)
                    out(c)[(dhigh ? 16 : 0) + i] = in[i][(shigh ? 16 : 0) + c];
        } else if constexpr (sizeof(T) == 2) {
            for (uint32_t c = 0; c < 16; c++)
                for (int i = 0; i < 16; i++)
                    out(static_cast<int>(c))[i] = in[i][c];
        } else {
            /* 8 columns of 16 rows: two blocks a column */
            for (uint32_t c = 0; c < B; c++)
                for (int i = 0; i < 16; i++)
                    out(static_cast<int>(2 * c) + i / 8)[i % 8] = in[i][c];
        }
    }
}
template <class T>
inline void transpose_list(const uint64_t *d, const uint64_t *s, const AscendC::TransDataTo5HDParams &p)
{
    static_assert(sizeof(T) <= 4, "TransDataTo5HD: element types of 1, 2 and 4 bytes");
    const opf_abi_local &ub = core().mem[OPF_MEM_UB];
    uint64_t base = reinterpret_cast<uintptr_t>(ub.base), end = base + ub.size;
    if (p.repeatTimes == 0)
        return;
    uint64_t steps = p.repeatTimes == 1 ? 1 : p.repeatTimes - 1u;
    uint8_t *dp[16], *sp[16];
    for (int i = 0; i < 16; i++) {
        uint64_t da = d[i] < base ? d[i] + base : d[i], sa = s[i] < base ? s[i] + base : s[i];
        uint64_t dlast = steps * p.dstRepStride * 32ull + 32;
        uint64_t slast = steps * p.srcRepStride * 32ull + 32;
        OPF_CHECK((da & 31) == 0 && (sa & 31) == 0, OPF_FAULT_MISALIGNED, "TransDataTo5HD",
                  "address %d of a list is not a multiple of 32", i);
        OPF_CHECK(da + dlast <= end && sa + slast <= end, OPF_FAULT_OUT_OF_RANGE, "TransDataTo5HD",
                  "address %d of a list reaches past UB", i);
        dp[i] = reinterpret_cast<uint8_t *>(da);
        sp[i] = reinterpret_cast<uint8_t *>(sa);
    }
    transpose_tile<T>(dp, sp, p.repeatTimes, p.dstRepStride, p.srcRepStride, p.dstHighHalf, p.srcHighHalf);
}
} // namespace opf
namespace AscendC
{
template <class T>
inline void TransDataTo5HD(uint64_t dst[16], uint64_t src[16], const TransDataTo5HDParams &p)
{
    opf::transpose_list<PrimT<T>>(dst, src, p);
}
template <class T>
inline void TransDataTo5HD(const LocalTensor<T> (&dst)[16], const LocalTensor<T> (&src)[16],
                           const TransDataTo5HDParams &p)
{
    uint64_t d[16], s[16];
    for (int i = 0; i < 16; i++) {
        d[i] = dst[i].GetPhyAddr();
        s[i] = src[i].GetPhyAddr();
    }
    opf::transpose_list<PrimT<T>>(d, s, p);
}
template <class T>
inline void TransDataTo5HD(const LocalTensor<uint64_t> &dst, const LocalTensor<uint64_t> &src,
                           const TransDataTo5HDParams &p)
{
    opf::check_local(dst, 128, "TransDataTo5HD", "dst");
    opf::check_local(src, 128, "TransDataTo5HD", "src");
    opf::transpose_list<PrimT<T>>(dst.ptr(), src.ptr(), p);
}
template <class T>
inline void TransDataTo5HDImpl(uint64_t dst[16], uint64_t src[16], const TransDataTo5HDParams &p)
{
    opf::transpose_list<T>(dst, src, p);
}
template <class T>
inline void TransDataTo5HDImpl(__ubuf__ T *dst[16], __ubuf__ T *src[16], const TransDataTo5HDParams &p)
{
    uint64_t d[16], s[16];
    for (int i = 0; i < 16; i++) {
        d[i] = reinterpret_cast<uintptr_t>(dst[i]);
        s[i] = reinterpret_cast<uintptr_t>(src[i]);
    }
    opf::transpose_list<T>(d, s, p);
}
/* One tile of 16 x 16 two-byte elements. */
template <class T> inline void Transpose(const LocalTensor<T> &dst, const LocalTensor<T> &src)
{
    using E = PrimT<T>;
    static_assert(sizeof(E) == 2, "Transpose: two-byte elements only");
    opf::check_elements(dst, 256, "Transpose", "dst");
    opf::check_elements(src, 256, "Transpose", "src");
    E t[256];
    __builtin_memcpy(t, src.ptr(), sizeof t);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            dst.ptr()[j * 16 + i] = t[i * 16 + j];
}
template <class T>
inline void Transpose(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<uint8_t> &,
                      const TransposeParamsExt &p)
{
    using E = PrimT<T>;
    using K = TransposeType;
    uint64_t n = p.nSize, c = p.cSize, hw = static_cast<uint64_t>(p.hSize) * p.wSize;
    if (p.transposeType == K::TRANSPOSE_ND2ND_B16) {
        if constexpr (sizeof(E) == 2)
            Transpose(dst, src);
        else
            OPF_FAULT(OPF_FAULT_UNSUPPORTED, "Transpose", "TRANSPOSE_ND2ND_B16 on elements of %d bytes",
                      static_cast<int>(sizeof(E)));
        return;
    }
    bool to_hwc = p.transposeType == K::TRANSPOSE_NCHW2NHWC;
    OPF_CHECK(to_hwc || p.transposeType == K::TRANSPOSE_NHWC2NCHW, OPF_FAULT_UNSUPPORTED, "Transpose",
              "transpose type %d", static_cast<int>(p.transposeType));
    opf::check_elements(dst, n * c * hw, "Transpose", "dst");
    opf::check_elements(src, n * c * hw, "Transpose", "src");
    const E *s = src.ptr();
    E *d = dst.ptr();
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < c; j++)
            for (uint64_t k = 0; k < hw; k++) {
                uint64_t chw = (i * c + j) * hw + k, hwc = (i * hw + k) * c + j;
                d[to_hwc ? hwc : chw] = s[to_hwc ? chw : hwc];
            }
}
} // namespace AscendC
#endif

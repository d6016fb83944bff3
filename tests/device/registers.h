/* What tests of the register layer share: the lanes of a register in memory, masks with holes. */
#ifndef OPF_TESTS_DEVICE_REGISTERS_H
#define OPF_TESTS_DEVICE_REGISTERS_H

#include "forms.h"

template <class T, int Registers = 1> struct reg_lanes {
    static constexpr int N = 256 * Registers / static_cast<int>(sizeof(T));
    alignas(512) T v[N];
    void fill()
    {
        for (T &x : v)
            x = telling_value<T>();
    }
    void fill_bits()
    {
        for (T &x : v) {
            uint64_t r = opf_test_random();
            memcpy(&x, &r, sizeof(T));
        }
    }
};
/* the 32 bytes of a mask: one bit per byte of the register */
struct mask_bytes {
    alignas(32) uint8_t b[32];
    bool bit(int i) const { return b[i / 8] >> (i % 8) & 1; }
    /* of element i, elements being of `size` bytes */
    bool on(int i, int size) const { return bit(i * size); }
};
inline mask_bytes read_mask(const AscendC::Reg::MaskReg &m)
{
    mask_bytes k;
    AscendC::Reg::StoreAlign(k.b, m);
    return k;
}
/* a mask of random lanes with elements of T */
template <class T> inline AscendC::Reg::MaskReg random_mask(mask_bytes &k)
{
    for (int i = 0; i < 32; i++)
        k.b[i] = 0;
    for (int i = 0; i < 256 / static_cast<int>(sizeof(T)); i++) {
        int at = i * static_cast<int>(sizeof(T));
        if (opf_test_random() & 64)
            k.b[at / 8] = static_cast<uint8_t>(k.b[at / 8] | 1 << (at % 8));
    }
    AscendC::Reg::MaskReg m;
    AscendC::Reg::LoadAlign(m, k.b);
    return m;
}
#endif

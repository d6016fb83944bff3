/* Filling GM, and lists of tensors in GM. */
#ifndef OPF_BASIC_MEMORY_H
#define OPF_BASIC_MEMORY_H

#include "copy.h"

namespace AscendC
{
/* `size` elements of value. */
template <class T>
inline void Fill(const GlobalTensor<T> &gm, const uint64_t size, const opf::plain<PrimT<T>> value)
{
    using E = PrimT<T>;
    opf::check_gm(gm.address_, size * sizeof(E), 1, "Fill");
    E *p = gm.address_;
    for (uint64_t i = 0; i < size; i++)
        p[i] = value;
}
template <class T>
inline void InitGlobalMemory(GlobalTensor<T> &gm, const uint64_t size, const opf::plain<PrimT<T>> value)
{
    Fill(gm, size, value);
}
template <class T> inline void InitOutput(GlobalTensor<T> gm, uint32_t size, opf::plain<PrimT<T>> value = 0)
{
    Fill(gm, size, value);
}

/* Cache hints mean nothing here: the address stays. */
template <class T, CacheRwMode rwMode = CacheRwMode::RW> inline __gm__ T *L2CacheAlter(__gm__ T *p, CacheMode)
{
    return p;
}

/* Memory of a tensor list, 8-byte words: byte offset of the data pointers; for each tensor a record of (low
 * half: dimensions, high half: index, or the count in the first record) and its shape; the data pointers. */
class ListTensorDesc;
template <class T> class TensorDesc
{
  public:
    TensorDesc() {}
    void SetShapeAddr(uint64_t *shape) { shape_ = shape; }
    uint64_t GetDim() { return dim_; }
    uint64_t GetIndex() { return index_; }
    uint64_t GetShape(uint32_t i)
    {
        OPF_CHECK(shape_ && i < dim_, OPF_FAULT_BAD_ARGUMENT, "TensorDesc::GetShape", "dimension %u of %u", i,
                  static_cast<unsigned>(dim_));
        return shape_[i];
    }
    __gm__ T *GetDataPtr() { return data_; }
    GlobalTensor<T> GetDataObj()
    {
        GlobalTensor<T> g;
        uint64_t n = 1;
        for (uint32_t i = 0; i < dim_ && shape_; i++)
            n *= shape_[i];
        g.SetGlobalBuffer(data_, n);
        return g;
    }

  private:
    friend class ListTensorDesc;
    uint64_t *shape_ = nullptr;
    uint64_t dim_ = 0, index_ = 0;
    __gm__ T *data_ = nullptr;
};
class ListTensorDesc
{
  public:
    ListTensorDesc() {}
    ListTensorDesc(__gm__ void *data, uint32_t length = 0xffffffff, uint32_t count = 0xffffffff)
    {
        Init(data, length, count);
    }
    void Init(__gm__ void *data, uint32_t length = 0xffffffff, uint32_t count = 0xffffffff)
    {
        (void)length;
        const uint64_t *w = static_cast<const uint64_t *>(data);
        opf::check_gm(w, 16, 0, "ListTensorDesc");
        OPF_CHECK(w[0] % 8 == 0 && w[0] >= 8 && w[0] < (1u << 24), OPF_FAULT_BAD_ARGUMENT, "ListTensorDesc",
                  "the offset of the data pointers is %llu", static_cast<unsigned long long>(w[0]));
        opf::check_gm(w, w[0], 0, "ListTensorDesc");
        records_ = w + 1;
        pointers_ = w + w[0] / 8;
        count_ = static_cast<uint32_t>(w[1] >> 32);
        if (count_ == 0)
            for (const uint64_t *r = records_; r < pointers_; r += 1 + static_cast<uint32_t>(*r))
                count_++;
        OPF_CHECK(count == 0xffffffff || count == count_, OPF_FAULT_BAD_ARGUMENT, "ListTensorDesc",
                  "%u tensors, expected %u", count_, count);
        opf::check_gm(pointers_, count_ * 8ull, 0, "ListTensorDesc");
    }
    template <class T> void GetDesc(TensorDesc<T> &desc, uint32_t index)
    {
        check(index);
        const uint64_t *r = records_;
        for (uint32_t i = 0; i < index && r < pointers_; i++)
            r += 1 + static_cast<uint32_t>(*r);
        OPF_CHECK(r < pointers_ && desc.shape_, OPF_FAULT_BAD_ARGUMENT, "ListTensorDesc::GetDesc",
                  "tensor %u has no shape record, or SetShapeAddr was not called", index);
        desc.dim_ = static_cast<uint32_t>(*r);
        desc.index_ = index;
        desc.data_ = reinterpret_cast<T *>(pointers_[index]);
        for (uint64_t i = 0; i < desc.dim_; i++)
            desc.shape_[i] = r[1 + i];
    }
    template <class T> __gm__ T *GetDataPtr(uint32_t index)
    {
        check(index);
        return reinterpret_cast<T *>(pointers_[index]);
    }
    uint32_t GetSize() { return count_; }

  private:
    const uint64_t *records_ = nullptr, *pointers_ = nullptr;
    uint32_t count_ = 0;
    void check(uint32_t i) const
    {
        OPF_CHECK(i < count_, OPF_FAULT_BAD_ARGUMENT, "ListTensorDesc", "tensor %u of %u", i, count_);
    }
};
} // namespace AscendC
#endif

/* LocalTensor and GlobalTensor. A local tensor knows where the buffer it was cut from ends, so each call can
 * tell a read or write past it with one compare; lengths the user sets (SetSize, Get(len)) only answer
 * GetSize. */
#ifndef OPF_CORE_TENSOR_H
#define OPF_CORE_TENSOR_H

#include "fault.h"
#include "params.h"
#include "traits.h"

namespace opf
{
struct buffer; /* one buffer of a queue: basic/tpipe.h */
}

namespace AscendC
{
using TBufHandle = opf::buffer *;

struct ShapeInfo {
    uint8_t shapeDim = 0;
    uint8_t originalShapeDim = 0;
    uint32_t shape[K_MAX_SHAPE_DIM];
    uint32_t originalShape[K_MAX_SHAPE_DIM];
    DataFormat dataFormat = DataFormat::ND;
    ShapeInfo() {}
    ShapeInfo(uint8_t dim, const uint32_t s[], DataFormat f = DataFormat::ND) : ShapeInfo(dim, s, dim, s, f)
    {
    }
    ShapeInfo(uint8_t dim, const uint32_t s[], uint8_t original_dim, const uint32_t original[], DataFormat f)
        : shapeDim(dim), originalShapeDim(original_dim), dataFormat(f)
    {
        OPF_CHECK(dim <= K_MAX_SHAPE_DIM && original_dim <= K_MAX_SHAPE_DIM, OPF_FAULT_BAD_ARGUMENT,
                  "ShapeInfo", "%d dimensions, at most %d", dim > original_dim ? dim : original_dim,
                  K_MAX_SHAPE_DIM);
        for (int i = 0; i < dim; i++)
            shape[i] = s[i];
        for (int i = 0; i < original_dim; i++)
            originalShape[i] = original[i];
    }
};
#define ASCENDC_SHAPE(dim, ...)                                                                              \
    dim, (const uint32_t[])                                                                                  \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
inline uint64_t GetShapeSize(const ShapeInfo &s)
{
    uint64_t n = 1;
    for (int i = 0; i < s.shapeDim; i++)
        n *= s.shape[i];
    return n;
}

/* bufferAddr is the address itself: local memories lie below 4 GiB. */
struct TBuffAddr {
    uint32_t dataLen = 0;
    uint32_t bufferAddr = 0;
    TBufHandle bufferHandle = nullptr;
    uint8_t logicPos = 0;
    uint32_t limit = 0; /* end of the buffer this was cut from */
};

template <class T> class LocalTensor;
} // namespace AscendC
namespace opf
{
/* `dst = a + b` on whole tensors: what the operator found, until the assignment computes it (basic/arith.h).
 */
template <class Op, class T> struct deferred {
    const AscendC::LocalTensor<T> &a, &b;
};
namespace el
{
struct Add;
struct Sub;
struct Mul;
struct Div;
struct Or;
struct And;
} // namespace el
template <AscendC::CMPMODE mode> struct deferred_compare {
};
} // namespace opf
namespace AscendC
{
} // namespace AscendC
namespace opf
{
/* Kernels use buffers that lie side by side as one: a slice that begins behind its own buffer, which ends at
 * `limit`, belongs to whatever lies there, so only its memory limits it. (By value: a tensor whose address is
 * taken lives in memory.) */
inline __attribute__((noinline)) uint32_t limit_behind(uint8_t position, uint32_t address, uint32_t limit)
{
    const opf_abi_local &m = core().mem[memory_of(static_cast<AscendC::TPosition>(position))];
    uint32_t base = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(m.base));
    return address >= base && address - base <= m.size ? base + m.size : limit;
}
} // namespace opf
namespace AscendC
{
template <class T> class LocalTensor
{
  public:
    using PrimType = PrimT<T>;
    LocalTensor() {}
    /* A tensor by address: an offset inside the memory of `pos`, or an address that GetPhyAddr gave. */
    LocalTensor(TPosition pos, uint32_t addr, uint32_t size)
    {
        set_raw(pos, addr);
        address_.dataLen = static_cast<uint32_t>(opf::bytes_of<PrimType>(size));
    }
    explicit LocalTensor(uint32_t addr)
    {
        if constexpr (is_tensorTrait_v<T>)
            set_raw(T::tPos, addr);
        else
            set_raw(TPosition::VECCALC, addr);
        address_.dataLen = address_.limit - address_.bufferAddr;
    }
    explicit LocalTensor(const TBuffAddr &a) : address_(a) {}

    uint64_t GetPhyAddr() const
    {
        return opf::ask_address(address_.bufferAddr);
    }
    uint64_t GetPhyAddr(uint32_t offset) const
    {
        return opf::ask_address(address_.bufferAddr + opf::bytes_of<PrimType>(offset));
    }
    OPF_INLINE PrimType GetValue(uint32_t i) const
    {
        if constexpr (std::is_same<PrimType, int4b_t>::value) {
            uint8_t b = *reinterpret_cast<uint8_t *>(at(i, "GetValue"));
            return int4b_t(static_cast<uint32_t>(i & 1 ? b >> 4 : b));
        } else
            return *at(i, "GetValue");
    }
    OPF_INLINE PrimType &operator()(uint32_t i) const
    {
        opf::pin_local();
        return *at(i, "LocalTensor::operator()");
    }
    template <class S> OPF_INLINE void SetValue(uint32_t i, const S v) const
    {
        if constexpr (std::is_same<PrimType, int4b_t>::value) {
            uint8_t *b = reinterpret_cast<uint8_t *>(at(i, "SetValue"));
            uint8_t n = int4b_t(static_cast<int32_t>(v)).storage;
            *b = i & 1 ? static_cast<uint8_t>((*b & 15) | (n << 4)) : static_cast<uint8_t>((*b & 0xf0) | n);
        } else
            *at(i, "SetValue") = static_cast<PrimType>(v);
    }
    template <class U> LocalTensor<U> ReinterpretCast() const
    {
        LocalTensor<U> r;
        r.address_ = address_;
        return r;
    }
    OPF_INLINE LocalTensor operator[](uint32_t offset) const
    {
        LocalTensor r;
        r.address_ = address_;
        r.tag_ = tag_;
        r.shapeInfo_.dataFormat = shapeInfo_.dataFormat;
        if (__builtin_expect(shapeInfo_.shapeDim | shapeInfo_.originalShapeDim, 0))
            r.shapeInfo_ = shapeInfo_;
        uint32_t b = static_cast<uint32_t>(opf::bytes_of<PrimType>(offset));
        r.address_.bufferAddr += b;
        r.address_.dataLen -= b;
        if (__builtin_expect(r.address_.bufferAddr >= r.address_.limit, 0))
            r.address_.limit = opf::limit_behind(address_.logicPos, r.address_.bufferAddr, address_.limit);
        return r;
    }
    template <class Op, class U> OPF_INLINE void operator=(const opf::deferred<Op, U> &d)
    {
        opf_assign(*this, d);
    }
#define OPF_TENSOR_OPERATOR(sign, Op)                                                                        \
    OPF_INLINE opf::deferred<Op, T> operator sign(const LocalTensor & o) const { return {*this, o}; }
    OPF_TENSOR_OPERATOR(+, opf::el::Add)
    OPF_TENSOR_OPERATOR(-, opf::el::Sub)
    OPF_TENSOR_OPERATOR(*, opf::el::Mul)
    OPF_TENSOR_OPERATOR(/, opf::el::Div)
    OPF_TENSOR_OPERATOR(|, opf::el::Or)
    OPF_TENSOR_OPERATOR(&, opf::el::And)
    OPF_TENSOR_OPERATOR(<, opf::deferred_compare<CMPMODE::LT>)
    OPF_TENSOR_OPERATOR(>, opf::deferred_compare<CMPMODE::GT>)
    OPF_TENSOR_OPERATOR(==, opf::deferred_compare<CMPMODE::EQ>)
    OPF_TENSOR_OPERATOR(<=, opf::deferred_compare<CMPMODE::LE>)
    OPF_TENSOR_OPERATOR(>=, opf::deferred_compare<CMPMODE::GE>)
    OPF_TENSOR_OPERATOR(!=, opf::deferred_compare<CMPMODE::NE>)
#undef OPF_TENSOR_OPERATOR
    int32_t GetPosition() const { return address_.logicPos; }
    void SetSize(uint32_t size) { address_.dataLen = static_cast<uint32_t>(opf::bytes_of<PrimType>(size)); }
    uint32_t GetSize() const
    {
        return opf::is_4bit<PrimType> ? address_.dataLen * 2
                                      : address_.dataLen / static_cast<uint32_t>(sizeof(PrimType));
    }
    uint32_t GetLength() const { return address_.dataLen; }
    void SetBufferLen(uint32_t elements) { SetSize(elements); }
    void SetUserTag(TTagType tag) { tag_ = tag; }
    TTagType GetUserTag() const { return tag_; }
    template <class S> void SetAddrWithOffset(LocalTensor<S> &src, uint32_t offset)
    {
        address_ = src.address_;
        address_.bufferAddr +=
            static_cast<uint32_t>(opf::bytes_of<typename LocalTensor<S>::PrimType>(offset));
    }
    void SetAddr(const TBuffAddr &a) { address_ = a; }
    void SetShapeInfo(const ShapeInfo &s) { shapeInfo_ = s; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    /* Raw pointer, unchecked: the engine checks first. */
    OPF_INLINE PrimType *ptr() const
    {
        opf::settle();
        return reinterpret_cast<PrimType *>(static_cast<uintptr_t>(address_.bufferAddr));
    }
    /* For dense reads and writes of `bytes` from the start; when a call has both, its sources come first. */
    OPF_INLINE const PrimType *source_ptr(uint64_t bytes) const
    {
        return reinterpret_cast<const PrimType *>(opf::lazy_source(address_.bufferAddr, bytes));
    }
    OPF_INLINE PrimType *target_ptr(uint64_t bytes) const
    {
        opf::lazy_forget(address_.bufferAddr, bytes);
        return reinterpret_cast<PrimType *>(static_cast<uintptr_t>(address_.bufferAddr));
    }
    OPF_INLINE TPosition pos() const { return static_cast<TPosition>(address_.logicPos); }

    TBuffAddr address_;
    ShapeInfo shapeInfo_;

  private:
    TTagType tag_ = 0;
    void set_raw(TPosition pos, uint32_t addr)
    {
        const opf_abi_local &m = opf::core().mem[opf::memory_of(pos)];
        uint32_t base = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(m.base));
        address_.logicPos = static_cast<uint8_t>(pos);
        address_.bufferAddr = addr >= base && addr - base <= m.size ? addr : base + addr;
        address_.limit = base + m.size;
        OPF_CHECK(address_.bufferAddr <= address_.limit, OPF_FAULT_OUT_OF_RANGE, "LocalTensor",
                  "address %u lies outside %s of %u bytes", addr, opf::memory_name(opf::memory_of(pos)),
                  m.size);
    }
    OPF_INLINE PrimType *at(uint32_t i, const char *call) const
    {
        opf::settle();
        uint64_t a = address_.bufferAddr + opf::bytes_of<PrimType>(i);
        OPF_CHECK(a + sizeof(PrimType) <= address_.limit, OPF_FAULT_OUT_OF_RANGE, call,
                  "element %u of a %s tensor of %u elements: %u bytes are left in its buffer", i,
                  opf::position_name(pos()), GetSize(), address_.limit - address_.bufferAddr);
        return reinterpret_cast<PrimType *>(a);
    }
};

template <class T> class GlobalTensor
{
  public:
    using PrimType = PrimT<T>;
    GlobalTensor() {}
    void SetGlobalBuffer(__gm__ PrimType *buffer, uint64_t elements)
    {
        address_ = buffer;
        bufferSize_ = elements;
    }
    void SetGlobalBuffer(__gm__ PrimType *buffer)
    {
        address_ = buffer;
        bufferSize_ = 0;
    }
    const __gm__ PrimType *GetPhyAddr() const { return address_; }
    __gm__ PrimType *GetPhyAddr(uint64_t offset) const { return at(offset); }
    OPF_INLINE PrimType GetValue(uint64_t i) const
    {
        const PrimType *p = at(i);
        opf::check_gm(p, sizeof(PrimType), 0, "GlobalTensor::GetValue");
        return *p;
    }
    OPF_INLINE __gm__ PrimType &operator()(uint64_t i) const
    {
        PrimType *p = at(i);
        opf::check_gm(p, sizeof(PrimType), 0, "GlobalTensor::operator()");
        opf::settle(); /* it may be stored to */
        return *p;
    }
    OPF_INLINE void SetValue(uint64_t i, PrimType v) const
    {
        PrimType *p = at(i);
        opf::check_gm(p, sizeof(PrimType), 1, "GlobalTensor::SetValue");
        *p = v;
    }
    uint64_t GetSize() const { return bufferSize_; }
    GlobalTensor operator[](uint64_t offset) const
    {
        GlobalTensor r = *this;
        r.address_ = at(offset);
        if (bufferSize_ != 0)
            r.bufferSize_ = bufferSize_ - offset;
        return r;
    }
    template <class U> GlobalTensor<U> ReinterpretCast() const
    {
        GlobalTensor<U> r;
        r.SetGlobalBuffer(reinterpret_cast<PrimT<U> *>(address_),
                          bufferSize_ * sizeof(PrimType) / sizeof(PrimT<U>));
        return r;
    }
    template <CacheRwMode = CacheRwMode::RW> void SetL2CacheHint(CacheMode mode) { cacheMode_ = mode; }
    void SetShapeInfo(const ShapeInfo &s) { shapeInfo_ = s; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }
    void SetAddr(uint64_t offset) { address_ = at(offset); }

    __gm__ PrimType *address_ = nullptr;
    uint64_t bufferSize_ = 0;
    ShapeInfo shapeInfo_;
    CacheMode cacheMode_ = CacheMode::CACHE_MODE_NORMAL;

  private:
    OPF_INLINE PrimType *at(uint64_t i) const
    {
        if constexpr (opf::is_4bit<PrimType>)
            return reinterpret_cast<PrimType *>(reinterpret_cast<uint8_t *>(address_) + i / 2);
        else
            return address_ + i;
    }
};
} // namespace AscendC

namespace opf
{
template <class T> using local = AscendC::LocalTensor<T>;
template <class T> using global = AscendC::GlobalTensor<T>;

/* The local range of a tensor operand: `bytes` from its start must lie in its buffer. `who` names the
 * operand. */
template <class T>
OPF_INLINE void check_range(const local<T> &t, uint64_t bytes, const char *call, const char *who)
{
    OPF_CHECK(t.address_.bufferAddr + bytes <= t.address_.limit, OPF_FAULT_OUT_OF_RANGE, call,
              "%s needs %u bytes; its %s buffer ends after %u (tensor length %u bytes)", who,
              static_cast<unsigned>(bytes), position_name(t.pos()), t.address_.limit - t.address_.bufferAddr,
              t.address_.dataLen);
}
template <class T>
OPF_INLINE void check_align(const local<T> &t, uint32_t align, const char *call, const char *who)
{
    OPF_CHECK((t.address_.bufferAddr & (align - 1)) == 0, OPF_FAULT_MISALIGNED, call,
              "%s starts %u bytes past a %u-byte boundary", who, t.address_.bufferAddr & (align - 1), align);
}
/* Both, with the vector unit's 32-byte alignment. */
template <class T>
OPF_INLINE void check_local(const local<T> &t, uint64_t bytes, const char *call, const char *who)
{
    check_range(t, bytes, call, who);
    check_align(t, 32, call, who);
}
} // namespace opf
#endif

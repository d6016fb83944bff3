/* Local memory management: TPipe, queues, buffers, pools. The accounting is the chip's: what InitBuffer hands
 * out of UB, L1, ... is what user code gets there, and asking for more ends the launch with the list of who
 * owns what. Queues keep the state of each buffer (free, held, queued), so a double EnQue, a DeQue from an
 * empty queue or a FreeTensor of a foreign tensor is told where it happens. */
#ifndef OPF_BASIC_TPIPE_H
#define OPF_BASIC_TPIPE_H

#include "sync.h"

namespace opf
{
struct buffer {
    uint32_t addr;
    uint32_t size;
    AscendC::TBufState state;
    uint8_t pos;
    const void *owner; /* the queue */
};

constexpr int POOL_BUFFERS = 64; /* QBUF_MAX_LEN of the public headers */

/* One line of the account, for messages. */
struct grant {
    uint32_t bytes, count;
    uint8_t pos;
};

/* Text of a fault, built without libc. */
struct text {
    char s[512];
    uint32_t n = 0;
    void put(const char *t)
    {
        while (*t && n + 1 < sizeof s)
            s[n++] = *t++;
        s[n] = 0;
    }
    void put(uint64_t v)
    {
        char d[24];
        int i = 23;
        d[i] = 0;
        do
            d[--i] = static_cast<char>('0' + v % 10);
        while (v /= 10);
        put(d + i);
    }
};

/* Buffers handed out of one or more memories. */
struct arena {
    buffer buf[POOL_BUFFERS];
    grant grants[POOL_BUFFERS];
    uint32_t used[OPF_MEM_COUNT];  /* bytes from base */
    uint32_t limit[OPF_MEM_COUNT]; /* bytes */
    uint8_t *base[OPF_MEM_COUNT];
    uint8_t n_buf, n_grants;

    void reset()
    {
        n_buf = n_grants = 0;
        for (int m = 0; m < OPF_MEM_COUNT; m++)
            used[m] = 0;
    }
    [[noreturn]] __attribute__((noinline, cold)) void overflow(int m, AscendC::TPosition pos, uint32_t count,
                                                               uint64_t bytes) const
    {
        text t;
        for (int i = 0; i < n_grants; i++) {
            if (memory_of(static_cast<AscendC::TPosition>(grants[i].pos)) != m)
                continue;
            t.put(t.n ? ", " : "; owners: ");
            t.put(position_name(static_cast<AscendC::TPosition>(grants[i].pos)));
            t.put(" ");
            t.put(grants[i].count);
            t.put(" x ");
            t.put(grants[i].bytes);
        }
        if (t.n == 0)
            t.put("; nothing else was taken");
        OPF_FAULT(OPF_FAULT_UB_OVERFLOW, "InitBuffer",
                  "%s asks for %u x %llu bytes of %s, %u of %u are left%s", position_name(pos), count,
                  static_cast<unsigned long long>(bytes), memory_name(m), limit[m] - used[m], limit[m], t.s);
    }
    /* `count` buffers of `bytes` each; returns the first. */
    buffer *take(AscendC::TPosition pos, uint32_t count, uint64_t bytes, const void *owner)
    {
        int m = memory_of(pos);
        bytes = (bytes + 31) & ~31ull;
        if (__builtin_expect(used[m] + bytes * count > limit[m], 0))
            overflow(m, pos, count, bytes);
        OPF_CHECK(n_buf + count <= POOL_BUFFERS, OPF_FAULT_UB_OVERFLOW, "InitBuffer",
                  "more than %d buffers in one pool", POOL_BUFFERS);
        buffer *first = buf + n_buf;
        for (uint32_t i = 0; i < count; i++) {
            buffer &b = buf[n_buf++];
            b.addr = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(base[m])) + used[m];
            b.size = static_cast<uint32_t>(bytes);
            b.state = AscendC::TBufState::FREE;
            b.pos = static_cast<uint8_t>(pos);
            b.owner = owner;
            used[m] += static_cast<uint32_t>(bytes);
        }
        grants[n_grants++] = {static_cast<uint32_t>(bytes), count, static_cast<uint8_t>(pos)};
        return first;
    }
    void take_all_memories()
    {
        for (int m = 0; m < OPF_MEM_COUNT; m++) {
            base[m] = core().mem[m].base;
            limit[m] = core().mem[m].size;
        }
        reset();
    }
};

template <class T> inline local<T> tensor_of(buffer *b, uint32_t bytes)
{
    AscendC::TBuffAddr a;
    a.dataLen = bytes;
    a.bufferAddr = b->addr;
    a.bufferHandle = b;
    a.logicPos = b->pos;
    a.limit = b->addr + b->size;
    return local<T>(a);
}
} // namespace opf

namespace AscendC
{
struct TQueConfig {
    bool nd2nz = false;
    bool nz2nd = false;
    bool scmBlockGroup = false;
    uint32_t bufferLen = 0;
    uint32_t bufferNumber = 0;
    uint32_t consumerSize = 0;
    TPosition consumer[8] = {};
    bool enableStaticEvtId = false;
    bool enableLoopQueue = false;
};
constexpr TQueConfig GetTQueConfig(bool nd2nz, bool nz2nd, bool scm, uint32_t len, uint32_t num,
                                   uint32_t size, const TPosition[], bool evt, bool loop)
{
    return {nd2nz, nz2nd, scm, len, num, size, {}, evt, loop};
}
constexpr TQueConfig GetTQueConfig(const int32_t mask)
{
    return {(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0};
}

/* A queue of buffers between two positions. depth 0 (in-place) holds as many tensors as it has buffers. */
template <TPosition src, TPosition dst, int32_t depth, auto mask = 0> class TQueBind
{
  public:
    static constexpr bool isTQue = true;
    static constexpr TPosition srcPosition = src;
    static constexpr TPosition dstPosition = dst;
    TQueBind() {}

    template <class T> OPF_INLINE LocalTensor<T> AllocTensor()
    {
        opf::buffer *b = alloc();
        return opf::tensor_of<T>(b, b->size);
    }
    template <class T> OPF_INLINE void AllocTensor(LocalTensor<T> &t) { t = AllocTensor<T>(); }
    template <class T> OPF_INLINE void FreeTensor(LocalTensor<T> &t) { free(t.address_.bufferHandle); }
    template <class T> OPF_INLINE void FreeTensor(const LocalTensor<T> &t) { free(t.address_.bufferHandle); }
    template <class T> OPF_INLINE bool EnQue(const LocalTensor<T> &t)
    {
        return enque(t.address_.bufferHandle);
    }
    template <TPosition a, TPosition b, class T> OPF_INLINE bool EnQue(const LocalTensor<T> &t)
    {
        return enque(t.address_.bufferHandle);
    }
    template <class T> OPF_INLINE LocalTensor<T> DeQue()
    {
        opf::buffer *b = deque();
        return opf::tensor_of<T>(b, b->size);
    }
    template <TPosition a, TPosition b, class T> OPF_INLINE LocalTensor<T> DeQue() { return DeQue<T>(); }
    template <class T> OPF_INLINE void DeQue(LocalTensor<T> &t) { t = DeQue<T>(); }

    /* by handle */
    TBufHandle AllocBuffer() { return alloc(); }
    void FreeBuffer(TBufHandle b) { free(b); }
    bool EnQue(TBufHandle b) { return enque(b); }
    TBufHandle DeQue() { return deque(); }
    TBuffAddr GetBufferAddr(TBufHandle b) { return opf::tensor_of<uint8_t>(b, b->size).address_; }

    bool VacantInQue() { return used_ < capacity(); }
    bool HasTensorInQue() { return used_ != 0; }
    int32_t GetTensorCountInQue() { return used_; }
    bool HasIdleBuffer()
    {
        for (int i = 0; i < num_; i++)
            if (first_[i].state == TBufState::FREE)
                return true;
        return false;
    }
    void FreeAllEvent() {}
    template <class T> TBufState GetState(const LocalTensor<T> &t) const
    {
        return t.address_.bufferHandle ? t.address_.bufferHandle->state : TBufState::FREE;
    }

    /* TPipe and pools give a queue its buffers. */
    void opf_init(opf::buffer *first, uint32_t num)
    {
        OPF_CHECK(num <= 64, OPF_FAULT_BAD_ARGUMENT, "InitBuffer", "a queue of %u buffers", num);
        first_ = first;
        num_ = static_cast<uint8_t>(num);
        used_ = head_ = cursor_ = 0;
    }
    static constexpr TPosition opf_position =
        src == TPosition::GM || dst == TPosition::GM ? (src == TPosition::GM ? dst : src) : src;
    static constexpr TPosition opf_buffer_position =
        src == TPosition::VECIN || src == TPosition::VECCALC || src == TPosition::VECOUT ? src : opf_position;

  private:
    opf::buffer *first_ = nullptr;
    uint8_t num_ = 0, used_ = 0, head_ = 0, cursor_ = 0;
    uint8_t ring_[64];

    static const char *name() { return opf::position_name(opf_buffer_position); }
    int capacity() const { return depth > 0 && depth > num_ ? depth : (depth > 0 ? depth : num_); }
    bool mine(TBufHandle b) const { return b >= first_ && b < first_ + num_ && b != nullptr; }

    OPF_INLINE opf::buffer *alloc()
    {
        OPF_CHECK(num_ != 0, OPF_FAULT_QUEUE_STATE, "AllocTensor",
                  "the %s queue was never given buffers (InitBuffer)", name());
        for (int i = 0; i < num_; i++) {
            opf::buffer *b = first_ + cursor_;
            cursor_ = static_cast<uint8_t>(cursor_ + 1 == num_ ? 0 : cursor_ + 1);
            if (b->state == TBufState::FREE) {
                b->state = TBufState::OCCUPIED;
                return b;
            }
        }
        OPF_FAULT(OPF_FAULT_QUEUE_STATE, "AllocTensor",
                  "all %d buffers of the %s queue are taken (%d of them queued): FreeTensor is missing", num_,
                  name(), used_);
    }
    OPF_INLINE void free(TBufHandle b)
    {
        OPF_CHECK(mine(b), OPF_FAULT_QUEUE_STATE, "FreeTensor", "the tensor does not come from this %s queue",
                  name());
        OPF_CHECK(b->state != TBufState::FREE, OPF_FAULT_QUEUE_STATE, "FreeTensor",
                  "buffer %d of the %s queue is free already", static_cast<int>(b - first_), name());
        OPF_CHECK(b->state != TBufState::ENQUE, OPF_FAULT_QUEUE_STATE, "FreeTensor",
                  "buffer %d of the %s queue is still queued: DeQue it first", static_cast<int>(b - first_),
                  name());
        b->state = TBufState::FREE;
        opf::lazy_free(b->addr, b->size); /* nobody reads what a free buffer held */
    }
    OPF_INLINE bool enque(TBufHandle b)
    {
        OPF_CHECK(mine(b), OPF_FAULT_QUEUE_STATE, "EnQue", "the tensor does not come from this %s queue",
                  name());
        OPF_CHECK(b->state != TBufState::FREE, OPF_FAULT_QUEUE_STATE, "EnQue",
                  "buffer %d of the %s queue is free: AllocTensor it first", static_cast<int>(b - first_),
                  name());
        OPF_CHECK(b->state != TBufState::ENQUE, OPF_FAULT_QUEUE_STATE, "EnQue",
                  "buffer %d of the %s queue is queued already", static_cast<int>(b - first_), name());
        OPF_CHECK(used_ < capacity(), OPF_FAULT_QUEUE_STATE, "EnQue", "the %s queue of depth %d is full",
                  name(), capacity());
        ring_[(head_ + used_) & 63] = static_cast<uint8_t>(b - first_);
        used_++;
        b->state = TBufState::ENQUE;
        return true;
    }
    OPF_INLINE opf::buffer *deque()
    {
        OPF_CHECK(used_ != 0, OPF_FAULT_QUEUE_STATE, "DeQue", "the %s queue is empty", name());
        opf::buffer *b = first_ + ring_[head_ & 63];
        head_ = static_cast<uint8_t>(head_ + 1);
        used_--;
        b->state = TBufState::DEQUE;
        return b;
    }
};

namespace OpfPos
{
/* The end of the queue a position belongs to, as the public headers pair them. */
constexpr TPosition source(TPosition p)
{
    switch (p) {
    case TPosition::VECIN:
    case TPosition::A1:
    case TPosition::B1:
    case TPosition::C1:
        return TPosition::GM;
    case TPosition::A2:
        return TPosition::A1;
    case TPosition::B2:
        return TPosition::B1;
    case TPosition::C2:
        return TPosition::C1;
    default:
        return p;
    }
}
constexpr TPosition target(TPosition p)
{
    switch (p) {
    case TPosition::VECOUT:
    case TPosition::CO2:
        return TPosition::GM;
    default:
        return p;
    }
}
} // namespace OpfPos
template <TPosition pos, int32_t depth, auto mask = 0>
class TQue : public TQueBind<OpfPos::source(pos), OpfPos::target(pos), depth, mask>
{
  public:
    TQue() = default;
};
template <TPosition pos, int32_t depth = 1, auto mask = 0>
using TSCM = TQueBind<pos, TPosition::TSCM, depth, mask>;

template <TPosition pos = TPosition::LCM> class TBuf : public TQueBind<pos, pos, 0, 0>
{
  public:
    static constexpr bool isTQue = false;
    TBuf() = default;
    template <class T> OPF_INLINE LocalTensor<T> Get() { return Get_(buffer("Get")->size, T()); }
    /* len in elements of T */
    template <class T> OPF_INLINE LocalTensor<T> Get(uint32_t len)
    {
        buffer("Get");
        return Get_(static_cast<uint32_t>(opf::bytes_of<PrimT<T>>(len)), T());
    }
    /* size in elements, offset in bytes */
    template <class T> OPF_INLINE LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset)
    {
        OPF_CHECK(offset <= buffer("GetWithOffset")->size, OPF_FAULT_OUT_OF_RANGE, "GetWithOffset",
                  "offset %u lies behind the buffer of %u bytes", offset, b_->size);
        LocalTensor<T> t = Get<T>(size);
        t.address_.bufferAddr += offset;
        return t;
    }
    template <class T> void EnQue(const LocalTensor<T> &) {}
    template <class T> LocalTensor<T> DeQue() { return Get<T>(); }
    template <class T> LocalTensor<T> AllocTensor() { return Get<T>(); }
    template <class T> void FreeTensor(LocalTensor<T> &) {}
    uint32_t GetBufLen() const { return b_ ? b_->size : 0; }
    void opf_init_buffer(opf::buffer *b) { b_ = b; }

  private:
    opf::buffer *b_ = nullptr;
    OPF_INLINE opf::buffer *buffer(const char *call) const
    {
        OPF_CHECK(b_ != nullptr, OPF_FAULT_QUEUE_STATE, call,
                  "the %s buffer was never given memory (InitBuffer)", opf::position_name(pos));
        return b_;
    }
    template <class T> OPF_INLINE LocalTensor<T> Get_(uint32_t bytes, T) const
    {
        return opf::tensor_of<T>(b_, bytes);
    }
};

class TPipe
{
  public:
    TPipe() { Init(); }
    ~TPipe()
    {
        if (opf::core().pipe == this)
            opf::core().pipe = nullptr;
    }

    void Init()
    {
        a_.take_all_memories();
        opf::core().pipe = this;
        for (uint32_t &e : opf::core().event_used)
            e = 0;
        opf::core().mutex_used = 0;
    }
    void Reset() { a_.reset(); }
    /* Gives the memory back; GetTPipePtr goes on finding the pipe until it dies. */
    void Destroy() { a_.reset(); }
    void DestroyWithoutPipeAll() { Destroy(); }

    /* num buffers of len bytes each for a queue; len is rounded up to 32. */
    template <class Q> bool InitBuffer(Q &q, uint32_t num, uint32_t len)
    {
        static_assert(Q::isTQue, "InitBuffer: a TBuf takes one length; three arguments are for queues");
        q.opf_init(a_.take(Q::opf_buffer_position, num, len, &q), num);
        return true;
    }
    template <TPosition pos> bool InitBuffer(TBuf<pos> &b, uint32_t len)
    {
        b.opf_init_buffer(a_.take(pos, 1, len, &b));
        return true;
    }
    /* Buffers at given (address, length). */
    template <class Q, class U, class V, class... Rest>
    bool InitBuffer(Q &q, const std::tuple<U, V> &first, const Rest &...rest)
    {
        opf::buffer *b = a_.buf + a_.n_buf;
        place<Q>(q, first);
        (place<Q>(q, rest), ...);
        q.opf_init(b, 1 + sizeof...(rest));
        return true;
    }
    template <class Pool> bool InitBufPool(Pool &pool, uint32_t len)
    {
        opf::buffer *b = a_.take(Pool::opf_position, 1, len, &pool);
        pool.opf_init(b->addr, b->size);
        return true;
    }
    template <class Pool, class Other> bool InitBufPool(Pool &pool, uint32_t len, Other &share)
    {
        OPF_CHECK(len <= share.opf_length(), OPF_FAULT_UB_OVERFLOW, "InitBufPool",
                  "%u bytes do not fit in the shared pool of %u", len, share.opf_length());
        pool.opf_init(share.opf_address(), len);
        return true;
    }

    template <HardEvent e> TEventID AllocEventID() { return opf::alloc_event(static_cast<int>(e)); }
    template <HardEvent e> void ReleaseEventID(TEventID id) { opf::release_event(static_cast<int>(e), id); }
    template <HardEvent e> TEventID FetchEventID() { return opf::fetch_event(static_cast<int>(e)); }
    TEventID FetchEventID(HardEvent e) { return opf::fetch_event(static_cast<int>(e)); }
    MutexID AllocMutexID() { return AscendC::AllocMutexID(); }
    void ReleaseMutexID(MutexID id) { AscendC::ReleaseMutexID(id); }

    template <TPosition pos, class T> LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size) const
    {
        return LocalTensor<T>(pos, static_cast<uint32_t>(offset), static_cast<uint32_t>(size));
    }

    opf::arena &opf_arena() { return a_; }

  private:
    opf::arena a_;
    template <class Q, class P> void place(Q &q, const P &at)
    {
        constexpr TPosition pos = Q::opf_buffer_position;
        constexpr int m = opf::memory_of(pos);
        uint64_t addr = std::get<0>(at), len = std::get<1>(at);
        OPF_CHECK(addr + len <= a_.limit[m] && a_.n_buf < opf::POOL_BUFFERS, OPF_FAULT_UB_OVERFLOW,
                  "InitBuffer", "a buffer at %u of %u bytes lies outside %s of %u",
                  static_cast<unsigned>(addr), static_cast<unsigned>(len), opf::memory_name(m), a_.limit[m]);
        opf::buffer &b = a_.buf[a_.n_buf++];
        b = {static_cast<uint32_t>(reinterpret_cast<uintptr_t>(a_.base[m]) + addr),
             static_cast<uint32_t>(len), TBufState::FREE, static_cast<uint8_t>(pos), &q};
    }
};

/* A part of a pipe's memory that hands out buffers of its own and can be reset alone. */
template <TPosition pos, uint32_t bufIDSize = 4> class TBufPool
{
  public:
    static constexpr TPosition opf_position = pos;
    static constexpr bool isTbufPool = true;
    TBufPool()
    {
        for (int m = 0; m < OPF_MEM_COUNT; m++)
            a_.limit[m] = 0;
        a_.reset();
    }
    void Reset() { a_.reset(); }
    void Init() { a_.reset(); }
    template <class Q> bool InitBuffer(Q &q, uint32_t num, uint32_t len)
    {
        q.opf_init(a_.take(memory_position<Q::opf_buffer_position>(), num, len, &q), num);
        return true;
    }
    template <TPosition p> bool InitBuffer(TBuf<p> &b, uint32_t len)
    {
        b.opf_init_buffer(a_.take(memory_position<p>(), 1, len, &b));
        return true;
    }
    template <class Pool> bool InitBufPool(Pool &pool, uint32_t len)
    {
        opf::buffer *b = a_.take(Pool::opf_position, 1, len, &pool);
        pool.opf_init(b->addr, b->size);
        return true;
    }
    template <class Pool, class Other> bool InitBufPool(Pool &pool, uint32_t len, Other &share)
    {
        OPF_CHECK(len <= share.opf_length(), OPF_FAULT_UB_OVERFLOW, "InitBufPool",
                  "%u bytes do not fit in the shared pool of %u", len, share.opf_length());
        pool.opf_init(share.opf_address(), len);
        return true;
    }
    void opf_init(uint32_t addr, uint32_t len)
    {
        constexpr int m = opf::memory_of(pos);
        a_.base[m] = reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(addr));
        a_.limit[m] = len;
        a_.reset();
    }
    uint32_t opf_address() const
    {
        return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(a_.base[opf::memory_of(pos)]));
    }
    uint32_t opf_length() const { return a_.limit[opf::memory_of(pos)]; }

  private:
    opf::arena a_;
    template <TPosition p> static constexpr TPosition memory_position()
    {
        static_assert(opf::memory_of(p) == opf::memory_of(pos),
                      "TBufPool: the buffer's position is in another memory");
        return p;
    }
};

/* Static allocation without a pipe: addresses grow from the start of the memory. */
template <Hardware hard = Hardware::UB> class LocalMemAllocator
{
  public:
    LocalMemAllocator() {}
    uint32_t GetCurAddr() const { return head_; }
    template <TPosition pos, class T, uint32_t size> LocalTensor<T> Alloc() { return Alloc<pos, T>(size); }
    template <TPosition pos, class T> LocalTensor<T> Alloc(uint32_t size)
    {
        static_assert(opf::hardware_of(pos) == hard, "LocalMemAllocator: the position is in another memory");
        uint32_t bytes = static_cast<uint32_t>((opf::bytes_of<PrimT<T>>(size) + 31) & ~31ull);
        const opf_abi_local &m = opf::core().mem[opf::memory_of(pos)];
        OPF_CHECK(head_ + static_cast<uint64_t>(bytes) <= m.size, OPF_FAULT_UB_OVERFLOW,
                  "LocalMemAllocator::Alloc", "%u bytes asked for, %u of %u are left in %s", bytes,
                  m.size - head_, m.size, opf::memory_name(opf::memory_of(pos)));
        LocalTensor<T> t(pos, head_, size);
        t.address_.limit = t.address_.bufferAddr + bytes;
        head_ += bytes;
        return t;
    }
    template <class T, uint32_t size> LocalTensor<T> Alloc() { return Alloc<default_position(), T>(size); }
    template <class T> LocalTensor<T> Alloc(uint32_t size) { return Alloc<default_position(), T>(size); }

  private:
    uint32_t head_ = 0;
    static constexpr TPosition default_position()
    {
        return hard == Hardware::UB     ? TPosition::VECCALC
               : hard == Hardware::L1   ? TPosition::A1
               : hard == Hardware::L0A  ? TPosition::A2
               : hard == Hardware::L0B  ? TPosition::B2
               : hard == Hardware::L0C  ? TPosition::CO1
               : hard == Hardware::BIAS ? TPosition::C2
                                        : TPosition::C2PIPE2GM;
    }
};

/* The free end of UB as a tensor. */
template <class T, TPosition pos> inline bool PopStackBuffer(LocalTensor<T> &t)
{
    TPipe *p = static_cast<TPipe *>(opf::core().pipe);
    OPF_CHECK(p != nullptr, OPF_FAULT_QUEUE_STATE, "PopStackBuffer", "no TPipe is alive");
    opf::arena &a = p->opf_arena();
    constexpr int m = opf::memory_of(pos);
    uint32_t left = a.limit[m] - a.used[m];
    t = LocalTensor<T>(pos, a.used[m], static_cast<uint32_t>(left / sizeof(PrimT<T>)));
    return true;
}
} // namespace AscendC

inline AscendC::TPipe *GetTPipePtr()
{
    AscendC::TPipe *p = static_cast<AscendC::TPipe *>(opf::core().pipe);
    OPF_CHECK(p != nullptr, OPF_FAULT_QUEUE_STATE, "GetTPipePtr", "no TPipe is alive");
    return p;
}
namespace AscendC
{
using ::GetTPipePtr;
}
#endif

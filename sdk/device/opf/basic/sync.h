/* Synchronisation and system calls. A core runs its program in order, so events and barriers inside it only
 * keep books; between cores they call the runtime. */
#ifndef OPF_BASIC_SYNC_H
#define OPF_BASIC_SYNC_H

#include "../core/tensor.h"

#ifdef OPF_CORE_KIND_CONST
/* The compile serves one kind of core: 1 = cube, 2 = vector. */
constexpr int32_t g_coreType = OPF_CORE_KIND_CONST;
#define ASCEND_IS_AIV     constexpr(g_coreType == AscendC::AIV)
#define ASCEND_IS_AIC     constexpr(g_coreType == AscendC::AIC)
#define ASCEND_IS_NOT_AIV constexpr(g_coreType != AscendC::AIV)
#define ASCEND_IS_NOT_AIC constexpr(g_coreType != AscendC::AIC)
#else
#define g_coreType        (opf::core().core_kind == OPF_CORE_AIC ? AscendC::AIC : AscendC::AIV)
#define ASCEND_IS_AIV     (opf::core().core_kind == OPF_CORE_AIV)
#define ASCEND_IS_AIC     (opf::core().core_kind == OPF_CORE_AIC)
#define ASCEND_IS_NOT_AIV (opf::core().core_kind != OPF_CORE_AIV)
#define ASCEND_IS_NOT_AIC (opf::core().core_kind != OPF_CORE_AIC)
#endif
#define ASCEND_IS_AICORE constexpr(false)

namespace opf
{
inline AscendC::TEventID fetch_event(int e)
{
    uint32_t used = core().event_used[e < 32 ? e : 31];
    uint32_t free = ~used & 0xff;
    OPF_CHECK(free != 0, OPF_FAULT_SYNC, "FetchEventID", "all 8 event ids of HardEvent %d are taken", e);
    return static_cast<AscendC::TEventID>(__builtin_ctz(free));
}
inline AscendC::TEventID alloc_event(int e)
{
    uint32_t &used = core().event_used[e < 32 ? e : 31];
    uint32_t free = ~used & 0xff;
    OPF_CHECK(free != 0, OPF_FAULT_SYNC, "AllocEventID", "all 8 event ids of HardEvent %d are taken", e);
    int id = __builtin_ctz(free);
    used |= 1u << id;
    return static_cast<AscendC::TEventID>(id);
}
inline void release_event(int e, int id)
{
    OPF_CHECK(id >= 0 && id < 8, OPF_FAULT_SYNC, "ReleaseEventID", "event id %d", id);
    core().event_used[e < 32 ? e : 31] &= ~(1u << id);
}
} // namespace opf

namespace AscendC
{
template <HardEvent event> OPF_INLINE void SetFlag(int32_t id)
{
    OPF_CHECK(id >= 0 && id < 8, OPF_FAULT_SYNC, "SetFlag", "event id %d is not 0..7", id);
    opf_rt_event_set(static_cast<int>(event), id);
}
template <HardEvent event> OPF_INLINE void WaitFlag(int32_t id)
{
    OPF_CHECK(id >= 0 && id < 8, OPF_FAULT_SYNC, "WaitFlag", "event id %d is not 0..7", id);
    if constexpr (event == HardEvent::MTE2_S || event == HardEvent::V_S)
        opf::settle_changing(); /* the kernel may store to what was copied, by an address of GM */
    opf_rt_event_wait(static_cast<int>(event), id);
}
template <HardEvent event> OPF_INLINE void WaitEvent(int32_t id)
{
    WaitFlag<event>(id);
}
template <pipe_t pipe> OPF_INLINE void PipeBarrier()
{
    if constexpr (pipe == PIPE_ALL)
        opf::make_rows(); /* the kernel may read them by an address of GM */
}
template <MemDsbT kind> inline void DataSyncBarrier()
{
    opf::settle_changing();
    opf::make_rows();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

template <pipe_t src, pipe_t dst> class TQueSync
{
  public:
    void SetFlag(TEventID id) { opf_rt_event_set(event(), id); }
    void WaitFlag(TEventID id)
    {
        if constexpr (dst == PIPE_S && (src == PIPE_MTE2 || src == PIPE_V))
            opf::settle_changing(); /* as above */
        opf_rt_event_wait(event(), id);
    }

  private:
    static constexpr int event()
    {
        constexpr pipe_t a[] = {PIPE_MTE2, PIPE_MTE1, PIPE_MTE1, PIPE_M,    PIPE_MTE2, PIPE_V,    PIPE_MTE3,
                                PIPE_V,    PIPE_M,    PIPE_V,    PIPE_V,    PIPE_MTE3, PIPE_MTE1, PIPE_MTE1,
                                PIPE_MTE2, PIPE_M,    PIPE_V,    PIPE_M,    PIPE_FIX,  PIPE_MTE3, PIPE_MTE2,
                                PIPE_S,    PIPE_V,    PIPE_S,    PIPE_MTE2, PIPE_S,    PIPE_MTE3, PIPE_MTE2,
                                PIPE_FIX,  PIPE_FIX,  PIPE_M,    PIPE_FIX,  PIPE_MTE1, PIPE_FIX,  PIPE_FIX};
        constexpr pipe_t b[] = {PIPE_MTE1, PIPE_MTE2, PIPE_M,    PIPE_MTE1, PIPE_V,    PIPE_MTE2, PIPE_V,
                                PIPE_MTE3, PIPE_V,    PIPE_M,    PIPE_V,    PIPE_MTE1, PIPE_MTE3, PIPE_V,
                                PIPE_M,    PIPE_MTE2, PIPE_MTE1, PIPE_FIX,  PIPE_M,    PIPE_MTE2, PIPE_MTE3,
                                PIPE_V,    PIPE_S,    PIPE_MTE2, PIPE_S,    PIPE_MTE3, PIPE_S,    PIPE_FIX,
                                PIPE_MTE2, PIPE_S,    PIPE_S,    PIPE_MTE3, PIPE_FIX,  PIPE_MTE1, PIPE_FIX};
        for (int i = 0; i < static_cast<int>(HardEvent::MAX); i++)
            if (a[i] == src && b[i] == dst)
                return i;
        return static_cast<int>(HardEvent::MAX);
    }
};

/* ---- between cores --------------------------------------------------------------------------------------
 */
template <bool isAIVOnly = true, const SyncAllConfig &config = DEFAULT_SYNC_ALL_CONFIG> inline void SyncAll()
{
    opf::settle_changing();
    opf_rt_sync_all(isAIVOnly ? OPF_CORE_AIV : 2);
}
/* The soft form waits for usedCores cores; 0 = all. The runtime's barrier serves both. */
template <bool isAIVOnly = true>
inline void SyncAll(const GlobalTensor<int32_t> &, const LocalTensor<int32_t> &, const int32_t usedCores = 0)
{
    OPF_CHECK(usedCores == 0 ||
                  static_cast<uint32_t>(usedCores) <= opf::core().block_num * (isAIVOnly ? 2 : 3),
              OPF_FAULT_SYNC, "SyncAll", "%d cores, but the launch has %u", usedCores, opf::core().block_num);
    opf::settle_changing();
    opf_rt_sync_all(isAIVOnly ? OPF_CORE_AIV : 2);
}
template <uint8_t modeId, pipe_t pipe> inline void CrossCoreSetFlag(uint16_t flagId)
{
    opf::settle_changing();
    opf_rt_cross_set(modeId, opf::abi_pipe(pipe), flagId);
}
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S> inline void CrossCoreWaitFlag(uint16_t flagId)
{
    opf::settle_changing();
    opf_rt_cross_wait(modeId, opf::abi_pipe(pipe), flagId);
}
/* A flag in GM per (core, event): 8 words of 32 bytes each core, counted as the public page lays them out. */
template <bool isAIVOnly = true>
inline void IBSet(const GlobalTensor<int32_t> &gm, const LocalTensor<int32_t> &, int32_t blockIdx,
                  int32_t eventID)
{
    int32_t *p = gm.address_ + (static_cast<int64_t>(opf::core().block_num) * eventID + blockIdx) * 8;
    opf::check_gm(p, 4, 1, "IBSet");
    while (__atomic_load_n(p, __ATOMIC_ACQUIRE) != 0)
        opf_rt_yield();
    __atomic_store_n(p, 1, __ATOMIC_RELEASE);
}
template <bool isAIVOnly = true>
inline void IBWait(const GlobalTensor<int32_t> &gm, const LocalTensor<int32_t> &, int32_t blockIdx,
                   int32_t eventID)
{
    int32_t *p = gm.address_ + (static_cast<int64_t>(opf::core().block_num) * eventID + blockIdx) * 8;
    opf::check_gm(p, 4, 1, "IBWait");
    while (__atomic_load_n(p, __ATOMIC_ACQUIRE) != 1)
        opf_rt_yield();
    __atomic_store_n(p, 0, __ATOMIC_RELEASE);
}

/* ---- mutexes between the pipes of one core: order is the program's already --------------------------------
 */
inline MutexID AllocMutexID()
{
    uint32_t &used = opf::core().mutex_used;
    OPF_CHECK((~used & ((2u << MAX_MUTEXID) - 1)) != 0, OPF_FAULT_SYNC, "AllocMutexID",
              "all mutex ids are taken");
    int id = __builtin_ctz(~used);
    used |= 1u << id;
    return static_cast<MutexID>(id);
}
inline void ReleaseMutexID(MutexID id)
{
    OPF_CHECK(id <= MAX_MUTEXID, OPF_FAULT_SYNC, "ReleaseMutexID", "mutex id %d", id);
    opf::core().mutex_used &= ~(1u << id);
}
class Mutex
{
  public:
    template <pipe_t pipe> static void Lock(MutexID id)
    {
        OPF_CHECK(id <= MAX_MUTEXID, OPF_FAULT_SYNC, "Mutex::Lock", "mutex id %d", id);
    }
    template <pipe_t pipe> static void Unlock(MutexID id)
    {
        OPF_CHECK(id <= MAX_MUTEXID, OPF_FAULT_SYNC, "Mutex::Unlock", "mutex id %d", id);
    }
};

/* ---- caches: host memory is coherent ----------------------------------------------------------------------
 */
template <class T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_ALL>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T> &)
{
    opf::settle_changing();
    opf::make_rows();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
template <class T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_ALL>
inline void DataCacheCleanAndInvalid(const LocalTensor<T> &)
{
    opf::settle_changing();
    opf::make_rows();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
template <class T> inline void DataCachePreload(const GlobalTensor<uint64_t> &, const T) {}
inline void ICachePreLoad(const int64_t) {}
inline int64_t GetICachePreloadStatus()
{
    return 0;
}

/* ---- system variables
 * --------------------------------------------------------------------------------------- */
OPF_INLINE int64_t GetBlockIdx()
{
    return opf::core().block_idx;
}
OPF_INLINE int64_t GetBlockNum()
{
    return opf::core().block_num;
}
OPF_INLINE int64_t GetSubBlockIdx()
{
    return opf::core().sub_block_idx;
}
OPF_INLINE int64_t GetSubBlockNum()
{
    return opf::core().sub_block_num ? opf::core().sub_block_num : 1;
}
/* Vector cores to a cube core as this core sees it: 1 on the cube side, the ratio on the vector side. */
inline int64_t GetTaskRatio()
{
    return opf::core().core_kind == OPF_CORE_AIC
               ? 1
               : (opf::core().sub_block_num ? opf::core().sub_block_num : 1);
}
inline int64_t GetTaskRation()
{
    return GetTaskRatio();
}
inline constexpr int16_t GetDataBlockSizeInBytes()
{
    return 32;
}
inline constexpr uint32_t GetUBSizeInBytes()
{
    return TOTAL_UB_SIZE;
}
inline constexpr uint32_t GetVecLen()
{
    return VECTOR_REG_WIDTH;
}
inline uint32_t GetRuntimeUBSize()
{
    return opf::core().mem[OPF_MEM_UB].size;
}
inline void GetArchVersion(uint32_t &v)
{
    v = __NPU_ARCH__ == 2201 ? 0x200 : 0x310;
}
inline int64_t GetProgramCounter()
{
    return reinterpret_cast<int64_t>(__builtin_return_address(0));
}
inline int64_t GetSystemCycle()
{
#if defined(__x86_64__)
    return static_cast<int64_t>(__builtin_ia32_rdtsc());
#else
    return static_cast<int64_t>(__builtin_readcyclecounter());
#endif
}
[[noreturn]] inline void Trap()
{
    OPF_FAULT(OPF_FAULT_ASSERT, "Trap", "the kernel trapped");
}

template <SpecialPurposeReg spr> inline int64_t GetSpr()
{
    uint64_t ar =
        opf::core().ar; /* bytes stored by unaligned stores, and bytes the last Squeeze left for one */
    return static_cast<int64_t>((ar & 0xffffffffu) + (ar >> 32));
}
template <SpecialPurposeReg spr> inline void ClearSpr()
{
    opf::core().ar = 0;
}

/* ---- CTRL -------------------------------------------------------------------------------------------------
 */
template <int8_t startBit, int8_t endBit> constexpr uint64_t OpfCtrlMask()
{
    static_assert(startBit >= 0 && endBit >= startBit && endBit < 64,
                  "SetCtrlSpr: bits are 0 <= start <= end < 64");
    return (endBit - startBit == 63 ? ~0ull : (1ull << (endBit - startBit + 1)) - 1) << startBit;
}
template <int8_t startBit, int8_t endBit> inline void SetCtrlSpr(int64_t value)
{
    constexpr uint64_t m = OpfCtrlMask<startBit, endBit>();
    opf::core().ctrl = (opf::core().ctrl & ~m) | ((static_cast<uint64_t>(value) << startBit) & m);
}
template <int8_t startBit, int8_t endBit> inline int64_t GetCtrlSpr()
{
    return static_cast<int64_t>((opf::core().ctrl & OpfCtrlMask<startBit, endBit>()) >> startBit);
}
/* Defaults: CTRL[60] = 1, all else 0. */
template <int8_t startBit, int8_t endBit> inline void ResetCtrlSpr()
{
    SetCtrlSpr<startBit, endBit>(static_cast<int64_t>((1ull << 60) >> startBit));
}
template <SaturationMode mode> inline void SetSaturationFlag(bool on)
{
    constexpr int bit = mode == SaturationMode::INT    ? 53
                        : mode == SaturationMode::CAST ? 59
                                                       : (mode == SaturationMode::FLOAT8 ? 50 : 48);
    SetCtrlSpr<bit, bit>(mode == SaturationMode::INT ? on : !on);
}
template <SaturationMode mode> inline bool GetSaturationFlag()
{
    constexpr int bit = mode == SaturationMode::INT    ? 53
                        : mode == SaturationMode::CAST ? 59
                                                       : (mode == SaturationMode::FLOAT8 ? 50 : 48);
    return (GetCtrlSpr<bit, bit>() != 0) == (mode == SaturationMode::INT);
}
template <OverrideStrategy strategy> inline void SetSaturationStrategy()
{
    SetCtrlSpr<60, 60>(strategy == OverrideStrategy::USE_GLOBAL);
}
inline OverrideStrategy GetSaturationStrategy()
{
    return GetCtrlSpr<60, 60>() ? OverrideStrategy::USE_GLOBAL : OverrideStrategy::USE_API;
}
template <CacheRwMode rw, CacheMode mode> inline void SetScalarCacheMode() {}
inline void SetHF32Mode(bool on)
{
    SetCtrlSpr<46, 46>(on);
}
inline void SetHF32TransMode(bool on)
{
    SetCtrlSpr<47, 47>(on);
}
inline void SetMMLayoutTransform(bool on)
{
    SetCtrlSpr<51, 51>(on);
}

/* ---- masks
 * --------------------------------------------------------------------------------------------------- */
inline void SetMaskCount()
{
    opf::core().mask_count = 1;
}
inline void SetMaskNorm()
{
    opf::core().mask_count = 0;
}
template <class T, MaskMode mode = MaskMode::NORMAL> inline void SetVectorMask(uint64_t high, uint64_t low)
{
    opf::core().mask[0] = low;
    opf::core().mask[1] = high;
}
/* Normal mode: the first len lanes of a repeat; counter mode: len elements of the call. */
template <class T, MaskMode mode = MaskMode::NORMAL> inline void SetVectorMask(int32_t len)
{
    opf_core &c = opf::core();
    OPF_CHECK(len >= 0, OPF_FAULT_BAD_ARGUMENT, "SetVectorMask", "length %d", len);
    if (mode == MaskMode::COUNTER || c.mask_count) {
        c.mask[0] = static_cast<uint64_t>(len);
        c.mask[1] = 0;
    } else {
        uint32_t n = static_cast<uint32_t>(len);
        c.mask[0] = n >= 64 ? ~0ull : (1ull << n) - 1;
        c.mask[1] = n >= 128 ? ~0ull : (n > 64 ? (1ull << (n - 64)) - 1 : 0);
    }
}
inline void ResetMask()
{
    opf::core().mask[0] = ~0ull;
    opf::core().mask[1] = ~0ull;
}

/* ---- atomics of stores to GM
 * -------------------------------------------------------------------------------- */
template <class T> inline void OpfSetAtomic(uint32_t op, const char *call)
{
    constexpr int t = opf::dtype_of<PrimT<T>>();
    static_assert(t == DT_FLOAT || t == DT_FLOAT16 || t == DT_BF16 || t == DT_INT8 || t == DT_INT16 ||
                      t == DT_INT32 || t == DT_UINT8 || t == DT_UINT16 || t == DT_UINT32 || t == DT_INT64 ||
                      t == DT_UINT64,
                  "SetAtomicAdd/Max/Min: this element type has no atomic stores");
    (void)call;
    opf::make_rows(); /* so that they wait only while rows of their kind are stored */
    opf::core().atomic_op = op;
    opf::core().atomic_dtype = t;
}
template <class T> inline void SetAtomicAdd()
{
    OpfSetAtomic<T>(OPF_ATOMIC_ADD, "SetAtomicAdd");
}
template <class T> inline void SetAtomicMax()
{
    OpfSetAtomic<T>(OPF_ATOMIC_MAX, "SetAtomicMax");
}
template <class T> inline void SetAtomicMin()
{
    OpfSetAtomic<T>(OPF_ATOMIC_MIN, "SetAtomicMin");
}
template <class T> inline void SetAtomicType()
{
    opf::make_rows();
    opf::core().atomic_dtype = opf::dtype_of<PrimT<T>>();
    if (opf::core().atomic_op == OPF_ATOMIC_NONE)
        opf::core().atomic_op = OPF_ATOMIC_ADD;
}
inline void DisableDmaAtomic()
{
    opf::make_rows();
    opf::core().atomic_op = OPF_ATOMIC_NONE;
}
inline void SetAtomicNone()
{
    DisableDmaAtomic();
}
template <AtomicDtype type, AtomicOp op> inline void SetStoreAtomicConfig()
{
    if constexpr (type == AtomicDtype::ATOMIC_NONE)
        DisableDmaAtomic();
    else if constexpr (type == AtomicDtype::ATOMIC_F32)
        SetAtomicAdd<float>();
    else if constexpr (type == AtomicDtype::ATOMIC_F16)
        SetAtomicAdd<half>();
    else if constexpr (type == AtomicDtype::ATOMIC_S16)
        SetAtomicAdd<int16_t>();
    else if constexpr (type == AtomicDtype::ATOMIC_S32)
        SetAtomicAdd<int32_t>();
    else if constexpr (type == AtomicDtype::ATOMIC_S8)
        SetAtomicAdd<int8_t>();
    else
        SetAtomicAdd<bfloat16_t>();
}

/* CTRL but bit 48, atomics, mask, loop mode to their defaults. */
inline void InitSocState()
{
    opf_core &c = opf::core();
    c.ctrl = (c.ctrl & (1ull << 48)) | (1ull << 60);
    opf::make_rows();
    c.atomic_op = OPF_ATOMIC_NONE;
    c.mask_count = 0;
    ResetMask();
    c.loop_in = {};
    c.loop_out = {};
}

/* ---- workspace
 * ---------------------------------------------------------------------------------------------- */
/* The entry code sets the system workspace once (SetSysWorkspaceForce) and passes the user part on; from then
 * on the user part is found from the system pointer whatever the kernel passes in. */
inline void SetSysWorkspaceForce(__gm__ uint8_t *workspace)
{
    opf::core().sys_workspace = workspace;
}
inline void SetSysWorkspace(__gm__ uint8_t *workspace)
{
    if (opf::core().sys_workspace == nullptr)
        opf::core().sys_workspace = workspace;
}
inline __gm__ uint8_t *GetUserWorkspace(__gm__ uint8_t *workspace)
{
    __gm__ uint8_t *sys = opf::core().sys_workspace ? opf::core().sys_workspace : workspace;
    return sys ? sys + RESERVED_WORKSPACE : nullptr;
}
inline __gm__ uint8_t *GetSysWorkSpacePtr()
{
    return opf::core().sys_workspace;
}

template <pipe_t a = PIPE_MTE3, pipe_t b = PIPE_FIX, bool force = false> inline void SetNextTaskStart() {}
template <bool force = false> inline void WaitPreTaskEnd() {}
} // namespace AscendC
using AscendC::GetSysWorkSpacePtr;
#endif

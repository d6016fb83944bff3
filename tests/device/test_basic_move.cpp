/* Moves, pipes, queues, atomics, events, workspace and tiling access. */
#include "harness.h"

#include <thread>

using namespace AscendC;

template <class T> static GlobalTensor<T> gm(uint64_t n, bool number = true)
{
    GlobalTensor<T> g;
    T *p = static_cast<T *>(opf_test_gm(n * sizeof(T)));
    for (uint64_t i = 0; i < n; i++)
        p[i] = opf::narrow<T>(number ? static_cast<float>(i % 2000) : 0.0f);
    g.SetGlobalBuffer(p, n);
    return g;
}
enum { DST = 65536 };

OPF_TEST(data_copy_rounds_bytes_down_to_blocks)
{
    auto g = gm<float>(256);
    auto d = ub<float>(0, 256);
    Duplicate(d, -1.0f, 256);
    DataCopy(d, g, 15); /* 60 bytes: one block */
    CHECK(d.GetValue(7) == 7 && d.GetValue(8) == -1, "GM to UB");
    auto o = gm<float>(256, false);
    DataCopy(o, d, 23);
    CHECK(o.GetValue(7) == 7 && o.GetValue(8) == -1 && o.GetValue(16) == 0, "UB to GM");
    auto e = ub<float>(DST, 256);
    DataCopy(e, d, 16);
    CHECK(e.GetValue(7) == 7 && e.GetValue(8) == -1, "UB to UB");
    CHECK_FAULT(OPF_FAULT_MISALIGNED, "dst starts", DataCopy(d[1], g, 16));
}
OPF_TEST(data_copy_blocks_with_gaps)
{
    auto g = gm<half>(4096);
    auto d = ub<half>(0, 4096);
    Duplicate(d, (half)-1, 4096);
    DataCopy(d, g, {3, 2, 5, 1}); /* 3 blocks of 64 bytes, gaps of 160 and 32 bytes */
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < 48; i++)
            CHECK(opf::widen(d.GetValue(b * 48 + i)) == (i < 32 ? b * 112 + i : -1), "block %d element %d", b, i);
    auto o = gm<half>(4096, false);
    DataCopy(o, d, {3, 2, 1, 4});
    for (int b = 0; b < 3; b++)
        CHECK(opf::widen(o.GetValue(b * 96 + 5)) == b * 112 + 5 && opf::widen(o.GetValue(b * 96 + 40)) == 0, "out, block %d", b);
}
OPF_TEST(data_copy_pad_pads_each_row)
{
    auto g = gm<float>(1000);
    auto d = ub<float>(0, 1000);
    /* rows of 5 floats, 7 bytes... 8 apart in GM, one spare block between rows in UB */
    Duplicate(d, -9.0f, 1000);
    DataCopyPad(d, g, {3, 20, 12, 1, 0}, {true, 1, 2, 77.0f});
    for (int r = 0; r < 3; r++) {
        const float want[8] = {77, r * 8 + 0.0f, r * 8 + 1.0f, r * 8 + 2.0f, r * 8 + 3.0f, r * 8 + 4.0f, 77, 77};
        for (int i = 0; i < 16; i++)
            CHECK(d.GetValue(r * 16 + i) == (i < 8 ? want[i] : -9), "row %d element %d: %g", r, i, d.GetValue(r * 16 + i));
    }
    /* without padding the tail repeats the row's first element */
    DataCopyPad(d, g[3], DataCopyExtParams(2, 12, 0, 0, 0), DataCopyPadExtParams<float>(false, 0, 0, 0));
    CHECK(d.GetValue(2) == 5 && d.GetValue(3) == 3 && d.GetValue(7) == 3 && d.GetValue(8) == 6 && d.GetValue(15) == 6, "dummy tail");
    /* the same block again: source stride -blockLen */
    DataCopyPad(d, g, {3, 20, -20, 0, 0}, {true, 0, 0, 0.0f});
    CHECK(d.GetValue(4) == 4 && d.GetValue(8) == 0 && d.GetValue(20) == 4, "negative stride");
    DataCopyPad<float, PaddingMode::Compact>(d, g, {3, 20, 12, 5, 0}, {true, 1, 1, 55.0f});
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < 5; i++)
            CHECK(d.GetValue(r * 5 + i) == r * 8 + i, "compact");
    CHECK(d.GetValue(15) == 55, "compact pads its end only");
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "blockCount 5000", DataCopyPad(d, g, {5000, 4, 0, 0, 0}, {false, 0, 0, 0.0f}));
    CHECK_FAULT(OPF_FAULT_GM_ACCESS, "outside", DataCopyPad(d, g, {1, 4096, 0, 0, 0}, {false, 0, 0, 0.0f}));
}
OPF_TEST(data_copy_pad_brings_long_rows_that_lie_apart)
{
    for (uint32_t len : {128u, 132u, 500u, 2052u}) {
        const uint32_t gap = 300, rows = 5, pitch = (len + 31) / 32 * 32 + 64;
        opf_test_reset();
        auto *bytes = static_cast<uint8_t *>(opf_test_gm(rows * (len + gap)));
        for (uint32_t i = 0; i < rows * (len + gap); i++)
            bytes[i] = (uint8_t)(i * 7 + i / 251);
        GlobalTensor<uint8_t> g;
        g.SetGlobalBuffer(bytes);
        LocalTensor<uint8_t> d = ub<uint8_t>(0, rows * pitch);
        DataCopyPad(d, g, {rows, len, gap, 2, 0}, {true, 0, 0, 9});
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t i = 0; i < (len + 31) / 32 * 32; i++)
                CHECK(d.GetValue(r * pitch + i) == (i < len ? bytes[r * (len + gap) + i] : 9), "row %u byte %u of %u", r,
                      i, len);
    }
}

OPF_TEST(data_copy_pad_brings_pieces_of_rows)
{
    /* tiles of 6 rows in three pieces, in an order that is not theirs: after the first tile whole rows are fetched */
    opf_test_reset();
    const uint32_t rows = 24, pitch = 600, pieces[3][2] = {{0, 200}, {400, 200}, {200, 200}};
    auto g = gm<int32_t>(rows * pitch);
    for (uint32_t i = 0; i < rows * pitch; i++)
        g.SetValue(i, (int32_t)(i * 2654435761u));
    LocalTensor<int32_t> d = ub<int32_t>(0, 6 * 200);
    for (uint32_t row = 0; row < rows; row += 6)
        for (auto &p : pieces) {
            DataCopyPad(d, g[row * pitch + p[0]], {6, p[1] * 4, (pitch - p[1]) * 4, 0, 0}, {false, 0, 0, 0});
            for (uint32_t i = 0; i < 6 * p[1]; i++)
                CHECK(d.GetValue(i) == g.GetValue((row + i / p[1]) * pitch + p[0] + i % p[1]), "row %u, piece at %u: %u",
                      row, p[0], i);
        }
}

OPF_TEST(slices_keep_the_shape)
{
    LocalTensor<float> t = ub<float>(0, 64);
    const uint32_t shape[2] = {8, 7}, original[1] = {56};
    t.SetShapeInfo(ShapeInfo(2, shape, 1, original, DataFormat::NZ));
    const ShapeInfo s = t[8].GetShapeInfo();
    CHECK(s.shapeDim == 2 && s.shape[0] == 8 && s.shape[1] == 7, "shape");
    CHECK(s.originalShapeDim == 1 && s.originalShape[0] == 56 && s.dataFormat == DataFormat::NZ, "original shape");
}

OPF_TEST(data_copy_pad_out_drops_the_tail)
{
    auto d = ub<int16_t>(0, 512);
    for (int i = 0; i < 512; i++)
        d.SetValue(i, i);
    auto o = gm<int16_t>(512, false);
    DataCopyPad(o, d, {3, 10, 1, 6, 0}); /* 5 elements a row, rows 64 bytes apart in UB, 16 bytes in GM */
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < 8; i++)
            CHECK(o.GetValue(r * 8 + i) == (i < 5 ? r * 32 + i : 0), "row %d element %d", r, i);
    DataCopyPad<int16_t, PaddingMode::Compact>(o, d, {3, 10, 0, 0, 0});
    for (int i = 0; i < 15; i++)
        CHECK(o.GetValue(i) == i, "compact");
}
OPF_TEST(loop_mode_wraps_copies_until_reset)
{
    auto g = gm<int32_t>(4096);
    auto d = ub<int32_t>(0, 4096);
    Duplicate(d, -1, 4096);
    SetLoopModePara({2, 3, 400, 64, 1000, 256}, DataCopyMVType::OUT_TO_UB);
    DataCopyPad(d, g, {1, 8, 0, 0, 0}, {true, 0, 0, 0});
    ResetLoopModePara(DataCopyMVType::OUT_TO_UB);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 2; i++)
            CHECK(d.GetValue(j * 64 + i * 16) == j * 250 + i * 100 && d.GetValue(j * 64 + i * 16 + 2) == 0, "loop %d %d", j, i);
    CHECK(d.GetValue(32) == -1, "nothing else");
    DataCopyPad(d, g[7], {1, 8, 0, 0, 0}, {true, 0, 0, 0});
    CHECK(d.GetValue(0) == 7 && d.GetValue(16) == 100, "reset");
}
OPF_TEST(nddma_pads_transposes_and_broadcasts)
{
    auto g = gm<int32_t>(64);
    auto d = ub<int32_t>(0, 1024);
    MultiCopyParams<int32_t, 2> t{{{1, 8}, {8, 1}, {8, 4}, {0, 0}, {0, 0}}, 0}; /* 4 x 8 to 8 x 4... rows of 8 */
    DataCopy(d, g, t);
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 8; c++)
            CHECK(d.GetValue(c * 8 + r) == r * 8 + c, "transpose %d %d", r, c);
    NdDmaParams<int32_t, 2> b{{{1, 0}, {1, 8}, {8, 3}, {0, 0}, {0, 0}}, 0};
    DataCopy(d, g, b);
    CHECK(d.GetValue(3) == 3 && d.GetValue(11) == 3 && d.GetValue(19) == 3, "broadcast");
    NdDmaParams<int32_t, 2> p{{{1, 8}, {1, 8}, {3, 2}, {2, 1}, {3, 1}}, -5};
    DataCopy(d, g, p);
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 8; c++) {
            bool in = r >= 1 && r < 3 && c >= 2 && c < 5;
            CHECK(d.GetValue(r * 8 + c) == (in ? (r - 1) * 8 + c - 2 : -5), "constant padding %d %d", r, c);
        }
    static constexpr NdDmaConfig nearest = {true};
    DataCopy<int32_t, 2, nearest>(d, g, p);
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 8; c++) {
            int rr = r < 1 ? 0 : (r > 2 ? 1 : r - 1), cc = c < 2 ? 0 : (c > 4 ? 2 : c - 2);
            CHECK(d.GetValue(r * 8 + c) == rr * 8 + cc, "nearest padding %d %d", r, c);
        }
}
OPF_TEST(nd_to_nz_and_back)
{
    auto g = gm<half>(20 * 40);
    LocalTensor<half> d(TPosition::A1, 0, 4096);
    DataCopy(d, g, Nd2NzParams(1, 20, 40, 0, 40, 20, 1, 0));
    for (int n = 0; n < 20; n++)
        for (int c = 0; c < 48; c++)
            CHECK(opf::widen(d.GetValue(c / 16 * 320 + n * 16 + c % 16)) == (c < 40 ? (n * 40 + c) % 2000 : 0), "nd2nz %d %d", n, c);
    auto u = ub<half>(0, 4096);
    memcpy(u.ptr(), d.ptr(), 4096);
    auto o = gm<half>(800, false);
    DataCopy(o, u, Nz2NdParamsFull(1, 20, 40, 1, 20, 40, 1));
    for (int i = 0; i < 800; i++)
        CHECK(opf::widen(o.GetValue(i)) == i, "nz2nd %d", i);
}
OPF_TEST(atomic_stores)
{
    auto o = gm<float>(64);
    auto d = ub<float>(0, 64);
    Duplicate(d, 10.0f, 64);
    SetAtomicAdd<float>();
    DataCopy(o, d, 32);
    DataCopyPad(o[40], d, {1, 12, 0, 0, 0});
    SetAtomicNone();
    CHECK(o.GetValue(31) == 41 && o.GetValue(32) == 32 && o.GetValue(42) == 52 && o.GetValue(43) == 43, "add");
    SetAtomicMax<float>();
    DataCopy(o, d, 32);
    DisableDmaAtomic();
    CHECK(o.GetValue(0) == 10 && o.GetValue(31) == 41, "max");
    auto h = gm<bfloat16_t>(32);
    auto s = ub<bfloat16_t>(0, 32);
    Duplicate(s, (bfloat16_t)0.5f, 32);
    SetAtomicAdd<bfloat16_t>();
    DataCopy(h, s, 32);
    SetAtomicNone();
    CHECK(opf::widen(h.GetValue(3)) == 3.5f, "bfloat16");
    CHECK(AtomicAdd(o.GetPhyAddr(5), 1.5f) == 15.0f && o.GetValue(5) == 16.5f, "scalar AtomicAdd");
}
/* Short atomic rows may be noted: whoever may see that makes them first, while such stores are still on, too. */
OPF_TEST(noted_rows)
{
    auto o = gm<float>(1024);
    auto d = ub<float>(0, 128), in = ub<float>(1024, 128);
    const float *raw = o.GetPhyAddr(0);
    Duplicate(d, 10.0f, 128);
    SetAtomicAdd<float>();
    DataCopy(o, d, 8);
    Duplicate(d, 20.0f, 128);
    DataCopy(o, d, 8);
    CHECK(o.GetValue(1) == 31, "GetValue sees %g", o.GetValue(1));
    DataCopy(o, d, 8);
    DataCopy(in, o, 128);
    CHECK(in.GetValue(1) == 51, "DataCopy sees %g", in.GetValue(1));
    DataCopy(o, d, 8);
    DataCopyPad(in, o, {2, 16, 16, 0, 0}, {false, 0, 0, 0});
    CHECK(in.GetValue(1) == 71, "DataCopyPad sees %g", in.GetValue(1));
    DataCopy(o, d, 8);
    o.SetValue(1, 1.0f);
    CHECK(raw[1] == 1 && raw[2] == 92, "SetValue comes behind: %g %g", raw[1], raw[2]);
    DataCopy(o, d, 8);
    DataCopy(o, d, 128); /* a long one */
    CHECK(raw[1] == 41, "a long row sees %g", raw[1]);
    DataCopy(o, d, 8);
    PipeBarrier<PIPE_ALL>();
    CHECK(raw[1] == 61, "PipeBarrier: %g", raw[1]);
    DataCopy(o, d, 8);
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(o);
    CHECK(raw[1] == 81, "clean: %g", raw[1]);
    DataCopy(o, d, 8);
    SetAtomicMax<float>();
    CHECK(raw[1] == 101, "SetAtomicMax: %g", raw[1]);
    Duplicate(d, 40.0f, 128);
    DataCopy(o[8], d, 8);
    SetAtomicNone();
    CHECK(raw[8] == 40 && raw[15] == 40, "SetAtomicNone: %g", raw[8]);
    SetAtomicType<float>();
    DataCopy(o, d, 8);
    SetAtomicType<int32_t>();
    CHECK(raw[1] == 141, "SetAtomicType: %g", raw[1]);
    SetAtomicAdd<float>();
    DataCopy(o, d, 8);
    InitSocState();
    CHECK(raw[1] == 181, "InitSocState: %g", raw[1]);
}
template <class T> static uint64_t bits_of(T v)
{
    uint64_t bits = 0;
    memcpy(&bits, &v, sizeof(v));
    return bits;
}
template <class T> static T of_float(float v)
{
    if constexpr (opf::is_float16bit<T>)
        return opf::narrow<T>(v);
    else
        return static_cast<T>(v);
}
template <class T> static void atomic_at_all_places()
{
    alignas(16) T place[48], from[48];
    for (int at = 0; at < 17; at++)
        for (int n = 0; n <= 31; n++) {
            for (int i = 0; i < 48; i++)
                place[i] = of_float<T>(50.0f - i), from[i] = of_float<T>(i);
            opf::atomic_run(place + at, from + 1, n * sizeof(T), sizeof(T), opf::combiner<T>(OPF_ATOMIC_MAX));
            opf::atomic_run(place + at, from + 1, n * sizeof(T), sizeof(T), opf::combiner<T>(OPF_ATOMIC_ADD));
            for (int i = 0; i < 48; i++) {
                float v = i - at + 1, old = 50.0f - i, want = i < at || i >= at + n ? old : (old < v ? v : old) + v;
                CHECK(bits_of(place[i]) == bits_of(of_float<T>(want)), "element %d of a store of %d at %d", i, n, at);
            }
        }
}
OPF_TEST(atomic_stores_at_all_places)
{
    atomic_at_all_places<float>();
    atomic_at_all_places<half>();
    atomic_at_all_places<int8_t>();
    atomic_at_all_places<int64_t>();
}
/* Rows and single elements, from three threads: nothing is lost. */
OPF_TEST(atomic_stores_compete)
{
    constexpr int N = 37, ROUNDS = 20000;
    auto *sum = static_cast<int32_t *>(opf_test_gm((N + 1) * sizeof(int32_t)));
    memset(sum, 0, (N + 1) * sizeof(int32_t));
    opf_core *core = opf_this_core;
    auto rows = [=] {
        int32_t ones[N];
        for (int &one : ones)
            one = 1;
        for (int r = 0; r < ROUNDS; r++)
            opf::atomic_run(sum + 1, ones, N * 4, 4, opf::combiner<int32_t>(OPF_ATOMIC_ADD));
    };
    auto elements = [=] {
        opf_this_core = core;
        for (int r = 0; r < ROUNDS; r++)
            for (int i = 0; i < N; i++)
                AtomicAdd(sum + 1 + i, 100000);
    };
    std::thread others[] = {std::thread(rows), std::thread(elements)};
    rows();
    for (std::thread &other : others)
        other.join();
    for (int i = 0; i < N; i++)
        CHECK((uint32_t)sum[1 + i] == 2u * ROUNDS + 100000u * ROUNDS, "element %d is %d", i, sum[1 + i]);
}

OPF_TEST(queues_hand_buffers_round)
{
    TPipe pipe;
    TQue<QuePosition::VECIN, 2> in;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> bind;
    pipe.InitBuffer(in, 2, 100);
    pipe.InitBuffer(bind, 1, 64);
    auto a = in.AllocTensor<float>();
    CHECK(a.GetSize() == 32, "100 bytes are rounded up to 128");
    auto b = in.AllocTensor<float>();
    CHECK(b.GetPhyAddr() == a.GetPhyAddr() + 128, "second buffer");
    a.SetValue(0, 1.0f);
    b.SetValue(0, 2.0f);
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "all 2 buffers of the VECIN queue", in.AllocTensor<float>());
    in.EnQue(a);
    in.EnQue(b);
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "queued already", in.EnQue(a));
    CHECK(in.GetTensorCountInQue() == 2 && in.HasTensorInQue() && !in.VacantInQue(), "counts");
    auto x = in.DeQue<float>();
    CHECK(x.GetValue(0) == 1.0f, "first in, first out");
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "still queued", in.FreeTensor(b));
    auto y = in.DeQue<float>();
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "is empty", in.DeQue<float>());
    in.FreeTensor(x);
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "free already", in.FreeTensor(x));
    auto other = bind.AllocTensor<int32_t>();
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "does not come from this VECIN queue", in.FreeTensor(other));
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "does not come from this", bind.EnQue(y));
    in.FreeTensor(y);
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "AllocTensor it first", in.EnQue(y));
}
OPF_TEST(init_buffer_beyond_ub_names_the_owners)
{
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TBuf<> buf;
    pipe.InitBuffer(in, 2, 100000);
    CHECK_FAULT(OPF_FAULT_UB_OVERFLOW, "VECCALC asks for 1 x 60000 bytes of UB, 53952 of 253952 are left; owners: VECIN 2 x 100000", pipe.InitBuffer(buf, 60000));
    TQue<QuePosition::A1, 1> l1;
    pipe.InitBuffer(l1, 1, 500000);
    pipe.Reset();
    CHECK(pipe.InitBuffer(buf, 253952), "after Reset all of UB is free");
    auto t = buf.Get<half>();
    CHECK(t.GetSize() == 126976, "size %u", t.GetSize());
    TBuf<> never;
    CHECK_FAULT(OPF_FAULT_QUEUE_STATE, "never given memory", never.Get<float>());
}
OPF_TEST(pools_share_memory)
{
    TPipe pipe;
    TBufPool<TPosition::VECCALC> one, two;
    pipe.InitBufPool(one, 1024);
    pipe.InitBufPool(two, 1024, one);
    TBuf<> a, b;
    one.InitBuffer(a, 512);
    two.InitBuffer(b, 512);
    CHECK(a.Get<float>().GetPhyAddr() == b.Get<float>().GetPhyAddr(), "shared");
    CHECK_FAULT(OPF_FAULT_UB_OVERFLOW, "512 of 1024", one.InitBuffer(b, 600));
    one.Reset();
    CHECK(one.InitBuffer(b, 1024), "reset");
    LocalMemAllocator<> alloc;
    auto x = alloc.Alloc<TPosition::VECIN, half, 20>();
    auto y = alloc.Alloc<float>(8);
    CHECK(y.GetPhyAddr() - x.GetPhyAddr() == 64 && alloc.GetCurAddr() == 96, "allocator");
}
OPF_TEST(events_and_barriers)
{
    TPipe pipe;
    int id = pipe.FetchEventID(HardEvent::MTE2_V);
    CHECK(id == 0 && pipe.FetchEventID<HardEvent::MTE2_V>() == 0, "fetching does not reserve");
    int a = pipe.AllocEventID<HardEvent::MTE2_V>(), b = pipe.AllocEventID<HardEvent::MTE2_V>();
    CHECK(a == 0 && b == 1 && pipe.FetchEventID(HardEvent::MTE2_V) == 2, "allocating does");
    pipe.ReleaseEventID<HardEvent::MTE2_V>(0);
    CHECK(pipe.FetchEventID(HardEvent::MTE2_V) == 0, "released");
    SetFlag<HardEvent::V_MTE3>(3);
    WaitFlag<HardEvent::V_MTE3>(3);
    CHECK_FAULT(OPF_FAULT_SYNC, "never set", WaitFlag<HardEvent::V_MTE3>(3));
    CHECK_FAULT(OPF_FAULT_SYNC, "not 0..7", SetFlag<HardEvent::V_MTE3>(9));
    SyncAll();
    SyncAll<false>();
    CHECK(opf_test_syncs == 2, "SyncAll");
    MutexID m = AllocMutexID();
    Mutex::Lock<PIPE_V>(m);
    Mutex::Unlock<PIPE_V>(m);
    ReleaseMutexID(m);
}
struct DemoTiling {
    uint32_t n;
    float scale;
    int64_t big;
};
OPF_TEST(tiling_and_keys)
{
    auto g = gm<uint8_t>(64);
    DemoTiling in = {7, 2.5f, 1ll << 40};
    memcpy(g.GetPhyAddr(0), &in, sizeof in);
    GM_ADDR tiling = g.GetPhyAddr(0);
    REGISTER_TILING_DEFAULT(DemoTiling);
    GET_TILING_DATA(data, tiling);
    GET_TILING_DATA_WITH_STRUCT(DemoTiling, again, tiling);
    GET_TILING_DATA_PTR_WITH_STRUCT(DemoTiling, ptr, tiling);
    GET_TILING_DATA_MEMBER(DemoTiling, big, big, tiling);
    CHECK(data.n == 7 && again.scale == 2.5f && ptr->big == 1ll << 40 && big == ptr->big, "tiling");
    opf::core().tiling_key = 1102;
    CHECK(!TILING_KEY_IS(1101) && TILING_KEY_IS(1102UL) && TILING_KEY_VAR == 1102, "keys");
    opf::core().sys_workspace = g.GetPhyAddr(0);
    CHECK(GetUserWorkspace(nullptr) == g.GetPhyAddr(0) + 16 * 1024 * 1024, "user workspace");
}
OPF_TEST(tensor_lists)
{
    auto g = gm<uint64_t>(16);
    /* two tensors, shapes 2 x 3 and 4 x 5 */
    const uint64_t words[] = {56, 2ull << 32 | 2, 2, 3, 1ull << 32 | 2, 4, 5, 0, 0};
    for (int i = 0; i < 9; i++)
        g.SetValue(i, words[i]);
    auto x = gm<float>(6), y = gm<float>(20);
    g.SetValue(7, reinterpret_cast<uint64_t>(x.GetPhyAddr()));
    g.SetValue(8, reinterpret_cast<uint64_t>(y.GetPhyAddr()));
    ListTensorDesc list(g.GetPhyAddr(0));
    uint64_t shape[8];
    TensorDesc<float> desc;
    desc.SetShapeAddr(shape);
    list.GetDesc(desc, 1);
    CHECK(list.GetSize() == 2 && list.GetDataPtr<float>(1) == y.GetPhyAddr() && desc.GetDim() == 2 && desc.GetShape(1) == 5, "list");
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "tensor 2 of 2", list.GetDataPtr<float>(2));
}
OPF_TEST(text_and_assertions)
{
    AscendC::printf("%d %.2f %.1f %s", 7, (half)1.5f, (bfloat16_t)2.5f, "x");
    CHECK(strcmp(opf_last_fault.text, "7 1.50 2.5 x") == 0, "`%s'", opf_last_fault.text);
    CHECK_FAULT(OPF_FAULT_ASSERT, "1 == 2", ascendc_assert(1 == 2, "no"));
    CHECK_FAULT(OPF_FAULT_ASSERT, "trapped", Trap());
}

OPF_TEST(slices_behind_a_buffer_reach_its_neighbour)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> first, second;
    pipe.InitBuffer(first, 512);
    pipe.InitBuffer(second, 512);
    LocalTensor<float> a = first.Get<float>(), b = second.Get<float>();
    Duplicate(a[128], 3.0f, 128);
    CHECK(b.GetValue(0) == 3.0f && b.GetValue(127) == 3.0f, "%g and %g", (double)b.GetValue(0), (double)b.GetValue(127));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "dst needs 512 bytes", Duplicate(a[64], 3.0f, 128));
    CHECK_FAULT(OPF_FAULT_OUT_OF_RANGE, "dst needs", Duplicate(a[128], 3.0f, 1 << 20));
}

/* Lazy copies from GM cannot be told from copies made at once: random programs of moves, arithmetic and
 * single accesses on overlapping ranges against plain arrays, and each rule of core/lazy.h by itself. */
#include "harness.h"
using namespace AscendC;

namespace
{
constexpr uint32_t N = 16384; /* floats of the UB range and of the GM range in play */

struct world {
    GlobalTensor<float> gm;
    LocalTensor<float> ub;
    float gm_want[N], ub_want[N];
};

world &fresh()
{
    static world w;
    opf_test_reset();
    float *p = static_cast<float *>(opf_test_gm(N * sizeof(float)));
    for (uint32_t i = 0; i < N; i++)
        p[i] = w.gm_want[i] = static_cast<float>(i);
    w.gm.SetGlobalBuffer(p, N);
    w.ub = ub<float>(0, N);
    Duplicate(w.ub, 0.5f, N);
    for (float &v : w.ub_want)
        v = 0.5f;
    return w;
}
void compare(world &w, const char *what)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < N; i++)
        bad += w.ub.GetValue(i) != w.ub_want[i];
    CHECK(bad == 0, "%s: %u elements of UB differ", what, bad);
    bad = 0;
    for (uint32_t i = 0; i < N; i++)
        bad += w.gm.GetValue(i) != w.gm_want[i];
    CHECK(bad == 0, "%s: %u elements of GM differ", what, bad);
}
void load(world &w, uint32_t to, uint32_t from, uint32_t n)
{
    DataCopy(w.ub[to], w.gm[from], n);
    memcpy(w.ub_want + to, w.gm_want + from, n * sizeof(float));
}
void store(world &w, uint32_t to, uint32_t from, uint32_t n)
{
    DataCopyPad(w.gm[to], w.ub[from], DataCopyExtParams(1, n * 4, 0, 0, 0));
    memcpy(w.gm_want + to, w.ub_want + from, n * sizeof(float));
}

/* A start and a length in whole blocks; lengths are often long enough to be noted. */
uint32_t some_length()
{
    return 8 * (1 + static_cast<uint32_t>(opf_test_random() % 192));
}
uint32_t some_start(uint32_t n)
{
    return 8 * static_cast<uint32_t>(opf_test_random() % ((4096 - n) / 8 + 1));
}
void random_step(world &w)
{
    uint32_t n = some_length(), a = some_start(n), b = some_start(n), c = some_start(n);
    uint32_t one = static_cast<uint32_t>(opf_test_random() % N);
    switch (opf_test_random() % 10) {
    case 0:
    case 1:
    case 2:
        return load(w, a, b, n);
    case 3:
        return store(w, a, b, n);
    case 4: /* ranges may meet only when they are equal */
        if (a != b && a < b + n && b < a + n)
            return;
        Adds(w.ub[a], w.ub[b], 1.0f, static_cast<int32_t>(n));
        for (uint32_t i = 0; i < n; i++)
            w.ub_want[a + i] = w.ub_want[b + i] + 1.0f;
        return;
    case 5:
        if ((a != b && a < b + n && b < a + n) || (a != c && a < c + n && c < a + n))
            return;
        Max(w.ub[a], w.ub[b], w.ub[c], static_cast<int32_t>(n));
        for (uint32_t i = 0; i < n; i++)
            w.ub_want[a + i] = w.ub_want[b + i] > w.ub_want[c + i] ? w.ub_want[b + i] : w.ub_want[c + i];
        return;
    case 6:
        Duplicate(w.ub[a], -2.0f, n);
        for (uint32_t i = 0; i < n; i++)
            w.ub_want[a + i] = -2.0f;
        return;
    case 7:
        w.ub.SetValue(one, 7.0f);
        w.ub_want[one] = 7.0f;
        return;
    case 8:
        w.gm.SetValue(one, 9.0f);
        w.gm_want[one] = 9.0f;
        return;
    default:
        CHECK(w.ub.GetValue(one) == w.ub_want[one], "element %u", one);
    }
}
} // namespace

OPF_TEST(random_programs_see_no_laziness)
{
    for (int program = 0; program < 300; program++) {
        world &w = fresh();
        opf_test_seed(static_cast<uint64_t>(program));
        for (int step = 0; step < 40; step++)
            random_step(w);
        compare(w, "random program");
    }
}
namespace
{
/* Bytes that meet, [a, a + n) with [b, b + m). */
bool meets(uint32_t a, uint32_t n, uint32_t b, uint32_t m)
{
    return a < b + m && b < a + n;
}
/* One step of n elements at starts that are often the same, so that calls wait for each other in every way.
 */
void waiting_step(world &w, uint32_t n)
{
    uint32_t places = (N - n) / (n / 2) + 1;
    auto place = [&] { return static_cast<uint32_t>(opf_test_random() % places) * (n / 2); };
    uint32_t a = place(), b = place(), c = place(), one = static_cast<uint32_t>(opf_test_random() % N);
    int32_t count = static_cast<int32_t>(n);
    bool apart_b = a == b || !meets(a, n, b, n), apart_c = a == c || !meets(a, n, c, n);
    switch (opf_test_random() % 11) {
    case 0:
    case 1:
        return load(w, a, b, n);
    case 2:
    case 3:
        return store(w, a, b, n);
    case 4:
        return store(w, a, b, n - 8);
    case 5:
        if (apart_b)
            Adds(w.ub[a], w.ub[b], 1.0f, count);
        for (uint32_t i = 0; apart_b && i < n; i++)
            w.ub_want[a + i] = w.ub_want[b + i] + 1.0f;
        return;
    case 6:
        if (apart_b && apart_c)
            Add(w.ub[a], w.ub[b], w.ub[c], count);
        for (uint32_t i = 0; apart_b && apart_c && i < n; i++)
            w.ub_want[a + i] = w.ub_want[b + i] + w.ub_want[c + i];
        return;
    case 7: { /* float -> half, into the first half of a's range */
        if (meets(a, n / 2, b, n))
            return;
        Cast(w.ub[a].ReinterpretCast<half>(), w.ub[b], RoundMode::CAST_RINT, n);
        half *to = reinterpret_cast<half *>(w.ub_want + a);
        for (uint32_t i = 0; i < n; i++) {
            half h = static_cast<half>(w.ub_want[b + i]);
            memcpy(to + i, &h, sizeof(h));
        }
        return;
    }
    case 8: {
        if (meets(a, n, b, n / 2))
            return;
        Cast(w.ub[a], w.ub[b].ReinterpretCast<half>(), RoundMode::CAST_NONE, n);
        const half *from = reinterpret_cast<const half *>(w.ub_want + b);
        for (uint32_t i = 0; i < n; i++) {
            half h;
            memcpy(&h, from + i, sizeof(h));
            w.ub_want[a + i] = static_cast<float>(h);
        }
        return;
    }
    case 9:
        w.ub.SetValue(one, 7.0f);
        w.ub_want[one] = 7.0f;
        return;
    default:
        CHECK(opf::bits<uint32_t>(w.ub.GetValue(one)) == opf::bits<uint32_t>(w.ub_want[one]), "element %u",
              one);
    }
}
bool same_bits(const LocalTensor<float> &t, const float *want)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < N; i++) {
        float v = t.GetValue(i);
        bad += opf::bits<uint32_t>(v) != opf::bits<uint32_t>(want[i]) && !(v != v && want[i] != want[i]);
    }
    return bad == 0;
}
} // namespace

OPF_TEST(random_programs_see_no_waiting)
{
    for (int program = 0; program < 600; program++) {
        world &w = fresh();
        opf_test_seed(static_cast<uint64_t>(program));
        uint32_t n = program % 3 == 0 ? 4096 : 6144;
        for (int step = 0; step < 30; step++)
            waiting_step(w, opf_test_random() % 8 ? n : n / 2);
        CHECK(same_bits(w.ub, w.ub_want), "program %d: UB differs", program);
        DataCopy(w.ub, w.gm, N);
        CHECK(same_bits(w.ub, w.gm_want), "program %d: GM differs", program);
    }
}
OPF_TEST(calls_wait_for_the_store_of_their_result)
{
    world &w = fresh();
    load(w, 0, 4096, 4096);
    Relu(w.ub[8192], w.ub[0], 4096);
    Adds(w.ub[8192], w.ub[8192], 2.0f, 4096);
    CHECK(opf::core().pending_num == 1 && opf::core().pending[0].num == 2, "%u calls wait",
          opf::core().pending[0].num);
    for (uint32_t i = 0; i < 4096; i++)
        w.ub_want[8192 + i] = w.gm_want[4096 + i] + 2.0f;
    store(w, 0, 8192, 4096);
    CHECK(opf::core().pending_num == 1 && opf::core().pending[0].stored, "the result was made");
    compare(w, "result and store");
    Muls(w.ub[8192], w.ub[0], 3.0f, 4096);
    Muls(w.ub[12288], w.ub[0], 3.0f, 512); /* another count, and short */
    CHECK(opf::core().pending_num == 1 && opf::core().pending[0].num == 1, "the short one waits");
    Muls(w.ub[4096], w.ub[8192 + 8], 3.0f, 4088); /* other elements of the same range */
    CHECK(opf::core().pending_num <= 1, "%u groups wait", opf::core().pending_num);
    w.gm.SetValue(0, 1.0f);
    CHECK(opf::core().pending_num == 0, "%u groups wait behind a flag", opf::core().pending_num);
}
OPF_TEST(a_large_copy_is_noted_and_read_in_place)
{
    world &w = fresh();
    load(w, 0, 1024, 1024);
    CHECK(opf::core().lazy_num == 1, "the copy was made");
    Relu(w.ub[2048], w.ub[0], 1024);
    CHECK(opf::core().lazy_num == 1, "reading a noted range made the copy");
    memcpy(w.ub_want + 2048, w.gm_want + 1024, 4096);
    compare(w, "relu");
}
OPF_TEST(a_store_to_the_source_keeps_what_was_copied)
{
    world &w = fresh();
    load(w, 0, 1024, 1024);
    store(w, 512, 2048, 1024); /* overlaps the source */
    compare(w, "copy out over the source");
    load(w, 0, 1024, 1024);
    w.gm.SetValue(1030, -5.0f);
    w.gm_want[1030] = -5.0f;
    compare(w, "one element of the source");
    load(w, 0, 1024, 1024);
    store(w, 1536, 0, 1024); /* GM to GM through UB, onto itself */
    compare(w, "copy of a noted range onto its own source");
}
OPF_TEST(synchronisation_makes_the_copy)
{
    world &w = fresh();
    float *raw = const_cast<float *>(w.gm.GetPhyAddr());
    load(w, 0, 0, 1024);
    SyncAll();
    raw[3] = 42; /* another core, behind the barrier */
    w.gm_want[3] = 42;
    compare(w, "SyncAll");
    load(w, 0, 0, 1024);
    w.gm.SetValue(4000, 1.0f); /* a flag that says: I have read */
    w.gm_want[4000] = 1.0f;
    raw[3] = 43;
    w.gm_want[3] = 43;
    compare(w, "flag");
    load(w, 0, 0, 1024);
    DataCopyPad(w.gm[3000], w.ub[2000], DataCopyExtParams(1, 32, 0, 0, 0)); /* a flag by copy */
    memcpy(w.gm_want + 3000, w.ub_want + 2000, 32);
    raw[3] = 44;
    w.gm_want[3] = 44;
    compare(w, "flag by copy");
}
OPF_TEST(a_pointer_into_local_memory_ends_laziness)
{
    world &w = fresh();
    load(w, 0, 0, 1024);
    const float *p = reinterpret_cast<const float *>(w.ub.GetPhyAddr());
    CHECK(p[1000] == 1000, "noted before the pointer: %g", p[1000]);
    load(w, 0, 2048, 1024);
    CHECK(p[1000] == 3048, "copied behind the pointer: %g", p[1000]);
}
OPF_TEST(a_freed_buffer_forgets_its_copy)
{
    world &w = fresh();
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 4096);
    for (int i = 0; i < 3; i++) {
        LocalTensor<float> t = in.AllocTensor<float>();
        DataCopy(t, w.gm[i * 1024], 1024);
        in.EnQue(t);
        t = in.DeQue<float>();
        CHECK(opf::core().lazy_num == 1 && t.GetValue(5) == i * 1024 + 5, "round %d", i);
        in.FreeTensor(t);
        CHECK(opf::core().lazy_num == 0, "round %d leaves a note", i);
    }
}
OPF_TEST(more_copies_than_notes)
{
    world &w = fresh();
    for (uint32_t i = 0; i < 6; i++)
        load(w, i * 512, (6 - i) * 512, 512);
    compare(w, "six copies");
}

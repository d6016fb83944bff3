/* Calls and copies that wait cannot be told from those made at once: random programs of moves, arithmetic, casts
 * and single accesses on overlapping ranges against plain arrays, and rules of core/lazy.h by themselves. */
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
/* ---- chains of casts and operations ---- */

namespace
{
template <class T> T as(const float *at, uint32_t i)
{
    T v;
    memcpy(&v, reinterpret_cast<const char *>(at) + i * sizeof(T), sizeof(T));
    return v;
}
template <class T> void widen_step(world &w, uint32_t a, uint32_t b, uint32_t n)
{
    if (meets(a, n, b, n / 2))
        return;
    Cast(w.ub[a], w.ub[b].ReinterpretCast<T>(), RoundMode::CAST_NONE, n);
    for (uint32_t i = 0; i < n; i++)
        w.ub_want[a + i] = opf::widen(as<T>(w.ub_want + b, i));
}
template <class T> void narrow_step(world &w, uint32_t a, uint32_t b, uint32_t n)
{
    const bool up = opf_test_random() % 8 == 0;
    if (a != b && meets(a, n / 2, b, n))
        return;
    Cast(w.ub[a].ReinterpretCast<T>(), w.ub[b], up ? RoundMode::CAST_CEIL : RoundMode::CAST_RINT, n);
    for (uint32_t i = 0; i < n; i++) {
        const float f = w.ub_want[b + i];
        T v = up ? opf::convert<T, RoundMode::CAST_CEIL>(f) : opf::convert<T, RoundMode::CAST_RINT>(f);
        memcpy(reinterpret_cast<char *>(w.ub_want + a) + i * sizeof(T), &v, sizeof(T));
    }
}
void operation_step(world &w, uint32_t a, uint32_t b, uint32_t c, uint32_t n)
{
    const int32_t count = static_cast<int32_t>(n);
    float *d = w.ub_want + a, *x = w.ub_want + b, *y = w.ub_want + c;
    if ((a != b && meets(a, n, b, n)) || (a != c && meets(a, n, c, n)))
        return;
    switch (opf_test_random() % 6) {
    case 0:
        Sub(w.ub[a], w.ub[b], w.ub[c], count);
        for (uint32_t i = 0; i < n; i++)
            d[i] = x[i] - y[i];
        return;
    case 1:
        Mul(w.ub[a], w.ub[b], w.ub[c], count);
        for (uint32_t i = 0; i < n; i++)
            d[i] = x[i] * y[i];
        return;
    case 2:
        Max(w.ub[a], w.ub[b], w.ub[c], count);
        for (uint32_t i = 0; i < n; i++)
            d[i] = opf::el::Max::f<float, false>(x[i], y[i]);
        return;
    case 3:
        Muls(w.ub[a], w.ub[b], 0.5f, count);
        for (uint32_t i = 0; i < n; i++)
            d[i] = x[i] * 0.5f;
        return;
    case 4:
        Exp(w.ub[a], w.ub[b], count); /* which takes no casts in */
        for (uint32_t i = 0; i < n; i++)
            d[i] = opf::el::Exp<false>::f<float, false>(x[i]);
        return;
    default:
        Relu(w.ub[a], w.ub[b], count);
        for (uint32_t i = 0; i < n; i++)
            d[i] = x[i] > 0 || x[i] != x[i] ? x[i] : 0;
    }
}
/* What comes between the calls of a chain now and then. */
void disturb(world &w, uint32_t n)
{
    const uint32_t one = static_cast<uint32_t>(opf_test_random() % N);
    const uint32_t a = static_cast<uint32_t>(opf_test_random() % (N / 512)) * 512, m = N - a < n ? N - a : n;
    switch (opf_test_random() % 32) {
    case 0:
        w.ub.SetValue(one, 3.0f);
        w.ub_want[one] = 3.0f;
        return;
    case 1:
        w.gm.SetValue(one, 5.0f);
        w.gm_want[one] = 5.0f;
        return;
    case 2:
        CHECK(opf::bits<uint32_t>(w.ub.GetValue(one)) == opf::bits<uint32_t>(w.ub_want[one]) ||
                  w.ub_want[one] != w.ub_want[one],
              "element %u", one);
        return;
    case 3:
        return load(w, a, one % (N - m + 1) & ~7u, m);
    case 4:
        return store(w, a, one % (N - m + 1) & ~7u, m);
    case 5:
        opf::lazy_free(w.ub[a].address_.bufferAddr, m * 4); /* nobody reads it any more */
        Duplicate(w.ub[a], 1.5f, static_cast<int32_t>(m));
        for (uint32_t i = 0; i < m; i++)
            w.ub_want[a + i] = 1.5f;
        return;
    default:
        return;
    }
}
/* Two tensors of T from GM, to float, some operations, back to T and to GM; the places are a few, so that they
 * are often the same and chains overlap the ones before. */
template <class T> void chain(world &w, uint32_t n)
{
    auto place = [&] { return static_cast<uint32_t>(opf_test_random() % (N / n)) * n; };
    auto gm = [&] { return static_cast<uint32_t>(opf_test_random() % (2 * N / n)) * n / 2; };
    const uint32_t x = place(), y = place(), f = place(), g = place(), r = place(), out = place(), to = gm();
    load(w, x, gm(), n / 2);
    disturb(w, n);
    widen_step<T>(w, f, x, n);
    if (opf_test_random() % 2)
        load(w, y, gm(), n / 2);
    disturb(w, n);
    widen_step<T>(w, g, y, n);
    disturb(w, n);
    operation_step(w, r, f, opf_test_random() % 4 ? g : f, n);
    disturb(w, n);
    if (opf_test_random() % 3 == 0)
        operation_step(w, opf_test_random() % 2 ? r : f, r, g, n);
    narrow_step<T>(w, out, r, n);
    disturb(w, n);
    if (opf_test_random() % 4 == 0)
        widen_step<T>(w, g, out, n);
    if (opf_test_random() % 8 == 0)
        operation_step(w, f, g, r, n);
    store(w, to, out, opf_test_random() % 4 ? n / 2 : n / 2 - 8);
    disturb(w, n);
}
bool same_words(const LocalTensor<float> &t, const float *want)
{
    uint32_t bad = 0;
    const LocalTensor<uint16_t> u = t.ReinterpretCast<uint16_t>();
    for (uint32_t i = 0; i < 2 * N; i++)
        bad += u.GetValue(i) != as<uint16_t>(want, i);
    return bad == 0;
}
} // namespace

OPF_TEST(random_chains_of_casts_see_no_joining)
{
    static const uint32_t counts[] = {1024, 2048, 4096, 2048, 512};
    for (int program = 0; program < 1500; program++) {
        world &w = fresh();
        opf_test_seed(static_cast<uint64_t>(program));
        opf::core().flags = program % 4 == 0 ? OPF_CORE_STREAM_STORES : 0;
        for (int step = 0; step < 6; step++) {
            const uint32_t n = counts[(program + (step == 4)) % 5];
            if (program % 2)
                chain<half>(w, n);
            else
                chain<bfloat16_t>(w, n);
        }
        CHECK(same_words(w.ub, w.ub_want), "program %d: UB differs", program);
        DataCopy(w.ub, w.gm, N);
        CHECK(same_words(w.ub, w.gm_want), "program %d: GM differs", program);
    }
    opf::core().flags = 0;
}
OPF_TEST(a_chain_is_one_pass)
{
    world &w = fresh();
    for (int bf16 = 0; bf16 < 2; bf16++) {
        auto whole = [&](auto t) {
            using T = decltype(t);
            load(w, 0, 2048, 1024);
            widen_step<T>(w, 4096, 0, 2048);
            Adds(w.ub[6144], w.ub[4096], 1.0f, 2048);
            Cast(w.ub[8192].ReinterpretCast<T>(), w.ub[6144], RoundMode::CAST_RINT, 2048);
        };
        bf16 ? whole(bfloat16_t()) : whole(half());
        const opf_core &c = opf::core();
        CHECK(c.pending_num == 0 && c.lazy_num == 4, "%u calls are lazy, %u groups wait", c.lazy_num, c.pending_num);
        const opf_abi_pending_call &last = c.lazy[c.lazy_num - 1];
        CHECK(last.a == reinterpret_cast<const uint8_t *>(w.gm.GetPhyAddr() + 2048) && last.a_size == 2 &&
                  last.dst_size == 2,
              "the last cast reads elements of %u bytes", last.a_size);
        opf::settle();
    }
}
OPF_TEST(casts_of_two_kinds_are_not_one_operation)
{
    world &w = fresh();
    load(w, 0, 2048, 1024);
    widen_step<half>(w, 4096, 0, 2048);
    Muls(w.ub[12288], w.ub[4096], 2.0f, 2048);
    Cast(w.ub[14336].ReinterpretCast<bfloat16_t>(), w.ub[12288], RoundMode::CAST_RINT, 2048); /* half to bfloat16 */
    widen_step<bfloat16_t>(w, 6144, 0, 2048);
    Add(w.ub[8192], w.ub[4096], w.ub[6144], 2048);
    for (uint32_t i = 0; i < 2048; i++)
        w.ub_want[8192 + i] = w.ub_want[4096 + i] + w.ub_want[6144 + i];
    Cast(w.ub[10240].ReinterpretCast<bfloat16_t>(), w.ub[8192], RoundMode::CAST_RINT, 2048);
    for (uint32_t i = 0; i < 2048; i++) {
        uint16_t *to = reinterpret_cast<uint16_t *>(w.ub_want + 10240);
        const float twice = w.ub_want[12288 + i] = w.ub_want[4096 + i] * 2.0f;
        to[i] = opf::bf16_bits_rn(w.ub_want[8192 + i]);
        to[2 * 4096 + i] = opf::bf16_bits_rn(twice);
    }
    CHECK(same_words(w.ub, w.ub_want), "UB differs");
}
OPF_TEST(parts_of_results_are_operands)
{
    world &w = fresh();
    for (int which = 0; which < 3; which++) {
        load(w, 0, 2048, 1024);
        load(w, 1024, 4096, 512);
        widen_step<half>(w, 4096, 0, 2048);
        widen_step<half>(w, 2048, 1024, 1024);
        const uint32_t a = which == 0 ? 2048 : 4096 + 1024, b = which == 1 ? 2048 : 4096 + 1024;
        Add(w.ub[8192], w.ub[a], w.ub[b], 1024);
        for (uint32_t i = 0; i < 1024; i++)
            w.ub_want[8192 + i] = w.ub_want[a + i] + w.ub_want[b + i];
        Muls(w.ub[10240], w.ub[4096], 0.5f, 2048);
        for (uint32_t i = 0; i < 2048; i++)
            w.ub_want[10240 + i] = w.ub_want[4096 + i] * 0.5f;
        Cast(w.ub[12288].ReinterpretCast<half>(), w.ub[10240 + 1024], RoundMode::CAST_RINT, 1024);
        for (uint32_t i = 0; i < 1024; i++) {
            const half v = opf::float_to_half<RoundMode::CAST_RINT>(w.ub_want[10240 + 1024 + i]);
            memcpy(reinterpret_cast<char *>(w.ub_want + 12288) + i * 2, &v, 2);
        }
        CHECK(same_words(w.ub, w.ub_want), "UB differs, %d", which);
    }
}
OPF_TEST(an_atomic_store_adds_the_result_of_a_chain)
{
    for (int operations = 1; operations <= 2; operations++) {
        world &w = fresh();
        half *raw = reinterpret_cast<half *>(const_cast<float *>(w.gm.GetPhyAddr()));
        raw[4096 + 9] = static_cast<half>(1.0f);
        raw[9] = static_cast<half>(4.0f);
        load(w, 0, 2048, 1024);
        widen_step<half>(w, 4096, 0, 2048);
        Muls(w.ub[6144], w.ub[4096], 1.0f, 2048);
        if (operations == 2)
            Adds(w.ub[6144], w.ub[6144], 0.0f, 2048);
        Cast(w.ub[8192].ReinterpretCast<half>(), w.ub[6144], RoundMode::CAST_RINT, 2048);
        SetAtomicAdd<half>();
        DataCopy(w.gm, w.ub[8192], 1024);
        SetAtomicNone();
        CHECK(raw[9] == static_cast<half>(5.0f), "4 + 1 is %g", static_cast<double>(raw[9]));
    }
}
namespace
{
/* The same calls, made at once or not, on an odd count of any bits. */
template <class T> void odd_chain(world &w, bool at_once, uint32_t to)
{
    constexpr uint32_t n = 1027;
    auto next = [&] {
        if (at_once)
            opf::settle();
    };
    DataCopy(w.ub, w.gm[2048], 520);
    next();
    DataCopy(w.ub[1024], w.gm[3000], 520);
    next();
    Cast(w.ub[2048], w.ub.ReinterpretCast<T>(), RoundMode::CAST_NONE, n);
    next();
    Cast(w.ub[4096], w.ub[1024].ReinterpretCast<T>(), RoundMode::CAST_NONE, n);
    next();
    Relu(w.ub[6144], w.ub[2048], n);
    next();
    Cast(w.ub[8192].ReinterpretCast<T>(), w.ub[6144], RoundMode::CAST_RINT, n);
    next();
    Add(w.ub[10240], w.ub[2048], w.ub[4096], n);
    next();
    Cast(w.ub[12288].ReinterpretCast<T>(), w.ub[10240], RoundMode::CAST_RINT, n);
    next();
    DataCopyPad(w.gm[to].template ReinterpretCast<T>(), w.ub[8192].ReinterpretCast<T>(),
                DataCopyExtParams(1, n * 2, 0, 0, 0));
    DataCopyPad(w.gm[to + 1024].template ReinterpretCast<T>(), w.ub[12288].ReinterpretCast<T>(),
                DataCopyExtParams(1, n * 2, 0, 0, 0));
}
} // namespace
OPF_TEST(joined_calls_give_the_bits_of_single_ones)
{
    for (uint32_t round = 0; round < 64; round++) {
        world &w = fresh();
        opf_test_seed(round);
        uint32_t *raw = reinterpret_cast<uint32_t *>(const_cast<float *>(w.gm.GetPhyAddr()));
        for (uint32_t i = 0; i < N; i++)
            raw[i] = static_cast<uint32_t>(opf_test_random());
        raw[2048] = 0x7f817c01u; /* NaN that signal */
        for (uint32_t i = 3000; i < 3520; i++) /* which of two NaN a sum keeps is the compiler's choice */
            raw[i] &= 0xbf7fbf7fu;
        auto both = [&](auto t) {
            using T = decltype(t);
            odd_chain<T>(w, true, 8192);
            opf::settle();
            odd_chain<T>(w, false, 12288);
        };
        round % 2 ? both(half()) : both(bfloat16_t());
        opf::settle();
        CHECK(memcmp(raw + 8192, raw + 12288, 1027 * 2) == 0, "round %u: bits of Relu differ", round);
        CHECK(memcmp(raw + 9216, raw + 13312, 1027 * 2) == 0, "round %u: bits of Add differ", round);
    }
}
OPF_TEST(more_calls_than_notes)
{
    world &w = fresh();
    load(w, 0, 1024, 1024);
    for (uint32_t i = 2; i < 8; i++)
        load(w, i * 512, i * 1024, 512);
    for (uint32_t i = 4; i < 16; i++) {
        Adds(w.ub[i * 1024], w.ub[0], static_cast<float>(i), 1024);
        for (uint32_t k = 0; k < 1024; k++)
            w.ub_want[i * 1024 + k] = w.ub_want[k] + static_cast<float>(i);
        CHECK(opf::core().lazy_num <= OPF_LAZY_CALLS, "%u notes", opf::core().lazy_num);
    }
    compare(w, "twelve calls");
}
OPF_TEST(a_cast_that_saturates_stays_by_itself)
{
    world &w = fresh();
    float *raw = const_cast<float *>(w.gm.GetPhyAddr());
    for (uint32_t i = 0; i < 1024; i++)
        raw[i] = w.gm_want[i] = opf::bits<float>(0x7bff7bffu); /* 65504 in half */
    load(w, 0, 0, 1024);
    widen_step<half>(w, 4096, 0, 2048);
    Adds(w.ub[6144], w.ub[4096], 65504.0f, 2048);
    const uint64_t ctrl = opf::core().ctrl;
    opf::core().ctrl = 1ull << 60;
    const bool saturates = opf::saturate_float();
    Cast(w.ub[8192].ReinterpretCast<half>(), w.ub[6144], RoundMode::CAST_RINT, 2048);
    opf::core().ctrl = ctrl;
    uint16_t got = w.ub[8192].ReinterpretCast<uint16_t>().GetValue(7);
    CHECK(saturates && got == 0x7bff, "131008 becomes %#x", got);
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
    CHECK(opf::core().lazy_num == 2, "reading a noted range made the copy");
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
OPF_TEST(stores_to_gm_that_no_call_makes)
{
    world &w = fresh();
    load(w, 0, 0, 2048);
    w.gm(5) = w.gm_want[5] = -1.0f;
    load(w, 2048, 2048, 2048);
    SetFlag<HardEvent::MTE2_S>(0);
    WaitFlag<HardEvent::MTE2_S>(0);
    *w.gm.GetPhyAddr(2053) = w.gm_want[2053] = -1.0f;
    load(w, 4096, 4096, 2048);
    TQueSync<PIPE_V, PIPE_S> sync;
    sync.SetFlag(0);
    sync.WaitFlag(0);
    *w.gm.GetPhyAddr(4101) = w.gm_want[4101] = -1.0f;
    load(w, 6144, 6144, 2048);
    __builtin_cce_dcci(nullptr, 1, 0);
    *w.gm.GetPhyAddr(6149) = w.gm_want[6149] = -1.0f;
    compare(w, "stores by an address");
}

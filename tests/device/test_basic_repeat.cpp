/* Reductions and arithmetic through every repeat form; the calls with a scalar, with dst's old value and the shifts. */
#include "forms.h"
using namespace AscendC;

enum { A = 0, B = 65536, D = 131072, SPAN = 65536 };

/* ---- reductions ------------------------------------------------------------------------------------------------ */

/* a tree over neighbours of w values */
template <class T, class F> static T tree(std::vector<T> v, uint32_t w, F f)
{
    for (; w > 1; w /= 2)
        for (uint32_t i = 0; i < w / 2; i++)
            v[i] = f(v[2 * i], v[2 * i + 1]);
    return v[0];
}
template <class T> static T sum_of(T a, T b)
{
    if constexpr (std::is_integral<T>::value)
        return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
        return rounded<T>(reference::exact(a) + reference::exact(b));
}
template <class T> static T worst(bool max)
{
    if constexpr (std::is_integral<T>::value)
        return max ? opf::limits<T>::min : opf::limits<T>::max;
    else
        return rounded<T>(max ? -INFINITY : INFINITY);
}
/* the better of two: NaN wins, +0 is above -0 */
template <class T> static bool better(bool max, T a, T b)
{
    long double x = reference::exact(a), y = reference::exact(b);
    if (x != x || y != y)
        return x != x;
    return max ? x > y || (x == y && signbit(x) < signbit(y)) : x < y || (x == y && signbit(x) > signbit(y));
}
/* value and the first index with that value (zeros of both signs are one value) */
template <class T> static std::pair<T, uint32_t> best_of(bool max, const std::vector<T> &v)
{
    T best = v[0];
    for (T x : v)
        best = better(max, x, best) && !(reference::exact(best) != reference::exact(best)) ? x : best;
    for (uint32_t i = 0; i < v.size(); i++) {
        long double x = reference::exact(v[i]), y = reference::exact(best);
        if (x == y || (x != x && y != y))
            return {best, i};
    }
    return {best, 0};
}
/* the lanes of a repeat; those that are off hold `none` */
template <class T, uint32_t E> static std::vector<T> lanes_of_repeat(const form &f, LocalTensor<T> a, uint32_t r, T none)
{
    std::vector<T> v(E, none);
    for (uint32_t i = 0; i < E; i++)
        if (lane_is_on(f, i))
            v[i] = a.ptr()[element_at<T>(f, 1, r, i)];
    return v;
}
template <class T> static void extremes_by_repeats(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T);
    using U = opf::unsigned_of<T>;
    auto a = ub<T>(A, SPAN / sizeof(T)), d = ub<T>(D, 8192 / sizeof(T));
    const ReduceOrder orders[] = {ReduceOrder::ORDER_VALUE_INDEX, ReduceOrder::ORDER_INDEX_VALUE, ReduceOrder::ORDER_ONLY_VALUE, ReduceOrder::ORDER_ONLY_INDEX};
    int k = 0;
    for (form f : repeat_forms<E>())
        for (ReduceOrder o : orders)
            for (int max = 0; max < 2; max++) {
                fill_telling(a, SPAN / sizeof(T));
                int rep = 1 + k++ % 3, n = f.repeat, blk = f.blk[1], src = f.rep[1];
                auto go = [&](auto mask) {
                    if (max && k % 2)
                        WholeReduceMax<T>(d, a, mask, n, rep, blk, src, o);
                    else if (max)
                        ReduceRepeat<ReduceType::MAX>(d, a, mask, n, rep, blk, src, o);
                    else if (k % 2)
                        WholeReduceMin<T>(d, a, mask, n, rep, blk, src, o);
                    else
                        ReduceRepeat<ReduceType::MIN>(d, a, mask, n, rep, blk, src, o);
                };
                if (f.bits)
                    go(static_cast<const uint64_t *>(f.mask));
                else
                    go(static_cast<int32_t>(f.mask[0]));
                for (uint32_t r = 0; r < f.repeat; r++) {
                    auto [best, index] = best_of<T>(max, lanes_of_repeat<T, E>(f, a, r, worst<T>(max)));
                    const uint8_t *at = reinterpret_cast<const uint8_t *>(d.ptr());
                    T value = best;
                    uint64_t where = index;
                    if (o == ReduceOrder::ORDER_ONLY_INDEX) {
                        uint32_t w;
                        memcpy(&w, at + r * static_cast<uint32_t>(rep) * 4, 4), where = w;
                    } else if (o == ReduceOrder::ORDER_ONLY_VALUE)
                        memcpy(&value, at + r * static_cast<uint32_t>(rep) * sizeof(T), sizeof(T));
                    else {
                        U pair[2];
                        memcpy(pair, at + r * static_cast<uint32_t>(rep) * 2 * sizeof(T), sizeof pair);
                        where = pair[o == ReduceOrder::ORDER_VALUE_INDEX];
                        value = opf::bits<T>(pair[o != ReduceOrder::ORDER_VALUE_INDEX]);
                    }
                    CHECK(reference::agree(value, best) && where == index, "%s %s, form %d, order %d, repeat %u: %Lg at %u, expected %Lg at %u", name,
                          max ? "maximum" : "minimum", k, static_cast<int>(o), r, reference::exact(value), static_cast<unsigned>(where), reference::exact(best), index);
                }
            }
}
template <class T, class S> static void sums_by_repeats(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(S);
    auto a = ub<S>(A, SPAN / sizeof(S));
    auto d = ub<T>(D, 4096);
    for (form f : repeat_forms<E>()) {
        fill_telling(a, SPAN / sizeof(S));
        int n = f.repeat, blk = f.blk[1], src = f.rep[1];
        auto go = [&](auto mask) {
            if constexpr (std::is_same<T, S>::value)
                WholeReduceSum<T>(d, a, mask, n, 2, blk, src);
            else
                ReduceRepeat<ReduceType::SUM, T, S>(d, a, mask, n, 2, blk, src);
        };
        if (f.bits)
            go(static_cast<const uint64_t *>(f.mask));
        else
            go(static_cast<int32_t>(f.mask[0]));
        for (uint32_t r = 0; r < f.repeat; r++) {
            std::vector<T> v;
            for (S x : lanes_of_repeat<S, E>(f, a, r, S(0)))
                v.push_back(static_cast<T>(x));
            T want = tree(v, E, [](T p, T q) { return sum_of(p, q); });
            CHECK(reference::agree(d.ptr()[2 * r], want), "sum of %s, repeat %u: %Lg, expected %Lg", name, r, reference::exact(d.ptr()[2 * r]), reference::exact(want));
        }
    }
}
/* one result a block and one a pair */
template <class T> static void blocks_and_pairs(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T), B8 = 32 / sizeof(T);
    auto a = ub<T>(A, SPAN / sizeof(T)), d = ub<T>(D, SPAN / sizeof(T));
    for (form f : repeat_forms<E>()) {
        fill_telling(a, SPAN / sizeof(T));
        int n = f.repeat, blk = f.blk[1], src = f.rep[1];
        for (int kind = 0; kind < 4; kind++) { /* sum, max, min, pairs */
            auto go = [&](auto mask) {
                switch (kind) {
                case 0:
                    return BlockReduceSum<T>(d, a, n, mask, 1, blk, src);
                case 1:
                    return BlockReduceMax<T>(d, a, n, mask, 1, blk, src);
                case 2:
                    return BlockReduceMin<T>(d, a, n, mask, 1, blk, src);
                default:
                    return PairReduceSum<T>(d, a, n, mask, 1, blk, src);
                }
            };
            if (f.bits)
                go(static_cast<const uint64_t *>(f.mask));
            else
                go(static_cast<int32_t>(f.mask[0]));
            for (uint32_t r = 0; r < f.repeat; r++) {
                std::vector<T> v = lanes_of_repeat<T, E>(f, a, r, kind == 1 || kind == 2 ? worst<T>(kind == 1) : T(0));
                uint32_t width = kind == 3 ? 2 : B8, count = E / width;
                for (uint32_t i = 0; i < count; i++) {
                    std::vector<T> part(v.begin() + i * width, v.begin() + (i + 1) * width);
                    T want = kind == 1 || kind == 2 ? best_of<T>(kind == 1, part).first : tree(part, width, [](T p, T q) { return sum_of(p, q); });
                    T got = d.ptr()[r * count + i];
                    CHECK(reference::agree(got, want), "%s kind %d repeat %u result %u: %Lg, expected %Lg", name, kind, r, i, reference::exact(got), reference::exact(want));
                }
            }
        }
    }
}
/* ReduceMax, ReduceMin and ReduceSum of everything, by count and by repeats */
template <class T, bool Repeats> static void reduce_everything(const char *name)
{
    constexpr uint32_t E = 256 / sizeof(T);
    using U = opf::unsigned_of<T>;
    auto a = ub<T>(A, SPAN / sizeof(T)), d = ub<T>(D, 64), w = ub<T>(B, SPAN / sizeof(T));
    auto extremes = [&](const std::vector<T> &v, const char *how, int max) {
        auto [best, index] = best_of<T>(max, v);
        U at = opf::bits<U>(d.ptr()[1]);
        CHECK(reference::agree(d.ptr()[0], best) && at == static_cast<U>(index), "%s %s of %zu %s: %Lg at %llu, expected %Lg at %u", max ? "max" : "min", name, v.size(), how,
              reference::exact(d.ptr()[0]), static_cast<unsigned long long>(at), reference::exact(best), index);
    };
    for (uint32_t n : {1u, 2u, 31u, 64u, 65u, 500u, 4000u}) {
        fill_telling(a, n);
        if (n % 2) /* now and then without NaN, so that numbers decide */
            for (uint32_t i = 0; i < n; i++)
                if (reference::exact(a.ptr()[i]) != reference::exact(a.ptr()[i]))
                    a.ptr()[i] = T(1);
        std::vector<T> v(a.ptr(), a.ptr() + n);
        ReduceMax(d, a, w, static_cast<int32_t>(n), true);
        extremes(v, "by count", 1);
        ReduceMin(d, a, w, static_cast<int32_t>(n), true);
        extremes(v, "by count", 0);
    }
    if constexpr (Repeats)
        for (form f : repeat_forms<E>()) {
            if (f.blk[1] != 1)
                continue;
            fill_telling(a, SPAN / sizeof(T));
            int n = f.repeat, rep = f.rep[1];
            std::vector<T> hi, lo, sums;
            for (uint32_t r = 0; r < f.repeat; r++) {
                for (T x : lanes_of_repeat<T, E>(f, a, r, worst<T>(true)))
                    hi.push_back(x);
                for (T x : lanes_of_repeat<T, E>(f, a, r, worst<T>(false)))
                    lo.push_back(x);
                sums.push_back(tree(lanes_of_repeat<T, E>(f, a, r, T(0)), E, [](T p, T q) { return sum_of(p, q); }));
            }
            auto go = [&](auto mask) {
                ReduceMax<T>(d, a, w, mask, n, rep, true);
                extremes(hi, "by repeats", 1);
                ReduceMin<T>(d, a, w, mask, n, rep, true);
                extremes(lo, "by repeats", 0);
                if constexpr (sizeof(T) == 4 || std::is_same<T, half>::value) {
                    ReduceSum<T>(d, a, w, mask, n, rep);
                    while (sums.size() & (sums.size() - 1))
                        sums.push_back(T(0));
                    T want = tree(sums, static_cast<uint32_t>(sums.size()), [](T p, T q) { return sum_of(p, q); });
                    CHECK(reference::agree(d.ptr()[0], want), "sum of %s by repeats: %Lg, expected %Lg", name, reference::exact(d.ptr()[0]), reference::exact(want));
                }
            };
            if (f.bits)
                go(static_cast<const uint64_t *>(f.mask));
            else
                go(static_cast<int32_t>(f.mask[0]));
        }
}
OPF_TEST(reductions_by_repeats)
{
    extremes_by_repeats<half>("half");
    extremes_by_repeats<float>("float");
    extremes_by_repeats<int16_t>("int16");
    extremes_by_repeats<uint32_t>("uint32");
    sums_by_repeats<half, half>("half");
    sums_by_repeats<float, float>("float");
    sums_by_repeats<int32_t, int32_t>("int32");
    sums_by_repeats<int32_t, int16_t>("int16");
    sums_by_repeats<uint32_t, uint16_t>("uint16");
    blocks_and_pairs<half>("half");
    blocks_and_pairs<float>("float");
}
OPF_TEST(reductions_of_everything)
{
    reduce_everything<half, true>("half");
    reduce_everything<float, true>("float");
    reduce_everything<int16_t, true>("int16");
    reduce_everything<uint16_t, true>("uint16");
    reduce_everything<int32_t, true>("int32");
    reduce_everything<uint32_t, true>("uint32");
    reduce_everything<int64_t, false>("int64");
    reduce_everything<uint64_t, false>("uint64");
    auto a = ub<int64_t>(A, 512), d = ub<int64_t>(D, 8);
    int64_t sum = 0;
    for (int i = 0; i < 500; i++)
        a.ptr()[i] = static_cast<int64_t>(opf_test_random()) >> 12, sum += a.ptr()[i];
    ReduceSum(d, a, a, 500);
    CHECK(d.ptr()[0] == sum, "int64");
    float value, index;
    auto f = ub<float>(A, 64), g = ub<float>(D, 64);
    for (int i = 0; i < 64; i++)
        f.ptr()[i] = static_cast<float>(i == 40 ? 99 : i);
    WholeReduceMax<float>(g, f, 64, 1, 1, 1, 8);
    GetReduceRepeatMaxMinSpr(value, index);
    CHECK(value == 99 && opf::bits<uint32_t>(index) == 40, "the registers of the last maximum");
    WholeReduceSum<float>(g, f, 64, 1, 1, 1, 8);
    CHECK(GetReduceRepeatSumSpr<float>() == g.ptr()[0], "the register of the last sum");
}

/* ---- arithmetic --------------------------------------------------------------------------------------------------- */

/* call(dst, src0, src1, mask, repeat, params) through the forms; ref(x, y, dst's old value) */
template <class T, class U, class Call, class Ref> static void binary_forms(const char *name, Call call, Ref ref)
{
    constexpr uint32_t E = 256 / (sizeof(T) > sizeof(U) ? sizeof(T) : sizeof(U)), N = SPAN / sizeof(T);
    auto a = ub<U>(A, SPAN / sizeof(U)), b = ub<U>(B, SPAN / sizeof(U));
    auto d = ub<T>(D, N);
    std::vector<T> want(N);
    int k = 0;
    for (form f : repeat_forms<E>()) {
        fill_telling(a, SPAN / sizeof(U));
        fill_telling(b, SPAN / sizeof(U));
        fill_telling(d, N);
        memcpy(want.data(), d.ptr(), N * sizeof(T));
        BinaryRepeatParams p(static_cast<uint8_t>(f.blk[0]), static_cast<uint8_t>(f.blk[1]), static_cast<uint8_t>(f.blk[2]),
                             static_cast<uint8_t>(f.rep[0]), static_cast<uint8_t>(f.rep[1]), static_cast<uint8_t>(f.rep[2]));
        if (f.bits)
            call(d, a, b, static_cast<uint64_t *>(f.mask), f.repeat, p);
        else
            call(d, a, b, f.mask[0], f.repeat, p);
        for (uint32_t r = 0; r < f.repeat; r++)
            for (uint32_t i = 0; i < E; i++)
                if (lane_is_on(f, i)) {
                    T &old = want[element_at<T>(f, 0, r, i)];
                    old = ref(a.ptr()[element_at<U>(f, 1, r, i)], b.ptr()[element_at<U>(f, 2, r, i)], old);
                }
        for (uint32_t i = 0; i < N; i++)
            CHECK(alike(d.ptr()[i], want[i]), "%s form %d element %u: %Lg, expected %Lg", name, k, i, reference::exact(d.ptr()[i]), reference::exact(want[i]));
        k++;
    }
}
template <class T, class U, class Call, class Ref> static void unary_forms(const char *name, Call call, Ref ref)
{
    binary_forms<T, U>(
        name,
        [&](auto d, auto a, auto, auto mask, uint8_t r, const BinaryRepeatParams &p) {
            call(d, a, mask, r, UnaryRepeatParams(p.dstBlkStride, p.src0BlkStride, p.dstRepStride, p.src0RepStride));
        },
        [&](auto x, auto, auto old) { return ref(x, old); });
}
#define UNARY(T, CALL, WANT)                                                                                  \
    unary_forms<T, T>(#CALL " of " #T, [](auto d, auto a, auto mask, uint8_t n, const UnaryRepeatParams &p) { CALL; }, \
                      [](T v, T) -> T { [[maybe_unused]] long double x = reference::exact(v); return WANT; })
OPF_TEST(one_operand_by_repeats)
{
    UNARY(half, Relu(d, a, mask, n, p), x <= 0 ? half(0) : v);
    UNARY(half, Abs(d, a, mask, n, p), rounded<half>(fabsl(x)));
    UNARY(half, Sqrt(d, a, mask, n, p), rounded<half>(sqrtl(x)));
    UNARY(int16_t, Not(d, a, mask, n, p), static_cast<int16_t>(~v));
    UNARY(float, Reciprocal(d, a, mask, n, p), rounded<float>(1 / (fabsl(x) < 0x1p-126L ? x * 0 : x)));
    UNARY(half, Adds(d, a, half(2.5f), mask, n, p), rounded<half>(x + 2.5L));
    UNARY(float, Muls(d, a, 3.0f, mask, n, p), rounded<float>(x * 3));
    UNARY(float, Maxs(d, a, 0.0f, mask, n, p), x != x ? v : rounded<float>(x > 0 ? x : 0.0L));
    UNARY(half, Mins(d, a, half(1.0f), mask, n, p), x != x ? v : rounded<half>(x < 1 ? x : 1.0L));
    UNARY(int32_t, Mins(d, a, 7, mask, n, p), v < 7 ? v : 7);
    UNARY(half, Divs(d, a, half(3.0f), mask, n, p), rounded<half>(x / 3));
    UNARY(int32_t, Subs(d, a, 5, mask, n, p), static_cast<int32_t>(static_cast<uint32_t>(v) - 5u));
    UNARY(half, LeakyRelu(d, a, half(0.5f), mask, n, p), x < 0 ? rounded<half>(x * 0.5L) : v);
    UNARY(int16_t, ShiftLeft(d, a, int16_t(3), mask, n, p), static_cast<int16_t>((static_cast<uint16_t>(v) << 3 & 0x7fff) | (v & 0x8000)));
    UNARY(uint16_t, ShiftLeft(d, a, uint16_t(3), mask, n, p), static_cast<uint16_t>(v << 3));
    UNARY(int32_t, ShiftRight(d, a, 4, mask, n, p), v >> 4);
    UNARY(uint32_t, ShiftRight(d, a, 4u, mask, n, p), v >> 4);
    UNARY(float, Copy(d, a, mask, n, CopyRepeatParams(p.dstBlkStride, p.srcBlkStride, p.dstRepStride, p.srcRepStride)), v);
    unary_forms<float, half>("Axpy of half", [](auto d, auto a, auto mask, uint8_t n, const UnaryRepeatParams &p) { Axpy(d, a, half(3.0f), mask, n, p); },
                             [](half x, float old) { return rounded<float>(reference::exact(x) * 3 + old); });
    unary_forms<half, half>("Axpy", [](auto d, auto a, auto mask, uint8_t n, const UnaryRepeatParams &p) { Axpy(d, a, half(3.0f), mask, n, p); },
                            [](half x, half old) { return rounded<half>(reference::exact(x) * 3 + reference::exact(old)); });
    unary_forms<int32_t, half>("Cast", [](auto d, auto a, auto mask, uint8_t n, const UnaryRepeatParams &p) { Cast(d, a, RoundMode::CAST_FLOOR, mask, n, p); },
                               [](half x, int32_t) { return reference::cast<int32_t>(x, RoundMode::CAST_FLOOR, true); });
    unary_forms<bfloat16_t, float>("Cast", [](auto d, auto a, auto mask, uint8_t n, const UnaryRepeatParams &p) { Cast(d, a, RoundMode::CAST_CEIL, mask, n, p); },
                                   [](float x, bfloat16_t) { return reference::cast<bfloat16_t>(x, RoundMode::CAST_CEIL, false); });
}
#define BINARY(T, U, CALL, WANT)                                                                              \
    binary_forms<T, U>(#CALL " of " #U, [](auto d, auto a, auto b, auto mask, uint8_t n, const BinaryRepeatParams &p) { CALL(d, a, b, mask, n, p); }, \
                       [](U u, U v, T o) -> T { [[maybe_unused]] long double x = reference::exact(u), y = reference::exact(v), old = reference::exact(o); return WANT; })
OPF_TEST(two_operands_by_repeats)
{
    BINARY(half, half, Max, x != x || y != y ? rounded<half>(NAN) : x > y ? u : v);
    BINARY(int16_t, int16_t, Min, u < v ? u : v);
    BINARY(float, float, Sub, rounded<float>(x - y));
    BINARY(uint16_t, uint16_t, Or, static_cast<uint16_t>(u | v));
    BINARY(half, half, MulAddDst, fused_reference<half>(x, y, old));
    BINARY(float, float, MulAddDst, fused_reference<float>(x, y, old));
    BINARY(float, half, MulAddDst, fused_reference<float>(x, y, old));
    BINARY(float, float, FusedMulAdd, fused_reference<float>(x, old, y));
    BINARY(half, half, FusedMulAdd, fused_reference<half>(x, old, y));
    BINARY(half, half, AddRelu, x + y <= 0 ? half(0) : rounded<half>(x + y));
    BINARY(float, float, SubRelu, x - y <= 0 ? 0.0f : rounded<float>(x - y));
    BINARY(float, float, FusedMulAddRelu, x * old + y <= 0 ? 0.0f : fused_reference<float>(x, old, y));
}
/* ---- counts ------------------------------------------------------------------------------------------------------ */
template <class T> static void shifts_of(const char *name)
{
    constexpr int W = 8 * sizeof(T);
    using U = opf::unsigned_of<T>;
    using N = std::make_signed_t<T>;
    constexpr bool s = std::is_signed<T>::value;
    auto a = ub<T>(A, 256), d = ub<T>(D, 256);
    auto by = ub<N>(B, 256);
    fill_telling(a, 256);
    for (int i = 0; i < 256; i++)
        by.ptr()[i] = static_cast<N>(i % (W + 3));
    auto left = [](T v, int n) {
        U sign = s ? static_cast<U>(static_cast<U>(v) & (static_cast<U>(1) << (W - 1))) : U(0);
        U low = s ? static_cast<U>(~(static_cast<U>(1) << (W - 1))) : static_cast<U>(-1);
        return n >= W ? T(0) : static_cast<T>(sign | (static_cast<U>(static_cast<uint64_t>(v) << n) & low));
    };
    auto right = [](T v, int n) { return n >= W ? (v < 0 ? static_cast<T>(-1) : T(0)) : static_cast<T>(v >> n); };
    for (int n : {0, 1, W / 2, W - 1, W, W + 2}) {
        ShiftLeft(d, a, static_cast<T>(n), 256);
        for (int i = 0; i < 256; i++)
            CHECK(d.ptr()[i] == left(a.ptr()[i], n), "ShiftLeft of %s by %d", name, n);
        ShiftRight(d, a, static_cast<T>(n), 256);
        for (int i = 0; i < 256; i++)
            CHECK(d.ptr()[i] == right(a.ptr()[i], n), "ShiftRight of %s by %d", name, n);
    }
    ShiftLeft(d, a, by, 256);
    for (int i = 0; i < 256; i++)
        CHECK(d.ptr()[i] == left(a.ptr()[i], by.ptr()[i]), "ShiftLeft of %s by a tensor, %d", name, i);
    ShiftRight(d, a, by, 256);
    for (int i = 0; i < 256; i++)
        CHECK(d.ptr()[i] == right(a.ptr()[i], by.ptr()[i]), "ShiftRight of %s by a tensor, %d", name, i);
}
OPF_TEST(shifts_of_every_type)
{
    shifts_of<int8_t>("int8");
    shifts_of<uint8_t>("uint8");
    shifts_of<int16_t>("int16");
    shifts_of<uint16_t>("uint16");
    shifts_of<int32_t>("int32");
    shifts_of<uint32_t>("uint32");
    shifts_of<int64_t>("int64");
    shifts_of<uint64_t>("uint64");
}
template <class T> static void integers_of(const char *name)
{
    using U = opf::unsigned_of<T>;
    auto a = ub<T>(A, 300), d = ub<T>(D, 300), b = ub<T>(B, 300);
    fill_telling(a, 300);
    fill_telling(b, 300);
#define EACH(Call, WANT)                                                                                      \
    Call;                                                                                                     \
    for (int i = 0; i < 300; i++) {                                                                           \
        [[maybe_unused]] T x = a.ptr()[i], y = b.ptr()[i];                                                    \
        T want = static_cast<T>(WANT);                                                                        \
        CHECK(d.ptr()[i] == want, #Call " of %s, element %d", name, i);                                       \
    }
    EACH(Adds(d, a, T(3), 300), static_cast<uint64_t>(x) + 3u)
    EACH(Subs(d, T(9), a, 300), 9u - static_cast<uint64_t>(x))
    EACH(Muls(d, a, T(5), 300), static_cast<uint64_t>(x) * 5u)
    EACH(Maxs(d, a, T(4), 300), x > T(4) ? x : T(4))
    EACH(Mins(d, a, T(4), 300), x < T(4) ? x : T(4))
    EACH(Ands(d, a, T(0x5a), 300), x & T(0x5a))
    EACH(Ors(d, a, T(0x5a), 300), x | T(0x5a))
    EACH(And(d, a, b, 300), x & y)
    EACH(Or(d, a, b, 300), x | y)
    EACH(Xor(d, a, b, 300), x ^ y)
    EACH(Not(d, a, 300), ~x)
    EACH(Max(d, a, b, 300), x > y ? x : y)
    EACH(Min(d, a, b, 300), x < y ? x : y)
    EACH(Sub(d, a, b, 300), static_cast<uint64_t>(x) - static_cast<uint64_t>(y))
    EACH(Abs(d, a, 300), x < 0 ? static_cast<T>(U(0) - static_cast<U>(x)) : x)
    EACH(Div(d, a, b, 300), y == 0 ? d.ptr()[i] : std::is_signed<T>::value && y == static_cast<T>(-1) ? static_cast<T>(U(0) - static_cast<U>(x)) : static_cast<T>(x / y))
    if constexpr (sizeof(T) >= 4 || sizeof(T) == 2) {
        EACH(Mul(d, a, b, 300), static_cast<uint64_t>(x) * static_cast<uint64_t>(y))
    }
#undef EACH
}
OPF_TEST(integer_calls_of_every_type)
{
    integers_of<int8_t>("int8");
    integers_of<uint8_t>("uint8");
    integers_of<int16_t>("int16");
    integers_of<uint16_t>("uint16");
    integers_of<int32_t>("int32");
    integers_of<uint32_t>("uint32");
    integers_of<int64_t>("int64");
    integers_of<uint64_t>("uint64");
    auto a = ub<int32_t>(A, 64), b = ub<int32_t>(B, 64), lo = ub<int32_t>(D, 64), hi = ub<int32_t>(D + 1024, 64);
    fill_telling(a, 64);
    fill_telling(b, 64);
    Mull(lo, hi, a, b, 64);
    for (int i = 0; i < 64; i++) {
        int64_t p = static_cast<int64_t>(a.ptr()[i]) * b.ptr()[i];
        CHECK(lo.ptr()[i] == static_cast<int32_t>(p) && hi.ptr()[i] == static_cast<int32_t>(p >> 32), "Mull");
    }
    SetCtrlSpr<53, 53>(1);
    auto s = ub<int16_t>(A, 64), t = ub<int16_t>(B, 64), r = ub<int16_t>(D, 64);
    fill_telling(s, 64);
    fill_telling(t, 64);
    auto clamp = [](int64_t v) { return static_cast<int16_t>(v > 32767 ? 32767 : v < -32768 ? -32768 : v); };
    Sub(r, s, t, 64);
    for (int i = 0; i < 64; i++)
        CHECK(r.ptr()[i] == clamp(static_cast<int64_t>(s.ptr()[i]) - t.ptr()[i]), "saturating Sub");
    Mul(r, s, t, 64);
    for (int i = 0; i < 64; i++)
        CHECK(r.ptr()[i] == clamp(static_cast<int64_t>(s.ptr()[i]) * t.ptr()[i]), "saturating Mul");
}
static constexpr ExpConfig KEEP_EXP = {ExpAlgo::PRECISION_1ULP_FTZ_FALSE};
static constexpr LnConfig KEEP_LN = {LnAlgo::PRECISION_1ULP_FTZ_FALSE};
static constexpr SqrtConfig KEEP_SQRT = {SqrtAlgo::PRECISION_0ULP_FTZ_FALSE};
static constexpr RsqrtConfig KEEP_RSQRT = {RsqrtAlgo::FAST_INVERSE};
static constexpr ReciprocalConfig KEEP_RECIPROCAL = {ReciprocalAlgo::PRECISION_1ULP_FTZ_FALSE};
static constexpr DivConfig KEEP_DIV = {DivAlgo::PRECISION_0ULP_FTZ_FALSE};
OPF_TEST(subnormals_are_zero_unless_the_algorithm_keeps_them)
{
    auto a = ub<float>(A, 64), b = ub<float>(B, 64), d = ub<float>(D, 64);
    a.SetValue(0, -100.0f); /* e^-100 is subnormal */
    Exp(d, a, 1);
    CHECK(d.GetValue(0) == 0, "Exp");
    Exp<float, KEEP_EXP>(d, a, 1);
    CHECK(fabsf(d.GetValue(0) / 3.7835e-44f - 1) < 0.05f, "Exp kept: %g", static_cast<double>(d.GetValue(0)));
    a.SetValue(0, 1e-40f);
    Ln(d, a, 1);
    CHECK(d.GetValue(0) == -INFINITY, "Ln");
    Ln<float, KEEP_LN>(d, a, 1);
    CHECK(fabsf(d.GetValue(0) + 92.10340f) < 1e-4f, "Ln kept");
    Sqrt(d, a, 1);
    CHECK(d.GetValue(0) == 0, "Sqrt");
    Sqrt<float, KEEP_SQRT>(d, a, 1);
    CHECK(d.GetValue(0) == sqrtf(1e-40f), "Sqrt kept");
    Rsqrt(d, a, 1);
    CHECK(d.GetValue(0) == INFINITY, "Rsqrt");
    Rsqrt<float, KEEP_RSQRT>(d, a, 1);
    CHECK(fabsf(d.GetValue(0) / 1e20f - 1) < 1e-4f, "Rsqrt kept");
    a.SetValue(0, 3e38f);
    Reciprocal(d, a, 1);
    CHECK(d.GetValue(0) == 0, "Reciprocal");
    Reciprocal<float, KEEP_RECIPROCAL>(d, a, 1);
    CHECK(d.GetValue(0) == 1.0f / 3e38f, "Reciprocal kept");
    /* the public page's examples */
    a.SetValue(0, 1.0f);
    a.SetValue(1, opf::bits<float>(0x0014440bu));
    b.SetValue(0, opf::bits<float>(0x8036a794u));
    b.SetValue(1, opf::bits<float>(0x0053e3cfu));
    Div(d, a, b, 2);
    CHECK(d.GetValue(0) == -INFINITY && isnan(d.GetValue(1)), "Div");
    Div<float, KEEP_DIV>(d, a, b, 2);
    CHECK(opf::bits<uint32_t>(d.GetValue(0)) == 0xff15e301u && opf::bits<uint32_t>(d.GetValue(1)) == 0x3e775fbcu, "Div kept");
    auto h = ub<half>(A, 512), g = ub<half>(D, 512);
    for (int i = 0; i < 512; i++)
        h.SetValue(i, opf_test_float(0.01f, 60.0f));
    Ln(g, h, 512);
    for (int i = 0; i < 512; i++)
        CHECK(same(g.GetValue(i), rounded<half>(logl(reference::exact(h.GetValue(i))))), "Ln of half");
    Truncate<float, RoundMode::CAST_FLOOR>(d, a, 1);
    const RoundMode modes[] = {RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_ROUND, RoundMode::CAST_TRUNC};
    for (int i = 0; i < 64; i++)
        a.SetValue(i, static_cast<float>(i - 32) * 0.25f);
    for (RoundMode m : modes) {
        Cast(d, a, m, 64);
        for (int i = 0; i < 64; i++)
            CHECK(d.GetValue(i) == static_cast<float>(reference::to_int<int32_t>(a.GetValue(i), m, true)), "float to float, mode %d", static_cast<int>(m));
    }
    Truncate<float, RoundMode::CAST_ROUND>(d, a, 64);
    CHECK(d.GetValue(30) == -1 && d.GetValue(34) == 1, "Truncate");
}

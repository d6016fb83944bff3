/* SIMT layer: the loop over threads, lanes that wait, atomics, conversions and integer functions. */
#include "simt_lanes.h"

using namespace AscendC;

__simt_vf__ LAUNCH_BOUND(512) inline void number(uint32_t *out, uint32_t add)
{
    uint32_t t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[t] = t + add + 1000 * blockIdx.x + 100000 * gridDim.x;
}
OPF_TEST(threads_have_their_indices)
{
    uint32_t out[512];
    opf_this_core->block_idx = 3;
    opf_this_core->block_num = 7;
    asc_vf_call<number>(dim3(8, 16, 4), out, 5u);
    for (uint32_t i = 0; i < 512; i++)
        CHECK(out[i] == i + 5 + 3000 + 700000, "thread %u wrote %u", i, out[i]);
    memset(out, 0, sizeof(out));
    Simt::VF_CALL<number>(Simt::Dim3{512, 1, 1}, out, 6u);
    for (uint32_t i = 0; i < 512; i++)
        CHECK(out[i] == i + 6 + 3000 + 700000, "thread %u wrote %u", i, out[i]);
    CHECK_FAULT(OPF_FAULT_BAD_ARGUMENT, "2048", asc_vf_call<number>(dim3(4096), out, 0u));
}

/* a block-wide scan: every step needs all threads to have finished the one before */
__simt_vf__ inline void scan(int32_t *buffer, const int32_t *in)
{
    int32_t t = threadIdx.x, n = blockDim.x;
    buffer[t] = in[t];
    for (int32_t d = 1; d < n; d *= 2) {
        asc_syncthreads();
        int32_t v = t >= d ? buffer[t - d] : 0;
        asc_syncthreads();
        buffer[t] += v;
    }
}
OPF_TEST(barriers_order_threads)
{
    int32_t in[300], out[300], sum = 0;
    for (int i = 0; i < 300; i++)
        in[i] = i * i % 17;
    asc_vf_call<scan>(dim3(300), out, (const int32_t *)in);
    for (int i = 0; i < 300; i++) {
        sum += in[i];
        CHECK(out[i] == sum, "prefix %d is %d, expected %d", i, out[i], sum);
    }
}

/* Whether threads ran as lanes, told by the launch's record of them. */
__simt_callee__ inline void wait_if_even(uint32_t t)
{
    if (t % 2 == 0) {
        asc_syncthreads();
    }
}
__simt_vf__ inline void tells_lanes(uint32_t *as_lanes) { as_lanes[threadIdx.x] = opf::simt::current_block() != nullptr; }
__simt_vf__ inline void waits_elsewhere(uint32_t *as_lanes)
{
    wait_if_even(blockDim.x);
    as_lanes[threadIdx.x] = opf::simt::current_block() != nullptr;
}
OPF_TEST(only_functions_that_wait_run_as_lanes)
{
    uint32_t plain[64], waiting[64];
    asc_vf_call<tells_lanes>(dim3(64), plain);
    asc_vf_call<waits_elsewhere>(dim3(64), waiting);
    for (int i = 0; i < 64; i++) {
#ifdef OPF_TEST_SIMT_ORDER
        CHECK(plain[i] == 0, "thread %d of a function without waits is a lane", i);
#endif
        CHECK(waiting[i] == 1, "thread %d of a function that waits in what it calls is no lane", i);
    }
}

/* threads below `skip` leave before the first exchange, which then begins in the middle of a warp */
__simt_vf__ inline void warp_functions(uint32_t *sums, uint32_t *votes, int32_t *up, int32_t skip)
{
    int32_t t = threadIdx.x;
    if (t < skip)
        return;
    sums[t] = asc_reduce_add((uint32_t)t);
    votes[t] = asc_ballot(t % 3 == 0);
    up[t] = asc_shfl_up(t * 10, 1);
    asc_syncthreads();
    up[t] += asc_shfl_xor(t, 1);
}
OPF_TEST(warps_exchange_among_active_lanes)
{
    const int skips[] = {0, 1, 5, 31, 32, 40, 64};
    for (int skip : skips) {
        uint32_t sums[100] = {}, votes[100] = {};
        int32_t up[100] = {};
        asc_vf_call<warp_functions>(dim3(96), sums, votes, up, skip);
        for (int t = skip; t < 96; t++) {
            uint32_t sum = 0, vote = 0;
            int base = t / 32 * 32;
            for (int k = base < skip ? skip : base; k < base + 32; k++) {
                sum += (uint32_t)k;
                vote |= (uint32_t)(k % 3 == 0) << (k - base);
            }
            CHECK(sums[t] == sum, "skip %d: reduce of thread %d is %u, expected %u", skip, t, sums[t], sum);
            CHECK(votes[t] == vote, "skip %d: ballot of thread %d is %x, expected %x", skip, t, votes[t], vote);
            bool left_active = t % 32 != 0 && t - 1 >= skip, partner = (t ^ 1) >= skip;
            int want = (left_active ? t - 1 : t) * 10 + (partner ? t ^ 1 : t);
            CHECK(up[t] == want, "skip %d: shuffles of thread %d give %d, expected %d", skip, t, up[t], want);
        }
    }
}

__simt_vf__ inline void bump(float *f, int32_t *i, uint32_t *u, int64_t *l)
{
    asc_atomic_add(f, 0.5f);
    asc_atomic_max(i, (int32_t)threadIdx.x * 3);
    asc_atomic_inc(u, 9u);
    asc_atomic_add(l, (int64_t)threadIdx.x);
}
OPF_TEST(atomics_return_the_old_value)
{
    float f = 1;
    int32_t i = -5;
    uint32_t u = 0;
    int64_t l = 0;
    asc_vf_call<bump>(dim3(100), &f, &i, &u, &l);
    CHECK(f == 51.0f && i == 297 && u == 0 && l == 4950, "%g %d %u %lld", (double)f, i, u, (long long)l);
    CHECK(asc_atomic_cas(&i, 297, 4) == 297 && i == 4, "cas exchanges");
    CHECK(asc_atomic_cas(&i, 297, 5) == 4 && i == 4, "cas leaves another value alone");
    CHECK(asc_atomic_exch(&f, 2.5f) == 51.0f && f == 2.5f, "exch");
    CHECK(asc_atomic_and(&u, 3u) == 0 && asc_atomic_or(&u, 6u) == 0 && asc_atomic_xor(&u, 5u) == 6 && u == 3, "bits");
    half h = 1;
    CHECK(asc_atomic_add(&h, (half)2) == (half)1 && h == (half)3, "half");
}

OPF_TEST(unsigned_division_by_magic_is_exact)
{
    for (uint32_t d = 1; d < 5000; d += d < 300 ? 1 : 97) {
        uint32_t magic = 0, shift = 0;
        GetUintDivMagicAndShift(magic, shift, d);
        for (int k = 0; k < 200; k++) {
            uint32_t x = (uint32_t)opf_test_random() >> (1 + k % 31);
            CHECK(Simt::UintDiv(x, magic, shift) == x / d, "%u / %u", x, d);
        }
        uint64_t magic64 = 0, shift64 = 0;
        GetUintDivMagicAndShift(magic64, shift64, (uint64_t)d);
        for (int k = 0; k < 50; k++) {
            uint64_t x = opf_test_random() >> (1 + k);
            CHECK(Simt::UintDiv(x, magic64, shift64) == x / d, "%llu / %u", (unsigned long long)x, d);
        }
    }
}

OPF_TEST(conversions_and_math)
{
    CHECK(__float2half_rz(2049.0f) == (half)2048.0f && __float2half_ru(2049.0f) == (half)2050.0f, "directed half");
    CHECK(__float2half_rn_sat(1e6f) == (half)65504.0f && isinf(__float2half_rn(1e6f)), "saturating half");
    CHECK(__float2int_rn(2.5f) == 2 && __float2int_rna(2.5f) == 3 && __float2int_rd(-0.5f) == -1, "float to int");
    CHECK(__float2int_rz(3e9f) == 2147483647 && __float2int_rz(__builtin_nanf("")) == 0, "saturating int");
    CHECK(__bfloat162float(__float2bfloat16(1.00390625f)) == 1.0f, "bfloat16 to even");
    CHECK(__umulhi(0x80000000u, 6u) == 3 && __clz(1u) == 31 && __popc(255u) == 8 && __brev(1u) == 0x80000000u,
          "integer functions");
    CHECK(__uint_as_float(0x3f800000u) == 1.0f && __float_as_int(-0.0f) == INT32_MIN, "bit casts");
    for (int i = -990; i < 1000; i += 7) {
        float y = (float)i / 1000.0f, x = erfinvf(y);
        CHECK(fabs(erf((double)x) - (double)y) < 1.2e-7, "erfinv(%g)", (double)y);
    }
    CHECK(isinf(erfinvf(1.0f)) && isnan(erfinvf(1.5f)), "erfinv outside");
    CHECK(Simt::Max(1.5f, __builtin_nanf("")) == 1.5f && max(3, 4u) == 4u && min((half)1, (half)2) == (half)1, "max");
    CHECK(fabsf(rsqrtf(16.0f) - 0.25f) < 1e-7f && hexp((half)0) == (half)1 && __hmax((half)1, (half)2) == (half)2,
          "functions");
}

/* Register blocks (__VEC_SCOPE__) have the scalars around them by value. */
#include "harness.h"

#include "kernel_operator.h"

using namespace AscendC;

namespace
{
/* A length counted down by one block and used by the next; two loops, so that blocks are in a loop, too. */
uint32_t lengths_seen(uint32_t n)
{
    uint32_t length = n, seen = 0;
    for (int round = 0; round < 3; round++) {
        __VEC_SCOPE__
        {
            for (uint16_t i = 0; i < 4; i++)
                (void)MicroAPI::UpdateMask<float>(length);
        }
        seen += length;
    }
    return seen;
}

/* Store with an address that moves on inside, and is moved on by hand outside. */
void store_steps(float *to, uint16_t steps)
{
    __ubuf__ float *at = to;
    for (uint16_t i = 0; i < steps; i++) {
        __VEC_SCOPE__
        {
            MicroAPI::RegTensor<float> value;
            MicroAPI::UnalignRegForStore rest;
            MicroAPI::Duplicate(value, static_cast<float>(i + 1));
            MicroAPI::StoreUnAlign<float, MicroAPI::PostLiteral::POST_MODE_UPDATE>(at, value, rest, 1);
            MicroAPI::StoreUnAlignPost(at, rest, 0);
        }
        at = at + 1;
    }
}

int branch_of(bool first, uint32_t count)
{
    int taken = 0;
    int *answer = &taken; /* memory is written, whoever wrote the block */
    if (first)
        __VEC_SCOPE__
        {
            *answer = count > 3 ? 1 : 2;
        }
    else
        *answer = 3;
    return taken;
}

/* A block that is left early. */
uint32_t left_early(uint32_t n, bool early)
{
    uint32_t length = n;
    auto block = [&](bool stop) {
        uint32_t own = length;
        __VEC_SCOPE__
        {
            own = 1;
            if (stop)
                return own;
            own = 2;
        }
        return own;
    };
    return block(early) * 100 + length;
}

/* Parameters of the types that change when they are stored, and blocks that a loop leaves. */
bool parameters_of(bool on, uint8_t byte, float number)
{
    __VEC_SCOPE__
    {
        on = !on;
        byte = 7;
        number = 3.0f;
    }
    return on && byte == 1 && number == 1.0f;
}
uint32_t in_loop(uint32_t n, int how)
{
    uint32_t length = n, sum = 0;
    for (int i = 0; i < 6; i++) {
        bool on = true;
        __VEC_SCOPE__
        {
            length -= 3;
            on = false;
            if (how == 1 && i == 2)
                continue;
            if (how == 2 && i == 4)
                break;
            length--;
        }
        sum += length + (on ? 100 : 0);
    }
    return sum + length;
}
} // namespace

OPF_TEST(an_else_behind_a_register_block_belongs_to_the_if_before_it)
{
    CHECK(branch_of(true, 4) == 1 && branch_of(true, 3) == 2 && branch_of(false, 4) == 3, "branches %d %d %d",
          branch_of(true, 4), branch_of(true, 3), branch_of(false, 4));
}

#ifdef OPF_TEST_SIMT_ORDER
OPF_TEST(scalars_around_a_register_block_are_as_before_behind_it)
{
    opf_test_reset();
    CHECK(lengths_seen(200) == 600, "lengths add up to %u, not 600", lengths_seen(200));
    CHECK(left_early(7, true) == 107 && left_early(7, false) == 707, "left early %u, at the end %u",
          left_early(7, true), left_early(7, false));
    CHECK(parameters_of(true, 1, 1.0f), "a parameter was changed");
    CHECK(in_loop(50, 0) == 950 && in_loop(50, 1) == 800 && in_loop(50, 2) == 650, "in a loop %u, %u, %u", in_loop(50, 0),
          in_loop(50, 1), in_loop(50, 2));
    float *to = reinterpret_cast<float *>(ub<float>(0, 512).GetPhyAddr());
    for (int i = 0; i < 64; i++)
        to[i] = -1;
    store_steps(to, 40);
    for (int i = 0; i < 40; i++)
        CHECK(to[i] == static_cast<float>(i + 1), "element %d is %g", i, static_cast<double>(to[i]));
    CHECK(to[40] == -1, "element 40 is %g", static_cast<double>(to[40]));
}
#endif

/* A scheduler of SIMT lanes for tests, the plainest that keeps the contract of opf_rt_simt_*: one context per lane,
 * warps of 32. It takes the place of the harness's functions in the program that includes it. */
#ifndef OPF_TESTS_DEVICE_SIMT_LANES_H
#define OPF_TESTS_DEVICE_SIMT_LANES_H

#include "harness.h"

#include <ucontext.h>
#include <vector>

namespace {
enum { READY, AT_BARRIER, AT_SHUFFLE, AT_BALLOT, DONE };
struct lane {
    ucontext_t context;
    std::vector<char> stack;
    int state = READY;
    uint64_t value = 0;
    uint32_t want = 0;
};
ucontext_t scheduler;
std::vector<lane> *lanes;
uint32_t current;
int started;
void (*body)(void *);
void *body_arg;

void lane_main()
{
    body(body_arg);
    (*lanes)[current].state = DONE;
    swapcontext(&(*lanes)[current].context, &scheduler);
}
uint64_t stop(int state, uint64_t value, uint32_t want)
{
    lane &l = (*lanes)[current];
    l.state = state;
    l.value = value;
    l.want = want;
    swapcontext(&l.context, &scheduler);
    return l.value;
}
bool exchange(std::vector<lane> &all, size_t first, size_t last)
{
    uint64_t values[32] = {};
    uint32_t shuffling = 0, voting = 0, votes = 0;
    for (size_t i = first; i < last; i++) {
        values[i - first] = all[i].value;
        shuffling |= (all[i].state == AT_SHUFFLE ? 1u : 0u) << (i - first);
        voting |= (all[i].state == AT_BALLOT ? 1u : 0u) << (i - first);
        votes |= (all[i].state == AT_BALLOT && all[i].value ? 1u : 0u) << (i - first);
    }
    for (size_t i = first; i < last; i++) {
        if (all[i].state == AT_BALLOT)
            all[i].value = votes;
        else if (all[i].state != AT_SHUFFLE)
            continue;
        else if (all[i].want < 32 && (shuffling >> all[i].want & 1))
            all[i].value = values[all[i].want];
        all[i].state = READY;
    }
    return (shuffling | voting) != 0;
}
} // namespace

void opf_rt_simt_run(void (*thread)(void *), void *arg, uint32_t x, uint32_t y, uint32_t z)
{
    std::vector<lane> all(x * y * z);
    lanes = &all;
    body = thread;
    body_arg = arg;
    started = 0;
    for (bool again = true; again;) {
        for (size_t first = 0; first < all.size(); first += 32) {
            size_t last = first + 32 < all.size() ? first + 32 : all.size();
            do {
                for (size_t i = first; i < last; i++)
                    if (all[i].state == READY) {
                        current = (uint32_t)i;
                        opf_this_core->simt_thread[0] = current;
                        opf_this_core->simt_thread[1] = opf_this_core->simt_thread[2] = 0;
                        if (all[i].stack.empty()) {
                            all[i].stack.resize(64 << 10);
                            getcontext(&all[i].context);
                            all[i].context.uc_stack.ss_sp = all[i].stack.data();
                            all[i].context.uc_stack.ss_size = all[i].stack.size();
                            makecontext(&all[i].context, lane_main, 0);
                        }
                        swapcontext(&scheduler, &all[i].context);
                    }
            } while (exchange(all, first, last));
        }
        again = false;
        for (lane &l : all)
            if (l.state == AT_BARRIER)
                l.state = READY, again = true;
    }
}
void opf_rt_simt_barrier(void) { stop(AT_BARRIER, 0, 0); }
uint64_t opf_rt_simt_shuffle(uint64_t value, uint32_t want) { return stop(AT_SHUFFLE, value, want); }
uint32_t opf_rt_simt_ballot(int predicate) { return (uint32_t)stop(AT_BALLOT, predicate != 0, 0); }
#endif

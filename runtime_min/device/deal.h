/* Which cores of a launch begin on which host thread, where cores meet: a core stays with its thread, and
 * behind a meeting often the first ones only have work. In order, a thread has a part of each tensor to
 * itself; dealt, each has every so manieth core, so that the first ones are as many for each. Which of them
 * is better is seen by timing some launches of a key. */
#ifndef OPF_DEVICE_DEAL_H
#define OPF_DEVICE_DEAL_H

#include "runtime_min/device/core_slot.h"

/* Decides the order of the launch's cores and whether they are timed, before any begins. */
void opf_deal_begin(struct opf_grid *grid);
/* A core of a timed launch has worked for so many ticks. */
void opf_deal_count(struct opf_grid *grid, uint32_t index, uint64_t ticks);
/* Learns from a launch that has ended. */
void opf_deal_end(const struct opf_grid *grid);

/* A core for each position of ranges that are still whole. */
void opf_deal_cores(const struct opf_shares *shares, uint32_t *core);
/* One of the shares has far more than its part of the work. */
bool opf_deal_uneven(const uint64_t *work, uint32_t num);

#endif

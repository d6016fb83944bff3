/* Atomic changes of short rows that wait a little, until the memory that was asked for has come: rows that
 * lie all over memory otherwise take one unhidden miss each, since taking a region's lock waits for all
 * stores before it. */
#include "base/alloc.h"
#include "runtime_min/device/core_slot.h"
#include <string.h>

#define ROWS 16 /* more are more than a processor remembers to wait for */
#define LINE 64

struct opf_row_notes {
    opf_abi_combine combine;
    uint32_t next; /* number of the next one; the last `num` wait */
    uint32_t num;
    struct {
        uint8_t *addr;
        uint64_t size;
    } row[ROWS];
    _Alignas(LINE) uint8_t bytes[ROWS][OPF_NOTE_MOST];
};

static void change(void *addr, const void *src, uint64_t size, opf_abi_combine combine)
{
    opf_rt_hold(addr, size);
    combine(addr, src, size);
    opf_rt_let_go();
}

static void change_first(struct opf_row_notes *notes)
{
    const uint32_t at = (notes->next - notes->num--) % ROWS;
    change(notes->row[at].addr, notes->bytes[at], notes->row[at].size, notes->combine);
}

void opf_row_notes_make(struct opf_slot *slot)
{
    slot->core.flags &= ~OPF_CORE_ROWS_NOTED;
    while (slot->rows->num)
        change_first(slot->rows);
}

static __attribute__((noinline)) struct opf_row_notes *make_notes(struct opf_slot *slot)
{
    slot->rows = opf_alloc_aligned(LINE, sizeof(*slot->rows));
    if (slot->rows)
        slot->rows->next = slot->rows->num = 0;
    return slot->rows;
}

void opf_rt_note_row(void *addr, const void *src, uint64_t size, opf_abi_combine combine)
{
    struct opf_slot *slot = opf_this_runner->current;
    struct opf_row_notes *notes = slot->rows ? slot->rows : make_notes(slot);
    if (!notes) {
        change(addr, src, size, combine);
        return;
    }
    if (notes->num && notes->combine != combine)
        opf_row_notes_make(slot);
    if (notes->num == ROWS)
        change_first(notes);
    for (uint64_t i = 0; i < size; i += LINE)
        __builtin_prefetch((const uint8_t *)addr + i, 1);
    __builtin_prefetch((const uint8_t *)addr + size - 1, 1);
    const uint32_t at = notes->next++ % ROWS;
    notes->combine = combine;
    notes->row[at].addr = addr;
    notes->row[at].size = size;
    memcpy(notes->bytes[at], src, size);
    notes->num++;
    slot->core.gm_lo = slot->core.gm_hi = slot->core.gm_before_lo = slot->core.gm_before_hi = 0;
    slot->core.flags |= OPF_CORE_ROWS_NOTED | OPF_CORE_STREAM_PENDING;
}

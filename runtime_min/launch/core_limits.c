/* Limits of cores, and which of them a thread is under. */
#include "runtime_min/launch/core_limits.h"

#include "base/alloc.h"
#include "base/thread.h"
#include "runtime_min/launch/runtime_state.h"

/* A stream that has limits or that a thread uses. `serial` tells it from a later stream at the same address.
 */
struct entry {
    const opf_stream *stream;
    uint64_t serial;
    struct opf_cores limit; /* 0 = none */
};

static struct {
    opf_mutex lock;
    struct opf_cores device; /* 0 = none */
    struct entry *entries;
    size_t num, cap;
    uint64_t serials;
} limits;

/* Counts everything that may change what a thread is under. */
static uint64_t changes = 1;

static _Thread_local struct {
    uint64_t serial;  /* of the stream it uses, 0 = none */
    uint64_t changes; /* of which `cores` is the answer */
    struct opf_cores cores;
} mine __attribute__((tls_model("initial-exec")));

static void changed(void)
{
    __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
}

static struct entry *find(const opf_stream *stream)
{
    for (size_t i = 0; i < limits.num; i++)
        if (limits.entries[i].stream == stream)
            return &limits.entries[i];
    return NULL;
}

static struct entry *find_serial(uint64_t serial)
{
    for (size_t i = 0; serial && i < limits.num; i++)
        if (limits.entries[i].serial == serial)
            return &limits.entries[i];
    return NULL;
}

static opf_status *find_or_add(const opf_stream *stream, struct entry **out)
{
    *out = find(stream);
    if (*out)
        return NULL;
    if (limits.num == limits.cap) {
        size_t cap = limits.cap ? limits.cap * 2 : 8;
        struct entry *grown = opf_realloc(limits.entries, cap * sizeof(*grown));
        if (!grown)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the limits of a stream");
        limits.entries = grown;
        limits.cap = cap;
    }
    *out = &limits.entries[limits.num++];
    **out = (struct entry){.stream = stream, .serial = ++limits.serials};
    return NULL;
}

/* The counts under a stream's entry (NULL = none); the lock is held. */
static opf_status *resolve(const struct entry *entry, struct opf_cores *out)
{
    const struct opf_chip *chip;
    OPF_TRY(opf_runtime_chip(&chip));
    *out = (struct opf_cores){{[OPF_CORES_CUBE] = chip->cube_cores, [OPF_CORES_VECTOR] = chip->vector_cores}};
    for (int t = 0; t < OPF_CORES_TYPES; t++) {
        if (entry && entry->limit.num[t])
            out->num[t] = entry->limit.num[t];
        else if (limits.device.num[t])
            out->num[t] = limits.device.num[t];
    }
    return NULL;
}

static opf_status *check(enum opf_core_type type, uint32_t num)
{
    const struct opf_chip *chip;
    OPF_TRY(opf_runtime_chip(&chip));
    uint32_t has = type == OPF_CORES_CUBE ? chip->cube_cores : chip->vector_cores;
    if (num == 0 || num > has)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "a limit of %u %s cores; %s has %u, and 1 is the least", num,
                        type == OPF_CORES_CUBE ? "cube" : "vector", chip->full_name, has);
    return NULL;
}

opf_status *opf_core_limits_set(opf_stream *stream, enum opf_core_type type, uint32_t num)
{
    OPF_TRY(check(type, num));
    opf_mutex_lock(&limits.lock);
    struct entry *entry = NULL;
    opf_status *status = stream ? find_or_add(stream, &entry) : NULL;
    if (!status) {
        (entry ? &entry->limit : &limits.device)->num[type] = num;
        changed();
    }
    opf_mutex_unlock(&limits.lock);
    return status;
}

opf_status *opf_core_limits_get(opf_stream *stream, struct opf_cores *out)
{
    opf_mutex_lock(&limits.lock);
    opf_status *status = resolve(stream ? find(stream) : NULL, out);
    opf_mutex_unlock(&limits.lock);
    return status;
}

void opf_core_limits_reset(opf_stream *stream)
{
    opf_mutex_lock(&limits.lock);
    struct entry *entry = stream ? find(stream) : NULL;
    if (entry)
        entry->limit = (struct opf_cores){{0}};
    else if (!stream)
        limits.device = (struct opf_cores){{0}};
    changed();
    opf_mutex_unlock(&limits.lock);
}

opf_status *opf_core_limits_use(opf_stream *stream)
{
    opf_mutex_lock(&limits.lock);
    struct entry *entry;
    opf_status *status = find_or_add(stream, &entry);
    if (!status) {
        mine.serial = entry->serial;
        mine.changes = 0;
    }
    opf_mutex_unlock(&limits.lock);
    return status;
}

void opf_core_limits_unuse(const opf_stream *stream)
{
    opf_mutex_lock(&limits.lock);
    const struct entry *entry = find(stream);
    if (entry && entry->serial == mine.serial) {
        mine.serial = 0;
        mine.changes = 0;
    }
    opf_mutex_unlock(&limits.lock);
}

void opf_core_limits_forget(const opf_stream *stream)
{
    opf_mutex_lock(&limits.lock);
    struct entry *entry = find(stream);
    if (entry) {
        *entry = limits.entries[--limits.num];
        changed();
    }
    opf_mutex_unlock(&limits.lock);
}

opf_status *opf_core_limits_of_thread(struct opf_cores *out)
{
    uint64_t now = __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
    if (mine.changes == now) {
        *out = mine.cores;
        return NULL;
    }
    opf_mutex_lock(&limits.lock);
    now = __atomic_load_n(&changes, __ATOMIC_RELAXED); /* changed under the lock only */
    opf_status *status = resolve(find_serial(mine.serial), &mine.cores);
    opf_mutex_unlock(&limits.lock);
    if (status)
        return status;
    mine.changes = now;
    *out = mine.cores;
    return NULL;
}

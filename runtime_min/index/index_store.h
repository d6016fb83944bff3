/* The process's store of index files read so far, for one state of the environment. A change of the
 * environment starts a new store; older ones stay, since kernels found in them are still in use. All calls
 * under the store lock. */
#ifndef OPF_RUNTIME_INDEX_STORE_H
#define OPF_RUNTIME_INDEX_STORE_H

#include "base/strvec.h"
#include "runtime_min/index/index_file.h"
#include "runtime_min/index/index_path.h"

struct opf_index_seen { /* a file or folder that was looked at for an operator */
    const char *path, *state;
    struct opf_index_seen *next;
};

struct opf_index_op {
    const char *op_type, *soc;
    struct opf_index_table *tables; /* in search order */
    struct opf_index_seen *seen, **seen_end;
    const char *error;         /* a broken file, whole text; else NULL */
    int error_code;            /* aclnn number */
    struct opf_index_op *next; /* in its bucket */
    uint64_t hash;
    int64_t searched_ns; /* when; an operator without good files is looked for again after a second */
};

void opf_index_store_lock(void);
void opf_index_store_unlock(void);
/* The operator in the present environment, read from its files at first use. NULL without memory. */
struct opf_index_op *opf_index_store_op(const char *op_type, const char *soc);
opf_arena *opf_index_store_arena(void); /* of the present store */
const struct opf_index_roots *opf_index_store_roots(void);
uint64_t opf_index_store_generation(void);

/* Look-up steps shared by find and explain. */
struct opf_index_asked {
    struct opf_index_cell cells[OPF_INDEX_MAX_CELLS];
    uint32_t cell_num;
    uint16_t param[OPF_INDEX_MAX_CELLS]; /* which parameter a cell is of, inputs then outputs */
    int deterministic, impl_mode;
    char problem[300]; /* why no key can be made, "" = it can */
};
void opf_index_ask(const struct opf_index_table *table, const struct opf_index_query *query,
                   struct opf_index_asked *asked);
struct opf_index_entry *opf_index_table_find(struct opf_index_table *table,
                                             const struct opf_index_query *query,
                                             const struct opf_index_asked *asked);
/* Reads the kernel's .json at first use. */
opf_status *opf_index_entry_kernel(struct opf_index_table *table, struct opf_index_entry *entry,
                                   const struct opf_index_kernel **out) OPF_NODISCARD;
int opf_index_error_code(enum opf_code code);

#endif

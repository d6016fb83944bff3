/* One operator's kernels as one index file lists them: a per-operator `<opFile>.json` or its part of
 * `binary_info_config.json`. Files are checked member by member; errors name file and member. */
#ifndef OPF_RUNTIME_INDEX_FILE_H
#define OPF_RUNTIME_INDEX_FILE_H

#include "base/value.h"
#include "runtime_min/index/index_key.h"

enum opf_index_presence { OPF_INDEX_REQUIRED, OPF_INDEX_OPTIONAL, OPF_INDEX_DYNAMIC };

struct opf_index_desc {
    const char *name; /* "" when no variant tells */
    enum opf_index_presence presence;
    bool by_width;       /* DtypeByte: only the size of the type counts */
    uint64_t formats[4]; /* formats that some key lists for it, one bit each */
    bool only_nd;        /* every key says ND: matches any format */
};

struct opf_index_entry {
    struct opf_index_key key;
    const char *json_path, *object_path;
    struct opf_index_kernel *kernel; /* read at first use */
    uint32_t next;                   /* in its bucket, UINT32_MAX = end */
    uint64_t hash;
};

struct opf_index_table {
    const char *op_type;
    const char *path;             /* the index file */
    int mode;                     /* simplifiedKeyMode */
    bool optional_placeholder[2]; /* inputs, outputs: present optional parameters stay out of the key */
    bool counts;                  /* keys list the size of dynamic groups */
    struct opf_index_desc *inputs, *outputs;
    uint32_t input_num, output_num;
    struct opf_index_entry *entries;
    uint32_t entry_num;
    uint32_t *buckets; /* first entry per hash, UINT32_MAX = none */
    uint32_t bucket_mask;
    uint32_t impl_modes[2];       /* bit p: some entry with d = 0 / 1 has it */
    struct opf_index_table *next; /* the same operator in a later file */
};

/* `root` is the kernel root that relative paths start from, `sub` the sub-folder to insert after their first
 * part (NULL = none). `op_type` NULL takes what the file says. `*out` is NULL when the file has nothing for
 * it. */
opf_status *opf_index_file_read(opf_arena *arena, const char *path, const char *op_type, const char *root,
                                const char *sub, struct opf_index_table **out) OPF_NODISCARD;
/* The same for an operator's object in a global index that was read already. */
opf_status *opf_index_file_global(opf_arena *arena, const char *path, const opf_value *global,
                                  const char *op_type, const char *root, const char *sub,
                                  struct opf_index_table **out) OPF_NODISCARD;
uint64_t opf_index_cells_hash(int deterministic, int impl_mode, const struct opf_index_cell *cells,
                              size_t count);

#endif

/* What a walk over operator repositories found: one row an operator, one cell a stage; written as text, TSV,
 * JSON and HTML, read back from TSV. */
#ifndef OPF_CONFORM_CONFORM_TABLE_H
#define OPF_CONFORM_CONFORM_TABLE_H

#include "base/buf.h"

enum opf_conform_stage {
    OPF_STAGE_DEF,          /* the definition was evaluated */
    OPF_STAGE_INI,          /* its section of the .ini is there */
    OPF_STAGE_HOST,         /* tiling and shape inference compile, link, register */
    OPF_STAGE_HOST_UT,      /* upstream's host unit tests */
    OPF_STAGE_KERNEL_CHECK, /* the compiler accepts kernel variants; no code is made */
    OPF_STAGE_KERNEL,       /* kernel variants compile */
    OPF_STAGE_GOLDEN,       /* cases of its table against its golden function */
    OPF_STAGE_EXAMPLE,      /* example programs */
    OPF_STAGE_COUNT
};
enum opf_conform_verdict {
    OPF_VERDICT_NOT_RUN,
    OPF_VERDICT_OK,
    OPF_VERDICT_FAIL,
    OPF_VERDICT_SKIP,       /* nothing to do here, or nothing that can be done; `detail` says why */
    OPF_VERDICT_UNSUPPORTED /* the stage is not implemented */
};

struct opf_conform_cell {
    enum opf_conform_verdict verdict;
    unsigned passed, total, skipped; /* files, variants, cases; `skipped` are not part of `total` */
    double seconds;
    char *detail; /* owned, one line, NULL = nothing to say */
};
struct opf_conform_row {
    char *repo, *category, *op; /* owned */
    struct opf_conform_cell cells[OPF_STAGE_COUNT];
};
struct opf_conform_table {
    struct opf_conform_row *rows;
    size_t count, cap;
    unsigned stages; /* bit i = stage i is shown */
    char *comment;   /* owned: command, commits; NULL = none */
};

void opf_conform_table_init(struct opf_conform_table *table);
void opf_conform_table_free(struct opf_conform_table *table);
/* The new row is empty but for its names; it moves when rows are added. */
opf_status *opf_conform_table_add(struct opf_conform_table *table, const char *repo, const char *category,
                                  const char *op, struct opf_conform_row **out) OPF_NODISCARD;
const struct opf_conform_row *opf_conform_table_find(const struct opf_conform_table *table, const char *repo,
                                                     const char *op);
/* Replaces what the cell said; the text is copied, line breaks and tabs become spaces, long texts are cut. */
void opf_conform_cell_set(struct opf_conform_cell *cell, enum opf_conform_verdict verdict,
                          const char *detail);

const char *opf_conform_stage_name(enum opf_conform_stage stage);
/* Bits of a comma list; an unknown name is INVALID_ARGUMENT with the known ones. */
opf_status *opf_conform_stage_list(const char *text, unsigned *bits) OPF_NODISCARD;
const char *opf_conform_verdict_name(enum opf_conform_verdict verdict);

/* Operators with each verdict and sums of one stage. */
struct opf_conform_sum {
    size_t by_verdict[5];
    size_t passed, total, skipped;
};
void opf_conform_sum_stage(const struct opf_conform_table *table, enum opf_conform_stage stage,
                           struct opf_conform_sum *out);

void opf_conform_write_text(const struct opf_conform_table *table, struct opf_buf *to);
void opf_conform_write_tsv(const struct opf_conform_table *table, struct opf_buf *to);
opf_status *opf_conform_write_json(const struct opf_conform_table *table, struct opf_buf *to) OPF_NODISCARD;
void opf_conform_write_html(const struct opf_conform_table *table, struct opf_buf *to);
/* A file that opf_conform_write_tsv wrote; wrong columns or numbers are INVALID_FORMAT with the line. */
opf_status *opf_conform_read_tsv(const char *path, struct opf_conform_table *out) OPF_NODISCARD;

/* Append a line for each operator and stage that is worse than in `before`: ok became fail, or fewer passed
 * of the same total. Stages that did not run now are not compared. Returns how many. */
size_t opf_conform_compare(const struct opf_conform_table *before, const struct opf_conform_table *now,
                           struct opf_buf *to);

#endif

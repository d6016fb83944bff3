/* What is known of one operator, as a table of one row. */
#include "conform/conform_sweep.h"

#include "base/file.h"
#include "base/path.h"

#include <string.h>

opf_status *opf_conform_state_save(const char *path, const struct opf_conform_row *row)
{
    struct opf_conform_table one;
    opf_conform_table_init(&one);
    one.rows = (struct opf_conform_row *)(uintptr_t)row; /* only read */
    one.count = 1;
    struct opf_buf text;
    opf_buf_init(&text, (size_t)1 << 20);
    opf_conform_write_tsv(&one, &text);
    opf_status *status = opf_buf_finish(&text, path);
    if (!status)
        status = opf_file_write(path, opf_buf_text(&text), text.len, OPF_FILE_PLAIN, NULL);
    opf_buf_free(&text);
    return status;
}

opf_status *opf_conform_state_load(const char *path, struct opf_conform_row *row)
{
    struct opf_conform_table one;
    if (!opf_path_is_file(path))
        return NULL;
    opf_status *status = opf_conform_read_tsv(path, &one);
    if (opf_status_code(status) == OPF_OUT_OF_MEMORY)
        return status;
    opf_status_free(status);
    if (status || one.count != 1 || strcmp(one.rows[0].op, row->op) != 0) {
        if (!status)
            opf_conform_table_free(&one);
        return NULL; /* broken: as if it were not there */
    }
    for (int s = 0; s < OPF_STAGE_COUNT; s++) {
        opf_free(row->cells[s].detail);
        row->cells[s] = one.rows[0].cells[s];
        one.rows[0].cells[s].detail = NULL; /* moved */
    }
    opf_conform_table_free(&one);
    return NULL;
}

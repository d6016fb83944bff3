/* A growing byte buffer with a stated maximum. It is always NUL-terminated, so `data` is also a C string.
 * Failure is sticky: after an append could not be made, later ones do nothing and opf_buf_finish reports. */
#ifndef OPF_BASE_BUF_H
#define OPF_BASE_BUF_H

#include "base/alloc.h"

struct opf_buf {
    char *data; /* NULL until the first append */
    size_t len;
    size_t cap;
    size_t max;  /* in bytes, without the NUL */
    bool failed; /* out of memory or over max */
};

#define OPF_BUF_MAX_DEFAULT ((size_t)256 << 20)

void opf_buf_init(struct opf_buf *buf, size_t max);
void opf_buf_free(struct opf_buf *buf);
void opf_buf_clear(struct opf_buf *buf);
void opf_buf_append(struct opf_buf *buf, const void *bytes, size_t len);
void opf_buf_puts(struct opf_buf *buf, const char *text);
void opf_buf_putc(struct opf_buf *buf, char c);
void opf_buf_printf(struct opf_buf *buf, const char *fmt, ...) OPF_PRINTF(2, 3);
/* NULL, or OUT_OF_MEMORY / OUT_OF_RANGE if any append was lost. `what` names the content in the message. */
opf_status *opf_buf_finish(struct opf_buf *buf, const char *what) OPF_NODISCARD;
const char *opf_buf_text(const struct opf_buf *buf); /* "" when empty */

#endif

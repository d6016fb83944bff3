/* Growing byte buffer. */
#include "base/buf.h"

#include <string.h>

void opf_buf_init(struct opf_buf *buf, size_t max)
{
    memset(buf, 0, sizeof(*buf));
    buf->max = max;
}

void opf_buf_free(struct opf_buf *buf)
{
    opf_free(buf->data);
    opf_buf_init(buf, buf->max);
}

void opf_buf_clear(struct opf_buf *buf)
{
    buf->len = 0;
    buf->failed = false;
    if (buf->data)
        buf->data[0] = '\0';
}

/* Room for `more` bytes and the NUL, growing by half so that appends stay linear in total. */
static bool reserve(struct opf_buf *buf, size_t more)
{
    size_t need;
    if (buf->failed)
        return false;
    if (!opf_size_add(buf->len, more, &need) || need > buf->max || need == SIZE_MAX) {
        buf->failed = true;
        return false;
    }
    if (need + 1 <= buf->cap)
        return true;
    size_t cap = buf->cap + buf->cap / 2;
    if (cap < need + 1)
        cap = need + 1;
    if (cap < 64)
        cap = 64;
    char *data = opf_realloc(buf->data, cap);
    if (!data) {
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->cap = cap;
    return true;
}

void opf_buf_append(struct opf_buf *buf, const void *bytes, size_t len)
{
    if (!reserve(buf, len))
        return;
    if (len)
        memcpy(buf->data + buf->len, bytes, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}

void opf_buf_puts(struct opf_buf *buf, const char *text)
{
    opf_buf_append(buf, text, strlen(text));
}

void opf_buf_putc(struct opf_buf *buf, char c)
{
    opf_buf_append(buf, &c, 1);
}

void opf_buf_printf(struct opf_buf *buf, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (len < 0) {
        buf->failed = true;
        return;
    }
    if (!reserve(buf, (size_t)len))
        return;
    va_start(args, fmt);
    vsnprintf(buf->data + buf->len, (size_t)len + 1, fmt, args);
    va_end(args);
    buf->len += (size_t)len;
}

opf_status *opf_buf_finish(struct opf_buf *buf, const char *what)
{
    if (!buf->failed)
        return NULL;
    if (buf->len >= buf->max || buf->max - buf->len < 64)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "%s is larger than the %zu bytes allowed for it", what, buf->max);
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while making %s (%zu bytes so far, at most %zu)", what,
                    buf->len, buf->max);
}

const char *opf_buf_text(const struct opf_buf *buf)
{
    return buf->data ? buf->data : "";
}

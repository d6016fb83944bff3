/* Growing list of owned strings. */
#include "base/strvec.h"

#include <stdlib.h>
#include <string.h>

static char *no_items[1]; /* so that an empty list is an argv too */

void opf_strvec_init(struct opf_strvec *vec)
{
    *vec = (struct opf_strvec){.items = no_items};
}

void opf_strvec_free(struct opf_strvec *vec)
{
    for (size_t i = 0; i < vec->len; i++)
        opf_free(vec->items[i]);
    if (vec->items != no_items)
        opf_free(vec->items);
    opf_strvec_init(vec);
}

/* Takes `text` over; NULL marks the list failed. */
static void push_owned(struct opf_strvec *vec, char *text)
{
    if (vec->failed || !text) {
        vec->failed = true;
        opf_free(text);
        return;
    }
    if (vec->len + 1 >= vec->cap) {
        size_t cap = vec->cap ? vec->cap * 2 : 8, bytes;
        char **old = vec->cap ? vec->items : NULL;
        char **items = opf_size_mul(cap, sizeof(*items), &bytes) ? opf_realloc(old, bytes) : NULL;
        if (!items) {
            vec->failed = true;
            opf_free(text);
            return;
        }
        vec->items = items;
        vec->cap = cap;
    }
    vec->items[vec->len++] = text;
    vec->items[vec->len] = NULL;
}

void opf_strvec_push(struct opf_strvec *vec, const char *text)
{
    push_owned(vec, opf_strdup(text));
}

void opf_strvec_pushf(struct opf_strvec *vec, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *text = len < 0 ? NULL : opf_alloc((size_t)len + 1);
    if (text) {
        va_start(args, fmt);
        vsnprintf(text, (size_t)len + 1, fmt, args);
        va_end(args);
    }
    push_owned(vec, text);
}

void opf_strvec_split(struct opf_strvec *vec, const char *text, const char *seps, bool skip_empty)
{
    for (;;) {
        size_t len = strcspn(text, seps);
        if (len || !skip_empty)
            push_owned(vec, opf_strndup(text, len));
        if (!text[len])
            return;
        text += len + 1;
    }
}

bool opf_strvec_contains(const struct opf_strvec *vec, const char *text)
{
    for (size_t i = 0; i < vec->len; i++)
        if (strcmp(vec->items[i], text) == 0)
            return true;
    return false;
}

static int compare_items(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void opf_strvec_sort(struct opf_strvec *vec)
{
    if (vec->len > 1)
        qsort(vec->items, vec->len, sizeof(*vec->items), compare_items);
}

void opf_strvec_unique(struct opf_strvec *vec)
{
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++) {
        if (kept && strcmp(vec->items[kept - 1], vec->items[i]) == 0)
            opf_free(vec->items[i]);
        else
            vec->items[kept++] = vec->items[i];
    }
    if (vec->len)
        vec->items[kept] = NULL;
    vec->len = kept;
}

opf_status *opf_strvec_finish(const struct opf_strvec *vec)
{
    return vec->failed ? OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory in a list of %zu texts", vec->len) : NULL;
}

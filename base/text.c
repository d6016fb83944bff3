/* Text rules. */
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool opf_text_starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool opf_text_ends(const char *text, const char *suffix)
{
    size_t len = strlen(text), tail = strlen(suffix);
    return len >= tail && memcmp(text + len - tail, suffix, tail) == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* strtoull takes blanks, signs and partial numbers; these readers take none of them. Base of what follows an
 * optional sign, or 0 when it does not begin like a number. */
static int number_base(const char *digits)
{
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
        char c = digits[2];
        bool hex = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        return hex ? 16 : 0;
    }
    return is_digit(digits[0]) ? 10 : 0;
}

bool opf_text_to_i64(const char *text, int64_t *out)
{
    const char *digits = text + (text[0] == '-' || text[0] == '+');
    int base = number_base(digits);
    if (!base)
        return false;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, base);
    if (errno || *end)
        return false;
    *out = value;
    return true;
}

bool opf_text_to_u64(const char *text, uint64_t *out)
{
    const char *digits = text + (text[0] == '+');
    int base = number_base(digits);
    if (!base)
        return false;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(digits, &end, base);
    if (errno || *end)
        return false;
    *out = value;
    return true;
}

bool opf_text_to_f64(const char *text, double *out)
{
    if (!*text || strchr(" \t\n\v\f\r", text[0]))
        return false;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end)
        return false;
    *out = value;
    return true;
}

char *opf_text_lower(char *text)
{
    for (char *c = text; *c; c++)
        if (is_upper(*c))
            *c = (char)(*c - 'A' + 'a');
    return text;
}

char *opf_text_upper(char *text)
{
    for (char *c = text; *c; c++)
        if (is_lower(*c))
            *c = (char)(*c - 'a' + 'A');
    return text;
}

char *opf_text_snake(const char *op_type)
{
    size_t len = strlen(op_type), size;
    char *snake = opf_size_mul(len, 2, &size) ? opf_alloc(size + 1) : NULL;
    if (!snake)
        return NULL;
    char *to = snake;
    for (size_t i = 0; i < len; i++) {
        char c = op_type[i];
        if (is_upper(c) && i > 0) {
            bool after_upper = is_upper(op_type[i - 1]);
            if (op_type[i - 1] != '_' && (!after_upper || is_lower(op_type[i + 1])))
                *to++ = '_';
        }
        *to++ = is_upper(c) ? (char)(c - 'A' + 'a') : c;
    }
    *to = '\0';
    return snake;
}

#define NEAREST_MAX_LEN 96

/* Levenshtein distance with two neighbours swapped counted as one; texts at most NEAREST_MAX_LEN long. */
static size_t edit_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    static const size_t width = NEAREST_MAX_LEN + 1;
    size_t rows[3][NEAREST_MAX_LEN + 1];
    for (size_t j = 0; j < width; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_len; i++) {
        size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            size_t best = before[j - 1] + (a[i - 1] != b[j - 1]);
            if (before[j] + 1 < best)
                best = before[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && earlier[j - 2] + 1 < best)
                best = earlier[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[a_len % 3][b_len];
}

static size_t common_prefix(const char *a, const char *b)
{
    size_t len = 0;
    while (a[len] && a[len] == b[len])
        len++;
    return len;
}

const char *opf_text_nearest(const char *text, const char *const *items, size_t count)
{
    size_t len = strlen(text);
    if (len == 0 || len > NEAREST_MAX_LEN)
        return NULL;
    /* A third of the text may differ: "rleu" suggests relu, "foo" does not suggest add. */
    size_t limit = len / 3 + (len > 3), best_prefix = 0;
    const char *best = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t item_len = strlen(items[i]);
        size_t gap = item_len > len ? item_len - len : len - item_len;
        if (item_len > NEAREST_MAX_LEN || gap > limit)
            continue;
        size_t distance = edit_distance(text, len, items[i], item_len),
               prefix = common_prefix(text, items[i]);
        /* Of equally near ones, the one that begins alike for longer. */
        if (distance > limit || (best && distance == limit && prefix <= best_prefix))
            continue;
        best = items[i];
        best_prefix = prefix;
        limit = distance;
    }
    return best;
}

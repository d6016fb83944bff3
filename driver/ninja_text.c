/* Ninja's syntax. */
#include "driver/ninja_text.h"

#include <string.h>

void opf_ninja_path(struct opf_buf *to, const char *path)
{
    for (; *path; path++) {
        if (*path == '$' || *path == ' ' || *path == ':')
            opf_buf_putc(to, '$');
        opf_buf_putc(to, *path);
    }
}

void opf_ninja_word(struct opf_buf *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
    bool quote = !*word || word[strspn(word, plain)] != '\0';
    opf_buf_putc(to, ' ');
    if (quote)
        opf_buf_putc(to, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            opf_buf_puts(to, "'\\''");
        else if (*word == '$')
            opf_buf_puts(to, "$$");
        else
            opf_buf_putc(to, *word);
    }
    if (quote)
        opf_buf_putc(to, '\'');
}

static void put_paths(struct opf_buf *to, const struct opf_strvec *paths)
{
    for (size_t i = 0; paths && i < paths->len; i++) {
        opf_buf_putc(to, ' ');
        opf_ninja_path(to, paths->items[i]);
    }
}

void opf_ninja_build(struct opf_buf *to, const char *out, const char *rule, const struct opf_strvec *inputs,
                     const struct opf_strvec *implicit)
{
    opf_buf_puts(to, "build ");
    opf_ninja_path(to, out);
    opf_buf_printf(to, ": %s", rule);
    put_paths(to, inputs);
    if (implicit && implicit->len) {
        opf_buf_puts(to, " |");
        put_paths(to, implicit);
    }
    opf_buf_putc(to, '\n');
}

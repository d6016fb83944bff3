/* Identifiers of a source text. */
#include "ascendc_gen/source_words.h"

#include <string.h>

struct cursor {
    const char *at, *end;
    bool in_condition; /* inside an #if or #elif line */
    bool line_start;
};

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void skip_block_comment(struct cursor *c)
{
    c->at += 2;
    while (c->at < c->end && !(c->at[0] == '*' && c->at + 1 < c->end && c->at[1] == '/'))
        c->at++;
    c->at = c->at + 2 <= c->end ? c->at + 2 : c->end;
}

static void skip_line(struct cursor *c)
{
    while (c->at < c->end && *c->at != '\n')
        c->at++;
}

static void skip_literal(struct cursor *c)
{
    char quote = *c->at++;
    while (c->at < c->end && *c->at != quote && *c->at != '\n')
        c->at += *c->at == '\\' && c->at + 1 < c->end ? 2 : 1;
    if (c->at < c->end && *c->at == quote)
        c->at++;
}

static bool equals(const char *word, size_t len, const char *text)
{
    return strlen(text) == len && memcmp(word, text, len) == 0;
}

static bool begins(const char *word, size_t len, const char *text)
{
    return strlen(text) <= len && memcmp(word, text, strlen(text)) == 0;
}

static void take_word(const char *word, size_t len, bool in_condition, struct opf_source_words *words)
{
    if (equals(word, len, "TILING_KEY_VAR"))
        words->tiling_key_var = true;
    else if (equals(word, len, "REGISTER_TILING_DEFAULT") || equals(word, len, "REGISTER_NONE_TILING"))
        words->registers_default = true;
    else if (equals(word, len, "GET_TILING_DATA"))
        words->reads_default = true;
    else if (equals(word, len, "ENABLE_DETERMINISTIC"))
        words->deterministic = true;
    else if (equals(word, len, "ASCENDC_TPL_ARGS_DECL"))
        words->templates = true;
    else if (in_condition && (begins(word, len, "DTYPE_") || begins(word, len, "ORIG_DTYPE_") ||
                              begins(word, len, "FORMAT_")))
        words->tests_operands = true;
}

/* `#` as the first character of a line: see which directive follows. */
static void enter_directive(struct cursor *c)
{
    c->at++;
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
        c->at++;
    const char *word = c->at;
    while (c->at < c->end && is_word(*c->at))
        c->at++;
    size_t len = (size_t)(c->at - word);
    c->in_condition = equals(word, len, "if") || equals(word, len, "elif");
    c->line_start = false;
}

void opf_source_words_scan(const char *text, size_t len, struct opf_source_words *words)
{
    struct cursor c = {text, text + len, false, true};
    while (c.at < c.end) {
        char ch = *c.at;
        if (ch == '\n') {
            bool continued = c.at > text && c.at[-1] == '\\';
            c.in_condition = c.in_condition && continued;
            c.line_start = true;
            c.at++;
        } else if (ch == '/' && c.at + 1 < c.end && c.at[1] == '*') {
            skip_block_comment(&c);
        } else if (ch == '/' && c.at + 1 < c.end && c.at[1] == '/') {
            skip_line(&c);
        } else if (ch == '"' || ch == '\'') {
            skip_literal(&c);
        } else if (ch == '#' && c.line_start) {
            enter_directive(&c);
        } else if (is_word(ch)) {
            const char *word = c.at;
            while (c.at < c.end && is_word(*c.at))
                c.at++;
            /* 1'000 is one number: its quotes open no literal */
            while (c.at + 1 < c.end && *c.at == '\'' && word[0] >= '0' && word[0] <= '9' && is_word(c.at[1]))
                for (c.at++; c.at < c.end && is_word(*c.at);)
                    c.at++;
            take_word(word, (size_t)(c.at - word), c.in_condition, words);
            c.line_start = false;
        } else {
            if (ch != ' ' && ch != '\t' && ch != '\r')
                c.line_start = false;
            c.at++;
        }
    }
}

/* Writing Ninja files: escaping of paths and of shell words. */
#ifndef OPF_DRIVER_NINJA_TEXT_H
#define OPF_DRIVER_NINJA_TEXT_H

#include "base/buf.h"
#include "base/strvec.h"

/* A path in a build line: `$`, space and `:` escaped. */
void opf_ninja_path(struct opf_buf *to, const char *path);
/* ` word` for a command: quoted for the shell where needed, `$` doubled for Ninja. */
void opf_ninja_word(struct opf_buf *to, const char *word);
/* `build <out>: <rule> <inputs> | <implicit>` and a newline; lists may be NULL. */
void opf_ninja_build(struct opf_buf *to, const char *out, const char *rule, const struct opf_strvec *inputs,
                     const struct opf_strvec *implicit);

#endif

/* A growing list of owned strings: argument vectors, file lists, search paths. Sticky failure as in buf.h. */
#ifndef OPF_BASE_STRVEC_H
#define OPF_BASE_STRVEC_H

#include "base/alloc.h"

struct opf_strvec {
    char **items; /* NULL-terminated, so it can be an argv */
    size_t len;
    size_t cap;
    bool failed;
};

void opf_strvec_init(struct opf_strvec *vec);
void opf_strvec_free(struct opf_strvec *vec);
void opf_strvec_push(struct opf_strvec *vec, const char *text); /* copies */
void opf_strvec_pushf(struct opf_strvec *vec, const char *fmt, ...) OPF_PRINTF(2, 3);
/* Split `text` at any of the characters in `seps`, dropping empty items when `skip_empty`. */
void opf_strvec_split(struct opf_strvec *vec, const char *text, const char *seps, bool skip_empty);
bool opf_strvec_contains(const struct opf_strvec *vec, const char *text);
void opf_strvec_sort(struct opf_strvec *vec);   /* byte order */
void opf_strvec_unique(struct opf_strvec *vec); /* drop equal neighbours */
opf_status *opf_strvec_finish(const struct opf_strvec *vec) OPF_NODISCARD;

#endif

/* Names of tensor formats and their public numbers (ge::Format, docs/formats/keys.md): one table for every
 * reader and writer of definitions and keys. */
#ifndef OPF_BASE_FORMAT_NAMES_H
#define OPF_BASE_FORMAT_NAMES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "ND" for 2; NULL for a number without a name. */
const char *opf_format_name(size_t number);
/* 2 for "ND"; -1 for an unknown name. */
int opf_format_number(const char *name);

#ifdef __cplusplus
}
#endif
#endif

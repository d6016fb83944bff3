/* Hashes through nettle, as lower-case hex. */
#ifndef OPF_BASE_DIGEST_H
#define OPF_BASE_DIGEST_H

#include "base/status.h"
#include <stddef.h>

#define OPF_SHA256_HEX 65 /* with NUL */
#define OPF_MD5_HEX    33

void opf_digest_sha256(const void *bytes, size_t len, char out[OPF_SHA256_HEX]);
opf_status *opf_digest_sha256_file(const char *path, char out[OPF_SHA256_HEX]) OPF_NODISCARD;
void opf_digest_md5(const void *bytes, size_t len, char out[OPF_MD5_HEX]);

#endif

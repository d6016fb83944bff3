/* Hashes. */
#include "base/digest.h"
#include "base/file.h"

#include <nettle/md5.h>
#include <nettle/sha2.h>

#define MAX_FILE ((size_t)1 << 30)

static void to_hex(const uint8_t *bytes, size_t len, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = '\0';
}

void opf_digest_sha256(const void *bytes, size_t len, char out[OPF_SHA256_HEX])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, len, bytes);
    sha256_digest(&context, sizeof(digest), digest);
    to_hex(digest, sizeof(digest), out);
}

opf_status *opf_digest_sha256_file(const char *path, char out[OPF_SHA256_HEX])
{
    struct opf_buf content;
    OPF_TRY(opf_file_read(path, MAX_FILE, &content));
    opf_digest_sha256(opf_buf_text(&content), content.len, out);
    opf_buf_free(&content);
    return NULL;
}

void opf_digest_md5(const void *bytes, size_t len, char out[OPF_MD5_HEX])
{
    uint8_t digest[MD5_DIGEST_SIZE];
    struct md5_ctx context;
    md5_init(&context);
    md5_update(&context, len, bytes);
    md5_digest(&context, sizeof(digest), digest);
    to_hex(digest, sizeof(digest), out);
}

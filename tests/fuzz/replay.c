/* Replays a fuzz target over its corpus without libFuzzer: every file whole, cut at every offset, and with
 * single bytes changed. `make check` runs it, so what the fuzzer once found stays found. */
#include "base/file.h"
#include "base/path.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_CUTS 20000
#define CHANGES   3000

/* A copy of exactly `size` bytes, so that memory checkers see any read past the end. */
static opf_status *run_input(const char *bytes, size_t size)
{
    uint8_t *copy = opf_alloc(size);
    if (!copy)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while replaying");
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    opf_free(copy);
    return NULL;
}

static opf_status *replay_file(const char *path, size_t *inputs)
{
    struct opf_buf text;
    OPF_TRY(opf_file_read(path, OPF_BUF_MAX_DEFAULT, &text));
    size_t step = text.len / MOST_CUTS + 1;
    opf_status *status = run_input(opf_buf_text(&text), text.len);
    for (size_t len = 0; len < text.len && !status; len += step, ++*inputs)
        status = run_input(text.data, len);
    uint32_t random = 2463534242u;
    for (int i = 0; i < CHANGES && text.len && !status; i++, ++*inputs) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        char *at = &text.data[random % text.len];
        char old = *at;
        *at = (char)(i % 3 == 0 ? old ^ (1 << (random >> 29)) : (int)(random >> 24));
        status = run_input(text.data, text.len);
        *at = old;
    }
    ++*inputs;
    opf_buf_free(&text);
    return status;
}

static opf_status *replay_folder(const char *name, const char *dir)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    opf_status *status = opf_path_walk(dir, NULL, 1, &files);
    if (!status && files.len == 0)
        status = OPF_FAIL(OPF_NOT_FOUND, "corpus folder %s is empty", dir);
    size_t inputs = 0;
    for (size_t i = 0; i < files.len && !status; i++)
        status = replay_file(files.items[i], &inputs);
    if (!status)
        printf("fuzz %s: %zu files, %zu inputs replayed\n", name, files.len, inputs);
    opf_strvec_free(&files);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: replay_<name> <name> <corpus folder>\n");
        return 2;
    }
    opf_status *status = replay_folder(argv[1], argv[2]);
    opf_status_print(stderr, status);
    int code = status ? 1 : 0;
    opf_status_free(status);
    return code;
}

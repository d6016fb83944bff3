/* Shared libraries, looked at before the system's loader gets them. */
#include "base/shared_object.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_NONE
#endif

enum { MAX_SEGMENTS = 256 };

static opf_status *check_segments(const char *path, int fd, uint64_t size, const Elf64_Ehdr *header)
{
    if (header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phnum == 0 || header->e_phnum > MAX_SEGMENTS)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: a table of %u segments of %u bytes", path, header->e_phnum,
                        header->e_phentsize);
    for (unsigned i = 0; i < header->e_phnum; i++) {
        Elf64_Phdr segment;
        uint64_t at = header->e_phoff + i * sizeof(segment);
        if (at < header->e_phoff || at > size || size - at < sizeof(segment) ||
            pread(fd, &segment, sizeof(segment), (off_t)at) != (ssize_t)sizeof(segment))
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: it ends inside its table of segments: was it cut?",
                            path);
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
            return OPF_FAIL(OPF_INVALID_FORMAT,
                            "%s: segment %u ends at byte %llu, the file has %llu: was it cut? Build it again",
                            path, i, (unsigned long long)(segment.p_offset + segment.p_filesz),
                            (unsigned long long)size);
    }
    return NULL;
}

static opf_status *check_file(const char *path, int fd)
{
    struct stat st;
    Elf64_Ehdr header;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: not a file", path);
    if (pread(fd, &header, sizeof(header), 0) != (ssize_t)sizeof(header) ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return OPF_FAIL(OPF_INVALID_FORMAT, "%s: not a shared library (%lld bytes, no ELF header)", path,
                        (long long)st.st_size);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN || header.e_machine != MACHINE)
        return OPF_FAIL(OPF_INVALID_FORMAT,
                        "%s: not a 64-bit shared library of this machine (class %u, type %u, machine %u)",
                        path, header.e_ident[EI_CLASS], header.e_type, header.e_machine);
    return check_segments(path, fd, (uint64_t)st.st_size, &header);
}

opf_status *opf_shared_object_check(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return OPF_FAIL(errno == ENOENT ? OPF_NOT_FOUND : OPF_IO, "%s: %s", path, strerror(errno));
    opf_status *status = check_file(path, fd);
    (void)close(fd);
    return status;
}

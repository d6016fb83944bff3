/* Reading and publishing files. Everything is written under a temporary name beside its target and renamed,
 * so that whoever reads sees only finished files; what a killed writer left is removed by the next writer. */
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TEMPORARY_MARK ".tmp-"
#define STALE_SECONDS  600

static int64_t fail_countdown;
static int fail_errno;

void opf_file_fail_after(int64_t countdown, int error_number)
{
    fail_errno = error_number;
    __atomic_store_n(&fail_countdown, countdown, __ATOMIC_SEQ_CST);
}

/* True when this system call is the one the test wants refused; errno is set then. */
static bool refuse_call(void)
{
    if (__builtin_expect(__atomic_load_n(&fail_countdown, __ATOMIC_RELAXED) <= 0, 1))
        return false;
    if (__atomic_sub_fetch(&fail_countdown, 1, __ATOMIC_SEQ_CST) != 0)
        return false;
    errno = fail_errno;
    return true;
}

static opf_status *no_memory(const char *path)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while handling file %s", path);
}

opf_status *opf_file_read(const char *path, size_t max, struct opf_buf *out)
{
    opf_buf_init(out, max);
    int fd = refuse_call() ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return OPF_FAIL(errno == ENOENT ? OPF_NOT_FOUND : OPF_IO, "cannot open %s: %s", path,
                        strerror(errno));
    opf_status *status = NULL;
    struct stat info;
    if (fstat(fd, &info) != 0)
        status = OPF_FAIL(OPF_IO, "cannot inspect %s: %s", path, strerror(errno));
    else if (S_ISDIR(info.st_mode))
        status = OPF_FAIL(OPF_IO, "cannot read %s: it is a folder", path);
    else if (S_ISREG(info.st_mode) && (uint64_t)info.st_size > max)
        status = OPF_FAIL(OPF_OUT_OF_RANGE, "cannot read %s: it has %lld bytes, at most %zu are expected",
                          path, (long long)info.st_size, max);
    size_t chunk = !status && info.st_size > 0 ? (size_t)info.st_size + 1 : 65536;
    char *block = status ? NULL : opf_alloc(chunk);
    if (!status && !block)
        status = no_memory(path);
    while (!status) {
        ssize_t got = refuse_call() ? -1 : read(fd, block, chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            status = OPF_FAIL(OPF_IO, "cannot read %s: %s", path, strerror(errno));
        if (got <= 0)
            break;
        opf_buf_append(out, block, (size_t)got);
        status = opf_buf_finish(out, path);
    }
    close(fd);
    opf_free(block);
    if (status)
        opf_buf_free(out);
    return status;
}

/* Remove what killed writers left of `path`. A temporary's name carries its writer's process id: it is a
 * leftover when there is no such process, or when it is too old to be anyone's current work. */
static void remove_leftovers(const char *dir, const char *path)
{
    const char *base = opf_path_base(path);
    size_t base_len = strlen(base);
    DIR *folder = opendir(dir);
    if (!folder)
        return;
    time_t now = time(NULL);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *name = entry->d_name;
        if (strncmp(name, base, base_len) != 0 || !opf_text_starts(name + base_len, TEMPORARY_MARK))
            continue;
        struct stat info;
        if (fstatat(dirfd(folder), name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        long writer = strtol(name + base_len + strlen(TEMPORARY_MARK), NULL, 10);
        bool gone = writer > 0 && kill((pid_t)writer, 0) != 0 && errno == ESRCH;
        if (gone || now - info.st_mtime > STALE_SECONDS)
            unlinkat(dirfd(folder), name, 0);
    }
    closedir(folder);
}

static opf_status *write_bytes(int fd, const char *path, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t put = refuse_call() ? -1 : write(fd, bytes, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return OPF_FAIL(OPF_IO, "cannot write %s: %s", path, strerror(errno));
        bytes += put;
        len -= (size_t)put;
    }
    return NULL;
}

static mode_t current_umask(void)
{
    static int cached = -1;
    int mask = __atomic_load_n(&cached, __ATOMIC_RELAXED);
    if (mask < 0) {
        mode_t old = umask(022);
        umask(old);
        mask = (int)old;
        __atomic_store_n(&cached, mask, __ATOMIC_RELAXED);
    }
    return (mode_t)mask;
}

/* Write the content under a temporary name beside `path`; `*temporary` is owned by the caller. */
static opf_status *write_temporary(const char *path, const void *bytes, size_t len, unsigned flags,
                                   char **temporary)
{
    char *dir = opf_path_dir(path);
    char *name = opf_asprintf("%s" TEMPORARY_MARK "%ld-XXXXXX", path, (long)getpid());
    *temporary = NULL;
    opf_status *status = dir && name ? opf_path_make_dirs(dir) : no_memory(path);
    int fd = -1;
    if (!status) {
        remove_leftovers(dir, path);
        fd = refuse_call() ? -1 : mkostemp(name, O_CLOEXEC);
        if (fd < 0)
            status = OPF_FAIL(OPF_IO, "cannot create %s: %s", path, strerror(errno));
    }
    if (!status)
        status = write_bytes(fd, path, bytes, len);
    mode_t mode = (flags & OPF_FILE_EXEC ? 0777 : 0666) & ~current_umask();
    if (!status && fchmod(fd, mode) != 0)
        status = OPF_FAIL(OPF_IO, "cannot set the mode of %s: %s", path, strerror(errno));
    if (!status && (flags & OPF_FILE_SYNC) && (refuse_call() || fsync(fd) != 0))
        status = OPF_FAIL(OPF_IO, "cannot flush %s to disk: %s", path, strerror(errno));
    if (fd >= 0 && close(fd) != 0 && !status)
        status = OPF_FAIL(OPF_IO, "cannot finish writing %s: %s", path, strerror(errno));
    if (status && fd >= 0)
        unlink(name);
    opf_free(dir);
    if (status)
        opf_free(name);
    else
        *temporary = name;
    return status;
}

static opf_status *rename_over(const char *from, const char *path)
{
    if (refuse_call() || rename(from, path) != 0)
        return OPF_FAIL(OPF_IO, "cannot put %s in place: %s", path, strerror(errno));
    return NULL;
}

/* Whether `path` already holds exactly these bytes (and the wanted mode). Unreadable counts as different. */
static bool content_equal(const char *path, const void *bytes, size_t len, unsigned flags)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || (size_t)info.st_size != len)
        return false;
    if ((flags & OPF_FILE_EXEC) && !(info.st_mode & S_IXUSR))
        return false;
    struct opf_buf old;
    opf_status *status = opf_file_read(path, len, &old);
    bool equal = !status && old.len == len && (len == 0 || memcmp(old.data, bytes, len) == 0);
    opf_status_free(status);
    opf_buf_free(&old);
    return equal;
}

opf_status *opf_file_write(const char *path, const void *bytes, size_t len, unsigned flags, bool *changed)
{
    if (changed)
        *changed = false;
    if ((flags & OPF_FILE_IF_CHANGED) && content_equal(path, bytes, len, flags))
        return NULL;
    char *temporary;
    OPF_TRY(write_temporary(path, bytes, len, flags, &temporary));
    opf_status *status = rename_over(temporary, path);
    if (status)
        unlink(temporary);
    else if (changed)
        *changed = true;
    opf_free(temporary);
    return status;
}

struct group_item {
    struct group_item *next;
    char *path, *made;
};

struct opf_file_group {
    struct group_item *first, **end;
};

opf_status *opf_file_group_create(opf_file_group **out)
{
    *out = opf_calloc(1, sizeof(**out));
    if (!*out)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a group of files");
    (*out)->end = &(*out)->first;
    return NULL;
}

/* Takes `made` (the text) over, also on failure. */
static opf_status *append_item(opf_file_group *group, const char *path, char *made)
{
    struct group_item *item = opf_calloc(1, sizeof(*item));
    char *copy = opf_strdup(path);
    if (!item || !copy || !made) {
        opf_free(item);
        opf_free(copy);
        opf_free(made);
        return no_memory(path);
    }
    item->path = copy;
    item->made = made;
    *group->end = item;
    group->end = &item->next;
    return NULL;
}

opf_status *opf_file_group_add(opf_file_group *group, const char *path, const void *bytes, size_t len,
                               unsigned flags)
{
    if ((flags & OPF_FILE_IF_CHANGED) && content_equal(path, bytes, len, flags))
        return NULL;
    char *temporary;
    OPF_TRY(write_temporary(path, bytes, len, flags, &temporary));
    char *name = opf_strdup(temporary);
    opf_status *status = append_item(group, path, name);
    if (status)
        unlink(temporary);
    opf_free(temporary);
    return status;
}

opf_status *opf_file_group_adopt(opf_file_group *group, const char *path, const char *made)
{
    return append_item(group, path, opf_strdup(made));
}

static void drop_first(opf_file_group *group)
{
    struct group_item *item = group->first;
    group->first = item->next;
    if (!group->first)
        group->end = &group->first;
    opf_free(item->path);
    opf_free(item->made);
    opf_free(item);
}

opf_status *opf_file_group_commit(opf_file_group *group)
{
    while (group->first) {
        OPF_TRY(rename_over(group->first->made, group->first->path));
        drop_first(group);
    }
    return NULL;
}

void opf_file_group_destroy(opf_file_group *group)
{
    if (!group)
        return;
    while (group->first) {
        unlink(group->first->made);
        drop_first(group);
    }
    opf_free(group);
}

struct opf_file_lock {
    int fd;
};

opf_status *opf_file_lock_take(const char *path, opf_file_lock **out)
{
    *out = NULL;
    char *dir = opf_path_dir(path);
    opf_file_lock *lock = opf_calloc(1, sizeof(*lock));
    opf_status *status = dir && lock ? opf_path_make_dirs(dir) : no_memory(path);
    opf_free(dir);
    if (!status) {
        lock->fd = refuse_call() ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock->fd < 0)
            status = OPF_FAIL(OPF_IO, "cannot open lock %s: %s", path, strerror(errno));
    }
    while (!status && flock(lock->fd, LOCK_EX) != 0) {
        if (errno == EINTR)
            continue;
        status = OPF_FAIL(OPF_IO, "cannot take lock %s: %s", path, strerror(errno));
        close(lock->fd);
    }
    if (status)
        opf_free(lock);
    else
        *out = lock;
    return status;
}

void opf_file_lock_share(opf_file_lock *lock)
{
    fcntl(lock->fd, F_SETFD, 0);
}

void opf_file_lock_drop(opf_file_lock *lock)
{
    if (!lock)
        return;
    flock(lock->fd, LOCK_UN); /* closing alone would leave it to a forked child that shares the descriptor */
    close(lock->fd);
    opf_free(lock);
}

/* Whole files in, whole files out. Outputs are published by rename: a reader sees the old file or the new
 * one, a killed writer leaves at most a temporary `.tmp-*` that the next run removes. */
#ifndef OPF_BASE_FILE_H
#define OPF_BASE_FILE_H

#include "base/buf.h"

/* Read at most `max` bytes; larger files are an error. The buffer is initialised by this call. */
opf_status *opf_file_read(const char *path, size_t max, struct opf_buf *out) OPF_NODISCARD;

enum opf_file_flags {
    OPF_FILE_PLAIN = 0,
    OPF_FILE_IF_CHANGED = 1, /* leave the file and its time alone when the content is equal */
    OPF_FILE_EXEC = 2,       /* mode 0755 instead of 0644 */
    OPF_FILE_SYNC = 4        /* fsync before the rename */
};
/* Publish `len` bytes at `path`, creating its folder. `changed` (may be NULL): whether the file was replaced.
 */
opf_status *opf_file_write(const char *path, const void *bytes, size_t len, unsigned flags,
                           bool *changed) OPF_NODISCARD;

/* Several files that belong together: written beside their targets, renamed in order on commit. */
typedef struct opf_file_group opf_file_group;
opf_status *opf_file_group_create(opf_file_group **out) OPF_NODISCARD;
opf_status *opf_file_group_add(opf_file_group *group, const char *path, const void *bytes, size_t len,
                               unsigned flags) OPF_NODISCARD;
/* Takes over an existing file `made` (same file system), to be renamed to `path`. */
opf_status *opf_file_group_adopt(opf_file_group *group, const char *path, const char *made) OPF_NODISCARD;
opf_status *opf_file_group_commit(opf_file_group *group) OPF_NODISCARD;
void opf_file_group_destroy(opf_file_group *group); /* removes what was not committed */

/* Exclusive advisory lock (flock) on `path`, held until unlock or process death. */
typedef struct opf_file_lock opf_file_lock;
opf_status *opf_file_lock_take(const char *path, opf_file_lock **out) OPF_NODISCARD;
void opf_file_lock_drop(opf_file_lock *lock);
/* Let child processes started from now on share the lock: it then lasts until the last of them has ended,
 * even if this process is killed. */
void opf_file_lock_share(opf_file_lock *lock);

/* Test hook as opf_alloc_fail_after, for system calls of this module (write, fsync, rename, open). */
void opf_file_fail_after(int64_t countdown, int error_number);

#endif

/* Paths and the file system's answers about them. */
#include "base/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_TREE_DEPTH 256

char *opf_path_join(const char *dir, const char *name)
{
    if (name[0] == '/' || dir[0] == '\0')
        return opf_strdup(name);
    size_t len = strlen(dir);
    return opf_asprintf("%s%s%s", dir, dir[len - 1] == '/' ? "" : "/", name);
}

char *opf_path_dir(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return opf_strdup(".");
    while (slash > path && slash[-1] == '/')
        slash--;
    return slash == path ? opf_strdup("/") : opf_strndup(path, (size_t)(slash - path));
}

const char *opf_path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Fold `.`, `..` and repeated slashes of an absolute path, in place. */
static void fold_path(char *path)
{
    char *to = path;
    const char *from = path;
    while (*from) {
        while (*from == '/')
            from++;
        size_t len = strcspn(from, "/");
        if (len == 0)
            break;
        if (len == 2 && from[0] == '.' && from[1] == '.') {
            while (to > path && *--to != '/') {
            }
        } else if (!(len == 1 && from[0] == '.')) {
            *to++ = '/';
            memmove(to, from, len);
            to += len;
        }
        from += len;
    }
    if (to == path)
        *to++ = '/';
    *to = '\0';
}

char *opf_path_absolute(const char *path)
{
    char *whole;
    if (path[0] == '/') {
        whole = opf_strdup(path);
    } else {
        char here[4096];
        if (!getcwd(here, sizeof(here)))
            return NULL;
        whole = opf_path_join(here, path);
    }
    if (whole)
        fold_path(whole);
    return whole;
}

char *opf_path_relative(const char *from, const char *target)
{
    size_t common = 0, i = 0;
    while (from[i] && from[i] == target[i]) {
        i++;
        if (from[i - 1] == '/')
            common = i;
    }
    if ((from[i] == '\0' || from[i] == '/') && (target[i] == '\0' || target[i] == '/') && i > common)
        common = i;
    const char *rest = from + common, *tail = target + common;
    while (*tail == '/')
        tail++;
    size_t ups = 0;
    while (*rest) {
        while (*rest == '/')
            rest++;
        if (*rest)
            ups++;
        rest += strcspn(rest, "/");
    }
    size_t len = ups * 3 + strlen(tail) + 2;
    char *out = opf_alloc(len);
    if (!out)
        return NULL;
    char *to = out;
    for (size_t k = 0; k < ups; k++) {
        memcpy(to, "../", 3);
        to += 3;
    }
    strcpy(to, tail);
    to += strlen(tail);
    if (to > out && to[-1] == '/')
        *--to = '\0';
    if (to == out)
        strcpy(out, ".");
    return out;
}

bool opf_path_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool opf_path_is_dir(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool opf_path_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

int64_t opf_path_mtime(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return -1;
    return (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
}

opf_status *opf_path_make_dirs(const char *path)
{
    if (opf_path_is_dir(path) || path[0] == '\0')
        return NULL;
    char *copy = opf_strdup(path);
    if (!copy)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while making folder %s", path);
    opf_status *status = NULL;
    for (char *at = copy + 1; !status; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        /* EEXIST may also mean a file is in the way, or that another process was quicker. */
        if (mkdir(copy, 0777) != 0 && !(errno == EEXIST && opf_path_is_dir(copy)))
            status = errno == EEXIST
                         ? OPF_FAIL(OPF_IO, "cannot make folder %s: %s is a file, not a folder", path, copy)
                         : OPF_FAIL(OPF_IO, "cannot make folder %s: %s: %s", path, copy, strerror(errno));
        *at = end;
        if (end == '\0')
            break;
    }
    opf_free(copy);
    return status;
}

static opf_status *remove_entry(int parent, const char *name, const char *shown, int depth)
{
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT)
        return NULL;
    if (errno != EISDIR && errno != EPERM)
        return OPF_FAIL(OPF_IO, "cannot remove %s: %s", shown, strerror(errno));
    if (depth > MAX_TREE_DEPTH)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "cannot remove %s: more than %d folders deep", shown,
                        MAX_TREE_DEPTH);
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir) {
        opf_status *status =
            OPF_FAIL(OPF_IO, "cannot open folder %s to remove it: %s", shown, strerror(errno));
        if (fd >= 0)
            close(fd);
        return status;
    }
    opf_status *status = NULL;
    for (struct dirent *entry; !status && (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *below = opf_path_join(shown, entry->d_name);
        status = below ? remove_entry(dirfd(dir), entry->d_name, below, depth + 1)
                       : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while removing %s", shown);
        opf_free(below);
    }
    closedir(dir);
    if (!status && unlinkat(parent, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
        status = OPF_FAIL(OPF_IO, "cannot remove folder %s: %s", shown, strerror(errno));
    return status;
}

opf_status *opf_path_remove_tree(const char *path)
{
    return remove_entry(AT_FDCWD, path, path, 0);
}

opf_status *opf_path_list(const char *path, struct opf_strvec *names)
{
    DIR *dir = opendir(path);
    if (!dir)
        return OPF_FAIL(errno == ENOENT ? OPF_NOT_FOUND : OPF_IO, "cannot list folder %s: %s", path,
                        strerror(errno));
    errno = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            opf_strvec_push(names, entry->d_name);
    }
    closedir(dir);
    opf_strvec_sort(names);
    return opf_strvec_finish(names);
}

static opf_status *walk_below(const char *dir, const char *pattern, int depth, struct opf_strvec *files)
{
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = opf_path_list(dir, &names);
    for (size_t i = 0; i < names.len && !status; i++) {
        char *path = opf_path_join(dir, names.items[i]);
        struct stat info;
        if (!path)
            status = OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while walking %s", dir);
        else if (stat(path, &info) != 0)
            ; /* a dangling link or a file just removed: not part of the answer */
        else if (S_ISDIR(info.st_mode))
            status = depth > 1 ? walk_below(path, pattern, depth - 1, files) : NULL;
        else if (!pattern || fnmatch(pattern, names.items[i], 0) == 0)
            opf_strvec_push(files, path);
        opf_free(path);
    }
    opf_strvec_free(&names);
    return status;
}

opf_status *opf_path_walk(const char *dir, const char *pattern, int max_depth, struct opf_strvec *files)
{
    OPF_TRY(walk_below(dir, pattern, max_depth, files));
    opf_strvec_sort(files);
    return opf_strvec_finish(files);
}

opf_status *opf_path_link(const char *target, const char *link)
{
    char current[4096];
    ssize_t len = readlink(link, current, sizeof(current) - 1);
    if (len >= 0) {
        current[len] = '\0';
        if (strcmp(current, target) == 0)
            return NULL;
    }
    char *temporary = opf_asprintf("%s.tmp-%ld", link, (long)getpid());
    char *dir = opf_path_dir(link);
    opf_status *status = temporary && dir
                             ? opf_path_make_dirs(dir)
                             : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while linking %s", link);
    if (!status) {
        unlink(temporary);
        if (symlink(target, temporary) != 0 || rename(temporary, link) != 0) {
            status = OPF_FAIL(OPF_IO, "cannot make link %s to %s: %s", link, target, strerror(errno));
            unlink(temporary);
        }
    }
    opf_free(dir);
    opf_free(temporary);
    return status;
}

opf_status *opf_path_self_dir(char **out)
{
    char path[4096];
    *out = NULL;
    ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (len < 0)
        return OPF_FAIL(OPF_IO, "cannot find out where this program is (/proc/self/exe): %s",
                        strerror(errno));
    path[len] = '\0';
    *out = opf_path_dir(path);
    return *out ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for a path");
}

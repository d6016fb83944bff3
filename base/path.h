/* Paths as text, and questions to the file system. */
#ifndef OPF_BASE_PATH_H
#define OPF_BASE_PATH_H

#include "base/strvec.h"

/* Owned by the caller (opf_free), NULL without memory. */
char *opf_path_join(const char *dir, const char *name); /* absolute `name` wins */
char *opf_path_dir(const char *path);                   /* "." when there is no slash */
char *opf_path_absolute(const char *path);              /* lexical: no links resolved, . and .. folded */
const char *opf_path_base(const char *path);            /* borrowed tail after the last slash */
/* Lexical path of `target` as seen from folder `from`; both absolute. */
char *opf_path_relative(const char *from, const char *target);

bool opf_path_exists(const char *path);
bool opf_path_is_dir(const char *path);
bool opf_path_is_file(const char *path);
/* Modification time in ns since the epoch, -1 when absent. */
int64_t opf_path_mtime(const char *path);

opf_status *opf_path_make_dirs(const char *path) OPF_NODISCARD; /* mkdir -p */
opf_status *
opf_path_remove_tree(const char *path) OPF_NODISCARD; /* absent is fine; never follows links out */
/* Names in a folder (no . and ..), sorted by bytes. */
opf_status *opf_path_list(const char *dir, struct opf_strvec *names) OPF_NODISCARD;
/* Files below `dir` whose name matches the fnmatch pattern (NULL = all), full paths, sorted. Depth-limited.
 */
opf_status *opf_path_walk(const char *dir, const char *pattern, int max_depth,
                          struct opf_strvec *files) OPF_NODISCARD;
/* Make `link` a symbolic link to `target`, replacing an older link or file, atomically. */
opf_status *opf_path_link(const char *target, const char *link) OPF_NODISCARD;
/* Folder of the running executable, owned by the caller. */
opf_status *opf_path_self_dir(char **out) OPF_NODISCARD;

#endif

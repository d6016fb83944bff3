/* YAML through libyaml (the only file that includes it is yaml.c): one document, mappings with string keys,
 * sequences, scalars. Plain scalars become null, bool, integer, real or string by the YAML 1.2 core rules;
 * anchors, aliases, tags and merge keys are an error. */
#ifndef OPF_BASE_YAML_H
#define OPF_BASE_YAML_H

#include "base/buf.h"
#include "base/value.h"

opf_status *opf_yaml_parse(opf_arena *arena, const char *name, const char *text, size_t len,
                           opf_value **out) OPF_NODISCARD;
opf_status *opf_yaml_read(opf_arena *arena, const char *path, opf_value **out) OPF_NODISCARD;
/* Block style, two spaces; strings quoted when they would read back as something else. */
opf_status *opf_yaml_write(struct opf_buf *to, const opf_value *value) OPF_NODISCARD;

#endif

/* Visibility of op_common functions; they live in libopforge_host.so. */
#ifndef OPFORGE_OP_COMMON_OPBASE_EXPORT_H
#define OPFORGE_OP_COMMON_OPBASE_EXPORT_H

#define OPBASE_API __attribute__((visibility("default")))

#endif

/* How symbols of libopforge_host.so are exported. Everything else in that library is hidden. */
#ifndef OPFORGE_GRAPH_VISIBILITY_H
#define OPFORGE_GRAPH_VISIBILITY_H

#define OPF_HOST_API __attribute__((visibility("default")))

/* Spellings that operator sources use themselves. */
#ifndef GE_FUNC_HOST_VISIBILITY
#define GE_FUNC_HOST_VISIBILITY
#endif
#ifndef GE_FUNC_DEV_VISIBILITY
#define GE_FUNC_DEV_VISIBILITY
#endif
#ifndef GE_FUNC_VISIBILITY
#define GE_FUNC_VISIBILITY
#endif
#ifndef WEAK_SYMBOL
#define WEAK_SYMBOL __attribute__((weak))
#endif
#ifndef FORMAT_PRINTF
#define FORMAT_PRINTF(format_idx, first_arg) __attribute__((format(printf, (format_idx), (first_arg))))
#endif

#endif

/* The C frame under every context: pointers to value slots, inputs first, then outputs. */
#ifndef OPFORGE_EXE_GRAPH_KERNEL_RUN_CONTEXT_H
#define OPFORGE_EXE_GRAPH_KERNEL_RUN_CONTEXT_H

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*FreeCallback)(void *);

/* A value of up to 8 bytes in place, or a pointer to a larger one. */
typedef struct {
    union {
        void *pointer;
        unsigned char inplace[sizeof(void *)];
    } data;
    FreeCallback deleter;
} AsyncAnyValue;

typedef struct {
    size_t input_size;
    size_t output_size;
    const void *compute_node_info;
    const void *kernel_extend_info;
    AsyncAnyValue **output_start; /* &values[input_size] */
    AsyncAnyValue *values[1];     /* really input_size + output_size */
} KernelRunContext;

#ifdef __cplusplus
}
#endif
#endif

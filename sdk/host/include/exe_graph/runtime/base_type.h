/* Return type of registered host functions. */
#ifndef OPFORGE_EXE_GRAPH_BASE_TYPE_H
#define OPFORGE_EXE_GRAPH_BASE_TYPE_H

#ifdef __cplusplus
extern "C" {
#endif
typedef unsigned int UINT32;
typedef UINT32 KernelStatus;
#ifdef __cplusplus
}
#endif
#endif

/* Kernels that need their tiling key as a constant: finding the keys before the compile, and keeping the
 * objects of different keys apart. */
#ifndef OPF_BINSCRIPTS_OPC_KEYS_H
#define OPF_BINSCRIPTS_OPC_KEYS_H

#include "binscripts/opc_job.h"

/* Keys that the preprocessed source compares with, ascending; in the job's arena. None found: key 0. */
opf_status *opf_opc_list_keys(const struct opf_opc_job *job, uint64_t **keys, size_t *count) OPF_NODISCARD;
/* Give every symbol that the object defines the ending `.k<key>`, except opf_entry_<key>: equal names of two
 * keys hold different code. */
opf_status *opf_opc_rename_symbols(const char *object, uint64_t key) OPF_NODISCARD;

#endif

/* A section of the `.ini` as the operator part of a kernel description. */
#ifndef OPF_ASCENDC_GEN_OP_INI_H
#define OPF_ASCENDC_GEN_OP_INI_H

#include "ascendc_gen/kernel_model.h"
#include "base/ini.h"

/* Fills names, parameters, attributes and flags; the source and kernel parts stay empty. With `for_bin` the
 * columns are those of for_bin_dtype / for_bin_format where given (what binaries are made for). `where` is
 * the file's path, for messages. */
opf_status *opf_op_ini_read(opf_arena *arena, const char *where, const struct opf_ini_section *section,
                            bool for_bin, struct opf_kernel_desc **out) OPF_NODISCARD;
/* Folder of an operator below tbe/ascendc and binary/<soc>: opFile without _apt or _910b. */
const char *opf_op_dir_name(opf_arena *arena, const char *op_file);

#endif

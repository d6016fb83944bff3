/* Which sources below an operator's tests/ut/op_host are host unit tests for a chip. */
#ifndef OPF_CONFORM_UT_SOURCES_H
#define OPF_CONFORM_UT_SOURCES_H

#include "conform/conform_op.h"

/* Appends them, absolute and sorted. The repository's own cmake/ut.cmake says by patterns which ones its build
 * takes, from the folder itself and from that of the chip's architecture; without that file all are taken
 * except those of the aclnn layer. */
opf_status *opf_conform_list_tests(struct opf_conform_op *work, struct opf_strvec *out) OPF_NODISCARD;

#endif

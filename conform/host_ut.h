/* Stage host_ut: an operator repository's own host unit tests (gtest), built against our SDK and run. */
#ifndef OPF_CONFORM_HOST_UT_H
#define OPF_CONFORM_HOST_UT_H

#include "conform/conform_op.h"

/* Builds the operator's tests (tests/ut/op_host, with the folder of the chip's architecture), its
 * repository's helpers (tests/ut/common) and main, links them with the operator's host library and runs every
 * case in a child under the walk's limits. passed and total of the cell count cases; those of a file that
 * does not compile are part of total. The detail says how many failed, crashed and were not built, and the
 * first reason. A status is trouble of ours. */
opf_status *opf_conform_run_host_ut(struct opf_conform_op *work) OPF_NODISCARD;

#endif

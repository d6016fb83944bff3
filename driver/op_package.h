/* --pkg: what was built, as an installed tree. */
#ifndef OPF_DRIVER_OP_PACKAGE_H
#define OPF_DRIVER_OP_PACKAGE_H

#include "driver/build_run.h"

/* build_out/<vendor>_<name>/ in the layout of a custom package, published whole. */
opf_status *opf_package_make(struct opf_build_run *run) OPF_NODISCARD;

#endif

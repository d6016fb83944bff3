/* The help pages of build.sh. */
#ifndef OPF_DRIVER_HELP_PAGES_H
#define OPF_DRIVER_HELP_PAGES_H

#include "driver/build_options.h"

/* Borrowed, ends with a newline. */
const char *opf_help_page(enum opf_help_topic topic);

#endif

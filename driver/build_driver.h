/* build.sh as a function: what the options ask for, in the order the targets need. */
#ifndef OPF_DRIVER_BUILD_DRIVER_H
#define OPF_DRIVER_BUILD_DRIVER_H

/* Prints what it does and returns the exit code: 0, or 1 after any error. */
int opf_driver_main(int argc, const char *const *argv);

#endif

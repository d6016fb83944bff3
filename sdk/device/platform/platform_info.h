/* A host header that some kernels include without using it: nothing of it exists on the device. */
#ifndef OPF_DEVICE_PLATFORM_PLATFORM_INFO_H
#define OPF_DEVICE_PLATFORM_PLATFORM_INFO_H
#endif

/* Visibility of public aclnn functions. */
#ifndef OPFORGE_ACLNNOP_ACLNN_UTIL_H
#define OPFORGE_ACLNNOP_ACLNN_UTIL_H
#ifndef ACLNN_API
#define ACLNN_API __attribute__((visibility("default")))
#endif
#endif

/* What the Python module asks of the C++ part. Functions return 0, or 1 with the sentence in
 * opf_torch_error(). */
#ifndef OPF_TORCH_MODULE_H
#define OPF_TORCH_MODULE_H

#ifdef __cplusplus
extern "C" {
#endif
int opf_torch_synchronize(void);
const char *opf_torch_error(void);             /* of the calling thread */
char *opf_torch_report(const char *which);     /* malloc'ed; NULL on an error */
/* -1 for an unknown name; OPF_TORCH_NO_NUMBER when it cannot be said, opf_torch_error() tells why. */
#define OPF_TORCH_NO_NUMBER (-0x7fffffffffffffffLL - 1)
long long opf_torch_number(const char *which);
int opf_torch_set(const char *which, long long value);
void *opf_torch_find(const char *aclnn_name);
#ifdef __cplusplus
}
#endif
#endif

/* Objects a loader must refuse, one for each REFUSE_* macro. */
#ifdef REFUSE_CPU
#define OBJECT_CPU 0x7fffffffu
#endif
#include "object.h"

#ifdef REFUSE_CONSTRUCTOR
static volatile int made;
__attribute__((constructor)) static void make(void)
{
    made = 1;
}
#endif
#ifdef REFUSE_TLS
_Thread_local int own_thread_local = 3;
#endif
#ifdef REFUSE_IMPORT
extern int system(const char *command);
#endif
#ifdef REFUSE_MISSPELT
extern float tanhff(float x);
#endif

KERNEL void refused_7(void *const *args)
{
#ifdef REFUSE_TLS
    *(int *)args[0] = own_thread_local++;
#endif
#ifdef REFUSE_IMPORT
    *(int *)args[0] = system("true");
#endif
#ifdef REFUSE_MISSPELT
    *(float *)args[0] = tanhff(1.0f);
#endif
#ifdef REFUSE_CONSTRUCTOR
    *(int *)args[0] = made;
#endif
    (void)args;
}
#ifdef REFUSE_TWICE
KERNEL void other_7(void *const *args)
{
    *(int *)args[0] = 2;
}
#endif

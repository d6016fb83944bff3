/* CPU model name. */
#include "base/cpu.h"

#include "base/thread.h"
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

static void read_name(char out[32])
{
    uint32_t regs[12];
    char text[49];
    for (unsigned i = 0; i < 3; i++)
        if (!__get_cpuid(0x80000002u + i, &regs[4 * i], &regs[4 * i + 1], &regs[4 * i + 2], &regs[4 * i + 3]))
            return;
    memcpy(text, regs, 48);
    text[48] = '\0';
    const char *start = text + strspn(text, " ");
    size_t len = strnlen(start, 31);
    while (len && start[len - 1] == ' ')
        len--;
    memcpy(out, start, len);
}
#else
static void read_name(char out[32])
{
    (void)out;
}
#endif

const char *opf_cpu_model_name(void)
{
    static opf_mutex lock;
    static char name[32];
    static bool known;
    opf_mutex_lock(&lock);
    if (!known)
        read_name(name);
    known = true;
    opf_mutex_unlock(&lock);
    return name;
}

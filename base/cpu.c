/* CPU model name and caches. */
#include "base/cpu.h"

#include "base/thread.h"
#include <stdint.h>
#include <stdio.h>
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

/* The system's own description, since sysconf adds up the caches of a whole package that a virtual machine
 * sees only a part of (sysfs, "cache/index3/size": "32768K"). */
uint64_t opf_cpu_cache_size(void)
{
    uint64_t size = 0;
    for (int i = 0; i < 5; i++) {
        char path[64];
        snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/size", i);
        FILE *file = fopen(path, "re");
        unsigned long long kib;
        if (file && fscanf(file, "%lluK", &kib) == 1 && kib << 10 > size)
            size = (uint64_t)kib << 10;
        if (file)
            fclose(file);
    }
    return size ? size : (uint64_t)32 << 20;
}

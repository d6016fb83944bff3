/* Shared between the sources of libopforge_host.so: the thread's log, the records of operators, platforms. */
#ifndef OPFORGE_HOST_INTERNAL_H
#define OPFORGE_HOST_INTERNAL_H

#include "platform/platform_infos_def.h"
#include "register/op_impl_kernel_registry.h"
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
#include "opforge/host_api.h"
#pragma GCC visibility pop

namespace opf_host
{

enum Status { kOk = 0, kInnerError = 561000, kInferShapeError = 561001, kTilingError = 561002 };

/* Begin a call of the C interface: forgets the thread's log. */
void LogBegin();
/* Set the thread's sentence and return `status`. With an operator's error in the log, that comes after it. */
int Fail(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* One line into the thread's log. */
void LogLine(int level, const char *text);

} // namespace opf_host

/* A private attribute's value in the form RuntimeAttrs gives out. */
struct OpfPrivateAttr {
    std::string name;
    bool has_value = false;
    std::vector<uint64_t> bytes; /* 8-byte aligned */
};

namespace gert
{

/* What TilingParse made for one platform; never freed, never changed. */
struct ParsedInfo {
    const opf_host_platform *platform;
    void *info;
    const ParsedInfo *next;
};

struct OpImplRecord {
    std::string type;
    OpImplKernelRegistry::OpImplFunctionsV2 functions;
    bool same_dtype_as_first = false;
    std::vector<OpfPrivateAttr> private_attrs;
    /* Those made so far, the newest first; added to under the lock, read without. A chip with fewer cores is a platform
     * of its own: what a parse function keeps of the count of cores is never used for another one. */
    std::atomic<const ParsedInfo *> parsed{nullptr};
    std::mutex parse_lock;
};

} // namespace gert

namespace fe
{

/* Numbers of a chip, as PlatformAscendC gives them out. */
struct PlatformFigures {
    uint32_t ai_core_cnt = 0, cube_core_cnt = 0, vector_core_cnt = 0;
    bool split = false;                              /* cube and vector cores of their own */
    uint64_t local_size[8] = {}, local_rate[8] = {}; /* by LocalMemType */
    uint64_t fb_size = 0, bt_size = 0;
    uint32_t npu_arch = 0, vector_reg = 0;
    uint32_t lib_api_workspace = 0, local_reserved = 0, group_workspace = 0; /* of the device library */
    int soc_version = 99999;
};

} // namespace fe

struct opf_host_platform {
    std::string name, short_name, soc_version;
    fe::PlatFormInfos infos;
};

namespace opf_host
{

/* The record of a type, made when missing. */
gert::OpImplRecord *RecordOf(const char *op_type);
gert::OpImplRecord *FindRecord(const char *op_type);
/* The platform of this thread's running tiling, NULL when none runs. */
const opf_host_platform *CurrentPlatform();
void SetCurrentPlatform(const opf_host_platform *platform);
/* Opened and cached; NULL with the thread's sentence set. An empty name is the default chip. */
const opf_host_platform *OpenPlatform(const char *soc);
/* The same chip with other counts of cores (0 = as many as it has), cached; `whole` itself when nothing differs. */
const opf_host_platform *LimitPlatform(const opf_host_platform *whole, uint32_t cube, uint32_t vector);
/* With so many vector cores and their share of cube cores; NULL with the thread's sentence set. */
const opf_host_platform *ReducePlatform(const opf_host_platform *whole, uint32_t vector);
/* What a caller that names no chip means: the running tiling's platform, else that of the thread's device, else what
 * the environment says; NULL with the thread's sentence set. */
const opf_host_platform *DefaultPlatform();
/* `platform`, or DefaultPlatform() when that is the same chip: with the cores that the thread may use. */
const opf_host_platform *InForce(const opf_host_platform *platform);

} // namespace opf_host
#endif

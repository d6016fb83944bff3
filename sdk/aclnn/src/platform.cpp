/* op::PlatformInfo of the current device's chip, by what the runtime says of it. */
#include "opdev/platform.h"
#include "opforge/host_api.h"
#include "opforge/runtime_api.h"
#include "runtime/context.h"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>

namespace op {

/* Host code that asks for "the" platform outside of a tiling. */
static int DeviceOfThread(const char **soc, uint32_t *cubeCores, uint32_t *vectorCores)
{
    const uint64_t cores = opf_runtime_cores();
    *soc = opf_runtime_soc_full_name();
    *cubeCores = static_cast<uint32_t>(cores >> 32);
    *vectorCores = static_cast<uint32_t>(cores);
    return *soc != nullptr && **soc && cores ? 0 : -1;
}
[[maybe_unused]] static const bool deviceKnown = (opf_host_set_device(DeviceOfThread), true);

/* One entry per chip and count of cores seen; entries never move, since sources keep references. */
class PlatformTable {
public:
    static const PlatformInfo &Of(const char *shortName, uint64_t cores)
    {
        static auto *table = new PlatformTable();
        std::lock_guard<std::mutex> held(table->mutex_);
        std::unique_ptr<PlatformInfo> &entry = table->entries_[{shortName, cores}];
        if (!entry) {
            entry.reset(new PlatformInfo());
            Fill(*entry, shortName, cores);
        }
        return *entry;
    }

private:
    static void Fill(PlatformInfo &info, const char *shortName, uint64_t cores)
    {
        static const struct {
            const char *name;
            SocVersion version;
        } versions[] = {{"ascend910", SocVersion::ASCEND910},       {"ascend910b", SocVersion::ASCEND910B},
                        {"ascend910_93", SocVersion::ASCEND910_93}, {"ascend910_95", SocVersion::ASCEND910_95},
                        {"ascend950", SocVersion::ASCEND950},       {"ascend910e", SocVersion::ASCEND910E},
                        {"ascend310", SocVersion::ASCEND310},       {"ascend310p", SocVersion::ASCEND310P},
                        {"ascend310b", SocVersion::ASCEND310B},     {"ascend310c", SocVersion::ASCEND310C},
                        {"ascend610lite", SocVersion::ASCEND610LITE}, {"kirinx90", SocVersion::KIRINX90},
                        {"kirin9030", SocVersion::KIRIN9030},       {"ascend350", SocVersion::ASCEND350}};
        for (const auto &v : versions)
            if (std::strcmp(v.name, shortName) == 0)
                info.version_ = v.version;
        const char *full = opf_runtime_soc_full_name();
        info.shortName_ = shortName;
        info.longName_ = full ? full : shortName;
        int64_t arch = opf_runtime_figure("npu_arch");
        info.arch_ = static_cast<NpuArch>(arch < 0 ? 0 : arch);
        info.cubeCores_ = static_cast<uint32_t>(cores >> 32);
        info.vectorCores_ = static_cast<uint32_t>(cores);
        info.valid_ = arch > 0;
    }
    std::mutex mutex_;
    std::map<std::pair<std::string, uint64_t>, std::unique_ptr<PlatformInfo>> entries_; // cores as opf_runtime_cores
};

const PlatformInfo &GetCurrentPlatformInfo()
{
    static thread_local const PlatformInfo *last = nullptr;
    static thread_local const char *lastName = nullptr;
    static thread_local uint64_t lastCores = 0;
    const uint64_t cores = opf_runtime_cores();
    const char *name = opf_runtime_soc_short_name();
    if (name == nullptr)
        name = "";
    if (last == nullptr || lastName != name || lastCores != cores) {
        last = &PlatformTable::Of(name, cores);
        lastName = name;
        lastCores = cores;
    }
    return *last;
}

fe::PlatFormInfos *PlatformInfo::GetPlatformInfos() const
{
    static std::mutex mutex;
    static auto *made = new std::map<std::pair<std::string, uint64_t>, std::unique_ptr<fe::PlatFormInfos>>();
    std::lock_guard<std::mutex> held(mutex);
    std::unique_ptr<fe::PlatFormInfos> &entry = (*made)[{longName_, opf_runtime_cores()}];
    if (!entry) {
        fe::OptionalInfos ignored;
        auto infos = std::make_unique<fe::PlatFormInfos>();
        if (fe::PlatformInfoManager::Instance().GetPlatformInfos(longName_, *infos, ignored) != 0)
            return nullptr;
        entry = std::move(infos);
    }
    return entry.get();
}

int32_t PlatformInfo::GetDeviceId() const { return 0; }
bool PlatformInfo::CheckSupport(SocSpec, SocSpecAbility) const { return cubeCores_ > 0; }

ge::AscendString ToString(SocVersion version)
{
    switch (version) {
        case SocVersion::ASCEND910:
            return "Ascend910";
        case SocVersion::ASCEND910B:
            return "Ascend910B";
        case SocVersion::ASCEND910_93:
            return "Ascend910_93";
        case SocVersion::ASCEND950:
            return "Ascend950";
        case SocVersion::ASCEND910E:
            return "Ascend910E";
        case SocVersion::ASCEND310:
            return "Ascend310";
        case SocVersion::ASCEND310P:
            return "Ascend310P";
        case SocVersion::ASCEND310B:
            return "Ascend310B";
        case SocVersion::ASCEND310C:
            return "Ascend310C";
        case SocVersion::ASCEND610LITE:
            return "Ascend610Lite";
        case SocVersion::KIRINX90:
            return "KirinX90";
        case SocVersion::KIRIN9030:
            return "Kirin9030";
        case SocVersion::ASCEND350:
            return "Ascend350";
        default:
            return "unknown chip";
    }
}

} // namespace op

extern "C" rtError_t rtGetSocSpec(const char *label, const char *key, char *value, uint32_t size)
{
    fe::PlatFormInfos *infos = op::GetCurrentPlatformInfo().GetPlatformInfos();
    std::string text;
    if (label == nullptr || key == nullptr || value == nullptr || infos == nullptr ||
        !infos->GetPlatformRes(label, key, text) || text.size() + 1 > size)
        return 107000; // ACL_ERROR_RT_PARAM_INVALID
    std::memcpy(value, text.c_str(), text.size() + 1);
    return RT_ERROR_NONE;
}

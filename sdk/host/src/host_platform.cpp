/* Chips: read from sdk/soc/<name>.yaml, kept for the process, shown to operators as fe::PlatFormInfos. */
#include "host_internal.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "base/path.h"
#include "base/yaml.h"
}

struct fe::PlatFormInfos::Content {
    std::map<std::string, Texts> res;
    Lists cube_intrinsics, vector_intrinsics, fixpipe;
    uint32_t core_num = 0;
    PlatformFigures figures;
    bool figures_known = false;
};

namespace {

uint64_t Number(const std::map<std::string, std::string> &texts, const char *key)
{
    const auto found = texts.find(key);
    return found == texts.end() ? 0 : std::strtoull(found->second.c_str(), nullptr, 10);
}

struct VersionNumber {
    const char *name;
    int number;
};
/* Numbers of platform_ascendc::SocVersion by short name. */
constexpr VersionNumber kVersions[] = {{"Ascend910", 0},   {"Ascend910B", 1}, {"Ascend910_93", 1}, {"Ascend310P", 2},
                                       {"Ascend310B", 3},  {"Ascend950", 4},  {"Ascend910_55", 5}, {"Ascend031", 7},
                                       {"Ascend035", 8},   {"Ascend310", 9},  {"Ascend610", 10},   {"Ascend610Lite", 11},
                                       {"MC62", 18},       {"SD3403", 19},    {"KirinX90", 20},    {"Kirin9030", 21},
                                       {"MC32DM11A", 22},  {"Ascend350", 23}};

/* Folders with chip files: OPF_SOC_PATH (colon-separated), then relative to this library: an installation's
 * share/opforge/sdk/soc, or the source tree's sdk/soc beside out/. */
std::vector<std::string> SocFolders()
{
    std::vector<std::string> folders;
    if (const char *path = std::getenv("OPF_SOC_PATH")) {
        std::string all = path;
        for (size_t at = 0; at <= all.size();) {
            const size_t end = std::min(all.find(':', at), all.size());
            if (end > at)
                folders.push_back(all.substr(at, end - at));
            at = end + 1;
        }
    }
    Dl_info self;
    if (dladdr(reinterpret_cast<void *>(&SocFolders), &self) && self.dli_fname) {
        char *real = realpath(self.dli_fname, nullptr);
        const std::string file = real ? real : self.dli_fname;
        std::free(real);
        const std::string lib = file.substr(0, file.rfind('/') + 1);
        folders.push_back(lib + "../share/opforge/sdk/soc");
        folders.push_back(lib + "../../sdk/soc");
    }
#ifdef OPF_SOC_DIR
    folders.push_back(OPF_SOC_DIR);
#endif
    return folders;
}

/* Calls `visit` with every chip file, in order of the folders, until it returns true. A file that cannot be read or is
 * no chip file ends the search, `problem` says why: a folder named by the user must not give way to the installed
 * one without a word. `where`: the folders. */
template <typename Visit> bool EachChipFile(std::string &where, std::string &problem, Visit visit)
{
    bool done = false;
    for (const std::string &folder : SocFolders()) {
        where += (where.empty() ? "" : ", ") + folder;
        struct opf_strvec names;
        opf_strvec_init(&names);
        opf_status *status = opf_path_is_dir(folder.c_str()) ? opf_path_list(folder.c_str(), &names) : nullptr;
        for (size_t i = 0; !status && !done && i < names.len; ++i) {
            const std::string file = names.items[i];
            if (file.size() < 6 || file.compare(file.size() - 5, 5, ".yaml") != 0)
                continue;
            opf_arena *arena = nullptr;
            opf_value *content = nullptr;
            status = opf_arena_create(&arena);
            if (!status)
                status = opf_yaml_read(arena, (folder + "/" + file).c_str(), &content);
            if (!status && content->kind != OPF_VALUE_OBJECT)
                status = OPF_FAIL(OPF_INVALID_FORMAT, "%s/%s:%d: not the description of a chip", folder.c_str(),
                                  file.c_str(), content->line);
            if (!status)
                done = visit(content);
            opf_arena_destroy(arena);
        }
        if (status) {
            char *text = opf_status_text(status); /* with the place in the file */
            problem = text ? text : opf_status_message(status);
            opf_free(text);
        }
        opf_status_free(status);
        opf_strvec_free(&names);
        if (done || !problem.empty())
            break;
    }
    return done;
}

/* What the device library keeps for itself, in bytes; from the chip files, also for descriptions that an
 * operator's tests put together: found by architecture, or by short name where the architecture is not told. */
struct Library {
    uint32_t arch = 0, workspace = 0, reserved = 0, group = 0;
    std::string short_name;
};

uint32_t Whole(const opf_value *file, const char *key)
{
    const opf_value *value = opf_value_get(file, key);
    return value && value->kind == OPF_VALUE_INT ? static_cast<uint32_t>(value->as.integer) : 0;
}

Library LibraryOf(uint32_t arch, const std::string &short_name)
{
    static const std::vector<Library> known = [] {
        std::vector<Library> libraries;
        std::string where, problem;
        (void)EachChipFile(where, problem, [&](const opf_value *file) {
            const opf_value *name = opf_value_get(file, "short_name");
            libraries.push_back({Whole(file, "npu_arch"), Whole(file, "lib_api_workspace"),
                                 Whole(file, "local_reserved"), Whole(file, "group_workspace"),
                                 name && name->kind == OPF_VALUE_STRING ? name->as.string : ""});
            return false;
        });
        return libraries;
    }();
    for (const Library &library : known) {
        if (arch ? library.arch == arch : !short_name.empty() && library.short_name == short_name)
            return library;
    }
    return Library();
}

void ReadFigures(std::map<std::string, std::map<std::string, std::string>> &res, fe::PlatformFigures &f)
{
    f = fe::PlatformFigures();
    const auto &soc = res["SoCInfo"];
    const auto &core = res["AICoreSpec"];
    const auto &rate = res["AICoreMemoryRates"];
    const auto &version = res["version"];
    f.ai_core_cnt = static_cast<uint32_t>(Number(soc, "ai_core_cnt"));
    f.cube_core_cnt = static_cast<uint32_t>(Number(soc, "cube_core_cnt"));
    f.vector_core_cnt = static_cast<uint32_t>(Number(soc, "vector_core_cnt"));
    const auto kinds = soc.find("core_type_list");
    f.split = kinds != soc.end() && kinds->second == "CubeCore,VectorCore";
    const char *const sizes[] = {"l0_a_size", "l0_b_size", "l0_c_size", "l1_size", nullptr, "ub_size"};
    for (int i = 0; i < 6; ++i)
        f.local_size[i] = sizes[i] ? Number(core, sizes[i]) : 0;
    f.local_size[static_cast<int>(fe::LocalMemType::L2)] = Number(soc, "l2_size");
    f.local_size[static_cast<int>(fe::LocalMemType::HBM)] = Number(soc, "memory_size");
    f.local_rate[static_cast<int>(fe::LocalMemType::L2)] = Number(rate, "l2_rate");
    f.local_rate[static_cast<int>(fe::LocalMemType::HBM)] = Number(rate, "ddr_rate");
    f.fb_size = Number(core, "fb0_size");
    f.bt_size = Number(core, "bt_size");
    f.vector_reg = static_cast<uint32_t>(Number(core, "vector_reg_width"));
    f.npu_arch = static_cast<uint32_t>(Number(version, "NpuArch"));
    const auto name = version.find("Short_SoC_version");
    for (const VersionNumber &v : kVersions) {
        if (name != version.end() && name->second == v.name)
            f.soc_version = v.number;
    }
    const Library library = LibraryOf(f.npu_arch, name == version.end() ? "" : name->second);
    f.lib_api_workspace = library.workspace;
    f.local_reserved = library.reserved;
    f.group_workspace = library.group;
}

} // namespace

namespace fe {

PlatFormInfos::PlatFormInfos() : content_(std::make_unique<Content>()) {}
PlatFormInfos::~PlatFormInfos() = default;
PlatFormInfos::PlatFormInfos(const PlatFormInfos &other) : content_(std::make_unique<Content>(*other.content_)) {}
PlatFormInfos &PlatFormInfos::operator=(const PlatFormInfos &other)
{
    if (this != &other)
        *content_ = *other.content_;
    return *this;
}
bool PlatFormInfos::Init()
{
    *content_ = Content();
    return true;
}
bool PlatFormInfos::GetPlatformRes(const std::string &label, const std::string &key, std::string &val)
{
    const auto section = content_->res.find(label);
    if (section == content_->res.end())
        return false;
    const auto found = section->second.find(key);
    if (found == section->second.end())
        return false;
    val = found->second;
    return true;
}
bool PlatFormInfos::GetPlatformRes(const std::string &label, Texts &res)
{
    const auto section = content_->res.find(label);
    if (section == content_->res.end())
        return false;
    res = section->second;
    return true;
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &val)
{
    return GetPlatformRes(label, key, val);
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string &label, Texts &res) { return GetPlatformRes(label, res); }
bool PlatFormInfos::GetPlatformResWithLock(std::map<std::string, Texts> &res)
{
    res = content_->res;
    return true;
}
void PlatFormInfos::SetPlatformRes(const std::string &label, Texts &res)
{
    content_->res[label] = res;
    content_->figures_known = false;
}
void PlatFormInfos::SetPlatformResWithLock(const std::string &label, Texts &res) { SetPlatformRes(label, res); }
uint32_t PlatFormInfos::GetCoreNum() const { return content_->core_num; }
void PlatFormInfos::SetCoreNum(const uint32_t &core_num) { content_->core_num = core_num; }

uint32_t PlatFormInfos::GetCoreNumByType(const std::string &core_type)
{
    const PlatformFigures &f = Figures();
    const bool vector = core_type == "VectorCore" || core_type == "AIV" || core_type == "MIX_AIV" ||
                        core_type == "MIX_VECTOR_CORE";
    const bool mixed = core_type.compare(0, 3, "MIX") == 0 && core_type != "MIX_AIC";
    const uint64_t together = mixed ? Number(content_->res["SoCInfo"], "mix_vector_core_cnt") : 0;
    return together ? static_cast<uint32_t>(together) : vector ? f.vector_core_cnt : f.ai_core_cnt;
}
void PlatFormInfos::SetCoreNumByCoreType(const std::string &core_type)
{
    content_->core_num = GetCoreNumByType(core_type);
}
void PlatFormInfos::GetLocalMemSize(const LocalMemType &mem_type, uint64_t &size)
{
    size = mem_type < LocalMemType::RESERVED ? Figures().local_size[static_cast<int>(mem_type)] : 0;
}
void PlatFormInfos::GetLocalMemBw(const LocalMemType &mem_type, uint64_t &bw_size)
{
    bw_size = mem_type < LocalMemType::RESERVED ? Figures().local_rate[static_cast<int>(mem_type)] : 0;
}
PlatFormInfos::Lists PlatFormInfos::GetAICoreIntrinsicDtype() { return content_->cube_intrinsics; }
PlatFormInfos::Lists PlatFormInfos::GetVectorCoreIntrinsicDtype() { return content_->vector_intrinsics; }
void PlatFormInfos::SetAICoreIntrinsicDtype(Lists &lists) { content_->cube_intrinsics = lists; }
void PlatFormInfos::SetVectorCoreIntrinsicDtype(Lists &lists) { content_->vector_intrinsics = lists; }
PlatFormInfos::Lists PlatFormInfos::GetFixPipeDtypeMap() { return content_->fixpipe; }
void PlatFormInfos::SetFixPipeDtypeMap(const Lists &lists) { content_->fixpipe = lists; }

const PlatformFigures &PlatFormInfos::Figures() const
{
    if (!content_->figures_known) {
        ReadFigures(content_->res, content_->figures);
        content_->figures_known = true;
    }
    return content_->figures;
}

bool OptionalInfos::Init() { return true; }

} // namespace fe

namespace {

using opf_host::Fail;

std::atomic<opf_host_device_fn> g_ask_device{nullptr};
std::mutex g_open_lock;
std::map<std::string, std::unique_ptr<opf_host_platform>> &Opened()
{
    static auto *opened = new std::map<std::string, std::unique_ptr<opf_host_platform>>;
    return *opened;
}
thread_local const opf_host_platform *t_platform = nullptr;

constexpr const char *kDefaultSoc = "ascend950";

std::string Lower(const char *text)
{
    std::string lower = text;
    for (char &c : lower)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return lower;
}

void MergeTexts(const opf_value *from, std::map<std::string, std::map<std::string, std::string>> &res)
{
    for (const opf_value *section = from ? from->first : nullptr; section; section = section->next) {
        for (const opf_value *item = section->first; item; item = item->next) {
            std::string text;
            if (item->kind == OPF_VALUE_STRING)
                text = item->as.string;
            else if (item->kind == OPF_VALUE_INT)
                text = std::to_string(item->as.integer);
            else
                continue;
            res[section->name][item->name] = text;
        }
    }
}

/* Whether this file describes `soc` (already lower-case); `version` is then the full chip name. */
bool Describes(const opf_value *file, const std::string &soc, std::string &version)
{
    const opf_value *name = opf_value_get(file, "name");
    const opf_value *normal = opf_value_get(file, "default_version");
    if (!name || name->kind != OPF_VALUE_STRING || !normal || normal->kind != OPF_VALUE_STRING)
        return false;
    if (soc == Lower(name->as.string)) {
        version = normal->as.string;
        return true;
    }
    const opf_value *versions = opf_value_get(file, "versions");
    for (const opf_value *v = versions ? versions->first : nullptr; v; v = v->next) {
        if (soc == Lower(v->name)) {
            version = v->name;
            return true;
        }
    }
    return false;
}

std::unique_ptr<opf_host_platform> FromFile(const opf_value *file, const std::string &version)
{
    auto platform = std::make_unique<opf_host_platform>();
    std::map<std::string, std::map<std::string, std::string>> res;
    MergeTexts(opf_value_get(file, "res"), res);
    MergeTexts(opf_value_get(opf_value_get(file, "versions"), version.c_str()), res);
    res["version"]["SoC_version"] = version;
    platform->soc_version = version;
    platform->short_name = res["version"]["Short_SoC_version"];
    const opf_value *name = opf_value_get(file, "name");
    platform->name = name ? name->as.string : "";
    for (auto &section : res)
        platform->infos.SetPlatformRes(section.first, section.second);
    const fe::PlatformFigures &f = platform->infos.Figures();
    platform->infos.SetCoreNum(f.split ? f.vector_core_cnt : f.ai_core_cnt);
    return platform;
}

/* The figures by which operators ask for counts of cores. */
void LimitCores(fe::PlatFormInfos &infos, uint32_t cube, uint32_t vector)
{
    std::map<std::string, std::string> soc;
    (void)infos.GetPlatformRes("SoCInfo", soc);
    const struct {
        const char *key;
        uint32_t count;
    } counts[] = {{"ai_core_cnt", cube},
                  {"cube_core_cnt", cube},
                  {"vector_core_cnt", vector},
                  {"mix_vector_core_cnt", cube + vector}};
    for (const auto &c : counts) {
        const auto found = soc.find(c.key);
        if (found != soc.end())
            found->second = std::to_string(c.count);
    }
    infos.SetPlatformRes("SoCInfo", soc);
    const fe::PlatformFigures &f = infos.Figures();
    infos.SetCoreNum(f.split ? f.vector_core_cnt : f.ai_core_cnt);
}

std::unique_ptr<opf_host_platform> Search(const std::string &soc, std::string &where, std::string &problem)
{
    std::unique_ptr<opf_host_platform> found;
    (void)EachChipFile(where, problem, [&](const opf_value *file) {
        std::string version;
        if (Describes(file, soc, version))
            found = FromFile(file, version);
        return found != nullptr;
    });
    return found;
}

} // namespace

namespace opf_host {

const opf_host_platform *CurrentPlatform() { return t_platform; }
void SetCurrentPlatform(const opf_host_platform *platform) { t_platform = platform; }

const opf_host_platform *OpenPlatform(const char *soc)
{
    const std::string key = Lower(soc && *soc ? soc : kDefaultSoc);
    std::lock_guard<std::mutex> guard(g_open_lock);
    auto &opened = Opened();
    const auto known = opened.find(key);
    if (known != opened.end())
        return known->second.get();
    std::string where, problem;
    std::unique_ptr<opf_host_platform> found = Search(key, where, problem);
    if (!found) {
        Fail(kInnerError, "no description of the chip %s in %s%s%s; set OPF_SOC_PATH to the folder with the chip files",
             key.c_str(), where.c_str(), problem.empty() ? "" : "; ", problem.c_str());
        return nullptr;
    }
    return (opened[key] = std::move(found)).get();
}

const opf_host_platform *LimitPlatform(const opf_host_platform *whole, uint32_t cube, uint32_t vector)
{
    const fe::PlatformFigures &f = whole->infos.Figures();
    const uint32_t has = f.cube_core_cnt ? f.cube_core_cnt : f.ai_core_cnt;
    cube = cube ? cube : has;
    vector = vector ? vector : f.vector_core_cnt;
    if (cube == has && vector == f.vector_core_cnt)
        return whole;
    const std::string key = Lower(whole->soc_version.c_str()) + " " + std::to_string(cube) + " " + std::to_string(vector);
    std::lock_guard<std::mutex> guard(g_open_lock);
    std::unique_ptr<opf_host_platform> &slot = Opened()[key];
    if (!slot) {
        auto made = std::make_unique<opf_host_platform>(*whole);
        LimitCores(made->infos, cube, vector);
        slot = std::move(made);
    }
    return slot.get();
}

const opf_host_platform *ReducePlatform(const opf_host_platform *whole, uint32_t vector)
{
    const fe::PlatformFigures &f = whole->infos.Figures();
    const uint64_t cube = f.cube_core_cnt ? f.cube_core_cnt : f.ai_core_cnt;
    const uint32_t has = f.vector_core_cnt ? f.vector_core_cnt : f.ai_core_cnt;
    if (vector == 0 || vector > has) {
        Fail(kInnerError, "%u vector cores: a number from 1 to the %u of %s was expected", vector, has,
             whole->soc_version.c_str());
        return nullptr;
    }
    return LimitPlatform(whole, static_cast<uint32_t>((vector * cube + has - 1) / has), vector);
}

const opf_host_platform *DefaultPlatform()
{
    if (t_platform)
        return t_platform;
    const char *soc = nullptr;
    uint32_t cube = 0, vector = 0;
    const opf_host_device_fn ask = g_ask_device.load(std::memory_order_acquire);
    if (ask && ask(&soc, &cube, &vector) == 0) {
        const opf_host_platform *whole = OpenPlatform(soc);
        return whole ? LimitPlatform(whole, cube, vector) : nullptr;
    }
    const opf_host_platform *whole = OpenPlatform(std::getenv("OPF_SOC")); /* no chip at all: "none" */
    const char *cores = std::getenv("OPF_CORES");
    if (!whole || !cores || !*cores)
        return whole;
    char *end = nullptr;
    const unsigned long number = std::strtoul(cores, &end, 10);
    return ReducePlatform(whole, *end || number > UINT32_MAX ? 0 : static_cast<uint32_t>(number));
}

const opf_host_platform *InForce(const opf_host_platform *platform)
{
    const opf_host_platform *mine = platform ? DefaultPlatform() : nullptr;
    return mine && mine->soc_version == platform->soc_version ? mine : platform;
}

} // namespace opf_host

extern "C" {

int opf_host_platform_open(const char *soc, const opf_host_platform **out)
{
    opf_host::LogBegin();
    *out = opf_host::OpenPlatform(soc);
    return *out ? opf_host::kOk : opf_host::kInnerError;
}

int opf_host_platform_limit(const opf_host_platform *whole, uint32_t cube_cores, uint32_t vector_cores,
                            const opf_host_platform **out)
{
    opf_host::LogBegin();
    *out = opf_host::LimitPlatform(whole, cube_cores, vector_cores);
    return opf_host::kOk;
}

int opf_host_platform_reduce(const opf_host_platform *whole, uint32_t vector_cores, const opf_host_platform **out)
{
    opf_host::LogBegin();
    *out = opf_host::ReducePlatform(whole, vector_cores);
    return *out ? opf_host::kOk : opf_host::kInnerError;
}

void opf_host_set_device(opf_host_device_fn ask) { g_ask_device.store(ask, std::memory_order_release); }

int64_t opf_host_platform_figure(const opf_host_platform *platform, const char *key)
{
    using M = fe::LocalMemType;
    const fe::PlatformFigures &f = platform->infos.Figures();
    const auto mem = [&](M m) { return static_cast<int64_t>(f.local_size[static_cast<int>(m)]); };
    const struct {
        const char *key;
        int64_t value;
    } figures[] = {{"vector_core_cnt", f.vector_core_cnt},
                   {"cube_core_cnt", f.cube_core_cnt ? f.cube_core_cnt : f.ai_core_cnt},
                   {"ub_size", mem(M::UB)},
                   {"ub_user_size", mem(M::UB) - f.local_reserved},
                   {"l1_size", mem(M::L1)},
                   {"l0_a_size", mem(M::L0_A)},
                   {"l0_b_size", mem(M::L0_B)},
                   {"l0_c_size", mem(M::L0_C)},
                   {"l2_size", mem(M::L2)},
                   {"bt_size", static_cast<int64_t>(f.bt_size)},
                   {"fb_size", static_cast<int64_t>(f.fb_size)},
                   {"npu_arch", f.npu_arch}};
    for (const auto &figure : figures) {
        if (std::strcmp(key, figure.key) == 0)
            return figure.value;
    }
    return -1;
}

const char *opf_host_platform_short_name(const opf_host_platform *platform) { return platform->name.c_str(); }

} // extern "C"

/* Search path of operators' host libraries (docs/guides/aclnn.md). Later registrations of an operator replace earlier
 * ones, so the search runs from the least to the most preferred place. */
#include "host_libs.h"
#include "opforge/host_api.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <sys/utsname.h>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Libraries {
    std::mutex mutex;
    std::atomic<uint64_t> generation{UINT64_MAX};
    std::set<std::string> loaded;
    std::vector<std::string> failed, searched;
};
Libraries &All()
{
    static auto *all = new Libraries();
    return *all;
}

std::vector<std::string> Split(const char *text, char separator)
{
    std::vector<std::string> items;
    std::stringstream stream(text ? text : "");
    for (std::string item; std::getline(stream, item, separator);) {
        item.erase(0, item.find_first_not_of(" \t\r"));
        item.erase(item.find_last_not_of(" \t\r") + 1);
        if (!item.empty())
            items.push_back(item);
    }
    return items;
}

void LoadFile(const fs::path &path)
{
    Libraries &all = All();
    std::error_code ignored;
    std::string real = fs::weakly_canonical(path, ignored).string();
    if (all.loaded.count(real))
        return;
    if (opf_host_load(real.c_str()) == 0)
        all.loaded.insert(real);
    else
        all.failed.push_back(real + ": " + opf_host_last_error());
}

/* The libraries of a folder whose names begin with `prefix`, in byte order. */
void LoadFolder(const fs::path &folder, const std::string &prefix)
{
    std::error_code error;
    std::vector<fs::path> files;
    All().searched.push_back(folder.string());
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".so" && it->path().filename().string().compare(0, prefix.size(), prefix) == 0)
            files.push_back(it->path());
    std::sort(files.begin(), files.end());
    for (const fs::path &file : files)
        LoadFile(file);
}

std::string Machine()
{
    struct utsname name;
    return uname(&name) == 0 ? name.machine : "x86_64";
}

/* A vendor's or custom package. */
void LoadPackage(const fs::path &base)
{
    const fs::path tiling = base / "op_impl/ai_core/tbe/op_tiling";
    LoadFolder(tiling / "lib/linux" / Machine(), "lib");
    std::error_code error;
    if (fs::exists(tiling / "liboptiling.so", error))
        LoadFile(tiling / "liboptiling.so");
    LoadFolder(base / "op_proto/lib/linux" / Machine(), "lib");
}

std::vector<std::string> Vendors(const fs::path &opp)
{
    std::ifstream file(opp / "vendors/config.ini");
    for (std::string line; std::getline(file, line);) {
        size_t at = line.find("load_priority"), equals = line.find('=');
        if (at != std::string::npos && equals != std::string::npos && line.find('#') > at)
            return Split(line.c_str() + equals + 1, ',');
    }
    return {};
}

void LoadAll()
{
    if (const char *opp = std::getenv("ASCEND_OPP_PATH")) {
        const fs::path root(opp);
        LoadFolder(root / "built-in/op_impl/ai_core/tbe/op_host/lib/linux" / Machine(), "lib");
        LoadFolder(root / "op_impl/built-in/ai_core/tbe/op_tiling/lib/linux" / Machine(), "lib");
        std::vector<std::string> vendors = Vendors(root);
        for (size_t i = vendors.size(); i-- > 0;)
            LoadPackage(root / "vendors" / vendors[i]);
    }
    std::vector<std::string> custom = Split(std::getenv("ASCEND_CUSTOM_OPP_PATH"), ':');
    for (size_t i = custom.size(); i-- > 0;)
        LoadPackage(custom[i]);
    std::vector<std::string> kernels = Split(std::getenv("OPF_KERNEL_PATH"), ':');
    for (size_t i = kernels.size(); i-- > 0;) // a build tree: <build>/binary/<soc>/bin
        LoadFolder(fs::path(kernels[i]) / "../../..", "libophost_");
    std::vector<std::string> hosts = Split(std::getenv("OPF_HOST_PATH"), ':');
    for (size_t i = hosts.size(); i-- > 0;) {
        std::error_code error;
        if (fs::is_directory(hosts[i], error))
            LoadFolder(hosts[i], "lib");
        else
            LoadFile(hosts[i]);
    }
}

} // namespace

namespace op {
namespace internal {

void EnsureHostLibraries(uint64_t generation)
{
    Libraries &all = All();
    if (all.generation.load(std::memory_order_acquire) == generation)
        return;
    std::lock_guard<std::mutex> held(all.mutex);
    if (all.generation.load(std::memory_order_relaxed) == generation)
        return;
    all.failed.clear();
    all.searched.clear();
    LoadAll();
    all.generation.store(generation, std::memory_order_release);
}

std::string DescribeHostLibraries()
{
    Libraries &all = All();
    std::lock_guard<std::mutex> held(all.mutex);
    std::string text;
    for (const std::string &path : all.loaded)
        text += "\n  loaded " + path;
    for (const std::string &failure : all.failed)
        text += "\n  failed " + failure;
    if (all.loaded.empty())
        for (const std::string &folder : all.searched)
            text += "\n  searched " + folder;
    return text.empty() ? " (no search path is set: ASCEND_OPP_PATH, ASCEND_CUSTOM_OPP_PATH, OPF_KERNEL_PATH)" : text;
}

} // namespace internal
} // namespace op

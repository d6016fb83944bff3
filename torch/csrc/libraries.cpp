// Where aclnn functions come from: what the process has loaded already, then libcust_opapi.so of custom packages, then
// libopapi*.so of the build or package in use.
#include "aclnn_call.h"
#include "linking.h"
#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <dlfcn.h>
#include <mutex>
#include <sstream>
#include <sys/stat.h>
#include <vector>

#if defined(__aarch64__)
#define ARCH "aarch64"
#else
#define ARCH "x86_64"
#endif

namespace opf_torch {
namespace {

std::vector<std::string> entries_of(const char *variable)
{
    std::vector<std::string> entries;
    const char *text = std::getenv(variable);
    std::stringstream stream(text ? text : "");
    for (std::string entry; std::getline(stream, entry, ':');) {
        if (!entry.empty())
            entries.push_back(entry);
    }
    return entries;
}

bool is_operator_library(const std::string &name)
{
    const std::string ending = ".so";
    return (name.compare(0, 8, "libopapi") == 0 || name == "libcust_opapi.so") && name.size() > ending.size() &&
           name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

void add(std::vector<Library> *to, const std::string &given)
{
    char *resolved = realpath(given.c_str(), nullptr);
    const std::string path = resolved ? resolved : given;
    std::free(resolved);
    const auto same = [&](const Library &library) { return library.path == path; };
    if (std::any_of(to->begin(), to->end(), same))
        return;
    to->push_back({path, nullptr, ""});
}

void add_folder(std::vector<Library> *to, const std::string &folder)
{
    DIR *dir = opendir(folder.c_str());
    if (dir == nullptr)
        return;
    std::vector<std::string> names;
    while (const dirent *entry = readdir(dir)) {
        if (is_operator_library(entry->d_name))
            names.push_back(entry->d_name);
    }
    closedir(dir);
    std::sort(names.begin(), names.end());
    for (const std::string &name : names)
        add(to, folder + "/" + name);
}

void add_entry(std::vector<Library> *to, const std::string &entry)
{
    struct stat facts;
    if (stat(entry.c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
        add(to, entry);
    else
        add_folder(to, entry);
}

// OPF_OPAPI_PATH names files or folders; the rest follows the folders that the aclnn layer searches for kernels.
std::vector<Library> open_libraries()
{
    std::vector<Library> libraries;
    for (const std::string &entry : entries_of("OPF_OPAPI_PATH"))
        add_entry(&libraries, entry);
    for (const std::string &entry : entries_of("ASCEND_CUSTOM_OPP_PATH"))
        add_folder(&libraries, entry + "/op_api/lib");
    for (const std::string &root : entries_of("OPF_KERNEL_PATH"))
        add_folder(&libraries, root + "/../../..");
    for (const std::string &opp : entries_of("ASCEND_OPP_PATH")) {
        const std::string vendors = opp + "/vendors";
        if (DIR *dir = opendir(vendors.c_str())) {
            while (const dirent *entry = readdir(dir)) {
                if (entry->d_name[0] != '.')
                    add_folder(&libraries, vendors + "/" + entry->d_name + "/op_api/lib");
            }
            closedir(dir);
        }
        add_folder(&libraries, opp + "/built-in/op_impl/ai_core/tbe/op_api/lib/linux/" ARCH);
        add_folder(&libraries, opp + "/lib64");
        add_folder(&libraries, opp + "/..");
    }
    open_together(&libraries);
    return libraries;
}

const std::vector<Library> &libraries()
{
    static const std::vector<Library> &opened = *new std::vector<Library>(open_libraries());
    return opened;
}

} // namespace

void *find_aclnn(const char *name)
{
    if (void *found = dlsym(RTLD_DEFAULT, name))
        return found;
    for (const Library &library : libraries()) {
        if (library.handle == nullptr)
            continue;
        if (void *found = dlsym(library.handle, name))
            return found;
    }
    return nullptr;
}

std::string library_report()
{
    std::string text;
    for (const Library &library : libraries())
        text += library.path + (library.handle ? "" : "\tnot opened: " + library.error) + "\n";
    return text;
}

} // namespace opf_torch

// The functions that a library calls are read from its dynamic section, where the loader keeps one slot each.
#include "linking.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <functional>
#include <link.h>
#include <memory>
#include <utility>

namespace opf_torch {
namespace {

#if defined(__aarch64__)
constexpr uint32_t JUMP_SLOT = R_AARCH64_JUMP_SLOT;
#else
constexpr uint32_t JUMP_SLOT = R_X86_64_JUMP_SLOT;
#endif
constexpr size_t STUBS = 512;

thread_local bool may_throw = false;
std::array<std::string, STUBS> &missing = *new std::array<std::string, STUBS>;

[[noreturn]] void report_missing(size_t number)
{
    int code = 0;
    const std::string &name = missing[number];
    char *readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &code);
    const std::string text = std::string("it needs ") + (readable ? readable : name.c_str()) +
                             ", which no operator library in use defines; build the operator that does and name its "
                             "build in ASCEND_CUSTOM_OPP_PATH";
    std::free(readable);
    if (may_throw)
        throw MissingFunction(text);
    std::fprintf(stderr, "torch_opforge: an aclnn function cannot go on: %s\n", text.c_str());
    std::abort();
}

// One function a number, since what stands in for a missing function must know its name.
template <size_t N> void stub() { report_missing(N); }
template <size_t... N> std::array<void (*)(), STUBS> make_stubs(std::index_sequence<N...>) { return {&stub<N>...}; }
const std::array<void (*)(), STUBS> stubs = make_stubs(std::make_index_sequence<STUBS>());

const link_map *map_of(void *handle)
{
    link_map *map = nullptr;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

// Calls visit(name, slot) for each function that the library calls and does not define.
void each_foreign_call(void *handle, const std::function<void(const char *, void **)> &visit)
{
    const link_map *map = map_of(handle);
    const Elf64_Sym *symbols = nullptr;
    const char *names = nullptr;
    const Elf64_Rela *calls = nullptr;
    size_t bytes = 0;
    for (const ElfW(Dyn) *entry = map ? map->l_ld : nullptr; entry && entry->d_tag != DT_NULL; ++entry) {
        const auto address = static_cast<uintptr_t>(entry->d_un.d_ptr);
        if (entry->d_tag == DT_SYMTAB)
            symbols = reinterpret_cast<const Elf64_Sym *>(address);
        else if (entry->d_tag == DT_STRTAB)
            names = reinterpret_cast<const char *>(address);
        else if (entry->d_tag == DT_JMPREL)
            calls = reinterpret_cast<const Elf64_Rela *>(address);
        else if (entry->d_tag == DT_PLTRELSZ)
            bytes = entry->d_un.d_val;
    }
    if (!symbols || !names || !calls)
        return;
    for (size_t i = 0; i < bytes / sizeof(*calls); ++i) {
        const Elf64_Sym &symbol = symbols[ELF64_R_SYM(calls[i].r_info)];
        if (ELF64_R_TYPE(calls[i].r_info) == JUMP_SLOT && symbol.st_shndx == SHN_UNDEF &&
            ELF64_ST_BIND(symbol.st_info) != STB_WEAK)
            visit(names + symbol.st_name, reinterpret_cast<void **>(map->l_addr + calls[i].r_offset));
    }
}

// The library itself has the function, not one that it depends on.
bool defines(void *handle, const char *name)
{
    void *found = dlsym(handle, name);
    Dl_info facts;
    const link_map *map = map_of(handle);
    return found && map && dladdr(found, &facts) && reinterpret_cast<uintptr_t>(facts.dli_fbase) == map->l_addr;
}

bool needs(void *user, void *provider)
{
    bool found = false;
    each_foreign_call(user, [&](const char *name, void **) { found = found || defines(provider, name); });
    return found;
}

// Depth first; a circle is cut where it is met.
void show(std::vector<Library> *all, size_t i, std::vector<char> *seen)
{
    if ((*seen)[i] || (*all)[i].handle == nullptr)
        return;
    (*seen)[i] = 1;
    for (size_t k = 0; k < all->size(); ++k) {
        if (k != i && (*all)[k].handle && needs((*all)[i].handle, (*all)[k].handle))
            show(all, k, seen);
    }
    dlopen((*all)[i].path.c_str(), RTLD_LAZY | RTLD_GLOBAL | RTLD_NOLOAD);
}

void stand_in(void *handle)
{
    static size_t used = 0;
    each_foreign_call(handle, [&](const char *name, void **slot) {
        if (dlsym(RTLD_DEFAULT, name) || dlsym(handle, name))
            return;
        const auto known = std::find(missing.begin(), missing.begin() + used, name);
        const size_t number = static_cast<size_t>(known - missing.begin());
        if (number == used && used == STUBS)
            return; // the dynamic linker will tell
        if (number == used)
            missing[used++] = name;
        *slot = reinterpret_cast<void *>(stubs[number]);
    });
}

} // namespace

MayMiss::MayMiss() : before_(std::exchange(may_throw, true)) {}
MayMiss::~MayMiss() { may_throw = before_; }

void open_together(std::vector<Library> *libraries)
{
    // A library may refer to another one's data, which cannot be put off: those wait for the next round.
    for (bool progress = true; progress;) {
        progress = false;
        for (Library &library : *libraries) {
            if (library.handle)
                continue;
            library.handle = dlopen(library.path.c_str(), RTLD_LAZY | RTLD_LOCAL);
            const char *error = library.handle ? nullptr : dlerror();
            library.error = error ? error : "";
            progress = progress || library.handle;
        }
        std::vector<char> seen(libraries->size(), 0);
        for (size_t i = 0; i < libraries->size(); ++i)
            show(libraries, i, &seen);
    }
    for (const Library &library : *libraries) {
        if (library.handle)
            stand_in(library.handle);
    }
}

} // namespace opf_torch

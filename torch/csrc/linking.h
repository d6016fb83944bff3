// Several operator libraries in one process. Sources of one repository call functions of another's (launchers of
// ops-math, from ops-nn), so libraries are opened lazily, in the order of their needs, and a function that none of them
// has is an error of the call that wants it, not of the process.
#ifndef OPF_TORCH_LINKING_H
#define OPF_TORCH_LINKING_H

#include <stdexcept>
#include <string>
#include <vector>

namespace opf_torch
{

struct Library {
    std::string path;
    void *handle = nullptr;
    std::string error; // why there is no handle
};

// Opens the libraries (their paths are filled in) for everybody. One that defines functions which another one calls is
// made visible before it, and so before the defaults of libnnopbase.so.
void open_together(std::vector<Library> *libraries);

// Thrown by a call of a function that no library has, in place of the dynamic linker ending the process.
struct MissingFunction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// While one lives, the calling thread gets MissingFunction. Elsewhere such a call ends the process, as the dynamic
// linker's own error would: C code cannot be left by an exception.
class MayMiss
{
  public:
    MayMiss();
    ~MayMiss();
    MayMiss(const MayMiss &) = delete;
    MayMiss &operator=(const MayMiss &) = delete;

  private:
    bool before_;
};

} // namespace opf_torch

#endif

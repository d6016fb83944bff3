// Device memory: aclrtMalloc behind a cache of blocks of exactly the asked size (in units of 32 bytes), so that the
// emulator's range checks know where each tensor's storage ends. A freed block can be used again at once by work of
// the stream it was made for; other streams named by record_stream are waited for when it is freed.
#include "compat.h"
#include "runtime.h"
#include <acl/acl.h>
#include <c10/util/Exception.h>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace opf_torch {
namespace {

constexpr size_t UNIT = 32;
constexpr int64_t CACHE_LIMIT = int64_t(2) << 30; // bytes kept for later; over that the cache is emptied

struct Block {
    void *memory;
    size_t size;
    int64_t stream;
    std::vector<int64_t> others;
};

std::mutex &lock = *new std::mutex; // never destroyed: tensors may be freed while the process ends
auto &free_blocks = *new std::map<std::pair<int64_t, size_t>, std::vector<Block *>>;
MemoryCount count;

void release_cache()
{
    for (auto &entry : free_blocks) {
        for (Block *block : entry.second) {
            settle_stream(block->stream);
            aclrtFree(block->memory);
            delete block;
        }
    }
    free_blocks.clear();
    count.cached = 0;
}

void free_block(void *context)
{
    Block *block = static_cast<Block *>(context);
    for (int64_t other : block->others)
        settle_stream(other);
    block->others.clear();
    std::lock_guard<std::mutex> hold(lock);
    const int64_t size = static_cast<int64_t>(block->size);
    free_blocks[{block->stream, block->size}].push_back(block);
    count.used -= size;
    count.cached += size;
    if (count.cached > CACHE_LIMIT)
        release_cache();
}

Block *new_block(size_t size, int64_t stream)
{
    static const bool device = (check_acl(aclrtSetDevice(0), "setting up the NPU"), true); // OPF_SOC, OPF_CORES
    (void)device;
    Block *block = new Block{nullptr, size, stream, {}};
    int code = aclrtMalloc(&block->memory, size, ACL_MEM_MALLOC_HUGE_FIRST);
    if (code != ACL_SUCCESS) { // once more with all that is cached
        aclGetRecentErrMsg();
        release_cache();
        code = aclrtMalloc(&block->memory, size, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    if (code != ACL_SUCCESS) {
        delete block;
        check_acl(code, "allocating memory of the NPU");
    }
    ++count.calls;
    return block;
}

class NpuAllocator final : public c10::Allocator {
public:
    c10::DataPtr allocate(size_t wanted) OPF_ALLOCATE_CONST override
    {
        const c10::Device device(NPU, 0);
        if (wanted == 0)
            return {nullptr, nullptr, &free_block, device};
        const size_t size = (wanted + UNIT - 1) / UNIT * UNIT;
        const int64_t stream = current_stream_number();
        std::lock_guard<std::mutex> hold(lock);
        Block *block;
        const auto found = free_blocks.find({stream, size});
        if (found != free_blocks.end() && !found->second.empty()) {
            block = found->second.back();
            found->second.pop_back();
            count.cached -= static_cast<int64_t>(size);
        } else {
            block = new_block(size, stream);
        }
        count.used += static_cast<int64_t>(size);
        count.peak = std::max(count.peak, count.used);
        return {block->memory, block, &free_block, device};
    }
#if OPF_TORCH_HAS_HOOKS
    void copy_data(void *to, const void *from, size_t bytes) const override
    {
        wait_for_device();
        std::memcpy(to, from, bytes);
    }
#endif
};

NpuAllocator allocator;
REGISTER_ALLOCATOR(NPU, &allocator)

} // namespace

c10::Allocator *device_allocator() { return &allocator; }

void empty_cache()
{
    std::lock_guard<std::mutex> hold(lock);
    release_cache();
}

void record_stream(const c10::DataPtr &memory, int64_t stream)
{
    if (memory.get_deleter() != &free_block || memory.get_context() == nullptr)
        return;
    std::lock_guard<std::mutex> hold(lock);
    static_cast<Block *>(memory.get_context())->others.push_back(stream);
}

MemoryCount memory_count()
{
    std::lock_guard<std::mutex> hold(lock);
    return count;
}

void reset_peak()
{
    std::lock_guard<std::mutex> hold(lock);
    count.peak = count.used;
}

} // namespace opf_torch

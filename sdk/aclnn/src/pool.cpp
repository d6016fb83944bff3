/* Memory of objects and containers: per-thread free lists by size, over base's allocator. A warm API call finds
 * everything it needs here. Blocks may be freed by another thread than took them; they join that thread's lists. */
#include "base/alloc.h"
#include "opdev/object.h"

#include <cstdint>

namespace {

constexpr size_t kClasses = 14; // 64 bytes to 512 KiB, powers of two
constexpr size_t kKeptPerClass = 256;

struct alignas(16) Block {
    uint64_t sizeClass; // kClasses = straight from the allocator
    Block *next;
};

struct FreeLists {
    Block *head[kClasses] = {};
    size_t count[kClasses] = {};
    ~FreeLists();
};
thread_local FreeLists lists;
thread_local bool listsGone = false; // the thread ends: its lists must not be touched any more

FreeLists::~FreeLists()
{
    listsGone = true;
    for (Block *&first : head) {
        while (first != nullptr) {
            Block *next = first->next;
            opf_free(first);
            first = next;
        }
    }
}

size_t ClassOf(size_t bytes)
{
    size_t sizeClass = 0;
    for (size_t room = 64; room < bytes && sizeClass < kClasses; room *= 2)
        sizeClass++;
    return sizeClass;
}

} // namespace

namespace op {
namespace internal {

void *Allocate(size_t size)
{
    size_t bytes;
    if (!opf_size_add(size, sizeof(Block), &bytes))
        return nullptr;
    size_t sizeClass = ClassOf(bytes);
    if (sizeClass < kClasses && !listsGone && lists.head[sizeClass] != nullptr) {
        Block *block = lists.head[sizeClass];
        lists.head[sizeClass] = block->next;
        lists.count[sizeClass]--;
        return block + 1;
    }
    auto *block = static_cast<Block *>(opf_alloc(sizeClass < kClasses ? size_t{64} << sizeClass : bytes));
    if (block == nullptr)
        return nullptr;
    block->sizeClass = sizeClass;
    return block + 1;
}

void DeAllocate(void *memory)
{
    if (memory == nullptr)
        return;
    Block *block = static_cast<Block *>(memory) - 1;
    size_t sizeClass = block->sizeClass;
    if (sizeClass >= kClasses || listsGone || lists.count[sizeClass] >= kKeptPerClass) {
        opf_free(block);
        return;
    }
    block->next = lists.head[sizeClass];
    lists.head[sizeClass] = block;
    lists.count[sizeClass]++;
}

} // namespace internal
} // namespace op

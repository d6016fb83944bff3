/* gert::TilingData: the buffer a tiling function fills for the kernel. The default capacity is 2048 bytes. */
#ifndef OPFORGE_EXE_GRAPH_TILING_DATA_H
#define OPFORGE_EXE_GRAPH_TILING_DATA_H

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "graph/error_codes.h"
#include "graph/visibility.h"
#include "securec.h"
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace gert {

/* What AppendConvertedAttrVal reads and writes. */
enum class AttrDataType : int32_t {
    kBool = 0,
    kString,
    kInt32,
    kInt64,
    kUint32,
    kFloat32,
    kFloat16,
    kListBool,
    kListString,
    kListInt32,
    kListInt64,
    kListUint32,
    kListFloat32,
    kListFloat16,
    kListListInt32,
    kListListInt64,
    kBfloat16,
    kInt8,
    kInt16,
    kListInt8,
    kListInt16,
    kListListBool,
    kListListFloat16,
    kListBfloat16,
    kListListBfloat16,
    kListListFloat32,
    kListListInt8,
    kListListInt16,
    kUint8,
    kListUint8,
    kListListUint8,
    kUint16,
    kListUint16,
    kListListUint16,
    kListListUint32,
    kUint64,
    kListUint64,
    kListListUint64,
    kTypeEnd
};

class TilingData {
public:
    size_t GetCapacity() const { return room_; }
    size_t GetDataSize() const { return used_; }
    void SetDataSize(size_t size) { used_ = size; }
    void *GetData() { return bytes_; }
    const void *GetData() const { return bytes_; }

    template <typename T, std::enable_if_t<std::is_standard_layout<T>::value, int> = 0>
    ge::graphStatus Append(const T &data)
    {
        return Append(&data, 1);
    }
    template <typename T, std::enable_if_t<std::is_standard_layout<T>::value, int> = 0>
    ge::graphStatus Append(const T *data, size_t append_num)
    {
        size_t bytes = 0;
        if (__builtin_mul_overflow(append_num, sizeof(T), &bytes))
            return ge::GRAPH_FAILED;
        void *at = Expand(bytes);
        if (!at)
            return ge::GRAPH_FAILED;
        if (used_ == bytes)
            type_ = OpfTypeText<T>();
        std::memcpy(at, data, bytes);
        return ge::GRAPH_SUCCESS;
    }
    /* Room for `size` more bytes behind what is used, or NULL. */
    void *Expand(size_t size)
    {
        if (used_ > room_ || size > room_ - used_)
            return nullptr;
        void *at = static_cast<uint8_t *>(bytes_) + used_;
        used_ += size;
        return at;
    }
    /* One block: the object, then `cap_size` bytes it manages. */
    static std::unique_ptr<uint8_t[]> CreateCap(size_t cap_size)
    {
        size_t total = 0;
        if (CalcTotalSize(cap_size, total) != ge::GRAPH_SUCCESS)
            return nullptr;
        std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total]());
        if (block)
            reinterpret_cast<TilingData *>(block.get())->Init(cap_size, block.get() + sizeof(TilingData));
        return block;
    }
    static ge::graphStatus CalcTotalSize(size_t cap_size, size_t &total_size)
    {
        return __builtin_add_overflow(cap_size, sizeof(TilingData), &total_size) ? ge::GRAPH_FAILED
                                                                                : ge::GRAPH_SUCCESS;
    }
    void Init(size_t cap_size, void *data)
    {
        room_ = cap_size;
        used_ = 0;
        bytes_ = data;
        type_ = nullptr;
    }
    /* Ours, for tools that show the buffer by fields: which structure it was last asked for, as the compiler writes
     * the name of a function made for it; NULL = none. */
    template <typename T> static const char *OpfTypeText() { return __PRETTY_FUNCTION__; }
    void SetTypeText(const char *text) { type_ = text; }
    const char *GetTypeText() const { return type_; }
    /* Append attribute `attr_index`, held as src_type, as dst_type. Scalars and lists of numbers. */
    OPF_HOST_API ge::graphStatus AppendConvertedAttrVal(const RuntimeAttrs *attrs, size_t attr_index,
                                                        AttrDataType src_type, AttrDataType dst_type);

    TilingData(const TilingData &) = delete;
    TilingData &operator=(const TilingData &) = delete;
    /* Ours: an object the library keeps itself; Init follows. */
    TilingData() = default;

private:
    size_t room_ = 0;
    size_t used_ = 0;
    void *bytes_ = nullptr;
    const char *type_ = nullptr;
};
static_assert(std::is_standard_layout<TilingData>::value && sizeof(TilingData) % 8 == 0, "the bytes follow");

template <typename T> TilingData &operator<<(TilingData &out, const T &data)
{
    (void)out.Append(data);
    return out;
}

} // namespace gert
#endif

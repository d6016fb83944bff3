/* Tiling structures built field by field: BEGIN_TILING_DATA_DEF ... END_TILING_DATA_DEF.
 *
 * Layout: fields in order of declaration; a scalar or array lies at a multiple of its element size, a nested
 * structure at a multiple of 8; the whole is padded to a multiple of 8 and starts zero-filled. Setters write
 * into the buffer at once. An object bound to other memory (constructor with a pointer, SetDataPtr) works
 * there and SaveToBuffer does nothing. */
#ifndef OPFORGE_REGISTER_TILINGDATA_BASE_H
#define OPFORGE_REGISTER_TILINGDATA_BASE_H

#include "graph/ascend_string.h"
#include "graph/visibility.h"
#include "securec.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace optiling {

/* One field as declared. classType_: "0" scalar, "1" array, "2" structure. */
class FieldInfo {
public:
    FieldInfo(const char *dtype, const char *name) : dtype_(dtype), name_(name), classType_("0") {}
    FieldInfo(const char *dtype, const char *name, size_t arrSize)
        : dtype_(dtype), name_(name), arrSize_(arrSize), classType_("1")
    {
    }
    FieldInfo(const char *dtype, const char *name, const char *structType, size_t structSize)
        : dtype_(dtype), name_(name), structType_(structType), structSize_(structSize), classType_("2")
    {
    }
    const char *dtype_;
    const char *name_;
    size_t arrSize_ = 0;
    const char *structType_ = nullptr;
    size_t structSize_ = 0;
    const char *classType_;
};

class OPF_HOST_API TilingDef {
public:
    TilingDef() = default;
    TilingDef(const TilingDef &) = delete;
    /* Copies the content, not the place. */
    TilingDef &operator=(const TilingDef &other)
    {
        if (this != &other && data_ptr_ && other.data_ptr_)
            std::memcpy(data_ptr_, other.data_ptr_, data_size_ < other.data_size_ ? data_size_ : other.data_size_);
        return *this;
    }
    ~TilingDef()
    {
        if (owned_)
            delete[] data_ptr_;
    }

    /* Copy the structure out; nothing when bound to other memory or when it does not fit. */
    void SaveToBuffer(void *pdata, size_t capacity)
    {
        if (owned_ && pdata && capacity >= data_size_)
            std::memcpy(pdata, data_ptr_, data_size_);
        else if (owned_)
            ReportShort(capacity);
    }
    size_t GetDataSize() const { return data_size_; }
    const char *GetTilingClassName() const { return class_name_; }
    std::vector<FieldInfo> GetFieldInfo() const { return fields_ ? *fields_ : std::vector<FieldInfo>(); }
    /* Work in `dataPtr` from now on; nested structures follow. */
    void SetDataPtr(void *dataPtr)
    {
        if (owned_)
            delete[] data_ptr_;
        owned_ = false;
        Place(static_cast<uint8_t *>(dataPtr));
    }

protected:
    /* Called by field initialisers, in order. Each returns the field's offset. */
    size_t AddScalar(const char *dtype, const char *name, size_t size)
    {
        if (recording_)
            Record(FieldInfo(dtype, name));
        return Advance(size, size);
    }
    size_t AddArray(const char *dtype, const char *name, size_t size, size_t count)
    {
        if (recording_)
            Record(FieldInfo(dtype, name, count));
        return Advance(size, size * count);
    }
    size_t AddStruct(const char *type, const char *name, TilingDef *nested)
    {
        if (recording_)
            RecordNested(FieldInfo("struct", name, type, nested->data_size_), nested);
        const size_t offset = Advance(8, nested->data_size_);
        /* Nested objects form a list through the outer one: no heap. Offsets are relative, so that the list
         * survives wherever the outer object lies. */
        nested->next_ = nested_;
        nested->offset_ = offset;
        nested_ = reinterpret_cast<uint8_t *>(nested) - reinterpret_cast<uint8_t *>(this);
        return offset;
    }
    void FinishFields(const char *class_name)
    {
        class_name_ = class_name;
        Advance(8, 0);
        if (recording_)
            RecordEnd();
    }
    void OwnBuffer()
    {
        owned_ = true;
        Place(new uint8_t[data_size_ ? data_size_ : 8]());
    }
    template <typename T> void Write(size_t offset, T value) { std::memcpy(data_ptr_ + offset, &value, sizeof(T)); }
    template <typename T> T Read(size_t offset) const
    {
        T value;
        std::memcpy(&value, data_ptr_ + offset, sizeof(T));
        return value;
    }
    template <typename T> T *At(size_t offset) const { return reinterpret_cast<T *>(data_ptr_ + offset); }
    void WriteArray(size_t offset, const void *from, size_t bytes)
    {
        if (from != data_ptr_ + offset)
            std::memmove(data_ptr_ + offset, from, bytes);
    }

private:
    size_t Advance(size_t align, size_t size)
    {
        const size_t at = align ? (data_size_ + align - 1) / align * align : data_size_;
        data_size_ = at + size;
        return at;
    }
    void Place(uint8_t *at)
    {
        data_ptr_ = at;
        for (ptrdiff_t step = nested_; step != 0;) {
            auto *inner = reinterpret_cast<TilingDef *>(reinterpret_cast<uint8_t *>(this) + step);
            inner->Place(at ? at + inner->offset_ : nullptr);
            step = inner->next_;
        }
    }
    void ReportShort(size_t capacity) const;
    void Record(const FieldInfo &field);
    void RecordNested(const FieldInfo &field, const TilingDef *nested);
    void RecordEnd();

    friend struct TilingStructRecorder;
    /* Set while the library lists a structure's fields; costs one test a field otherwise. */
    static thread_local bool recording_;

    uint8_t *data_ptr_ = nullptr;
    size_t data_size_ = 0;
    size_t offset_ = 0;       /* inside the outer structure */
    ptrdiff_t nested_ = 0;    /* last nested object, relative to this; 0 = none */
    ptrdiff_t next_ = 0;      /* the one before it, relative to the outer object */
    const char *class_name_ = "";
    bool owned_ = false;
    std::shared_ptr<std::vector<FieldInfo>> fields_;
};

using TilingDataConstructor = std::shared_ptr<TilingDef> (*)();

/* Registered structures by operator type, or by <type>_<tiling key>. */
class OPF_HOST_API CTilingDataClassFactory {
public:
    static CTilingDataClassFactory &GetInstance();
    void RegisterTilingData(const char *op_type, TilingDataConstructor constructor);
    std::shared_ptr<TilingDef> CreateTilingDataInstance(const char *op_type);
};

} // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)                                                                    \
    class class_name : public ::optiling::TilingDef {                                                        \
    public:                                                                                                  \
        class_name()                                                                                         \
        {                                                                                                    \
            FinishFields(#class_name);                                                                       \
            OwnBuffer();                                                                                     \
        }                                                                                                    \
        explicit class_name(void *ptr)                                                                       \
        {                                                                                                    \
            FinishFields(#class_name);                                                                       \
            if (ptr)                                                                                         \
                SetDataPtr(ptr);                                                                             \
        }                                                                                                    \
        class_name(const class_name &other) : class_name() { *this = other; }                                \
        class_name &operator=(const class_name &other)                                                       \
        {                                                                                                    \
            ::optiling::TilingDef::operator=(other);                                                         \
            return *this;                                                                                    \
        }

#define TILING_DATA_FIELD_DEF(data_type, field_name)                                                         \
public:                                                                                                      \
    void set_##field_name(data_type field_name) { Write<data_type>(field_name##_offset_, field_name); }      \
    data_type get_##field_name() const { return Read<data_type>(field_name##_offset_); }                     \
                                                                                                             \
private:                                                                                                     \
    size_t field_name##_offset_ = AddScalar(#data_type, #field_name, sizeof(data_type));

#define TILING_DATA_FIELD_DEF_ARR(arr_type, arr_size, field_name)                                            \
public:                                                                                                      \
    void set_##field_name(const arr_type *field_name)                                                        \
    {                                                                                                        \
        WriteArray(field_name##_offset_, field_name, (arr_size) * sizeof(arr_type));                         \
    }                                                                                                        \
    arr_type *get_##field_name() const { return At<arr_type>(field_name##_offset_); }                        \
                                                                                                             \
private:                                                                                                     \
    size_t field_name##_offset_ = AddArray(#arr_type, #field_name, sizeof(arr_type), (arr_size));

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name)                                                \
public:                                                                                                      \
    struct_type field_name{nullptr};                                                                         \
                                                                                                             \
private:                                                                                                     \
    size_t field_name##_offset_ = AddStruct(#struct_type, #field_name, &field_name);

#define END_TILING_DATA_DEF                                                                                  \
    }                                                                                                        \
    ;

#define REGISTER_TILING_DATA_CLASS(op_type, class_name)                                                      \
    namespace {                                                                                              \
    struct op_type##class_name##Helper {                                                                     \
        op_type##class_name##Helper()                                                                        \
        {                                                                                                    \
            ::optiling::CTilingDataClassFactory::GetInstance().RegisterTilingData(                           \
                #op_type, []() -> std::shared_ptr<::optiling::TilingDef> {                                   \
                    return std::make_shared<class_name>();                                                   \
                });                                                                                          \
        }                                                                                                    \
    };                                                                                                       \
    __attribute__((unused)) const op_type##class_name##Helper g_##op_type##class_name##helper;               \
    }

#endif

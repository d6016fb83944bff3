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

namespace optiling
{

/* One field as declared: a scalar has count 0, an array its length, a structure the name of its type. */
struct TilingField {
    std::string name;
    std::string type;
    size_t count = 0;
    bool nested = false;
};

class OPF_HOST_API TilingDef
{
  public:
    TilingDef() = default;
    TilingDef(const TilingDef &) = delete;
    /* Copies the content. An inner structure assigned from an inner one moves there besides: what is set
     * afterwards is seen by both, which tilings that fill another operator's structure count on. */
    TilingDef &operator=(const TilingDef &other)
    {
        if (this == &other || !bytes_ || !other.bytes_)
            return *this;
        std::memcpy(bytes_, other.bytes_, size_ < other.size_ ? size_ : other.size_);
        if (!owned_ && !other.owned_ && size_ == other.size_)
            Place(other.bytes_);
        return *this;
    }
    ~TilingDef()
    {
        if (owned_)
            delete[] bytes_;
    }

    /* Copy the structure out; nothing when bound to other memory or when it does not fit. */
    void SaveToBuffer(void *pdata, size_t capacity)
    {
        if (owned_ && pdata && capacity >= size_)
            std::memcpy(pdata, bytes_, size_);
        else if (owned_)
            ReportShort(capacity);
    }
    size_t GetDataSize() const { return size_; }
    const char *GetTilingClassName() const { return struct_name_; }
    /* Work in `dataPtr` from now on; nested structures follow. */
    void SetDataPtr(void *dataPtr)
    {
        if (owned_)
            delete[] bytes_;
        owned_ = false;
        Place(static_cast<uint8_t *>(dataPtr));
    }

  protected:
    /* Called by field initialisers, in order. Each returns the field's offset. */
    size_t AddScalar(const char *dtype, const char *name, size_t size)
    {
        if (recording_)
            Record({name, dtype});
        return Advance(size, size);
    }
    size_t AddArray(const char *dtype, const char *name, size_t size, size_t count)
    {
        if (recording_)
            Record({name, dtype, count});
        return Advance(size, size * count);
    }
    size_t AddStruct(const char *name, TilingDef *nested)
    {
        if (recording_)
            Record({name, nested->struct_name_, 0, true});
        const size_t offset = Advance(8, nested->size_);
        /* Nested objects form a list through the outer one: no heap. Offsets are relative, so that the list
         * survives wherever the outer object lies. */
        nested->next_ = nested_;
        nested->offset_ = offset;
        nested_ = reinterpret_cast<uint8_t *>(nested) - reinterpret_cast<uint8_t *>(this);
        return offset;
    }
    enum class Where { Own, Given };
    /* All fields are in: pad, then work in memory of its own or in `given` (NULL: nowhere yet, as an inner
     * structure does until its outer one has a place). */
    void Finish(const char *name, Where where, void *given)
    {
        struct_name_ = name;
        Advance(8, 0);
        if (recording_)
            RecordEnd();
        owned_ = where == Where::Own;
        if (owned_)
            given = new uint8_t[size_ ? size_ : 8]();
        if (given)
            Place(static_cast<uint8_t *>(given));
    }
    template <typename T> void Write(size_t offset, T value)
    {
        std::memcpy(bytes_ + offset, &value, sizeof(T));
    }
    template <typename T> T Read(size_t offset) const
    {
        T value;
        std::memcpy(&value, bytes_ + offset, sizeof(T));
        return value;
    }
    template <typename T> T *At(size_t offset) const { return reinterpret_cast<T *>(bytes_ + offset); }
    void WriteArray(size_t offset, const void *from, size_t bytes)
    {
        if (from != bytes_ + offset)
            std::memmove(bytes_ + offset, from, bytes);
    }

  private:
    size_t Advance(size_t align, size_t size)
    {
        const size_t at = align ? (size_ + align - 1) / align * align : size_;
        size_ = at + size;
        return at;
    }
    void Place(uint8_t *at)
    {
        bytes_ = at;
        for (ptrdiff_t step = nested_; step != 0;) {
            auto *inner = reinterpret_cast<TilingDef *>(reinterpret_cast<uint8_t *>(this) + step);
            inner->Place(at ? at + inner->offset_ : nullptr);
            step = inner->next_;
        }
    }
    void ReportShort(size_t capacity) const;
    void Record(const TilingField &field);
    void RecordEnd();

    friend struct TilingStructRecorder;
    /* Set while the library lists a structure's fields; costs one test a field otherwise. */
    static thread_local bool recording_;

    uint8_t *bytes_ = nullptr;
    size_t size_ = 0;
    size_t offset_ = 0;    /* inside the outer structure */
    ptrdiff_t nested_ = 0; /* last nested object, relative to this; 0 = none */
    ptrdiff_t next_ = 0;   /* the one before it, relative to the outer object */
    const char *struct_name_ = "";
    bool owned_ = false;
    std::shared_ptr<std::vector<TilingField>> fields_;
};

using TilingDataConstructor = std::shared_ptr<TilingDef> (*)();

/* Registered structures by operator type, or by <type>_<tiling key>. */
class OPF_HOST_API CTilingDataClassFactory
{
  public:
    static CTilingDataClassFactory &GetInstance();
    void RegisterTilingData(const char *op_type, TilingDataConstructor constructor);
    std::shared_ptr<TilingDef> CreateTilingDataInstance(const char *op_type);
};

/* An object of this type registers while the library loads. */
struct RegisteredTilingData {
    RegisteredTilingData(const char *op_type, TilingDataConstructor constructor)
    {
        CTilingDataClassFactory::GetInstance().RegisterTilingData(op_type, constructor);
    }
};

} // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)                                                                    \
    class class_name : public ::optiling::TilingDef                                                          \
    {                                                                                                        \
      public:                                                                                                \
        class_name()                                                                                         \
        {                                                                                                    \
            Finish(#class_name, Where::Own, nullptr);                                                        \
        }                                                                                                    \
        explicit class_name(void *elsewhere)                                                                 \
        {                                                                                                    \
            Finish(#class_name, Where::Given, elsewhere);                                                    \
        }                                                                                                    \
        class_name(const class_name &other) : class_name()                                                   \
        {                                                                                                    \
            *this = other;                                                                                   \
        }                                                                                                    \
        class_name &operator=(const class_name &other)                                                       \
        {                                                                                                    \
            ::optiling::TilingDef::operator=(other);                                                         \
            return *this;                                                                                    \
        }

#define TILING_DATA_FIELD_DEF(data_type, field_name)                                                         \
  public:                                                                                                    \
    void set_##field_name(data_type field_name)                                                              \
    {                                                                                                        \
        Write<data_type>(field_name##_at_, field_name);                                                      \
    }                                                                                                        \
    data_type get_##field_name() const                                                                       \
    {                                                                                                        \
        return Read<data_type>(field_name##_at_);                                                            \
    }                                                                                                        \
                                                                                                             \
  private:                                                                                                   \
    size_t field_name##_at_ = AddScalar(#data_type, #field_name, sizeof(data_type));

#define TILING_DATA_FIELD_DEF_ARR(arr_type, arr_size, field_name)                                            \
  public:                                                                                                    \
    void set_##field_name(const arr_type *field_name)                                                        \
    {                                                                                                        \
        WriteArray(field_name##_at_, field_name, (arr_size) * sizeof(arr_type));                             \
    }                                                                                                        \
    arr_type *get_##field_name() const                                                                       \
    {                                                                                                        \
        return At<arr_type>(field_name##_at_);                                                               \
    }                                                                                                        \
                                                                                                             \
  private:                                                                                                   \
    size_t field_name##_at_ = AddArray(#arr_type, #field_name, sizeof(arr_type), (arr_size));

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name)                                                \
  public:                                                                                                    \
    struct_type field_name{nullptr};                                                                         \
                                                                                                             \
  private:                                                                                                   \
    size_t field_name##_at_ = AddStruct(#field_name, &field_name);

#define END_TILING_DATA_DEF                                                                                  \
    }                                                                                                        \
    ;

#define REGISTER_TILING_DATA_CLASS(op_type, class_name)                                                      \
    namespace                                                                                                \
    {                                                                                                        \
    __attribute__((unused)) const ::optiling::RegisteredTilingData                                           \
        opf_tiling_data_##op_type##_##class_name(#op_type, []() -> std::shared_ptr<::optiling::TilingDef> {  \
            return std::make_shared<class_name>();                                                           \
        });                                                                                                  \
    }

#endif

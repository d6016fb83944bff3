/* ge::AscendString: an owned, immutable byte string whose layout does not depend on the C++ library's. */
#ifndef OPFORGE_GRAPH_ASCEND_STRING_H
#define OPFORGE_GRAPH_ASCEND_STRING_H

#include "graph/types.h"
#include <functional>
#include <string>

namespace ge
{

class OPF_HOST_API AscendString
{
  public:
    AscendString() noexcept : text_(nullptr), length_(0) {}
    AscendString(const char_t *name);                /* NULL gives an empty string */
    AscendString(const char_t *name, size_t length); /* may contain NUL bytes */
    AscendString(const AscendString &other);
    AscendString(AscendString &&other) noexcept : text_(other.text_), length_(other.length_)
    {
        other.text_ = nullptr;
        other.length_ = 0;
    }
    ~AscendString() { Release(); }
    AscendString &operator=(const AscendString &other);
    AscendString &operator=(AscendString &&other) noexcept;

    const char_t *GetString() const { return text_ ? text_ : ""; }
    size_t GetLength() const { return length_; }
    /* Position of the first occurrence, std::string::npos when there is none. */
    size_t Find(const AscendString &ascend_string) const;
    size_t Hash() const;

    bool operator==(const AscendString &d) const { return Compare(d.GetString(), d.length_) == 0; }
    bool operator!=(const AscendString &d) const { return Compare(d.GetString(), d.length_) != 0; }
    bool operator<(const AscendString &d) const { return Compare(d.GetString(), d.length_) < 0; }
    bool operator>(const AscendString &d) const { return Compare(d.GetString(), d.length_) > 0; }
    bool operator<=(const AscendString &d) const { return Compare(d.GetString(), d.length_) <= 0; }
    bool operator>=(const AscendString &d) const { return Compare(d.GetString(), d.length_) >= 0; }
    bool operator==(const char_t *d) const;
    bool operator!=(const char_t *d) const { return !(*this == d); }

  private:
    int Compare(const char_t *text, size_t length) const;
    void Release() noexcept;

    char_t *text_;
    size_t length_;
};

} // namespace ge

template <> struct std::hash<ge::AscendString> {
    size_t operator()(const ge::AscendString &name) const { return name.Hash(); }
};

#endif

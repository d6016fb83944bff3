/* ge::AscendString. */
#include "graph/ascend_string.h"
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace ge
{

namespace
{

char_t *CopyOf(const char_t *text, size_t length)
{
    char_t *copy = static_cast<char_t *>(::operator new(length + 1));
    std::memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

} // namespace

AscendString::AscendString(const char_t *name) : text_(nullptr), length_(0)
{
    if (name) {
        length_ = std::strlen(name);
        text_ = CopyOf(name, length_);
    }
}

AscendString::AscendString(const char_t *name, size_t length) : text_(nullptr), length_(0)
{
    if (name) {
        length_ = length;
        text_ = CopyOf(name, length);
    }
}

AscendString::AscendString(const AscendString &other) : AscendString(other.text_, other.length_) {}

AscendString &AscendString::operator=(const AscendString &other)
{
    if (this != &other) {
        char_t *copy = other.text_ ? CopyOf(other.text_, other.length_) : nullptr;
        Release();
        text_ = copy;
        length_ = other.length_;
    }
    return *this;
}

AscendString &AscendString::operator=(AscendString &&other) noexcept
{
    if (this != &other) {
        Release();
        text_ = other.text_;
        length_ = other.length_;
        other.text_ = nullptr;
        other.length_ = 0;
    }
    return *this;
}

void AscendString::Release() noexcept
{
    ::operator delete(text_);
    text_ = nullptr;
    length_ = 0;
}

size_t AscendString::Find(const AscendString &ascend_string) const
{
    return std::string_view(GetString(), length_)
        .find(std::string_view(ascend_string.GetString(), ascend_string.length_));
}

size_t AscendString::Hash() const
{
    return std::hash<std::string_view>()(std::string_view(GetString(), length_));
}

bool AscendString::operator==(const char_t *d) const
{
    return d && Compare(d, std::strlen(d)) == 0;
}

int AscendString::Compare(const char_t *text, size_t length) const
{
    return std::string_view(GetString(), length_).compare(std::string_view(text, length));
}

} // namespace ge

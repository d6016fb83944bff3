/* Contiguous sequence with room for N items in place; the interface follows std::vector. */
#ifndef OPFORGE_OPDEV_SMALL_VECTOR_H
#define OPFORGE_OPDEV_SMALL_VECTOR_H

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace op {
namespace internal {

template <typename T, size_t N = 8, typename Alloc = std::allocator<T>>
class SmallVector {
public:
    using value_type = T;
    using size_type = size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T &;
    using const_reference = const T &;
    using pointer = T *;
    using const_pointer = const T *;
    using iterator = T *;
    using const_iterator = const T *;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;
    using allocator_type = Alloc;

    SmallVector() = default;
    explicit SmallVector(const Alloc &) {}
    explicit SmallVector(size_type count) { resize(count); }
    SmallVector(size_type count, const T &value) { assign(count, value); }
    template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
    SmallVector(It first, It last)
    {
        assign(first, last);
    }
    SmallVector(std::initializer_list<T> items) { assign(items.begin(), items.end()); }
    SmallVector(const SmallVector &other) { assign(other.begin(), other.end()); }
    SmallVector(SmallVector &&other) noexcept { take(other); }
    ~SmallVector()
    {
        clear();
        release();
    }

    SmallVector &operator=(const SmallVector &other)
    {
        if (this != &other)
            assign(other.begin(), other.end());
        return *this;
    }
    SmallVector &operator=(SmallVector &&other) noexcept
    {
        if (this != &other) {
            clear();
            release();
            take(other);
        }
        return *this;
    }
    SmallVector &operator=(std::initializer_list<T> items)
    {
        assign(items.begin(), items.end());
        return *this;
    }

    void assign(size_type count, const T &value)
    {
        T copy(value); // `value` may be an item of ours
        clear();
        reserve(count);
        while (size_ < count)
            new (data_ + size_++) T(copy);
    }
    template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
    void assign(It first, It last)
    {
        clear();
        for (; first != last; ++first)
            emplace_back(*first);
    }
    void assign(std::initializer_list<T> items) { assign(items.begin(), items.end()); }

    reference operator[](size_type i) { return data_[i]; }
    const_reference operator[](size_type i) const { return data_[i]; }
    reference at(size_type i)
    {
        check(i);
        return data_[i];
    }
    const_reference at(size_type i) const
    {
        check(i);
        return data_[i];
    }
    reference front() { return data_[0]; }
    const_reference front() const { return data_[0]; }
    reference back() { return data_[size_ - 1]; }
    const_reference back() const { return data_[size_ - 1]; }
    T *data() { return data_; }
    const T *data() const { return data_; }

    iterator begin() { return data_; }
    iterator end() { return data_ + size_; }
    const_iterator begin() const { return data_; }
    const_iterator end() const { return data_ + size_; }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const { return rbegin(); }
    const_reverse_iterator crend() const { return rend(); }

    bool empty() const { return size_ == 0; }
    size_type size() const { return size_; }
    size_type capacity() const { return capacity_; }

    void reserve(size_type wanted)
    {
        if (wanted <= capacity_)
            return;
        size_type grown = std::max(wanted, capacity_ * 2);
        Alloc alloc;
        T *fresh = alloc.allocate(grown);
        for (size_type i = 0; i < size_; i++) {
            new (fresh + i) T(std::move(data_[i]));
            data_[i].~T();
        }
        release();
        data_ = fresh;
        capacity_ = grown;
    }
    void resize(size_type count)
    {
        shrink_to(count);
        reserve(count);
        while (size_ < count)
            new (data_ + size_++) T();
    }
    void resize(size_type count, const T &value)
    {
        T copy(value);
        shrink_to(count);
        reserve(count);
        while (size_ < count)
            new (data_ + size_++) T(copy);
    }
    void shrink_to_fit() {}
    void clear() { shrink_to(0); }

    void push_back(const T &value) { emplace_back(value); }
    void push_back(T &&value) { emplace_back(std::move(value)); }
    template <typename... Args>
    reference emplace_back(Args &&...args)
    {
        if (size_ == capacity_) {
            T made(std::forward<Args>(args)...); // the arguments may be items of ours
            reserve(size_ + 1);
            return *new (data_ + size_++) T(std::move(made));
        }
        return *new (data_ + size_++) T(std::forward<Args>(args)...);
    }
    void pop_back() { shrink_to(size_ - 1); }

    iterator insert(const_iterator where, const T &value) { return emplace(where, value); }
    iterator insert(const_iterator where, T &&value) { return emplace(where, std::move(value)); }
    iterator insert(const_iterator where, size_type count, const T &value)
    {
        size_type at = where - begin();
        T copy(value);
        for (size_type i = 0; i < count; i++)
            emplace(begin() + at, copy);
        return begin() + at;
    }
    template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
    iterator insert(const_iterator where, It first, It last)
    {
        size_type at = where - begin();
        size_type before = size_;
        for (; first != last; ++first)
            emplace_back(*first);
        std::rotate(begin() + at, begin() + before, end());
        return begin() + at;
    }
    iterator insert(const_iterator where, std::initializer_list<T> items)
    {
        return insert(where, items.begin(), items.end());
    }
    template <typename... Args>
    iterator emplace(const_iterator where, Args &&...args)
    {
        size_type at = where - begin();
        emplace_back(std::forward<Args>(args)...);
        std::rotate(begin() + at, end() - 1, end());
        return begin() + at;
    }
    iterator erase(const_iterator where) { return erase(where, where + 1); }
    iterator erase(const_iterator first, const_iterator last)
    {
        iterator to = begin() + (first - begin());
        iterator tail = std::move(begin() + (last - begin()), end(), to);
        shrink_to(tail - begin());
        return to;
    }
    void swap(SmallVector &other)
    {
        SmallVector kept(std::move(other));
        other = std::move(*this);
        *this = std::move(kept);
    }

private:
    T *inlineItems() { return reinterpret_cast<T *>(room_); }
    void check(size_type i) const
    {
        if (i >= size_)
            throw std::out_of_range("op::FVector::at: index past the end");
    }
    void shrink_to(size_type count)
    {
        while (size_ > count)
            data_[--size_].~T();
    }
    void release()
    {
        if (data_ != inlineItems()) {
            Alloc alloc;
            alloc.deallocate(data_, capacity_);
        }
        data_ = inlineItems();
        capacity_ = N;
    }
    void take(SmallVector &other)
    {
        if (other.data_ != other.inlineItems()) {
            data_ = other.data_;
            capacity_ = other.capacity_;
            size_ = other.size_;
            other.data_ = other.inlineItems();
            other.capacity_ = N;
            other.size_ = 0;
            return;
        }
        for (size_type i = 0; i < other.size_; i++)
            new (data_ + i) T(std::move(other.data_[i]));
        size_ = other.size_;
        other.clear();
    }

    T *data_ = inlineItems();
    size_type size_ = 0;
    size_type capacity_ = N;
    alignas(T) unsigned char room_[sizeof(T) * (N == 0 ? 1 : N)];
};

template <typename T, size_t N, size_t M, typename A>
bool operator==(const SmallVector<T, N, A> &a, const SmallVector<T, M, A> &b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}
template <typename T, size_t N, size_t M, typename A>
bool operator!=(const SmallVector<T, N, A> &a, const SmallVector<T, M, A> &b)
{
    return !(a == b);
}
template <typename T, size_t N, size_t M, typename A>
bool operator<(const SmallVector<T, N, A> &a, const SmallVector<T, M, A> &b)
{
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

} // namespace internal
} // namespace op
#endif

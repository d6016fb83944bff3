/* gert::ContextHolder: owns a context made by a builder. Tensors and other things given to the builder by
 * pointer are borrowed and must live as long. */
#ifndef OPFORGE_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H
#define OPFORGE_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H

#include <memory>
#include <utility>

namespace gert {

class ContextHolderVoid {
public:
    ContextHolderVoid() = default;
    ContextHolderVoid(std::shared_ptr<void> store, void *context) : store_(std::move(store)), context_(context) {}
    ContextHolderVoid(ContextHolderVoid &&) noexcept = default;
    ContextHolderVoid &operator=(ContextHolderVoid &&) noexcept = default;
    void *GetContext() const { return context_; }

private:
    std::shared_ptr<void> store_;
    void *context_ = nullptr;
};

template <typename ContextTypeT> class ContextHolder {
public:
    ContextHolder() = default;
    explicit ContextHolder(ContextHolderVoid &&holder_void) : holder_(std::move(holder_void)) {}
    ContextTypeT *GetContext() { return static_cast<ContextTypeT *>(holder_.GetContext()); }

private:
    ContextHolderVoid holder_;
};

} // namespace gert
#endif

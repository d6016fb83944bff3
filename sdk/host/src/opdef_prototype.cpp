/* The register behind REG_OP. */
#include "graph/operator_reg.h"
#include <deque>
#include <mutex>
#include <string_view>

namespace ge
{

namespace
{

struct Known {
    std::mutex lock;
    std::deque<Prototype> all; /* addresses stay valid */
};

/* Function-local, because registrations run in static constructors of any library. */
Known &KnownPrototypes()
{
    static Known known;
    return known;
}

const Prototype *FindIn(const Known &known, std::string_view type)
{
    for (const Prototype &prototype : known.all) {
        if (type == prototype.type)
            return &prototype;
    }
    return nullptr;
}

} // namespace

int Prototype::Register() const
{
    Known &known = KnownPrototypes();
    std::lock_guard<std::mutex> guard(known.lock);
    if (!FindIn(known, type))
        known.all.push_back(*this);
    return 0;
}

const Prototype *Prototype::Find(const char *op_type)
{
    Known &known = KnownPrototypes();
    std::lock_guard<std::mutex> guard(known.lock);
    return op_type ? FindIn(known, op_type) : nullptr;
}

} // namespace ge

/* ge::AttrValue: an attribute's value of any kind. */
#ifndef OPFORGE_GRAPH_ATTR_VALUE_H
#define OPFORGE_GRAPH_ATTR_VALUE_H

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/types.h"
#include <any>

namespace ge
{

class AttrValue
{
  public:
    template <typename T> graphStatus SetAttrValue(const T &value)
    {
        held_ = value;
        return GRAPH_SUCCESS;
    }
    /* GRAPH_FAILED, and the value untouched, when it is of another type. */
    template <typename T> graphStatus GetAttrValue(T &value) const
    {
        const T *held = std::any_cast<T>(&held_);
        if (held)
            value = *held;
        return held ? GRAPH_SUCCESS : GRAPH_FAILED;
    }

  private:
    std::any held_;
};

} // namespace ge
#endif

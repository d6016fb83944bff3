// IndexPutWithSortV2: put or add rows of `values` into rows of `self`; the row numbers come sorted, with the place
// each had before sorting, so that one core can own all entries of a row and no atomics are needed.
#include "register/op_def_registry.h"

namespace {

const std::vector<ge::DataType> VALUE_TYPES = {ge::DT_INT64, ge::DT_INT32, ge::DT_FLOAT, ge::DT_FLOAT16,
                                               ge::DT_BF16,  ge::DT_INT8,  ge::DT_UINT8, ge::DT_BOOL};

// Every value type with every index type: the value types once per index type.
std::vector<ge::DataType> Values()
{
    std::vector<ge::DataType> types = VALUE_TYPES;
    types.insert(types.end(), VALUE_TYPES.begin(), VALUE_TYPES.end());
    return types;
}

std::vector<ge::DataType> Indices()
{
    std::vector<ge::DataType> types(VALUE_TYPES.size(), ge::DT_INT64);
    types.insert(types.end(), VALUE_TYPES.size(), ge::DT_INT32);
    return types;
}

} // namespace

namespace ops {

class IndexPutWithSortV2 : public OpDef {
public:
    explicit IndexPutWithSortV2(const char *name) : OpDef(name)
    {
        const std::vector<ge::Format> formats(Values().size(), ge::FORMAT_ND);
        const std::vector<ge::DataType> positions(Values().size(), ge::DT_INT32);
        this->Input("self").ParamType(REQUIRED).DataType(Values()).Format(formats).UnknownShapeFormat(formats);
        this->Input("linear_index").ParamType(REQUIRED).DataType(Indices()).Format(formats).UnknownShapeFormat(formats);
        this->Input("pos_idx").ParamType(REQUIRED).DataType(positions).Format(formats).UnknownShapeFormat(formats);
        this->Input("values").ParamType(REQUIRED).DataType(Values()).Format(formats).UnknownShapeFormat(formats);
        this->Output("self").ParamType(REQUIRED).DataType(Values()).Format(formats).UnknownShapeFormat(formats);
        this->Attr("indexed_sizes").AttrType(REQUIRED).ListInt();
        this->Attr("accumulate").AttrType(OPTIONAL).Bool(false);
        this->AICore().AddConfig("ascend950");
    }
};

OP_ADD(IndexPutWithSortV2);

} // namespace ops

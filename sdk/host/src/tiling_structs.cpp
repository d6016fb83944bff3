/* Structures registered with REGISTER_TILING_DATA_CLASS: their factory, and their text as plain C++ structs. */
#include "host_internal.h"

#include "op_common/log/log.h"
#include "register/tilingdata_base.h"
#include <cstring>
#include <map>
#include <set>

namespace optiling {

thread_local bool TilingDef::recording_ = false;

namespace {


/* What one listing collects: every structure seen, inner ones before the outer ones that hold them. */
struct Listing {
    std::map<std::string, std::vector<FieldInfo>> structs;
    std::vector<std::string> order;
};
thread_local Listing *t_listing = nullptr;

std::mutex g_lock;
std::map<std::string, TilingDataConstructor> &Constructors()
{
    static auto *constructors = new std::map<std::string, TilingDataConstructor>;
    return *constructors;
}

/* "optiling::Inner" -> "Inner": the text is one flat file. */
std::string BareName(const char *name)
{
    const std::string text = name;
    const size_t colon = text.rfind("::");
    return colon == std::string::npos ? text : text.substr(colon + 2);
}

/* alignas(8) gives what the rules ask: nested structures at multiples of 8 and the end padded to 8; scalars and
 * arrays lie at their natural alignment in both. */
std::string TextOf(const std::string &name, const std::vector<FieldInfo> &fields)
{
    std::string text = "struct alignas(8) " + name + " {\n";
    for (const FieldInfo &field : fields) {
        text += "    ";
        if (std::strcmp(field.classType_, "2") == 0)
            text += BareName(field.structType_) + " " + field.name_;
        else if (std::strcmp(field.classType_, "1") == 0)
            text += std::string(field.dtype_) + " " + field.name_ + "[" + std::to_string(field.arrSize_) + "]";
        else
            text += std::string(field.dtype_) + " " + field.name_;
        text += ";\n";
    }
    return text + "};\n";
}

} // namespace

void TilingDef::ReportShort(size_t capacity) const
{
    DlogRecord(0, DLOG_ERROR, "tiling structure %s has %zu bytes, the buffer %zu: nothing was saved", class_name_,
               data_size_, capacity);
}

void TilingDef::Record(const FieldInfo &field)
{
    if (!fields_)
        fields_ = std::make_shared<std::vector<FieldInfo>>();
    fields_->push_back(field);
}

void TilingDef::RecordNested(const FieldInfo &field, const TilingDef *nested)
{
    FieldInfo exact = field;
    exact.structType_ = nested->class_name_; /* the declaration may use another name for the type */
    Record(exact);
}

void TilingDef::RecordEnd()
{
    if (!t_listing || t_listing->structs.count(class_name_))
        return;
    t_listing->structs[class_name_] = fields_ ? *fields_ : std::vector<FieldInfo>();
    t_listing->order.push_back(class_name_);
}

struct TilingStructRecorder {
    explicit TilingStructRecorder(Listing *listing)
    {
        t_listing = listing;
        TilingDef::recording_ = true;
    }
    ~TilingStructRecorder()
    {
        t_listing = nullptr;
        TilingDef::recording_ = false;
    }
};

CTilingDataClassFactory &CTilingDataClassFactory::GetInstance()
{
    static CTilingDataClassFactory factory;
    return factory;
}

void CTilingDataClassFactory::RegisterTilingData(const char *op_type, TilingDataConstructor constructor)
{
    std::lock_guard<std::mutex> guard(g_lock);
    Constructors()[op_type] = constructor;
}

std::shared_ptr<TilingDef> CTilingDataClassFactory::CreateTilingDataInstance(const char *op_type)
{
    TilingDataConstructor constructor = nullptr;
    {
        std::lock_guard<std::mutex> guard(g_lock);
        const auto found = Constructors().find(op_type);
        if (found != Constructors().end())
            constructor = found->second;
    }
    return constructor ? constructor() : nullptr;
}

/* One registration's text and size; false when the type has none. */
static bool Describe(const std::string &registered, TilingDataConstructor constructor, opf_host_emit_struct emit,
                     void *ctx)
{
    Listing listing;
    std::shared_ptr<TilingDef> made;
    {
        TilingStructRecorder recorder(&listing);
        made = constructor();
    }
    if (!made)
        return false;
    std::string text;
    for (const std::string &name : listing.order)
        text += TextOf(name, listing.structs[name]);
    emit(ctx, registered.c_str(), made->GetTilingClassName(), text.c_str(), made->GetDataSize());
    return true;
}

} // namespace optiling

extern "C" int opf_host_tiling_structs(const char *op_type, opf_host_emit_struct emit, void *ctx)
{
    using namespace optiling;
    opf_host::LogBegin();
    std::vector<std::pair<std::string, TilingDataConstructor>> wanted;
    {
        std::lock_guard<std::mutex> guard(g_lock);
        const std::string prefix = std::string(op_type) + "_";
        for (const auto &item : Constructors()) {
            /* <op_type>_<key>: a decimal key, so that Foo does not take FooGrad_1. */
            const bool keyed = item.first.compare(0, prefix.size(), prefix) == 0 && item.first.size() > prefix.size() &&
                               item.first.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
            if (item.first == op_type || keyed)
                wanted.push_back(item);
        }
    }
    for (const auto &item : wanted) {
        if (!Describe(item.first, item.second, emit, ctx))
            return opf_host::Fail(opf_host::kInnerError, "making the tiling structure registered for %s",
                                  item.first.c_str());
    }
    return opf_host::kOk;
}

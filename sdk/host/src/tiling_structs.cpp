/* Structures registered with REGISTER_TILING_DATA_CLASS: their factory, and their text as plain C++ structs. */
#include "host_internal.h"

#include "op_common/log/log.h"
#include "register/tilingdata_base.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace optiling {

thread_local bool TilingDef::recording_ = false;

namespace {


/* What one listing collects: every structure seen, inner ones before the outer ones that hold them. */
struct Listing {
    std::map<std::string, std::vector<TilingField>> structs;
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
std::string BareName(const std::string &text)
{
    const size_t colon = text.rfind("::");
    return colon == std::string::npos ? text : text.substr(colon + 2);
}

/* alignas(8) gives what the rules ask: nested structures at multiples of 8 and the end padded to 8; scalars and
 * arrays lie at their natural alignment in both. */
std::string TextOf(const std::string &name, const std::vector<TilingField> &fields)
{
    std::string text = "struct alignas(8) " + name + " {\n";
    for (const TilingField &field : fields) {
        text += "    " + (field.nested ? BareName(field.type) : field.type) + " " + field.name;
        text += field.count ? "[" + std::to_string(field.count) + "];\n" : ";\n";
    }
    return text + "};\n";
}

} // namespace

void TilingDef::ReportShort(size_t capacity) const
{
    DlogRecord(0, DLOG_ERROR, "tiling structure %s has %zu bytes, the buffer %zu: nothing was saved", struct_name_,
               size_, capacity);
}

void TilingDef::Record(const TilingField &field)
{
    if (!fields_)
        fields_ = std::make_shared<std::vector<TilingField>>();
    fields_->push_back(field);
}

void TilingDef::RecordEnd()
{
    if (!t_listing || t_listing->structs.count(struct_name_))
        return;
    t_listing->structs[struct_name_] = fields_ ? *fields_ : std::vector<TilingField>();
    t_listing->order.push_back(struct_name_);
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

static TilingDataConstructor FindConstructor(const std::string &name)
{
    std::lock_guard<std::mutex> guard(g_lock);
    const auto found = Constructors().find(name);
    return found == Constructors().end() ? nullptr : found->second;
}

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
    TilingDataConstructor constructor = FindConstructor(op_type);
    return constructor ? constructor() : nullptr;
}

/* ---- reading a result by its structure ---- */

namespace {

struct Number {
    const char *type;
    size_t size;
    bool real, is_signed;
};
constexpr Number kNumbers[] = {{"bool", 1, false, false},    {"int8_t", 1, false, true},  {"uint8_t", 1, false, false},
                               {"int16_t", 2, false, true},  {"uint16_t", 2, false, false}, {"int32_t", 4, false, true},
                               {"uint32_t", 4, false, false}, {"int64_t", 8, false, true}, {"uint64_t", 8, false, false},
                               {"float", 4, true, true},     {"double", 8, true, true}};

class FieldReader {
public:
    FieldReader(const Listing &listing, const opf_host_tiling &tiling, opf_host_emit_field emit, void *ctx)
        : listing_(listing), bytes_(static_cast<const uint8_t *>(tiling.data)), size_(tiling.size), emit_(emit), ctx_(ctx)
    {
    }
    /* False when a field cannot be read. Layout: see tilingdata_base.h. */
    bool Struct(const std::string &name, const std::string &prefix)
    {
        const auto found = listing_.structs.find(name);
        if (found == listing_.structs.end())
            return false;
        for (const TilingField &field : found->second) {
            const std::string path = prefix + field.name;
            if (field.nested) {
                at_ = (at_ + 7) / 8 * 8;
                if (!Struct(field.type, path + "."))
                    return false;
            } else if (!Numbers(field, path)) {
                return false;
            }
        }
        at_ = (at_ + 7) / 8 * 8;
        return true;
    }
    size_t Count() const { return count_; }

private:
    bool Numbers(const TilingField &field, const std::string &path)
    {
        const Number *number = nullptr;
        for (const Number &known : kNumbers) {
            if (field.type == known.type)
                number = &known;
        }
        if (!number)
            return false;
        at_ = (at_ + number->size - 1) / number->size * number->size;
        for (size_t i = 0; i < std::max<size_t>(field.count, 1); ++i, at_ += number->size) {
            if (at_ + number->size > size_)
                return false;
            Emit(*number, field.count ? path + "[" + std::to_string(i) + "]" : path);
        }
        return true;
    }
    void Emit(const Number &number, const std::string &path)
    {
        double real = 0;
        float single = 0;
        int64_t whole = 0;
        if (number.real && number.size == sizeof(single)) {
            std::memcpy(&single, bytes_ + at_, sizeof(single));
            real = static_cast<double>(single);
        } else if (number.real) {
            std::memcpy(&real, bytes_ + at_, sizeof(real));
        } else {
            std::memcpy(&whole, bytes_ + at_, number.size);
            const unsigned unused = static_cast<unsigned>(64 - number.size * 8);
            if (number.is_signed)
                whole = static_cast<int64_t>(static_cast<uint64_t>(whole) << unused) >> unused;
        }
        ++count_;
        if (emit_)
            emit_(ctx_, path.c_str(), number.real, whole, real);
    }

    const Listing &listing_;
    const uint8_t *bytes_;
    size_t size_;
    opf_host_emit_field emit_;
    void *ctx_;
    size_t at_ = 0, count_ = 0;
};

} // namespace

static size_t ReadFields(const char *op_type, const opf_host_tiling &tiling, opf_host_emit_field emit, void *ctx)
{
    TilingDataConstructor constructor = FindConstructor(std::string(op_type) + "_" + std::to_string(tiling.tiling_key));
    if (!constructor)
        constructor = FindConstructor(op_type);
    Listing listing;
    std::shared_ptr<TilingDef> made;
    if (constructor) {
        TilingStructRecorder recorder(&listing);
        made = constructor();
    }
    if (!made || made->GetDataSize() != tiling.size)
        return 0;
    /* All or nothing: the first pass only looks. */
    FieldReader look(listing, tiling, nullptr, nullptr), tell(listing, tiling, emit, ctx);
    if (!look.Struct(made->GetTilingClassName(), ""))
        return 0;
    (void)tell.Struct(made->GetTilingClassName(), "");
    return tell.Count();
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

extern "C" size_t opf_host_tiling_fields(const char *op_type, const struct opf_host_tiling *tiling,
                                         opf_host_emit_field emit, void *ctx)
{
    return optiling::ReadFields(op_type, *tiling, emit, ctx);
}

/* A definition's model as JSON text: the hand-off from definitions (C++) to opbuild (C). Its members are
 * described in docs/formats/ini.md. Places are [file index, line] with a table of files per operator. */
#include "opdef_model.h"
#include <cstdio>

namespace ops
{

namespace
{

class Writer
{
  public:
    void Open(const char *name, char bracket)
    {
        Name(name);
        text_ += bracket;
        fresh_ = true;
    }
    void Close(char bracket)
    {
        text_ += bracket;
        fresh_ = false;
    }
    void Text(const char *name, const std::string &value)
    {
        Name(name);
        Quote(value);
    }
    void Number(const char *name, long long value)
    {
        Name(name);
        text_ += std::to_string(value);
    }
    void Bool(const char *name, bool value)
    {
        Name(name);
        text_ += value ? "true" : "false";
    }
    void At(const char *name, const Place &place)
    {
        if (!place.file)
            return;
        Open(name, '[');
        Number(nullptr, FileIndex(place.file));
        Number(nullptr, place.line);
        Close(']');
    }
    void List(const char *name, const NumberList &list)
    {
        if (!list.set)
            return;
        Open(name, '{');
        At("at", list.at);
        Open("items", '[');
        for (int32_t item : list.items)
            Number(nullptr, item);
        Close(']');
        Close('}');
    }
    void Files()
    {
        Open("files", '[');
        for (const std::string &file : files_)
            Text(nullptr, file);
        Close(']');
    }
    std::string Take() { return std::move(text_); }

  private:
    void Name(const char *name)
    {
        if (!fresh_ && !text_.empty())
            text_ += ',';
        fresh_ = false;
        if (name) {
            Quote(name);
            text_ += ':';
        }
    }
    void Quote(const std::string &value)
    {
        text_ += '"';
        for (unsigned char c : value) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += static_cast<char>(c);
            } else if (c < 0x20) {
                char escaped[8];
                std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
                text_ += escaped;
            } else {
                text_ += static_cast<char>(c);
            }
        }
        text_ += '"';
    }
    long long FileIndex(const char *file)
    {
        for (size_t i = 0; i < files_.size(); ++i) {
            if (files_[i] == file)
                return static_cast<long long>(i);
        }
        files_.emplace_back(file);
        return static_cast<long long>(files_.size() - 1);
    }

    std::string text_;
    std::vector<std::string> files_;
    bool fresh_ = true;
};

std::string FloatText(float value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
    return text;
}

void WriteScalar(Writer &out, const ScalarVar &value)
{
    out.Open(nullptr, '{');
    out.Number("type", static_cast<long long>(value.scalar_type));
    if (value.scalar_type == ScalarType::FLOAT32 || value.scalar_type == ScalarType::FLOAT16)
        out.Text("value", FloatText(value.scalar_num.value_f32));
    else if (static_cast<uint32_t>(value.scalar_type) % 2 == 0)
        out.Text("value", std::to_string(value.scalar_num.value_u64));
    else
        out.Text("value", std::to_string(value.scalar_num.value_i64));
    out.Close('}');
}

void WriteInit(Writer &out, const ParamData &data)
{
    if (data.has_init_number)
        out.Text("init_number", std::to_string(data.init_number));
    if (!data.init_values.empty()) {
        out.Open("init_values", '[');
        for (const ScalarVar &value : data.init_values)
            WriteScalar(out, value);
        out.Close(']');
    }
    out.At("init_at", data.init_at);
}

void WriteParam(Writer &out, const ParamData &data)
{
    out.Open(nullptr, '{');
    out.Text("name", data.name);
    out.At("at", data.at);
    out.At("set_again", data.set_again);
    out.Number("param_type", data.param_type);
    out.List("dtypes", data.dtypes);
    out.List("dtype_list", data.dtype_list);
    out.List("formats", data.formats);
    out.List("format_list", data.format_list);
    out.List("bin_dtypes", data.bin_dtypes);
    out.List("bin_formats", data.bin_formats);
    out.List("unknown_formats", data.unknown_formats);
    if (data.value_depend >= 0) {
        out.Number("value_depend", data.value_depend);
        out.Number("depend_scope", data.depend_scope);
        out.At("value_depend_at", data.value_depend_at);
    }
    out.Bool("ignore_contiguous", data.ignore_contiguous);
    out.Bool("auto_contiguous", data.auto_contiguous);
    out.Bool("scalar", data.scalar);
    out.Bool("scalar_list", data.scalar_list);
    if (data.to_dtype != ge::DT_UNDEFINED)
        out.Number("to_dtype", data.to_dtype);
    if (!data.to_name.empty())
        out.Text("to_name", data.to_name);
    out.At("to_at", data.to_at);
    out.Number("version", data.version);
    out.At("version_at", data.version_at);
    WriteInit(out, data);
    out.Bool("shape_depends_on_compute", data.shape_depends_on_compute);
    if (!data.follow.empty()) {
        out.Text("follow", data.follow);
        out.Number("follow_type", data.follow_type);
        out.At("follow_at", data.follow_at);
    }
    if (!data.comment.empty())
        out.Text("comment", data.comment);
    out.Close('}');
}

void WriteParams(Writer &out, const char *name, const ParamDeque &params)
{
    out.Open(name, '[');
    for (const ParamModel &param : params)
        WriteParam(out, param.data);
    out.Close(']');
}

template <typename List, typename Write>
void WriteItems(Writer &out, const char *name, const List &list, Write write)
{
    out.Open(name, '[');
    for (const auto &item : list)
        write(item);
    out.Close(']');
}

void WriteAttrDefault(Writer &out, const AttrData &data)
{
    auto number = [&out](int64_t item) { out.Number(nullptr, item); };
    switch (data.kind) {
    case AttrKind::kBool:
        out.Bool("default", data.bool_value);
        break;
    case AttrKind::kFloat:
        out.Text("default", FloatText(data.float_value));
        break;
    case AttrKind::kInt:
        out.Number("default", data.int_value);
        break;
    case AttrKind::kString:
        out.Text("default", data.string_value);
        break;
    case AttrKind::kListBool:
        WriteItems(out, "default", data.bools, [&out](bool item) { out.Bool(nullptr, item); });
        break;
    case AttrKind::kListFloat:
        WriteItems(out, "default", data.floats, [&out](float item) { out.Text(nullptr, FloatText(item)); });
        break;
    case AttrKind::kListInt:
        WriteItems(out, "default", data.ints, number);
        break;
    case AttrKind::kListListInt:
        WriteItems(out, "default", data.int_lists,
                   [&](const std::vector<int64_t> &items) { WriteItems(out, nullptr, items, number); });
        break;
    case AttrKind::kUnset:
        break;
    }
}

void WriteAttr(Writer &out, const AttrModel &attr)
{
    const AttrData &data = attr.data;
    static const char *const kKinds[] = {"bool",      "float",   "int",         "str", "listBool",
                                         "listFloat", "listInt", "listListInt", ""};
    out.Open(nullptr, '{');
    out.Text("name", data.name.GetString());
    out.At("at", data.at);
    if (!attr.first.empty() && !SameAttr(attr.first[0], data))
        out.At("set_again", attr.mentioned_again);
    out.Text("kind", kKinds[static_cast<size_t>(data.kind)]);
    out.Bool("required", data.required);
    out.Number("version", data.version);
    out.At("version_at", data.version_at);
    WriteAttrDefault(out, data);
    if (!data.comment.empty())
        out.Text("comment", data.comment);
    out.Close('}');
}

void WriteConfig(Writer &out, const ConfigModel &config)
{
    out.Open(nullptr, '{');
    out.Text("soc", config.soc);
    out.At("at", config.at);
    WriteParams(out, "inputs", config.inputs);
    WriteParams(out, "outputs", config.outputs);
    out.Open("pairs", '[');
    for (const auto &pair : config.pairs) {
        out.Open(nullptr, '[');
        out.Text(nullptr, pair.first);
        out.Text(nullptr, pair.second);
        out.Close(']');
    }
    out.Close(']');
    out.Close('}');
}

} // namespace

std::string ModelJson(const OpModel &model)
{
    Writer out;
    out.Open(nullptr, '{');
    out.Text("type", model.type);
    out.At("at", model.at);
    WriteParams(out, "inputs", model.inputs);
    WriteParams(out, "outputs", model.outputs);
    out.Open("attrs", '[');
    for (const AttrModel &attr : model.attrs)
        WriteAttr(out, attr);
    out.Close(']');
    out.Open("configs", '[');
    for (const ConfigModel &config : model.aicore_model.configs)
        WriteConfig(out, config);
    out.Close(']');
    out.Bool("strict_format", model.format_mode == static_cast<int>(FormatCheckOption::STRICT));
    out.Bool("fall_back", model.fall_back);
    out.Bool("launch_when_empty", model.aicore_model.launch_when_empty);
    out.Bool("has_check_support", model.aicore_model.check_support != nullptr);
    out.Bool("has_select_format", model.aicore_model.select_format != nullptr);
    out.Open("hccl_groups", '[');
    for (const std::string &group : model.hccl_groups)
        out.Text(nullptr, group);
    out.Close(']');
    out.Files();
    out.Close('}');
    return out.Take();
}

} // namespace ops

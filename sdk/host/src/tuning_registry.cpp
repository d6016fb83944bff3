/* Registry of tuned tilings: what operators say of themselves is kept. There is no bank of tuned values, so
 * that nobody is ever asked to read one. */
#include "tuning_registry.h"

namespace tuningtiling {

OpBankKeyFuncInfo::OpBankKeyFuncInfo(const ge::AscendString &optype) : type_(optype) {}
void OpBankKeyFuncInfo::SetOpConvertFunc(const BankConvert &convert) { convert_ = convert; }
void OpBankKeyFuncInfo::SetOpParseFunc(const BankParse &parse) { parse_ = parse; }
void OpBankKeyFuncInfo::SetOpLoadFunc(const BankLoad &load) { load_ = load; }
const BankConvert &OpBankKeyFuncInfo::GetBankKeyConvertFunc() const { return convert_; }
const BankParse &OpBankKeyFuncInfo::GetBankKeyParseFunc() const { return parse_; }
const BankLoad &OpBankKeyFuncInfo::GetBankKeyLoadFunc() const { return load_; }

OpBankKeyFuncInfoV2::OpBankKeyFuncInfoV2(const ge::AscendString &optype) : type_(optype) {}
void OpBankKeyFuncInfoV2::SetOpConvertFuncV2(const BankConvert &convert) { convert_ = convert; }
void OpBankKeyFuncInfoV2::SetOpParseFuncV2(const BankParse &parse) { parse_ = parse; }
void OpBankKeyFuncInfoV2::SetOpLoadFuncV2(const BankLoad &load) { load_ = load; }
const BankConvert &OpBankKeyFuncInfoV2::GetBankKeyConvertFuncV2() const { return convert_; }
const BankParse &OpBankKeyFuncInfoV2::GetBankKeyParseFuncV2() const { return parse_; }
const BankLoad &OpBankKeyFuncInfoV2::GetBankKeyLoadFuncV2() const { return load_; }

/* Static objects of operators' libraries register before main and may be read after it: never destroyed. */
std::unordered_map<ge::AscendString, OpBankKeyFuncInfo> &OpBankKeyFuncRegistry::RegisteredOpFuncInfo()
{
    static auto &infos = *new std::unordered_map<ge::AscendString, OpBankKeyFuncInfo>();
    return infos;
}

OpBankKeyFuncRegistry::OpBankKeyFuncRegistry(const ge::AscendString &optype, const BankConvert &convert)
{
    RegisteredOpFuncInfo().try_emplace(optype, optype).first->second.SetOpConvertFunc(convert);
}

OpBankKeyFuncRegistry::OpBankKeyFuncRegistry(const ge::AscendString &optype, const BankParse &parse,
                                             const BankLoad &load)
{
    OpBankKeyFuncInfo &info = RegisteredOpFuncInfo().try_emplace(optype, optype).first->second;
    info.SetOpParseFunc(parse);
    info.SetOpLoadFunc(load);
}

std::unordered_map<ge::AscendString, OpBankKeyFuncInfoV2> &OpBankKeyFuncRegistryV2::RegisteredOpFuncInfoV2()
{
    static auto &infos = *new std::unordered_map<ge::AscendString, OpBankKeyFuncInfoV2>();
    return infos;
}

OpBankKeyFuncRegistryV2::OpBankKeyFuncRegistryV2(const ge::AscendString &optype, const BankConvert &convert)
{
    RegisteredOpFuncInfoV2().try_emplace(optype, optype).first->second.SetOpConvertFuncV2(convert);
}

OpBankKeyFuncRegistryV2::OpBankKeyFuncRegistryV2(const ge::AscendString &optype, const BankParse &parse,
                                                 const BankLoad &load)
{
    OpBankKeyFuncInfoV2 &info = RegisteredOpFuncInfoV2().try_emplace(optype, optype).first->second;
    info.SetOpParseFuncV2(parse);
    info.SetOpLoadFuncV2(load);
}

std::map<ge::AscendString, TuningTilingDefConstructor> &TuningTilingClassFactory::RegisterInfo()
{
    static auto &constructors = *new std::map<ge::AscendString, TuningTilingDefConstructor>();
    return constructors;
}

void TuningTilingClassFactory::RegisterTilingData(const ge::AscendString &optype,
                                                  TuningTilingDefConstructor const constructor)
{
    RegisterInfo()[optype] = constructor;
}

std::shared_ptr<TuningTilingDef> TuningTilingClassFactory::CreateTilingDataInstance(const ge::AscendString &optype)
{
    const auto found = RegisterInfo().find(optype);
    return found == RegisterInfo().end() || !found->second ? nullptr : found->second();
}

} // namespace tuningtiling

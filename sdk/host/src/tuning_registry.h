/* Registry of tuned tilings. Repositories that tune carry the public declarations of these classes themselves
 * (register/tuning_bank_key_registry.h, register/tuning_tiling_registry.h) and expect the functions from the
 * host library; names, members and their order are what those callers were compiled with. */
#ifndef OPFORGE_TUNING_REGISTRY_H
#define OPFORGE_TUNING_REGISTRY_H

#include "exe_graph/runtime/tiling_context.h"
#include "graph/ascend_string.h"
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

namespace tuningtiling {

/* Tiling context -> key of the tuning bank; key -> its JSON text; JSON text -> key. */
using BankConvert = std::function<bool(const gert::TilingContext *, std::shared_ptr<void> &, size_t &)>;
using BankParse = std::function<bool(const std::shared_ptr<void> &, size_t, ge::AscendString &)>;
using BankLoad = std::function<bool(std::shared_ptr<void> &, size_t &, const ge::AscendString &)>;

class OPF_HOST_API OpBankKeyFuncInfo
{
  public:
    explicit OpBankKeyFuncInfo(const ge::AscendString &optype);
    OpBankKeyFuncInfo() = default;
    void SetOpConvertFunc(const BankConvert &convert);
    void SetOpParseFunc(const BankParse &parse);
    void SetOpLoadFunc(const BankLoad &load);
    const BankConvert &GetBankKeyConvertFunc() const;
    const BankParse &GetBankKeyParseFunc() const;
    const BankLoad &GetBankKeyLoadFunc() const;

  private:
    ge::AscendString type_;
    BankConvert convert_;
    BankParse parse_;
    BankLoad load_;
};

class OPF_HOST_API OpBankKeyFuncInfoV2
{
  public:
    explicit OpBankKeyFuncInfoV2(const ge::AscendString &optype);
    OpBankKeyFuncInfoV2() = default;
    void SetOpConvertFuncV2(const BankConvert &convert);
    void SetOpParseFuncV2(const BankParse &parse);
    void SetOpLoadFuncV2(const BankLoad &load);
    const BankConvert &GetBankKeyConvertFuncV2() const;
    const BankParse &GetBankKeyParseFuncV2() const;
    const BankLoad &GetBankKeyLoadFuncV2() const;

  private:
    ge::AscendString type_;
    BankConvert convert_;
    BankParse parse_;
    BankLoad load_;
};

class OPF_HOST_API OpBankKeyFuncRegistry
{
  public:
    OpBankKeyFuncRegistry(const ge::AscendString &optype, const BankConvert &convert);
    OpBankKeyFuncRegistry(const ge::AscendString &optype, const BankParse &parse, const BankLoad &load);
    static std::unordered_map<ge::AscendString, OpBankKeyFuncInfo> &RegisteredOpFuncInfo();
};

class OPF_HOST_API OpBankKeyFuncRegistryV2
{
  public:
    OpBankKeyFuncRegistryV2(const ge::AscendString &optype, const BankConvert &convert);
    OpBankKeyFuncRegistryV2(const ge::AscendString &optype, const BankParse &parse, const BankLoad &load);
    static std::unordered_map<ge::AscendString, OpBankKeyFuncInfoV2> &RegisteredOpFuncInfoV2();
};

/* Only ever seen through a pointer here. */
class TuningTilingDef;
using TuningTilingDefConstructor = std::shared_ptr<TuningTilingDef> (*)();

class OPF_HOST_API TuningTilingClassFactory
{
  public:
    static std::map<ge::AscendString, TuningTilingDefConstructor> &RegisterInfo();
    static void RegisterTilingData(const ge::AscendString &optype, TuningTilingDefConstructor const constructor);
    /* NULL for a type that nobody registered. */
    static std::shared_ptr<TuningTilingDef> CreateTilingDataInstance(const ge::AscendString &optype);
};

} // namespace tuningtiling

#endif

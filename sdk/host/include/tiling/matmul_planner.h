/* matmul_tiling: plans how a matrix product is cut over cores and local memories (optiling::TCubeTiling).
 *
 * The plan is ours: the result is one that the library's Matmul accepts, not the chip vendor's best one. */
#ifndef OPFORGE_TILING_MATMUL_PLANNER_H
#define OPFORGE_TILING_MATMUL_PLANNER_H

#include "graph/visibility.h"
#include "tiling/library_structs.h"
#include "tiling/platform/platform_ascendc.h"
#include <cstdint>
#include <map>

namespace matmul_tiling
{

enum class DataType : int32_t {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_DOUBLE = 11,
    DT_BOOL = 12,
    DT_STRING = 13,
    DT_DUAL_SUB_INT8 = 14,
    DT_DUAL_SUB_UINT8 = 15,
    DT_COMPLEX64 = 16,
    DT_COMPLEX128 = 17,
    DT_QINT8 = 18,
    DT_QINT16 = 19,
    DT_QINT32 = 20,
    DT_QUINT8 = 21,
    DT_QUINT16 = 22,
    DT_RESOURCE = 23,
    DT_STRING_REF = 24,
    DT_DUAL = 25,
    DT_VARIANT = 26,
    DT_BF16 = 27,
    DT_UNDEFINED = 28,
    DT_INT4 = 29,
    DT_UINT1 = 30,
    DT_INT2 = 31,
    DT_UINT2 = 32,
    DT_BFLOAT16 = 33,
    DT_HIFLOAT8 = 34,
    DT_FLOAT8_E4M3FN = 35,
    DT_FLOAT8_E5M2 = 36,
    DT_FLOAT4_E2M1 = 37,
    DT_FLOAT8_E8M0 = 38,
    DT_FLOAT4_E1M2 = 39,
    DT_MAX = 40
};

enum class TPosition : int32_t {
    GM,
    A1,
    A2,
    B1,
    B2,
    C1,
    C2,
    CO1,
    CO2,
    VECIN,
    VECOUT,
    VECCALC,
    LCM = VECCALC,
    SPM,
    SHM = SPM,
    TSCM,
    MAX
};

enum class CubeFormat : int32_t {
    ND = 0,
    NZ,
    ZN,
    ZZ,
    NN,
    ND_ALIGN,
    SCALAR,
    VECTOR,
    ROW_MAJOR = ND,
    COLUMN_MAJOR = 8
};
enum class MatrixTraverse : int32_t { NOSET = 0, FIRSTM = 1, FIRSTN = 2 };
enum class MatrixMadType : int32_t { NORMAL = 0, HF32 = 1, MXMODE = 2 };
enum class DequantType : int32_t { SCALAR = 0, TENSOR = 1 };
enum class ScheduleType : int32_t { INNER_PRODUCT = 0, OUTER_PRODUCT = 1, N_BUFFER_33 = 2 };
enum class TilingPolicy : int32_t { FIXED_A_TSCM, FIXED_B_TSCM, FIXED_A_B_TSCM, NO_POLICY };

/* Bytes. */
struct PlatformInfo {
    platform_ascendc::SocVersion socVersion = platform_ascendc::SocVersion::RESERVED_VERSION;
    uint64_t l1Size = 0;
    uint64_t l0CSize = 0;
    uint64_t ubSize = 0;
    uint64_t l0ASize = 0;
    uint64_t l0BSize = 0;
};
struct SysTilingTempBufSize {
    int32_t ubSize = 0;
    int32_t l1Size = 0;
    int32_t l0cSize = 0;
};
struct MatmulConfigParams {
    int32_t mmConfigType = 1;
    bool enableL1CacheUB = false;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    MatrixTraverse traverse = MatrixTraverse::NOSET;
    bool enVecND2NZ = false;
    MatmulConfigParams(int32_t type = 1, bool cache = false,
                       ScheduleType schedule = ScheduleType::INNER_PRODUCT,
                       MatrixTraverse order = MatrixTraverse::NOSET, bool nd2nz = false)
        : mmConfigType(type), enableL1CacheUB(cache), scheduleType(schedule), traverse(order),
          enVecND2NZ(nd2nz)
    {
    }
};
struct MatTilingType {
    TPosition pos = TPosition::GM;
    CubeFormat type = CubeFormat::ND;
    DataType dataType = DataType::DT_FLOAT;
    bool isTrans = false;
};

/* Setters return 0, or -1 with a sentence in the thread's log for a value out of range or a mode that is not
 * planned for; GetTiling then fails too. GetTiling returns 0 and the plan, or -1 with a sentence. */
class OPF_HOST_API MatmulApiTilingBase
{
  public:
    MatmulApiTilingBase();
    explicit MatmulApiTilingBase(const platform_ascendc::PlatformAscendC &ascendcPlatform);
    explicit MatmulApiTilingBase(const PlatformInfo &platform);
    virtual ~MatmulApiTilingBase() = default;

    int32_t SetAType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans = false);
    int32_t SetBType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans = false);
    int32_t SetCType(TPosition pos, CubeFormat type, DataType dataType);
    int32_t SetBiasType(TPosition pos, CubeFormat type, DataType dataType);
    /* Microscaled products are not planned for. */
    int32_t SetScaleAType(TPosition, CubeFormat, bool = false) { return Refuse("SetScaleAType"); }
    int32_t SetScaleBType(TPosition, CubeFormat, bool = true) { return Refuse("SetScaleBType"); }
    /* A vector of factors takes room in L1 beside the bias. */
    int32_t SetDequantType(DequantType type);
    virtual int32_t SetShape(int32_t m, int32_t n, int32_t k);
    int32_t SetOrgShape(int32_t m, int32_t n, int32_t k) { return SetOrgShape(m, n, k, k); }
    int32_t SetOrgShape(int32_t m, int32_t n, int32_t ka, int32_t kb);
    int32_t SetALayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d);
    int32_t SetBLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d);
    int32_t SetCLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d);
    int32_t SetBatchInfoForNormal(int32_t batchA, int32_t batchB, int32_t m, int32_t n, int32_t k);
    int32_t SetBatchNum(int32_t batch);
    int32_t SetBias(bool isBiasIn = false);
    int32_t EnableBias(bool isBiasIn = false) { return SetBias(isBiasIn); }
    int32_t SetFixSplit(int32_t baseMIn = -1, int32_t baseNIn = -1, int32_t baseKIn = -1);
    /* -1 keeps the chip's whole memory. */
    int32_t SetBufferSpace(int32_t l1 = -1, int32_t l0C = -1, int32_t ub = -1, int32_t bt = -1);
    int32_t SetTraverse(MatrixTraverse traverse);
    /* HF32 changes how the kernel multiplies, not what fits where. */
    int32_t SetMadType(MatrixMadType type)
    {
        return type == MatrixMadType::MXMODE ? Refuse("SetMadType(MXMODE)") : 0;
    }
    int32_t SetSplitRange(int32_t maxBaseM = -1, int32_t maxBaseN = -1, int32_t maxBaseK = -1,
                          int32_t minBaseM = -1, int32_t minBaseN = -1, int32_t minBaseK = -1);
    /* `bias` and the conversions change nothing in the plan: both are always paid for. */
    int32_t SetDoubleBuffer(bool a, bool b, bool c, bool bias, bool transND2NZ = true,
                            bool transNZ2ND = true);
    void SetMatmulConfigParams(int32_t type = 1, bool cache = false,
                               ScheduleType schedule = ScheduleType::INNER_PRODUCT,
                               MatrixTraverse order = MatrixTraverse::NOSET, bool nd2nz = false);
    void SetMatmulConfigParams(const MatmulConfigParams &params);
    /* B of a sparse product holds half as many values in K; room is planned for all of them. */
    int32_t SetSparse(bool = false) { return 0; }
    int32_t GetBaseM() const { return plan_.baseM; }
    int32_t GetBaseN() const { return plan_.baseN; }
    int32_t GetBaseK() const { return plan_.baseK; }
    virtual int64_t GetTiling(AscendC::tiling::TCubeTiling &tiling);
    virtual int64_t GetTiling(optiling::TCubeTiling &tiling);

  protected:
    /* How many cores share the product; 1 for a single-core plan. */
    virtual int32_t CoreNum() const { return 1; }
    int32_t Refuse(const char *what);
    bool Plan();
    bool PlanLogged();
    bool WithinLimits() const;
    bool SplitOverCores(int64_t m, int64_t n, int64_t k);
    bool SplitOverMemories();

    PlatformInfo chip_;
    MatTilingType a_, b_, c_, bias_type_;
    bool bias_ = false;
    int32_t org_m_ = 0, org_n_ = 0, org_ka_ = 0, org_kb_ = 0;
    int32_t m_ = 0, n_ = 0, k_ = 0;
    int32_t fix_m_ = -1, fix_n_ = -1, fix_k_ = -1;
    int32_t max_m_ = -1, max_n_ = -1, max_k_ = -1;
    int32_t min_m_ = -1, min_n_ = -1, min_k_ = -1;
    int32_t buffers_a_ = 2, buffers_b_ = 2, buffers_c_ = 2;
    int64_t bt_size_ = -1; /* bytes; -1 = not limited */
    bool one_step_ = false, quant_vector_ = false;
    const char *refused_ = nullptr; /* the first mode that was asked for and is not planned for */
    int32_t batch_a_ = 0, batch_b_ = 0;
    MatrixTraverse traverse_ = MatrixTraverse::FIRSTM;
    int32_t single_max_m_ = -1, single_max_n_ = -1, single_max_k_ = -1;
    int32_t single_min_m_ = -1, single_min_n_ = -1, single_min_k_ = -1;
    int32_t single_m_ = -1, single_n_ = -1; /* exactly, as SetSingleShape asks */
    int32_t align_m_ = 1, align_n_ = 1, align_k_ = 1;
    AscendC::tiling::TCubeTiling plan_ = {};
};

class OPF_HOST_API MatmulApiTiling : public MatmulApiTilingBase
{
  public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
};

class OPF_HOST_API MultiCoreMatmulTiling : public MatmulApiTilingBase
{
  public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    int32_t SetDim(int32_t dim);
    int32_t SetSingleShape(int32_t singleM = -1, int32_t singleN = -1, int32_t singleK = -1);
    int32_t SetSingleRange(int32_t maxSingleM = -1, int32_t maxSingleN = -1, int32_t maxSingleK = -1,
                           int32_t minSingleM = -1, int32_t minSingleN = -1, int32_t minSingleK = -1);
    int32_t SetAlignSplit(int32_t alignM, int32_t alignN, int32_t alignK);
    int32_t EnableMultiCoreSplitK(bool flag) { return flag ? Refuse("EnableMultiCoreSplitK") : 0; }
    int32_t GetSingleShape(int32_t &shapeM, int32_t &shapeN, int32_t &shapeK);
    int32_t GetCoreNum(int32_t &dim, int32_t &mDim, int32_t &nDim);

  protected:
    int32_t CoreNum() const override { return dim_; }

  private:
    int32_t dim_ = 1;
};

class OPF_HOST_API BatchMatmulTiling : public MatmulApiTilingBase
{
  public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
};

} // namespace matmul_tiling
#endif

/* Cuts a matrix product over cores, then over L0 and L1. */
#include "tiling/matmul_planner.h"

#include "op_common/log/log.h"
#include <algorithm>

namespace matmul_tiling {

namespace {

constexpr int64_t kFractal = 16;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t Align(int64_t a, int64_t to) { return CeilDiv(a, to) * to; }

int64_t BitsOf(DataType type)
{
    switch (type) {
    case DataType::DT_INT4:
    case DataType::DT_FLOAT4_E2M1:
    case DataType::DT_FLOAT4_E1M2:
        return 4;
    case DataType::DT_INT8:
    case DataType::DT_UINT8:
    case DataType::DT_HIFLOAT8:
    case DataType::DT_FLOAT8_E4M3FN:
    case DataType::DT_FLOAT8_E5M2:
    case DataType::DT_FLOAT8_E8M0:
        return 8;
    case DataType::DT_FLOAT16:
    case DataType::DT_BF16:
    case DataType::DT_BFLOAT16:
    case DataType::DT_INT16:
    case DataType::DT_UINT16:
        return 16;
    default:
        return 32;
    }
}

} // namespace

MatmulApiTilingBase::MatmulApiTilingBase()
{
    using platform_ascendc::PlatformAscendCManager;
    const auto *chip = PlatformAscendCManager::GetInstance();
    if (!chip) /* the memories of the usual one */
        chip = PlatformAscendCManager::GetInstance("ascend950");
    if (chip)
        chip_ = MatmulApiTilingBase(*chip).chip_;
}

MatmulApiTilingBase::MatmulApiTilingBase(const platform_ascendc::PlatformAscendC &platform)
{
    using M = platform_ascendc::CoreMemType;
    chip_.socVersion = platform.GetSocVersion();
    platform.GetCoreMemSize(M::L1, chip_.l1Size);
    platform.GetCoreMemSize(M::L0_C, chip_.l0CSize);
    platform.GetCoreMemSize(M::UB, chip_.ubSize);
    platform.GetCoreMemSize(M::L0_A, chip_.l0ASize);
    platform.GetCoreMemSize(M::L0_B, chip_.l0BSize);
}
MatmulApiTilingBase::MatmulApiTilingBase(const PlatformInfo &platform) : chip_(platform) {}

int32_t MatmulApiTilingBase::SetAType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans)
{
    a_ = {pos, type, dataType, isTrans};
    return 0;
}
int32_t MatmulApiTilingBase::SetBType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans)
{
    b_ = {pos, type, dataType, isTrans};
    return 0;
}
int32_t MatmulApiTilingBase::SetCType(TPosition pos, CubeFormat type, DataType dataType)
{
    c_ = {pos, type, dataType, false};
    return 0;
}
int32_t MatmulApiTilingBase::SetBiasType(TPosition pos, CubeFormat type, DataType dataType)
{
    bias_type_ = {pos, type, dataType, false};
    return 0;
}
int32_t MatmulApiTilingBase::SetShape(int32_t m, int32_t n, int32_t k)
{
    m_ = m;
    n_ = n;
    k_ = k;
    return 0;
}
int32_t MatmulApiTilingBase::SetOrgShape(int32_t m, int32_t n, int32_t ka, int32_t kb)
{
    org_m_ = m;
    org_n_ = n;
    org_ka_ = ka;
    org_kb_ = kb;
    return 0;
}
int32_t MatmulApiTilingBase::SetALayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d)
{
    plan_.ALayoutInfoB = b;
    plan_.ALayoutInfoS = s;
    plan_.ALayoutInfoN = n;
    plan_.ALayoutInfoG = g;
    plan_.ALayoutInfoD = d;
    return 0;
}
int32_t MatmulApiTilingBase::SetBLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d)
{
    plan_.BLayoutInfoB = b;
    plan_.BLayoutInfoS = s;
    plan_.BLayoutInfoN = n;
    plan_.BLayoutInfoG = g;
    plan_.BLayoutInfoD = d;
    return 0;
}
int32_t MatmulApiTilingBase::SetCLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d)
{
    plan_.CLayoutInfoB = b;
    plan_.CLayoutInfoS1 = s;
    plan_.CLayoutInfoN = n;
    plan_.CLayoutInfoG = g;
    plan_.CLayoutInfoS2 = d;
    return 0;
}
int32_t MatmulApiTilingBase::SetBatchInfoForNormal(int32_t batchA, int32_t batchB, int32_t m, int32_t n, int32_t k)
{
    batch_a_ = batchA;
    batch_b_ = batchB;
    return SetShape(m, n, k);
}
int32_t MatmulApiTilingBase::SetBatchNum(int32_t batch)
{
    plan_.BatchNum = batch;
    return 0;
}
int32_t MatmulApiTilingBase::SetBias(bool isBiasIn)
{
    bias_ = isBiasIn;
    return 0;
}
int32_t MatmulApiTilingBase::SetFixSplit(int32_t m, int32_t n, int32_t k)
{
    for (int32_t size : {m, n, k}) {
        if (size != -1 && size <= 0)
            return -1;
    }
    fix_m_ = m;
    fix_n_ = n;
    fix_k_ = k;
    return 0;
}
int32_t MatmulApiTilingBase::SetBufferSpace(int32_t l1, int32_t l0C, int32_t ub, int32_t bt)
{
    bt_size_ = bt;
    const auto take = [](int32_t wanted, uint64_t &size) {
        if (wanted != -1)
            size = static_cast<uint64_t>(wanted);
    };
    take(l1, chip_.l1Size);
    take(l0C, chip_.l0CSize);
    take(ub, chip_.ubSize);
    return 0;
}
int32_t MatmulApiTilingBase::SetTraverse(MatrixTraverse traverse)
{
    traverse_ = traverse;
    return 0;
}
int32_t MatmulApiTilingBase::SetSplitRange(int32_t maxM, int32_t maxN, int32_t maxK, int32_t minM, int32_t minN,
                                           int32_t minK)
{
    max_m_ = maxM;
    max_n_ = maxN;
    max_k_ = maxK;
    min_m_ = minM;
    min_n_ = minN;
    min_k_ = minK;
    return 0;
}
int32_t MatmulApiTilingBase::SetDoubleBuffer(bool a, bool b, bool c, bool, bool, bool)
{
    buffers_a_ = a ? 2 : 1;
    buffers_b_ = b ? 2 : 1;
    buffers_c_ = c ? 2 : 1;
    return 0;
}
int32_t MatmulApiTilingBase::SetDequantType(DequantType type)
{
    quant_vector_ = type == DequantType::TENSOR;
    return 0;
}
/* Type 0 is the plain template: one base block at a time in L1. */
void MatmulApiTilingBase::SetMatmulConfigParams(int32_t type, bool cache, ScheduleType schedule, MatrixTraverse order,
                                                bool nd2nz)
{
    if (type != 0 && type != 1)
        Refuse("SetMatmulConfigParams with a type other than 0 and 1");
    if (cache)
        Refuse("SetMatmulConfigParams with enableL1CacheUB");
    if (schedule != ScheduleType::INNER_PRODUCT)
        Refuse("SetMatmulConfigParams with a schedule other than INNER_PRODUCT");
    if (nd2nz)
        Refuse("SetMatmulConfigParams with enVecND2NZ");
    one_step_ = type == 0;
    if (order != MatrixTraverse::NOSET)
        traverse_ = order;
}
void MatmulApiTilingBase::SetMatmulConfigParams(const MatmulConfigParams &params)
{
    SetMatmulConfigParams(params.mmConfigType, params.enableL1CacheUB, params.scheduleType, params.traverse,
                          params.enVecND2NZ);
}

int32_t MatmulApiTilingBase::Refuse(const char *what)
{
    if (!refused_)
        refused_ = what;
    DlogRecord(0, DLOG_ERROR, "planning a matrix product: %s is not supported", what);
    return -1;
}

/* Rows and columns are dealt so that the largest share is smallest; whole fractals where possible. K is not cut. */
bool MatmulApiTilingBase::SplitOverCores(int64_t m, int64_t n, int64_t k)
{
    const int64_t cores = std::max<int32_t>(CoreNum(), 1);
    const auto outside = [](int64_t share, int32_t least, int32_t most) {
        return (least > 0 && share < least) || (most > 0 && share > most);
    };
    int64_t best = INT64_MAX;
    for (int64_t across = 1; across <= cores; ++across) {
        const int64_t down = cores / across;
        int64_t share_m = Align(Align(CeilDiv(m, down), kFractal), align_m_);
        int64_t share_n = Align(Align(CeilDiv(n, across), kFractal), align_n_);
        share_m = single_m_ > 0 ? single_m_ : align_m_ > 1 ? share_m : std::min(share_m, m);
        share_n = single_n_ > 0 ? single_n_ : align_n_ > 1 ? share_n : std::min(share_n, n);
        if (outside(share_m, single_min_m_, single_max_m_) || outside(share_n, single_min_n_, single_max_n_) ||
            CeilDiv(m, share_m) * CeilDiv(n, share_n) > cores)
            continue;
        if (share_m * share_n < best) {
            best = share_m * share_n;
            plan_.singleCoreM = static_cast<int32_t>(share_m);
            plan_.singleCoreN = static_cast<int32_t>(share_n);
        }
    }
    plan_.singleCoreK = static_cast<int32_t>(Align(k, align_k_));
    if (best == INT64_MAX || outside(k, single_min_k_, single_max_k_))
        return false;
    plan_.usedCoreNum = static_cast<int32_t>(CeilDiv(m, plan_.singleCoreM) * CeilDiv(n, plan_.singleCoreN));
    return true;
}

/* The largest base block whose halves (double buffering) fit L0A, L0B and L0C; K as deep as L0 allows. */
bool MatmulApiTilingBase::SplitOverMemories()
{
    const int64_t bits_a = BitsOf(a_.dataType), bits_b = BitsOf(b_.dataType);
    const int64_t k_step = std::max<int64_t>(256 / std::max(bits_a, bits_b), kFractal / 2);
    const auto within = [](int64_t want, int32_t most) { return most > 0 ? std::min<int64_t>(want, most) : want; };
    int64_t base_m = fix_m_ > 0 ? fix_m_ : std::min<int64_t>(within(128, max_m_), Align(plan_.singleCoreM, kFractal));
    int64_t base_n = fix_n_ > 0 ? fix_n_ : std::min<int64_t>(within(256, max_n_), Align(plan_.singleCoreN, kFractal));
    while (base_m * base_n * 4 > static_cast<int64_t>(chip_.l0CSize) && base_m * base_n > kFractal * kFractal) {
        if (base_n > base_m && fix_n_ <= 0)
            base_n = Align(base_n / 2, kFractal);
        else if (fix_m_ <= 0)
            base_m = Align(base_m / 2, kFractal);
        else
            return false;
    }
    const int64_t k_in_a = static_cast<int64_t>(chip_.l0ASize) / buffers_a_ * 8 / (base_m * bits_a);
    const int64_t k_in_b = static_cast<int64_t>(chip_.l0BSize) / buffers_b_ * 8 / (base_n * bits_b);
    int64_t base_k = fix_k_ > 0 ? fix_k_ : std::min(k_in_a, k_in_b) / k_step * k_step;
    base_k = std::min(std::max(base_k, k_step), Align(plan_.singleCoreK, k_step));
    base_k = within(base_k, max_k_);
    plan_.baseM = static_cast<int32_t>(base_m);
    plan_.baseN = static_cast<int32_t>(base_n);
    plan_.baseK = static_cast<int32_t>(base_k);

    /* L1: as many K steps of both as fit, two buffers each; one where everything is loaded once. */
    const int64_t bytes_a = base_m * base_k * bits_a / 8, bytes_b = base_n * base_k * bits_b / 8;
    const int64_t bias = (bias_ ? base_n * 4 : 0) + (quant_vector_ ? base_n * 8 : 0);
    if (bias_ && bt_size_ >= 0 && base_n * 4 > bt_size_)
        return false;
    const int64_t fit = (static_cast<int64_t>(chip_.l1Size) - bias) / (2 * std::max<int64_t>(bytes_a + bytes_b, 1));
    if (fit < 1)
        return false;
    const int64_t steps = one_step_ ? 1 : std::min<int64_t>(fit, CeilDiv(plan_.singleCoreK, base_k));
    plan_.stepM = plan_.stepN = 1;
    plan_.stepKa = plan_.stepKb = static_cast<int32_t>(steps);
    const bool one_load = base_m >= plan_.singleCoreM && base_n >= plan_.singleCoreN && steps * base_k >= plan_.singleCoreK;
    const int64_t depth = one_load ? steps : steps * 2;
    plan_.depthA1 = plan_.depthB1 = static_cast<int32_t>(depth);
    plan_.dbL0A = buffers_a_;
    plan_.dbL0B = buffers_b_;
    plan_.dbL0C = base_m * base_n * 4 * 2 <= static_cast<int64_t>(chip_.l0CSize) ? buffers_c_ : 1;
    plan_.shareL1Size = static_cast<int32_t>((bytes_a + bytes_b) * depth + bias);
    plan_.shareL0CSize = static_cast<int32_t>(base_m * base_n * 4);
    plan_.shareUbSize = 0;
    return WithinLimits();
}

bool MatmulApiTilingBase::WithinLimits() const
{
    const auto enough = [](int32_t size, int32_t least, int32_t whole) {
        return least <= 0 || size >= std::min(least, whole);
    };
    return enough(plan_.baseM, min_m_, plan_.singleCoreM) && enough(plan_.baseN, min_n_, plan_.singleCoreN) &&
           enough(plan_.baseK, min_k_, plan_.singleCoreK);
}

bool MatmulApiTilingBase::Plan()
{
    const int64_t m = m_ > 0 ? m_ : org_m_, n = n_ > 0 ? n_ : org_n_, k = k_ > 0 ? k_ : org_ka_;
    if (m <= 0 || n <= 0 || k <= 0 || chip_.l1Size == 0 || chip_.l0CSize == 0)
        return false;
    plan_.M = org_m_ > 0 ? org_m_ : static_cast<int32_t>(m);
    plan_.N = org_n_ > 0 ? org_n_ : static_cast<int32_t>(n);
    plan_.Ka = org_ka_ > 0 ? org_ka_ : static_cast<int32_t>(k);
    plan_.Kb = org_kb_ > 0 ? org_kb_ : plan_.Ka;
    plan_.isBias = bias_ ? 1 : 0;
    plan_.iterateOrder = traverse_ == MatrixTraverse::FIRSTN ? 1 : 0;
    plan_.batchM = plan_.batchN = plan_.singleBatchM = plan_.singleBatchN = 1;
    if (batch_a_ > 0 && batch_b_ > 0) {
        plan_.batchM = plan_.singleBatchM = batch_a_;
        plan_.batchN = plan_.singleBatchN = batch_b_;
    }
    return SplitOverCores(m, n, k) && SplitOverMemories();
}

bool MatmulApiTilingBase::PlanLogged()
{
    const bool planned = !refused_ && Plan();
    if (refused_)
        DlogRecord(0, DLOG_ERROR, "planning a matrix product: no plan, because %s is not supported", refused_);
    else if (!planned)
        DlogRecord(0, DLOG_ERROR, "planning a matrix product of %d x %d x %d: no cut fits the limits and memories asked for",
                   m_, n_, k_);
    return planned;
}

int64_t MatmulApiTilingBase::GetTiling(AscendC::tiling::TCubeTiling &tiling)
{
    if (!PlanLogged())
        return -1;
    tiling = plan_;
    return 0;
}
int64_t MatmulApiTilingBase::GetTiling(optiling::TCubeTiling &tiling)
{
    if (!PlanLogged())
        return -1;
    optiling::TCubeTiling view(&plan_);
    tiling = view;
    return 0;
}

int32_t MultiCoreMatmulTiling::SetDim(int32_t dim)
{
    if (dim <= 0)
        return -1;
    dim_ = dim;
    return 0;
}
/* -1 leaves a size to the plan; K is always whole. */
int32_t MultiCoreMatmulTiling::SetSingleShape(int32_t singleM, int32_t singleN, int32_t singleK)
{
    single_m_ = singleM;
    single_n_ = singleN;
    single_max_k_ = single_min_k_ = singleK;
    return 0;
}
int32_t MultiCoreMatmulTiling::SetSingleRange(int32_t maxM, int32_t maxN, int32_t maxK, int32_t minM, int32_t minN,
                                              int32_t minK)
{
    single_max_m_ = maxM;
    single_max_n_ = maxN;
    single_max_k_ = maxK;
    single_min_m_ = minM;
    single_min_n_ = minN;
    single_min_k_ = minK;
    return 0;
}
int32_t MultiCoreMatmulTiling::SetAlignSplit(int32_t alignM, int32_t alignN, int32_t alignK)
{
    align_m_ = std::max(alignM, 1);
    align_n_ = std::max(alignN, 1);
    align_k_ = std::max(alignK, 1);
    return 0;
}
int32_t MultiCoreMatmulTiling::GetSingleShape(int32_t &shapeM, int32_t &shapeN, int32_t &shapeK)
{
    shapeM = plan_.singleCoreM;
    shapeN = plan_.singleCoreN;
    shapeK = plan_.singleCoreK;
    return 0;
}
int32_t MultiCoreMatmulTiling::GetCoreNum(int32_t &dim, int32_t &mDim, int32_t &nDim)
{
    dim = plan_.usedCoreNum;
    mDim = plan_.singleCoreM ? static_cast<int32_t>(CeilDiv(plan_.M, plan_.singleCoreM)) : 0;
    nDim = plan_.singleCoreN ? static_cast<int32_t>(CeilDiv(plan_.N, plan_.singleCoreN)) : 0;
    return 0;
}

} // namespace matmul_tiling

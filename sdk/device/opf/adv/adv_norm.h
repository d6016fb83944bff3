/* Normalisation and softmax of tensors. Public pages: advanced API, WelfordUpdate, WelfordFinalize, Normalize,
 * LayerNorm, SoftMax, SoftmaxGrad. */
#ifndef OPF_ADV_NORM_H
#define OPF_ADV_NORM_H

#include "../core/math.h"
#include "adv_reduce.h"

namespace AscendC {
enum class ReducePattern : uint32_t { AR = 0, RA = 1, R, ARA, ARAR, ARARA, ARARAR, ARARARA, RAR, RARA, RARAR, RARARA };
struct LayerNormConfig {
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
    bool isOutputRstd = true;
};
struct NormalizeConfig {
    ReducePattern reducePattern = ReducePattern::AR;
    int32_t aLength = -1;
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
};
struct WelfordUpdateConfig {
    constexpr WelfordUpdateConfig(const bool isInplaceIn) : isInplace(isInplaceIn) {}
    bool isInplace = false;
};
struct WelfordFinalizeConfig {
    constexpr WelfordFinalizeConfig(const bool isCorrectionIn) : isCorrection(isCorrectionIn) {}
    bool isCorrection = false;
};
struct LayerNormPara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};
struct NormalizePara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};
struct WelfordUpdateParam {
    uint32_t rnLength;
    uint32_t abLength;
    uint32_t abComputeLength;
    float nRec;
};
struct WelfordFinalizePara {
    uint32_t rnLength;
    uint32_t abLength;
    uint32_t headCount;
    uint32_t headCountLength;
    uint32_t tailCount;
    uint32_t tailCountLength;
    float abRec;
    float rRec;
    float rRecWithCorrection;
};
inline constexpr LayerNormConfig LNCFG_NORM = {};
inline constexpr NormalizeConfig NLCFG_NORM = {};
inline constexpr WelfordUpdateConfig WFUPDATE_DEFAULT_CFG = {false};
inline constexpr WelfordFinalizeConfig WFFINALIZE_DEFAULT_CFG = {false};
struct SoftMaxShapeInfo {
    uint32_t srcM{0};
    uint32_t srcK{0};
    uint32_t oriSrcM{0};
    uint32_t oriSrcK{0};
};
struct SoftmaxConfig {
    constexpr SoftmaxConfig(const bool isCheckTilingIn, const uint32_t oriSrcMIn = 0, const uint32_t oriSrcKIn = 0)
        : isCheckTiling(isCheckTilingIn), oriSrcM(oriSrcMIn), oriSrcK(oriSrcKIn)
    {
    }
    bool isCheckTiling = true;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
};
inline constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG = {true};

/* One more sample per lane: mean += (x - mean) / i, M += (x - old mean) * (x - new mean). Lanes that are not computed
 * keep their input. */
template <typename T, typename U, bool isReuseSource = false, const WelfordUpdateConfig &config = WFUPDATE_DEFAULT_CFG>
OPF_INLINE void WelfordUpdate(const LocalTensor<U> &outputMean, const LocalTensor<U> &outputVariance,
                              const LocalTensor<U> &inputMean, const LocalTensor<U> &inputVariance,
                              const LocalTensor<T> &inputX, const WelfordUpdateParam &para)
{
    uint32_t n = para.abLength;
    opf::adv::check_range(outputMean, n, "WelfordUpdate");
    opf::adv::check_range(outputVariance, n, "WelfordUpdate");
    opf::adv::check_range(inputX, para.abComputeLength, "WelfordUpdate");
    U *om = outputMean.ptr(), *ov = outputVariance.ptr();
    const U *im = inputMean.ptr(), *iv = inputVariance.ptr();
    const T *x = inputX.ptr();
    for (uint32_t i = 0; i < para.abComputeLength; ++i) {
        float delta = opf::widen(x[i]) - im[i], mean = im[i] + delta * para.nRec;
        ov[i] = iv[i] + delta * (opf::widen(x[i]) - mean);
        om[i] = mean;
    }
    for (uint32_t i = para.abComputeLength; i < n; ++i) {
        om[i] = im[i];
        ov[i] = iv[i];
    }
}
template <typename T, typename U, bool isReuseSource = false, const WelfordUpdateConfig &config = WFUPDATE_DEFAULT_CFG>
OPF_INLINE void WelfordUpdate(const LocalTensor<U> &outputMean, const LocalTensor<U> &outputVariance,
                              const LocalTensor<U> &inputMean, const LocalTensor<U> &inputVariance,
                              const LocalTensor<T> &inputX, const LocalTensor<uint8_t> &,
                              const WelfordUpdateParam &para)
{
    WelfordUpdate<T, U, isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, inputX, para);
}
} // namespace AscendC

namespace opf {
namespace adv {
/* lanes with their counts become one mean and one variance; counts(i) is the number of samples of lane i */
template <typename F>
inline void welford_finalize(float *mean, float *variance, const float *m, const float *v, uint32_t n, float scale,
                             float variance_scale, F counts)
{
    double sum = 0, spread = 0;
    for (uint32_t i = 0; i < n; ++i) {
        sum += (double)m[i] * counts(i);
    }
    double total = sum * scale;
    for (uint32_t i = 0; i < n; ++i) {
        double d = m[i] - total;
        spread += v[i] + d * d * counts(i);
    }
    *mean = static_cast<float>(total);
    *variance = static_cast<float>(spread * variance_scale);
}
} // namespace adv
} // namespace opf

namespace AscendC {
template <bool isReuseSource = false, const WelfordFinalizeConfig &config = WFFINALIZE_DEFAULT_CFG>
OPF_INLINE void WelfordFinalize(const LocalTensor<float> &outputMean, const LocalTensor<float> &outputVariance,
                                const LocalTensor<float> &inputMean, const LocalTensor<float> &inputVariance,
                                WelfordFinalizePara &para)
{
    opf::adv::check_range(inputMean, para.abLength, "WelfordFinalize");
    opf::adv::check_range(inputVariance, para.abLength, "WelfordFinalize");
    bool tail = para.tailCount != 0;
    float scale = config.isCorrection ? para.rRecWithCorrection : para.rRec;
    float mean_scale = tail ? para.rRec : para.abRec / static_cast<float>(para.rnLength);
    opf::adv::welford_finalize(outputMean.ptr(), outputVariance.ptr(), inputMean.ptr(), inputVariance.ptr(),
                               para.abLength, mean_scale, scale, [&](uint32_t i) {
                                   return tail ? (i < para.headCountLength ? para.headCount : para.tailCount)
                                               : para.rnLength;
                               });
}
template <bool isReuseSource = false, const WelfordFinalizeConfig &config = WFFINALIZE_DEFAULT_CFG>
OPF_INLINE void WelfordFinalize(const LocalTensor<float> &outputMean, const LocalTensor<float> &outputVariance,
                                const LocalTensor<float> &inputMean, const LocalTensor<float> &inputVariance,
                                const LocalTensor<int32_t> &counts, WelfordFinalizePara &para)
{
    opf::adv::check_range(inputMean, para.abLength, "WelfordFinalize");
    opf::adv::check_range(counts, para.abLength, "WelfordFinalize");
    const int32_t *c = counts.ptr();
    opf::adv::welford_finalize(outputMean.ptr(), outputVariance.ptr(), inputMean.ptr(), inputVariance.ptr(),
                               para.abLength, para.rRec, config.isCorrection ? para.rRecWithCorrection : para.rRec,
                               [&](uint32_t i) { return c[i]; });
}
template <bool isReuseSource = false, const WelfordFinalizeConfig &config = WFFINALIZE_DEFAULT_CFG>
OPF_INLINE void WelfordFinalize(const LocalTensor<float> &outputMean, const LocalTensor<float> &outputVariance,
                                const LocalTensor<float> &inputMean, const LocalTensor<float> &inputVariance,
                                const LocalTensor<uint8_t> &, WelfordFinalizePara &para)
{
    WelfordFinalize<isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, para);
}
template <bool isReuseSource = false, const WelfordFinalizeConfig &config = WFFINALIZE_DEFAULT_CFG>
OPF_INLINE void WelfordFinalize(const LocalTensor<float> &outputMean, const LocalTensor<float> &outputVariance,
                                const LocalTensor<float> &inputMean, const LocalTensor<float> &inputVariance,
                                const LocalTensor<int32_t> &counts, const LocalTensor<uint8_t> &,
                                WelfordFinalizePara &para)
{
    WelfordFinalize<isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, counts, para);
}

/* y = (x - mean) * rstd * gamma + beta, rstd = 1 / sqrt(variance + epsilon), row by row */
template <typename U, typename T, bool isReuseSource = false, const NormalizeConfig &config = NLCFG_NORM>
OPF_INLINE void Normalize(const LocalTensor<T> &output, const LocalTensor<float> &outputRstd,
                          const LocalTensor<float> &inputMean, const LocalTensor<float> &inputVariance,
                          const LocalTensor<T> &inputX, const LocalTensor<U> &gamma, const LocalTensor<U> &beta,
                          const float epsilon, const NormalizePara &para)
{
    static_assert(config.reducePattern == ReducePattern::AR, "Normalize: only the pattern AR exists");
    uint32_t rows = config.aLength > 0 ? static_cast<uint32_t>(config.aLength) : para.aLength;
    uint32_t pitch = para.rLengthWithPadding, n = para.rLength;
    opf::adv::check_range(output, (uint64_t)rows * pitch, "Normalize");
    opf::adv::check_range(inputX, (uint64_t)rows * pitch, "Normalize");
    for (uint32_t a = 0; a < rows; ++a) {
        float mean = inputMean.ptr()[a], rstd = 1.0f / __builtin_sqrtf(inputVariance.ptr()[a] + epsilon);
        if constexpr (!config.isOnlyOutput) {
            outputRstd.ptr()[a] = rstd;
        }
        const T *x = inputX.ptr() + (uint64_t)a * pitch;
        T *y = output.ptr() + (uint64_t)a * pitch;
        const U *g = gamma.ptr(), *b = beta.ptr();
        for (uint32_t i = 0; i < n; ++i) {
            float v = (opf::widen(x[i]) - mean) * rstd;
            if constexpr (!config.isNoGamma) {
                v *= opf::widen(g[i]);
            }
            if constexpr (!config.isNoBeta) {
                v += opf::widen(b[i]);
            }
            y[i] = opf::adv::store<T>(v);
        }
    }
}
template <typename U, typename T, bool isReuseSource = false, const NormalizeConfig &config = NLCFG_NORM>
OPF_INLINE void Normalize(const LocalTensor<T> &output, const LocalTensor<float> &outputRstd,
                          const LocalTensor<float> &inputMean, const LocalTensor<float> &inputVariance,
                          const LocalTensor<T> &inputX, const LocalTensor<U> &gamma, const LocalTensor<U> &beta,
                          const LocalTensor<uint8_t> &, const float epsilon, const NormalizePara &para)
{
    Normalize<U, T, isReuseSource, config>(output, outputRstd, inputMean, inputVariance, inputX, gamma, beta, epsilon,
                                           para);
}
/* mean and variance of each row, then as Normalize; the statistics go out as mean and rstd (or variance) */
template <typename U, typename T, bool isReuseSource = false, const LayerNormConfig &config = LNCFG_NORM,
          typename TILING>
OPF_INLINE void LayerNorm(const LocalTensor<T> &output, const LocalTensor<float> &outputMean,
                          const LocalTensor<float> &outputRstd, const LocalTensor<T> &inputX,
                          const LocalTensor<U> &gamma, const LocalTensor<U> &beta, const float epsilon,
                          const LayerNormPara &para, const TILING &)
{
    uint32_t pitch = para.rLengthWithPadding, n = para.rLength;
    opf::adv::check_range(output, (uint64_t)para.aLength * pitch, "LayerNorm");
    opf::adv::check_range(inputX, (uint64_t)para.aLength * pitch, "LayerNorm");
    for (uint32_t a = 0; a < para.aLength; ++a) {
        const T *x = inputX.ptr() + (uint64_t)a * pitch;
        T *y = output.ptr() + (uint64_t)a * pitch;
        double sum = 0, spread = 0;
        for (uint32_t i = 0; i < n; ++i) {
            sum += opf::widen(x[i]);
        }
        double mean = sum / n;
        for (uint32_t i = 0; i < n; ++i) {
            double d = opf::widen(x[i]) - mean;
            spread += d * d;
        }
        float m = static_cast<float>(mean), variance = static_cast<float>(spread / n);
        float rstd = 1.0f / __builtin_sqrtf(variance + epsilon);
        if constexpr (!config.isOnlyOutput) {
            outputMean.ptr()[a] = m;
            outputRstd.ptr()[a] = config.isOutputRstd ? rstd : variance;
        }
        const U *g = gamma.ptr(), *b = beta.ptr();
        for (uint32_t i = 0; i < n; ++i) {
            float v = (opf::widen(x[i]) - m) * rstd;
            v = config.isNoGamma ? v : v * opf::widen(g[i]);
            v = config.isNoBeta ? v : v + opf::widen(b[i]);
            y[i] = opf::adv::store<T>(v);
        }
    }
}
template <typename U, typename T, bool isReuseSource = false, const LayerNormConfig &config = LNCFG_NORM,
          typename TILING>
OPF_INLINE void LayerNorm(const LocalTensor<T> &output, const LocalTensor<float> &outputMean,
                          const LocalTensor<float> &outputRstd, const LocalTensor<T> &inputX,
                          const LocalTensor<U> &gamma, const LocalTensor<U> &beta, const float epsilon,
                          const LocalTensor<uint8_t> &, const LayerNormPara &para, const TILING &tiling)
{
    LayerNorm<U, T, isReuseSource, config>(output, outputMean, outputRstd, inputX, gamma, beta, epsilon, para, tiling);
}
} // namespace AscendC

namespace opf {
namespace adv {
template <typename X>
struct is_local_tensor : std::false_type {};
template <typename T>
struct is_local_tensor<AscendC::LocalTensor<T>> : std::true_type {};
template <typename X>
using if_tiling = std::enable_if_t<!is_local_tensor<X>::value && std::is_class<X>::value, int>;

/* rows of the call: given by the shape, else by the tiling */
template <typename TILING>
inline AscendC::SoftMaxShapeInfo softmax_shape(const TILING &t, const AscendC::SoftMaxShapeInfo &s)
{
    if (s.srcM != 0 && s.srcK != 0) {
        return {s.srcM, s.srcK, s.oriSrcM != 0 ? s.oriSrcM : s.srcM, s.oriSrcK != 0 ? s.oriSrcK : s.srcK};
    }
    return {static_cast<uint32_t>(t.srcM), static_cast<uint32_t>(t.srcK), static_cast<uint32_t>(t.srcM),
            static_cast<uint32_t>(t.srcK)};
}
/* sums and maxima (may be null) are repeated over one 32-byte block per row */
template <typename T, typename S>
inline void softmax_rows(const AscendC::LocalTensor<T> &dst, S *sums, S *maxima, const AscendC::LocalTensor<T> &src,
                         const AscendC::SoftMaxShapeInfo &shape)
{
    check_range(dst, (uint64_t)shape.srcM * shape.srcK, "SoftMax");
    check_range(src, (uint64_t)shape.srcM * shape.srcK, "SoftMax");
    constexpr uint32_t BLOCK = 32 / sizeof(S);
    for (uint32_t r = 0; r < shape.oriSrcM; ++r) {
        const T *x = src.ptr() + (uint64_t)r * shape.srcK;
        T *y = dst.ptr() + (uint64_t)r * shape.srcK;
        float top = widen(fold_row(x, shape.oriSrcK, larger{}));
        double sum = 0;
        for (uint32_t i = 0; i < shape.oriSrcK; ++i) {
            sum += exp_f32(widen(x[i]) - top);
        }
        float scale = static_cast<float>(1.0 / sum);
        for (uint32_t i = 0; i < shape.oriSrcK; ++i) {
            y[i] = store<T>(exp_f32(widen(x[i]) - top) * scale);
        }
        if (sums != nullptr) {
            for (uint32_t k = 0; k < BLOCK; ++k) {
                sums[r * BLOCK + k] = store<S>(static_cast<float>(sum));
                maxima[r * BLOCK + k] = store<S>(top);
            }
        }
    }
}
} // namespace adv
} // namespace opf

namespace AscendC {
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig &config = SOFTMAX_DEFAULT_CFG, typename TILING, opf::adv::if_tiling<TILING> = 0>
OPF_INLINE void SoftMax(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor, const TILING &tiling,
                        const SoftMaxShapeInfo &softmaxShapeInfo = {})
{
    opf::adv::softmax_rows(dstTensor, (T *)nullptr, (T *)nullptr, srcTensor,
                           opf::adv::softmax_shape(tiling, softmaxShapeInfo));
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig &config = SOFTMAX_DEFAULT_CFG, typename TILING, opf::adv::if_tiling<TILING> = 0>
OPF_INLINE void SoftMax(const LocalTensor<T> &dstTensor, const LocalTensor<T> &srcTensor,
                        const LocalTensor<uint8_t> &, const TILING &tiling,
                        const SoftMaxShapeInfo &softmaxShapeInfo = {})
{
    opf::adv::softmax_rows(dstTensor, (T *)nullptr, (T *)nullptr, srcTensor,
                           opf::adv::softmax_shape(tiling, softmaxShapeInfo));
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig &config = SOFTMAX_DEFAULT_CFG, typename X, typename S, typename TILING,
          opf::adv::if_tiling<TILING> = 0>
OPF_INLINE void SoftMax(const LocalTensor<X> &dstTensor, const LocalTensor<S> &sumTensor,
                        const LocalTensor<S> &maxTensor, const LocalTensor<X> &srcTensor, const TILING &tiling,
                        const SoftMaxShapeInfo &softmaxShapeInfo = {})
{
    static_assert(!isDataFormatNZ, "SoftMax: the NZ format is not supported");
    opf::adv::softmax_rows(dstTensor, sumTensor.ptr(), maxTensor.ptr(), srcTensor,
                           opf::adv::softmax_shape(tiling, softmaxShapeInfo));
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig &config = SOFTMAX_DEFAULT_CFG, typename X, typename S, typename TILING,
          opf::adv::if_tiling<TILING> = 0>
OPF_INLINE void SoftMax(const LocalTensor<X> &dstTensor, const LocalTensor<S> &sumTensor,
                        const LocalTensor<S> &maxTensor, const LocalTensor<X> &srcTensor,
                        const LocalTensor<uint8_t> &, const TILING &tiling,
                        const SoftMaxShapeInfo &softmaxShapeInfo = {})
{
    SoftMax<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(dstTensor, sumTensor, maxTensor, srcTensor, tiling,
                                                                    softmaxShapeInfo);
}
/* dst = (grad - sum(grad * src)) * src, or with isFront the sums alone, one 32-byte block per row */
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false, typename TILING,
          opf::adv::if_tiling<TILING> = 0>
OPF_INLINE void SoftmaxGrad(const LocalTensor<T> &dstTensor, const LocalTensor<T> &gradTensor,
                            const LocalTensor<T> &srcTensor, const TILING &tiling, bool isFront = false,
                            const SoftMaxShapeInfo &softmaxShapeInfo = {})
{
    static_assert(!isDataFormatNZ, "SoftmaxGrad: the NZ format is not supported");
    SoftMaxShapeInfo shape = opf::adv::softmax_shape(tiling, softmaxShapeInfo);
    opf::adv::check_range(gradTensor, (uint64_t)shape.srcM * shape.srcK, "SoftmaxGrad");
    opf::adv::check_range(srcTensor, (uint64_t)shape.srcM * shape.srcK, "SoftmaxGrad");
    constexpr uint32_t BLOCK = 32 / sizeof(T);
    opf::adv::check_range(dstTensor, (uint64_t)shape.srcM * (isFront ? BLOCK : shape.srcK), "SoftmaxGrad");
    for (uint32_t r = 0; r < shape.oriSrcM; ++r) {
        const T *g = gradTensor.ptr() + (uint64_t)r * shape.srcK, *x = srcTensor.ptr() + (uint64_t)r * shape.srcK;
        double sum = 0;
        for (uint32_t i = 0; i < shape.oriSrcK; ++i) {
            sum += (double)opf::widen(g[i]) * opf::widen(x[i]);
        }
        float s = static_cast<float>(sum);
        if (isFront) {
            for (uint32_t k = 0; k < BLOCK; ++k) {
                dstTensor.ptr()[r * BLOCK + k] = opf::adv::store<T>(s);
            }
            continue;
        }
        T *d = dstTensor.ptr() + (uint64_t)r * shape.srcK;
        for (uint32_t i = 0; i < shape.oriSrcK; ++i) {
            d[i] = opf::adv::store<T>((opf::widen(g[i]) - s) * opf::widen(x[i]));
        }
    }
}
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false, typename TILING,
          opf::adv::if_tiling<TILING> = 0>
OPF_INLINE void SoftmaxGrad(const LocalTensor<T> &dstTensor, const LocalTensor<T> &gradTensor,
                            const LocalTensor<T> &srcTensor, const LocalTensor<uint8_t> &, const TILING &tiling,
                            bool isFront = false, const SoftMaxShapeInfo &softmaxShapeInfo = {})
{
    SoftmaxGrad<T, isReuseSource, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling, isFront, softmaxShapeInfo);
}
} // namespace AscendC
#endif

/* The matrix unit is not emulated. Its names are declared so that a kernel that uses one is refused in a sentence, at
 * the place of use, and not through what follows from unknown names. */
#ifndef OPF_BASIC_MATRIX_H
#define OPF_BASIC_MATRIX_H

#include "../core/tensor.h"

#define OPF_NO_MATRIX                                                                                                  \
    __attribute__((unavailable("the matrix unit (cube) is not emulated: only kernels of the vector unit compile")))

enum class CubeFormat { ND = 0, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };
enum class LayoutMode { NONE = 0, BSNGD, SBNGD, BNGS1S2, NORMAL };

namespace AscendC {
using ::CubeFormat;
using ::LayoutMode;
enum class BatchMode { NONE = 0, BATCH_LESS_THAN_L1, BATCH_LARGE_THAN_L1, SINGLE_LARGE_THAN_L1 };
struct OPF_NO_MATRIX MatmulConfig {
    template <class... A>
    constexpr MatmulConfig(A...)
    {
    }
};
template <class...>
struct OPF_NO_MATRIX MatmulCallBackFunc;
template <TPosition POSITION, CubeFormat FORMAT, class TYPE, bool IS_TRANS = false,
          LayoutMode LAYOUT = LayoutMode::NONE, bool IS_SHARE = false>
struct OPF_NO_MATRIX MatmulType;
template <class...>
class OPF_NO_MATRIX Matmul;
template <class...>
class OPF_NO_MATRIX MatmulImpl;
struct OPF_NO_MATRIX FixpipeConfig;
struct OPF_NO_MATRIX IsResetLoad3dConfig;
struct OPF_NO_MATRIX McgShfMode;
struct OPF_NO_MATRIX MmadParams {};
struct OPF_NO_MATRIX FixpipeParamsV220 {};
struct OPF_NO_MATRIX FixpipeParamsC310 {};
struct OPF_NO_MATRIX FixpipeParamsArch3510 {};
struct OPF_NO_MATRIX LoadData2DParams {};
struct OPF_NO_MATRIX LoadData2dParams {};
struct OPF_NO_MATRIX LoadData2DParamsV2 {};
struct OPF_NO_MATRIX LoadData2DMxParams {};
struct OPF_NO_MATRIX LoadDataRepeatParamWithStride {};
struct OPF_NO_MATRIX Load2DBitModeParam {};
struct OPF_NO_MATRIX Load3DBitModeParam {};
template <class...>
struct OPF_NO_MATRIX InitConstValueParams;
template <class... A>
OPF_NO_MATRIX constexpr int GetNormalConfig(A...)
{
    return 0;
}
template <class... A>
OPF_NO_MATRIX constexpr int GetMDLConfig(A...)
{
    return 0;
}
#define OPF_MATRIX_CALL(NAME)                                                                                          \
    template <class... T, class... A>                                                                                  \
    OPF_NO_MATRIX inline void NAME(A &&...)                                                                            \
    {                                                                                                                  \
    }
OPF_MATRIX_CALL(Mmad)
OPF_MATRIX_CALL(LoadData)
OPF_MATRIX_CALL(LoadDataWithTranspose)
OPF_MATRIX_CALL(LoadDataWithSparse)
OPF_MATRIX_CALL(Fixpipe)
OPF_MATRIX_CALL(SetFixPipeConfig)
OPF_MATRIX_CALL(SetFixpipeNz2ndFlag)
OPF_MATRIX_CALL(SetFixpipePreQuantFlag)
OPF_MATRIX_CALL(Load3DSetFMatrixCal)
OPF_MATRIX_CALL(Load3DSetPaddingCal)
#undef OPF_MATRIX_CALL
} // namespace AscendC
namespace matmul
{
using namespace AscendC;
}
#define REGIST_MATMUL_OBJ(...)                                                                                         \
    static_assert(false, "REGIST_MATMUL_OBJ: the matrix unit (cube) is not emulated: only kernels of the vector unit " \
                         "compile")

#endif

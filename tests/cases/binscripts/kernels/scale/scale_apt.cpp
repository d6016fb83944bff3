// Small kernel for the tests of the source reader: a template entry, lists with each kind of parameter.
#include "ascendc/host_api/tiling/template_argument.h"
#include "scale_data.h"

#define SCALE_SMALL 3

ASCENDC_TPL_ARGS_DECL(ScaleAdd, ASCENDC_TPL_DATATYPE_DECL(T, C_DT_FLOAT16, C_DT_FLOAT, ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_4_BW, ASCENDC_TPL_UI_MIX, 1, 0, 2, 10, SCALE_SMALL + 2),
                      ASCENDC_TPL_BOOL_DECL(KEEP, 0, 1), );

ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(T, C_DT_FLOAT16),
                                     ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_LIST, 0, 10),
                                     ASCENDC_TPL_BOOL_SEL(KEEP, 0, 1),
                                     ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_AIV_ONLY), ),
                ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(T, C_DT_FLOAT),
                                     ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_RANGE, 1, 1, 2),
                                     ASCENDC_TPL_BOOL_SEL(KEEP, 1), ASCENDC_TPL_TILING_STRUCT_SEL(ScaleWideData)), );

template <typename T, unsigned MODE, bool KEEP>
void scale(unsigned char *x, unsigned char *others, unsigned char *y, unsigned char *workspace, unsigned char *tiling)
{
    // a body is not looked at: nothing here exists
    REGISTER_TILING_DEFAULT(ScaleData);
    nonsense(x, others, y, workspace, tiling);
}

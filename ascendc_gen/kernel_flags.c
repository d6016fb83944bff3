/* Arguments common to parse and compile; tables of chips, element types and formats. */
#include "ascendc_gen/kernel_flags.h"

#include "base/path.h"
#include "base/text.h"
#include <string.h>
#include <strings.h>

static const struct opf_soc_arch ARCHS[] = {
    {"ascend950", "Ascend950PR_9599", 3510, 310, "__DAV_C310__"},
    {"ascend910b", "Ascend910B1", 2201, 220, "__DAV_C220__"},
    {"ascend910_93", "Ascend910_9391", 2201, 220, "__DAV_C220__"},
    {"ascend310p", "Ascend310P3", 2002, 200, "__DAV_M200__"},
};

static const struct opf_dtype_info DTYPES[] = {
    {"float32", "float", "DT_FLOAT", 0, 32},
    {"float", "float", "DT_FLOAT", 0, 32},
    {"float16", "half", "DT_FLOAT16", 1, 16},
    {"int8", "int8_t", "DT_INT8", 2, 8},
    {"int32", "int32_t", "DT_INT32", 3, 32},
    {"uint8", "uint8_t", "DT_UINT8", 4, 8},
    {"int16", "int16_t", "DT_INT16", 6, 16},
    {"uint16", "uint16_t", "DT_UINT16", 7, 16},
    {"uint32", "uint32_t", "DT_UINT32", 8, 32},
    {"int64", "int64_t", "DT_INT64", 9, 64},
    {"uint64", "uint64_t", "DT_UINT64", 10, 64},
    {"double", "double", "DT_DOUBLE", 11, 64},
    {"float64", "double", "DT_DOUBLE", 11, 64},
    {"bool", "bool", "DT_BOOL", 12, 8},
    {"string", "char", "DT_STRING", 13, 0},
    {"complex64", "complex64", "DT_COMPLEX64", 16, 64},
    {"complex128", "complex128", "DT_COMPLEX128", 17, 128},
    {"qint8", "int8_t", "DT_QINT8", 18, 8},
    {"qint16", "int16_t", "DT_QINT16", 19, 16},
    {"qint32", "int32_t", "DT_QINT32", 20, 32},
    {"quint8", "uint8_t", "DT_QUINT8", 21, 8},
    {"quint16", "uint16_t", "DT_QUINT16", 22, 16},
    {"resource", "uint64_t", "DT_RESOURCE", 23, 64},
    {"dual", "int8_t", "DT_DUAL", 25, 0},
    {"variant", "int8_t", "DT_VARIANT", 26, 0},
    {"bfloat16", "bfloat16_t", "DT_BF16", 27, 16},
    {"int4", "int4b_t", "DT_INT4", 29, 4},
    {"uint1", "uint1b_t", "DT_UINT1", 30, 1},
    {"int2", "int2b_t", "DT_INT2", 31, 2},
    {"uint2", "uint2b_t", "DT_UINT2", 32, 2},
    {"complex32", "complex32", "DT_COMPLEX32", 33, 32},
    {"hifloat8", "hifloat8_t", "DT_HIFLOAT8", 34, 8},
    {"float8_e5m2", "fp8_e5m2_t", "DT_FLOAT8_E5M2", 35, 8},
    {"float8_e4m3fn", "fp8_e4m3fn_t", "DT_FLOAT8_E4M3FN", 36, 8},
    {"float8_e8m0", "fp8_e8m0_t", "DT_FLOAT8_E8M0", 37, 8},
    {"float6_e3m2", "fp6_e3m2_t", "DT_FLOAT6_E3M2", 38, 6},
    {"float6_e2m3", "fp6_e2m3_t", "DT_FLOAT6_E2M3", 39, 6},
    {"float4_e2m1", "fp4x2_e2m1_t", "DT_FLOAT4_E2M1", 40, 4},
    {"float4_e1m2", "fp4x2_e1m2_t", "DT_FLOAT4_E1M2", 41, 4},
};

const struct opf_soc_arch *opf_soc_find(const char *name)
{
    const struct opf_soc_arch *best = NULL;
    for (size_t i = 0; i < sizeof(ARCHS) / sizeof(ARCHS[0]); i++)
        if (strcasestr(name, ARCHS[i].soc) && (!best || strlen(ARCHS[i].soc) > strlen(best->soc)))
            best = &ARCHS[i];
    return best;
}

const struct opf_dtype_info *opf_dtype_find(const char *name)
{
    for (size_t i = 0; i < sizeof(DTYPES) / sizeof(DTYPES[0]); i++)
        if (strcmp(DTYPES[i].name, name) == 0)
            return &DTYPES[i];
    return NULL;
}

const struct opf_dtype_info *opf_dtype_by_number(uint64_t number)
{
    for (size_t i = 0; i < sizeof(DTYPES) / sizeof(DTYPES[0]); i++)
        if ((uint64_t)DTYPES[i].number == number)
            return &DTYPES[i];
    return NULL;
}

void opf_kernel_flags_language(const struct opf_soc_arch *arch, struct opf_strvec *args)
{
    opf_strvec_push(args, "-std=c++17");
    /* `x.template f(y)` without <>: an error in this compiler, accepted by the one kernels are written for */
    opf_strvec_push(args, "-Wno-missing-template-arg-list-after-template-kw");
    opf_strvec_pushf(args, "-D__CCE_AICORE__=%u", arch->aicore);
    opf_strvec_pushf(args, "-D__NPU_ARCH__=%u", arch->npu_arch);
    opf_strvec_pushf(args, "-D%s=1", arch->family);
    opf_strvec_push(args, "-DASC_DEVKIT_MAJOR=9");
    opf_strvec_push(args, "-DASC_DEVKIT_MINOR=1");
    opf_strvec_push(args, "-DASC_DEVKIT_PATCH=0");
    opf_strvec_push(args, "-DASC_DEVKIT_VERSION_NUM=90100000");
}

void opf_kernel_flags_sdk(const char *sdk_dir, struct opf_strvec *args)
{
    opf_strvec_push(args, "-isystem");
    opf_strvec_pushf(args, "%s/device", sdk_dir);
    opf_strvec_push(args, "-isystem");
    opf_strvec_pushf(args, "%s/include", sdk_dir);
    opf_strvec_push(args, "-isystem"); /* for kernels that include ../kernel_operator.h */
    opf_strvec_pushf(args, "%s/device/tiling", sdk_dir);
}

void opf_kernel_flags_source(const char *source_root, const char *source_dir, const struct opf_strvec *extra,
                             struct opf_strvec *args)
{
    opf_strvec_pushf(args, "-I%s/%s", source_root, source_dir);
    opf_strvec_pushf(args, "-I%s/common", source_root);
    opf_strvec_pushf(args, "-I%s/inc", source_root);
    opf_strvec_pushf(args, "-I%s", source_root);
    for (size_t i = 0; extra && i < extra->len; i++)
        opf_strvec_pushf(args, "-I%s", extra->items[i]);
}

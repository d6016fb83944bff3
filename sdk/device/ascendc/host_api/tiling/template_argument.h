// Template parameters of a kernel: ASCENDC_TPL_ARGS_DECL declares them, ASCENDC_TPL_SEL lists the combinations.
// Documented in "Tiling template programming" of the Ascend C API reference.
//
// In a kernel's compile the lists cost nothing: all macros are empty, because the tool chain has read the lists
// before and instantiates the entry itself. It reads them with OPF_SCAN_TEMPLATES defined; then each list
// becomes an array whose initialisers a parser can evaluate one by one.
#ifndef OPF_DEVICE_TEMPLATE_ARGUMENT_H
#define OPF_DEVICE_TEMPLATE_ARGUMENT_H

#include <cstdint>

#ifndef ASCENDC_TPL_KERNEL
#define ASCENDC_TPL_KERNEL
#endif

// Kernel types
#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 4
#define ASCENDC_TPL_MIX_AIC_1_0 5
#define ASCENDC_TPL_MIX_AIC_1_1 6
#define ASCENDC_TPL_MIX_AIC_1_2 7
#define ASCENDC_TPL_AICORE 8
#define ASCENDC_TPL_VECTORCORE 9
#define ASCENDC_TPL_MIX_AICORE 10
#define ASCENDC_TPL_MIX_VECTOR_CORE 11
#define ASCENDC_TPL_MAX 12

// Widths in bits
#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8

// Kinds of parameters
#define ASCENDC_TPL_DTYPE 0
#define ASCENDC_TPL_FORMAT 1
#define ASCENDC_TPL_UINT 2
#define ASCENDC_TPL_BOOL 3

// Forms of an unsigned value list
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_MIX 2

// A value that follows an operand of the variant
#define ASCENDC_TPL_INPUT_BIAS 100000000
#define ASCENDC_TPL_OUTPUT_BIAS 900000000
#define ASCENDC_TPL_INPUT(index) (ASCENDC_TPL_INPUT_BIAS + (index))
#define ASCENDC_TPL_OUTPUT(index) (ASCENDC_TPL_OUTPUT_BIAS + (index))

// Element types
#define C_DT_FLOAT 0
#define C_DT_FLOAT16 1
#define C_DT_INT8 2
#define C_DT_INT32 3
#define C_DT_UINT8 4
#define C_DT_INT16 6
#define C_DT_UINT16 7
#define C_DT_UINT32 8
#define C_DT_INT64 9
#define C_DT_UINT64 10
#define C_DT_DOUBLE 11
#define C_DT_BOOL 12
#define C_DT_STRING 13
#define C_DT_COMPLEX64 16
#define C_DT_COMPLEX128 17
#define C_DT_QINT8 18
#define C_DT_QINT16 19
#define C_DT_QINT32 20
#define C_DT_QUINT8 21
#define C_DT_QUINT16 22
#define C_DT_BF16 27
#define C_DT_INT4 29
#define C_DT_UINT1 30
#define C_DT_INT2 31
#define C_DT_UINT2 32
#define C_DT_COMPLEX32 33
#define C_DT_HIFLOAT8 34
#define C_DT_FLOAT8_E5M2 35
#define C_DT_FLOAT8_E4M3FN 36
#define C_DT_FLOAT8_E8M0 37
#define C_DT_FLOAT6_E3M2 38
#define C_DT_FLOAT6_E2M3 39
#define C_DT_FLOAT4_E2M1 40
#define C_DT_FLOAT4_E1M2 41

// Formats
#define C_FORMAT_NCHW 0
#define C_FORMAT_NHWC 1
#define C_FORMAT_ND 2
#define C_FORMAT_NC1HWC0 3
#define C_FORMAT_FRACTAL_Z 4
#define C_FORMAT_NC1C0HWPAD 5
#define C_FORMAT_NHWC1C0 6
#define C_FORMAT_FSR_NCHW 7
#define C_FORMAT_FRACTAL_DECONV 8
#define C_FORMAT_C1HWNC0 9
#define C_FORMAT_FRACTAL_DECONV_TRANSPOSE 10
#define C_FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS 11
#define C_FORMAT_NC1HWC0_C04 12
#define C_FORMAT_FRACTAL_Z_C04 13
#define C_FORMAT_CHWN 14
#define C_FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS 15
#define C_FORMAT_HWCN 16
#define C_FORMAT_NC1KHKWHWC0 17
#define C_FORMAT_BN_WEIGHT 18
#define C_FORMAT_FILTER_HWCK 19
#define C_FORMAT_HASHTABLE_LOOKUP_LOOKUPS 20
#define C_FORMAT_HASHTABLE_LOOKUP_KEYS 21
#define C_FORMAT_HASHTABLE_LOOKUP_VALUE 22
#define C_FORMAT_HASHTABLE_LOOKUP_OUTPUT 23
#define C_FORMAT_HASHTABLE_LOOKUP_HITS 24
#define C_FORMAT_C1HWNCoC0 25
#define C_FORMAT_MD 26
#define C_FORMAT_NDHWC 27
#define C_FORMAT_FRACTAL_ZZ 28
#define C_FORMAT_FRACTAL_NZ 29
#define C_FORMAT_NCDHW 30
#define C_FORMAT_DHWCN 31
#define C_FORMAT_NDC1HWC0 32
#define C_FORMAT_FRACTAL_Z_3D 33
#define C_FORMAT_CN 34
#define C_FORMAT_NC 35
#define C_FORMAT_DHWNC 36
#define C_FORMAT_FRACTAL_Z_3D_TRANSPOSE 37
#define C_FORMAT_FRACTAL_ZN_LSTM 38
#define C_FORMAT_FRACTAL_Z_G 39
#define C_FORMAT_RESERVED 40
#define C_FORMAT_ALL 41
#define C_FORMAT_NULL 42
#define C_FORMAT_ND_RNN_BIAS 43
#define C_FORMAT_FRACTAL_ZN_RNN 44
#define C_FORMAT_NYUV 45
#define C_FORMAT_NYUV_A 46
#define C_FORMAT_NCL 47
#define C_FORMAT_FRACTAL_Z_WINO 48
#define C_FORMAT_C1HWC0 49
#define C_FORMAT_FRACTAL_NZ_C0_16 50
#define C_FORMAT_FRACTAL_NZ_C0_32 51
#define C_FORMAT_FRACTAL_NZ_C0_2 52
#define C_FORMAT_FRACTAL_NZ_C0_4 53
#define C_FORMAT_FRACTAL_NZ_C0_8 54

#ifdef OPF_SCAN_TEMPLATES

namespace opf_scan {
struct Item {
    const char *name;
    int kind; // 0 dtype, 1 format, 2 uint, 3 bool, 4 kernel type, 5 deterministic, 6 shared kernel type, 7 data type,
              // 8 tiling structure
    int width;
    unsigned long long values[4096];
};
struct Group {
    Item items[64];
};
} // namespace opf_scan

#define ASCENDC_TPL_DTYPE_DECL(x, ...) {#x, 0, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_DATATYPE_DECL(x, ...) {#x, 7, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_FORMAT_DECL(x, ...) {#x, 1, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_UINT_DECL(x, width, ...) {#x, 2, width, {__VA_ARGS__}}
#define ASCENDC_TPL_BOOL_DECL(x, ...) {#x, 3, 1, {__VA_ARGS__}}
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) {#x, 6, 8, {__VA_ARGS__}}

#define ASCENDC_TPL_DTYPE_SEL(x, ...) {#x, 0, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_DATATYPE_SEL(x, ...) {#x, 7, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_FORMAT_SEL(x, ...) {#x, 1, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_UINT_SEL(x, ...) {#x, 2, 0, {__VA_ARGS__}}
#define ASCENDC_TPL_BOOL_SEL(x, ...) {#x, 3, 1, {__VA_ARGS__}}
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) {"kernel_type", 4, 0, {__VA_ARGS__}}
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) {"deterministic", 5, 0, {__VA_ARGS__}}
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(x, ...) {#x, 6, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_TILING_STRUCT_SEL(...) {#__VA_ARGS__, 8, 0, {}}

#define ASCENDC_TPL_ARGS_DECL(x, ...) static const opf_scan::Item opf_scan_declared[] = {__VA_ARGS__}
#define ASCENDC_TPL_ARGS_SEL(...) {{__VA_ARGS__}}
#define ASCENDC_TPL_SEL(...) static const opf_scan::Group opf_scan_selected[] = {__VA_ARGS__}

#else

#define ASCENDC_TPL_DTYPE_DECL(...)
#define ASCENDC_TPL_DATATYPE_DECL(...)
#define ASCENDC_TPL_FORMAT_DECL(...)
#define ASCENDC_TPL_UINT_DECL(...)
#define ASCENDC_TPL_BOOL_DECL(...)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(...)
#define ASCENDC_TPL_DTYPE_SEL(...)
#define ASCENDC_TPL_DATATYPE_SEL(...)
#define ASCENDC_TPL_FORMAT_SEL(...)
#define ASCENDC_TPL_UINT_SEL(...)
#define ASCENDC_TPL_BOOL_SEL(...)
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(...)
#define ASCENDC_TPL_TILING_STRUCT_SEL(...)
#define ASCENDC_TPL_ARGS_DECL(...)
#define ASCENDC_TPL_ARGS_SEL(...)
#define ASCENDC_TPL_SEL(...)

#endif
#endif

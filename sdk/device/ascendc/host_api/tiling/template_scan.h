// The lists of template_argument.h for a reader of the source: each entry becomes an initialiser that a parser can
// evaluate. Lists in the field lack a comma between entries or have a semicolon there; so entries are operands of an
// operator `+`, and lists are bodies of lambdas. Included before the kernel's source, after everything that may hold
// template_argument.h already.
#ifndef OPF_DEVICE_TEMPLATE_SCAN_H
#define OPF_DEVICE_TEMPLATE_SCAN_H

#include "ascendc/host_api/tiling/template_argument.h"

#ifndef ASCENDC_TPL_PRE
#define ASCENDC_TPL_PRE
#endif

#undef ASCENDC_TPL_DTYPE_DECL
#undef ASCENDC_TPL_DATATYPE_DECL
#undef ASCENDC_TPL_FORMAT_DECL
#undef ASCENDC_TPL_UINT_DECL
#undef ASCENDC_TPL_BOOL_DECL
#undef ASCENDC_TPL_KERNEL_TYPE_DECL
#undef ASCENDC_TPL_DTYPE_SEL
#undef ASCENDC_TPL_DATATYPE_SEL
#undef ASCENDC_TPL_FORMAT_SEL
#undef ASCENDC_TPL_UINT_SEL
#undef ASCENDC_TPL_BOOL_SEL
#undef ASCENDC_TPL_KERNEL_TYPE_SEL
#undef ASCENDC_TPL_DETERMINISTIC_SEL
#undef ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL
#undef ASCENDC_TPL_TILING_STRUCT_SEL
#undef ASCENDC_TPL_ARGS_DECL
#undef ASCENDC_TPL_ARGS_SEL
#undef ASCENDC_TPL_SEL

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
Item operator+(const Item &);
Item operator+(const Item &, const Item &);
Group operator+(const Group &);
Group operator+(const Group &, const Group &);
} // namespace opf_scan

#define ASCENDC_TPL_DTYPE_DECL(x, ...) +opf_scan::Item{#x, 0, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_DATATYPE_DECL(x, ...) +opf_scan::Item{#x, 7, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_FORMAT_DECL(x, ...) +opf_scan::Item{#x, 1, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_UINT_DECL(x, width, ...) +opf_scan::Item{#x, 2, width, {__VA_ARGS__}}
#define ASCENDC_TPL_BOOL_DECL(x, ...) +opf_scan::Item{#x, 3, 1, {__VA_ARGS__}}
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) +opf_scan::Item{#x, 6, 8, {__VA_ARGS__}}

#define ASCENDC_TPL_DTYPE_SEL(x, ...) +opf_scan::Item{#x, 0, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_DATATYPE_SEL(x, ...) +opf_scan::Item{#x, 7, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_FORMAT_SEL(x, ...) +opf_scan::Item{#x, 1, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_UINT_SEL(x, ...) +opf_scan::Item{#x, 2, 0, {__VA_ARGS__}}
#define ASCENDC_TPL_BOOL_SEL(x, ...) +opf_scan::Item{#x, 3, 1, {__VA_ARGS__}}
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) +opf_scan::Item{"kernel_type", 4, 0, {__VA_ARGS__}}
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) +opf_scan::Item{"deterministic", 5, 0, {__VA_ARGS__}}
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(x, ...) +opf_scan::Item{#x, 6, 8, {__VA_ARGS__}}
#define ASCENDC_TPL_TILING_STRUCT_SEL(...) +opf_scan::Item{#__VA_ARGS__, 8, 0, {}}

#define ASCENDC_TPL_ARGS_DECL(x, ...) static const auto opf_scan_declared = [] { __VA_ARGS__ + opf_scan::Item{}; }
#define ASCENDC_TPL_ARGS_SEL(...) +opf_scan::Group{{__VA_ARGS__}}
#define ASCENDC_TPL_SEL(...) static const auto opf_scan_selected = [] { __VA_ARGS__ + opf_scan::Group{}; }

#endif

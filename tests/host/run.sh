#!/bin/bash
# optiling on well- and ill-behaved operators. Usage: run.sh OPTILING LIBRARY STYLES-LIBRARY
set -u
optiling=$1 lib=$2 styles=$3 failed=0 checked=0
export OPF_SOC_PATH=${OPF_ROOT:-.}/sdk/soc

# expect NAME EXIT PATTERN ARGS...: output and errors together must contain the pattern.
expect() {
    local name=$1 want=$2 pattern=$3 text code
    shift 3
    text=$("$optiling" "$@" 2>&1)
    code=$?
    if [ "$code" != "$want" ] || ! grep -qF -- "$pattern" <<<"$text"; then
        printf 'FAILED %s: exit %s (want %s), `%s` expected in:\n%s\n' "$name" "$code" "$want" "$pattern" "$text"
        failed=$((failed + 1))
    fi
    checked=$((checked + 1))
}

good=(HostGood --lib="$lib" --in x:float16:6,4 --attr n=3)
expect fields 0 'parts[1] = -5' "${good[@]}"
expect signed 0 'sign = -1' "${good[@]}"
expect hex 0 'tiling_data = 06000000ff00000003000000fbffffff' "${good[@]}"
expect json 0 '"tiling_key": "5"' "${good[@]}" --json
expect shape 0 '"shape":[6,4]' "${good[@]}"
expect log 0 'info: HostGood: rows 6' "${good[@]}" --log=info
expect crash 1 'HostCrash: tiling was ended by signal 11' HostCrash --lib="$lib" --in x:float16:4
expect hang 1 'HostHang: tiling did not end within 1 s' HostHang --lib="$lib" --in x:float16:4 --timeout=1
expect greedy 1 'HostGreedy: tiling was ended by signal 6' HostGreedy --lib="$lib" --in x:float16:4 --memory=2048
expect near 1 'did you mean HostGood?' HostGod --lib="$lib" --in x:float16:4
expect dtype 1 'NAME:DTYPE:DIMS[:FORMAT] expected' HostGood --lib="$lib" --in x:float17:4
expect library 1 'loading the operators' HostGood --lib=/nonexistent.so --in x:float16:4
expect chip 1 'ascend951' HostGood --lib="$lib" --soc=ascend951 --in x:float16:4
expect plain 0 'tail = -7' HostPlain --lib="$lib" --in x:float16:6,4 --out y:float16:6,4
expect plain_type 0 'tiling_type = optiling::HostPlainData' HostPlain --lib="$lib" --in x:float16:6,4 --out y:float16:6,4
expect scribble 1 'HostScribble: tiling was ended by signal' HostScribble --lib="$lib" --in x:float16:4
expect talks 0 '"tiling_key": "0"' HostTalks --lib="$lib" --in x:float16:4 --json
expect infer_crash 1 'HostInferCrash: shape inference was ended by signal 11' HostInferCrash --lib="$lib" --in x:float16:4

# Styles of registration, built as a repository of operators is: without debug information, which is then made for
# the one source that is asked for.
rm -rf "$(dirname "$styles")/tmp/ophost/debug"
x=(--lib="$styles" --in x:float16:6,4 --out y:float16:6,4)
expect style_plain 0 'parts[1].pair[1][0] = -4' StylePlain "${x[@]}"
expect style_plain_base 0 'magic = 18446744073709551615' StylePlain "${x[@]}"
expect style_plain_bits 0 'high = 17' StylePlain "${x[@]}"
expect style_plain_signed_bits 0 'down = -3' StylePlain "${x[@]}"
expect style_plain_bool 0 'flag = 1' StylePlain "${x[@]}"
expect style_plain_enum 0 'mode = 7' StylePlain "${x[@]}"
expect style_plain_union 0 'asReal = 1' StylePlain "${x[@]}"
expect style_plain_wide 0 'total = 24' StylePlain "${x[@]}"
expect style_plain_json 0 '"parts[0].scale": 0.5' StylePlain "${x[@]}" --json
expect style_plain_type 0 '"tiling_type": "style::PlainData<long int, 2>"' StylePlain "${x[@]}" --json
expect style_hidden 0 'words[1] = 9' StyleHidden "${x[@]}"
expect style_fields_nested 0 'inner.steps[1] = -6' StyleFields "${x[@]}"
expect style_fields_real 0 'scale = 1.5' StyleFields "${x[@]}"
expect style_fields_by_key 0 'large = -1000' StyleFields --lib="$styles" --in x:float16:128 --out y:float16:128
expect style_classes_first 0 'tiling_key = 10' StyleClasses --lib="$styles" --in x:float16:8 --out y:float16:8
expect style_classes_second 0 'tiling_key = 20' StyleClasses "${x[@]}"
expect style_classes_fields 0 'ubSize = 253952' StyleClasses "${x[@]}"
expect style_classes_workspace 0 'workspaces = [64]' StyleClasses "${x[@]}"
expect style_classes_none 1 'no tiling class is capable' StyleClasses --lib="$styles" --in x:float16:5000 --out y:float16:1
expect style_key 0 'tiling_key = 2' StyleKey "${x[@]}"
expect style_key_aligned 0 'tiling_key = 3' StyleKey --lib="$styles" --in x:float16:64 --out y:float16:64
expect style_parse 0 'block_dim = 72' StyleKey "${x[@]}"
expect style_key_refuses 1 '5000 elements are too many' StyleKey --lib="$styles" --in x:float16:5000 --out y:float16:1
values=(StyleValues --lib="$styles" --in x:float16:4 --in shape:int32:3 --value shape=2,3,4 --out y:float16 --attr axis=-1)
expect style_value_shape 0 '"shape":[2,3,4]' "${values[@]}"
expect style_value_type 0 '"dtype":"int64"' "${values[@]}"
expect style_value_tiling 0 'first = 2' "${values[@]}"
expect style_private_attribute 0 'hidden = 77' "${values[@]}"
expect style_elewise 0 '"dtype":"float32","shape":[6,4]' StyleElewise --lib="$styles" --in x:float32:6,4 --out y:float16
expect style_broadcast 0 '"shape":[6,4]' StyleBroadcast --lib="$styles" --in a:float16:6,1 --in b:float16:4 --out y:float16
expect style_reduce 0 '"shape":[6]' StyleReduce --lib="$styles" --in x:float16:6,4 --in axes:int32:1 --value axes=1 \
    --attr keep_dims=false --out y:float16
expect style_chip_950 0 'tiling_key = 3510' StyleChips "${x[@]}"
expect style_chip_910b 0 'tiling_key = 2201' StyleChips "${x[@]}" --soc=ascend910b
# A structure without debug information anywhere is shown as bytes, and the reason is said.
cp "$styles" "$(dirname "$lib")/libophost_alone.so"
expect no_debug_information 0 'no debug information of style::PlainData' StylePlain \
    --lib="$(dirname "$lib")/libophost_alone.so" --in x:float16:6,4 --out y:float16:6,4
echo "optiling: $((checked - failed)) passed, $failed failed"
exit $((failed > 0))

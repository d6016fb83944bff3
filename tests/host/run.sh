#!/bin/bash
# optiling on well- and ill-behaved operators. Usage: run.sh OPTILING LIBRARY
set -u
optiling=$1 lib=$2 failed=0 checked=0
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
echo "optiling: $((checked - failed)) passed, $failed failed"
exit $((failed > 0))

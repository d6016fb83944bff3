#!/usr/bin/env bash
# printf, assert, SyncAll, GetBlockIdx and GetBlockNum of kernels built by the whole chain (tests/cases/ops/cores/talk).
# Usage: talk.sh <oprun> <package>
set -u
oprun=$1
package=$2
passed=0 failed=0

# expect NAME PATTERN ARGS...: the run succeeds and prints the pattern
expect() {
    local name=$1 pattern=$2 text
    shift 2
    if text=$("$oprun" Talk --opp="$package" --fill=arange "$@" 2>&1) && grep -qF -- "$pattern" <<< "$text"; then
        passed=$((passed + 1))
    else
        printf 'FAILED talk, %s: `%s` expected in:\n%s\n' "$name" "$pattern" "$text"
        failed=$((failed + 1))
    fi
}
for threads in 1 2 5; do
    export OPF_THREADS=$threads
    expect "printf on $threads threads" 'core 1 of 7: sum 21, half 10.50, "text"' --in int32:7
    expect "sums on $threads threads" 'int32[7] = 21 22 23 24 25 26 27' --in int32:7
    expect "every core of the chip on $threads threads" 'float32[72] = 2556 2557' --in float32:72
done
unset OPF_THREADS
for order in 1 2 3; do
    OPF_SCHED=$order expect "cores in order $order" 'int32[64] = 2016 2017' --in int32:64
done
# more cores than the chip has can never meet in SyncAll
text=$("$oprun" Talk --opp="$package" --in int32:73 2>&1)
if grep -q 'SyncAll: the launch has 73 AIV cores.*talk.cpp:[0-9]' <<< "$text"; then
    passed=$((passed + 1))
else
    printf 'FAILED talk, more cores than the chip has:\n%s\n' "$text"
    failed=$((failed + 1))
fi
echo "talk: $passed passed, $failed failed"
exit $((failed > 0))

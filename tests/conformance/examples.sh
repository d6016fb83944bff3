#!/bin/bash
# Stage example over a repository whose operator has a right program and every kind of wrong one. Usage: REPOSITORY
set -u
repo=$1
state=$OUT/conform-examples
passed=0 failed=0
expect() { # WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $what"; fi
}
is() { [ "$1" = "$2" ] || { echo "  $1, expected $2"; false; }; }
says() { grep -q -- "$1" "$state/$(basename "$repo")/ops/double_it/example.tsv"; }

rm -rf "$state"
"$OUT/bin/opconform" "$repo" --state="$state" --stages=example --quiet --host-opt=0 --time-limit=60 \
    --tsv="$state/table.tsv" > "$state.log" 2>&1
expect "exit code 1 with wrong programs" is $? 1
row=$(awk -F'\t' '/^#/ { next } !head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1; next }
    { k = at["example"]; print $k, $(k + 1), $(k + 2), $(k + 3) }' "$state/table.tsv")
expect "one of five, one skipped" is "$row" "fail 1 5 1"
expect "the right one" says "^pass.test_aclnn_double_it.cpp"
expect "a crash is named" says "^fail.test_aclnn_double_it_crash.cpp.*signal 11"
expect "an endless one ends" says "^fail.test_aclnn_double_it_hang.cpp.*ran longer than 60 s"
expect "an exit code counts" says "^fail.test_aclnn_double_it_wrong.cpp.*the numbers are wrong"
expect "a compiler's error is named" says "^fail.test_aclnn_double_it_broken.cpp.*NoSuchNumber"
expect "another operator's is skipped by name" says "^skip.test_aclnn_double_it_other.cpp.*aclnn_halve_it.h"
kernels=$(find "$state" -path '*/double_it/*' -name 'DoubleIt_*.o' | wc -l)
expect "only the variant of the programs' type is compiled" is "$kernels" 1
echo "opconform example: $passed passed, $failed failed"
[ "$failed" = 0 ] || { cat "$state.log" "$state"/*/ops/*/example.tsv; exit 1; }

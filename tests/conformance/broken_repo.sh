#!/bin/bash
# A repository with broken operators: all the others are built, the table says what is wrong with which, the exit code
# is 1; a second run takes everything from its state; a baseline that was better makes it fail.
set -u
repo=$1
state=$OUT/conform
passed=0 failed=0
expect() { # WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $what"; fi
}
cell() { # OPERATOR COLUMN
    awk -F'\t' -v op="$1" -v column="$2" '/^#/ { next } !head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1 }
        $at["op"] == op { print $at[column] }' "$state/table.tsv"
}
run() {
    "$OUT/bin/opconform" "$repo" --state="$state" --stages=def,ini,host,kernel --quiet --host-opt=0 \
        --tsv="$state/table.tsv" --html="$state/table.html" --json="$state/table.json" "$@" > "$state.log" 2>&1
}
is() { [ "$1" = "$2" ] || { echo "  $1, expected $2"; false; }; }
has() { grep -q -- "$1" "$2"; }

rm -rf "$state"
run
expect "exit code 1 with broken operators" is $? 1
for stage in def ini host kernel; do
    expect "sound: $stage" is "$(cell sound $stage)" ok
done
expect "bad_def fails at def" is "$(cell bad_def def)" fail
expect "bad_host: definition" is "$(cell bad_host def)" ok
expect "bad_host fails at host" is "$(cell bad_host host)" fail
expect "bad_kernel: host" is "$(cell bad_kernel host)" ok
expect "bad_kernel fails at kernel" is "$(cell bad_kernel kernel)" fail
expect "the kernel's error is named" has NoSuchApi "$state/table.tsv"
expect "the host error is named" has NoSuchFunction "$state/table.json"
expect "the page is whole" has '</html>' "$state/table.html"
cp "$state/table.tsv" "$state/first.tsv"
run
expect "again from its state" cmp -s "$state/table.tsv" "$state/first.tsv"
run --baseline="$state/first.tsv"
expect "nothing is worse than itself" is $? 0
awk -F'\t' -v OFS='\t' '$3 == "bad_kernel" { gsub(/\tfail\t0\t1\t/, "\tok\t1\t1\t") } { print }' "$state/first.tsv" \
    > "$state/better.tsv"
run --baseline="$state/better.tsv"
expect "worse than a better baseline" is $? 1
expect "what is worse is named" has 'worse: repo/bad_kernel kernel' "$state.log"
"$OUT/bin/opconform" "$repo" --state="$state-check" --fresh --stages=kernel_check --quiet --host-opt=0 \
    --tsv="$state/check.tsv" > "$state.log" 2>&1
expect "exit code 1 with a kernel that is not accepted" is $? 1
expect "the faulty kernel is not accepted" has '	bad_kernel	fail	0	1	0	' "$state/check.tsv"
expect "a sound kernel is accepted" has '	sound	ok	2	2	0	' "$state/check.tsv"
expect "a check makes no kernel" is "$(find "$state-check" -path '*/bin/*' -name '*.o' | wc -l)" 0
check_sound() { # OPTION...
    "$OUT/bin/opconform" "$repo" --state="$state-check" --stages=kernel_check --quiet --host-opt=0 --ops=sound \
        --tsv="$state/check.tsv" "$@" > "$state.log" 2>&1
}
check_sound --fresh --max-variants=1
expect "a sample of one variant" has '	sound	ok	1	1	1	' "$state/check.tsv"
check_sound
expect "a larger sample takes the rest too" has '	sound	ok	2	2	0	' "$state/check.tsv"
check_sound --max-variants=1
expect "a smaller one keeps what is known" has '	sound	ok	2	2	0	' "$state/check.tsv"
run --ops=sound
expect "a sound operator alone" is $? 0
# Golden cases of types that a variant is listed for, that the definition alone has, and that nobody has.
if python3 -c 'import numpy' 2> /dev/null; then
    run --ops=listed --stages=kernel,golden
    expect "listed variants only are counted as kernels" is "$(cell listed kernel_total)" 1
    expect "two of three golden cases pass" is "$(cell listed golden_passed) $(cell listed golden_total)" "2 3"
    expect "the third has no kernel" has 'type_of_nobody: neither a listed variant nor the definition has' "$state/table.tsv"
    run --ops=listed --stages=kernel,golden --retry
    expect "the same from its state" is "$(cell listed golden_passed) $(cell listed golden_total)" "2 3"
    run --ops=keyed --stages=golden --keys=used # one of its keys does not compile
    expect "cases run on a kernel of their keys" is "$(cell keyed golden_passed) $(cell keyed golden_total)" "3 3"
    expect "also those of types that no variant is listed for" \
        has '^[0-9][0-9]*$' "$state"/repo/ops/keyed/columns/2/binary/ascend950/bin/ascend950/keyed/*.o.keys
    run --ops=keyed --stages=kernel
    expect "which does not count as the kernel" is "$(cell keyed kernel)" fail
    if python3 -c 'import ml_dtypes' 2> /dev/null; then
        run --ops=halves --stages=kernel,golden # conversions that Clang refuses
        expect "half and bfloat16 are converted" is "$(cell halves golden_passed) $(cell halves golden_total)" "3 3"
    fi
else
    echo "numpy is not installed: golden cases are not tested"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] || { cat "$state.log"; exit 1; }

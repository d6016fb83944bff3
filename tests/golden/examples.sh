#!/usr/bin/env bash
# Run the eager examples of the named operators through $OPFORGE and compare what each prints with the file
# tests/<example>.expected beside it. Usage: OPFORGE='opforge --soc=... --build=...' examples.sh OP...
set -u
passed=0
failed=0
for op in "$@"; do
    log=$($OPFORGE --run_example "$op" eager 2>&1)
    for expected in kernels_src/*/"$op"/tests/*.expected; do
        name=$(basename "$expected" .expected)
        if missing=$(grep -vxFf <(sed 's/^\[[^]]*\] //' <<< "$log") "$expected"); then
            printf '%s: not printed:\n%s\n' "$name" "$missing"
            printf '%s\n' "$log" | tail -20
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
    done
done
echo "examples: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

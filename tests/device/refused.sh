#!/usr/bin/env bash
# Each call of refused.cpp is refused by one error that names it. Usage: refused.sh <compiler and flags ...>
set -u
texts=('' 'Add: this element type' 'Muls: this element type' 'Exp: this element type' 'Max: this element type'
    'ReduceSum: this element type' 'Sort32' 'Mmad' 'Add: this element type' 'Exp: float types only' 'only the patterns R, AR and RA')
failed=0
for i in "${!texts[@]}"; do
    out=$("$@" -w -fsyntax-only -DREFUSED="$i" -include opf_prefix.h tests/device/refused.cpp 2>&1)
    errors=$(grep -c 'error:' <<< "$out")
    if [ "$i" = 0 ]; then
        [ "$errors" = 0 ] || { echo "the call that is right is refused: $out"; failed=1; }
    elif [ "$errors" != 1 ] || ! grep 'error:' <<< "$out" | grep -qF "${texts[i]}"; then
        echo "call $i of refused.cpp: $errors errors, expected one that says \`${texts[i]}':"
        echo "$out"
        failed=1
    fi
done
exit $failed

#!/bin/bash
# Numbers of 16 bits that are used in another block than they are loaded in are loaded as words by the kernel compiler's
# plugin. As vector registers, each load would wait for what was computed before it.
# words.sh COMPILER FLAGS...
set -e
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat > "$place/words.cpp" <<'END'
extern "C" void add(_Float16 *y, const _Float16 *x, const long *where, long n, unsigned short (*note)(unsigned short))
{
    for (long i = 0; i < n; i++) {
        _Float16 v = x[i];
        unsigned short word;
        __builtin_memcpy(&word, &v, 2);
        if (where[i] > 100 && note(word) == 0)
            continue;
        y[where[i]] += v;
    }
}
END
"$@" -S -emit-llvm -o "$place/words.ll" "$place/words.cpp"
words=$(grep -c 'load i16' "$place/words.ll" || true) halves=$(grep -c 'load half' "$place/words.ll" || true)
[ "$words" = 1 ] && [ "$halves" = 1 ] || { echo "words.sh: $words words and $halves halves are loaded, not 1 (x) and 1 (y)"; exit 1; }
echo "device words"

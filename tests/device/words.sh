#!/bin/bash
# Numbers of 16 bits that are used in another block than they are loaded in are loaded as words by the kernel compiler's
# plugin. As vector registers, each load of a half would wait for what was computed before it, and bfloat16 would be rounded
# by a call for each use.
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
cat > "$place/bfloat.cpp" <<'END'
static unsigned short word_of(__bf16 v) { return __builtin_bit_cast(unsigned short, v); }
extern "C" void take(__bf16);
extern "C" void choose(__bf16 *y, const __bf16 *x, const __bf16 *z, long n, long (*next)(long))
{
    __bf16 last = *z;
    for (long i = 0; i < n; i++) {
        __bf16 v = x[i];
        if (long other = next(i))
            v = other < 0 ? z[i] : other == 1 ? -last : other == 2 ? __builtin_bit_cast(__bf16, static_cast<unsigned short>(word_of(v) & 0x7fff)) : last;
        next(word_of(v));
        take(v);
        y[i] = v;
        last = v;
    }
}
extern "C" float add(float some, const __bf16 *x, long n, long (*next)(long))
{
    for (long i = 0; i < n; i++) {
        __bf16 v = x[i];
        some += next(i) ? static_cast<float>(v) : 1.0f;
    }
    return some;
}
END
"$@" -S -emit-llvm -o "$place/bfloat.ll" "$place/bfloat.cpp"
"$@" -S -o "$place/bfloat.s" "$place/bfloat.cpp"
if grep -E '(load|phi|select i1 .*|store) bfloat' "$place/bfloat.ll" || grep -E '(call|bl|jmp).*__truncsfbf2' "$place/bfloat.s"; then
    echo "words.sh: bfloat16 are not words"; exit 1
fi
echo "device words"

#!/usr/bin/env bash
# What a build costs: CPU seconds of a cold `--opkernel --ops=relu` (tools and precompiled headers there) against the
# six bare `clang++ -c` commands inside it, taken from its own log and run again; then the time of a second run and
# what a touched kernel file rebuilds. Usage: build.sh <opforge> <scratch folder> [rounds]
set -eu
opforge=$(realpath "$1")
scratch=$2
rounds=${3:-5}
rm -rf "$scratch"
mkdir -p "$scratch/shim"
src=$scratch/src
cp -r kernels_src "$src"
build=$scratch/build
TIMEFORMAT='%U %S %R'

# A compiler in front of the real one that keeps the generated source and writes the command down.
real=$(command -v clang++-19)
mkdir -p "$scratch/sources"
cat > "$scratch/shim/clang++-19" << EOF
#!/bin/bash
args=("\$@")
for ((k = 0; k + 1 < \$#; k++)); do
    if [ "\${args[k]}" = -c ]; then
        cp "\${args[k + 1]}" "$scratch/sources/\$\$.cpp"
        args[k + 1]=$scratch/sources/\$\$.cpp
        # one write, so that compilers side by side do not mix their lines
        printf '%s\n' "\$(printf '%q ' "\${args[@]}")" >> "$scratch/commands"
    fi
done
exec "$real" "\$@"
EOF
chmod +x "$scratch/shim/clang++-19"

run() { "$opforge" --opkernel --ops="$1" --soc=ascend950 --src="$src" --build="$build" --ccache=off > "$scratch/log" 2>&1 ||
        { cat "$scratch/log"; exit 1; }; }
seconds() { awk '{ printf "%.3f\n", $1 + $2 }'; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
# Everything the build made but the precompiled headers.
cool() { find "$build/binary" -mindepth 2 -maxdepth 2 ! -name pch -exec rm -rf {} +
         find "$build" -mindepth 1 -maxdepth 1 ! -name binary ! -name tmp -exec rm -rf {} +
         find "$build/tmp" -type f ! -name 'prefix.h*' ! -name '.ninja*' -delete; }

run relu
: > "$scratch/ours"
: > "$scratch/bare"
for ((i = 0; i < rounds; i++)); do
    cool
    { time PATH=$scratch/shim:$PATH run relu; } 2>&1 | seconds >> "$scratch/ours"
    grep -- '-include-pch' "$scratch/commands" > "$scratch/compiles"
    rm -f "$scratch/commands"
    [ "$(wc -l < "$scratch/compiles")" -eq 6 ] || { echo "$(wc -l < "$scratch/compiles") kernel compiles, 6 expected"; exit 1; }
    # the same six, alone; the last argument is the object
    sed -e "s#^#$real #" -e "s# -MF [^ ]*# -MF $scratch/bare.d#" -e "s# [^ ]* \$# $scratch/bare.o#" "$scratch/compiles" > "$scratch/bare.sh"
    bash -e "$scratch/bare.sh" # warm, and seen to work
    { time bash -e "$scratch/bare.sh"; } 2>&1 | seconds >> "$scratch/bare"
done
ours=$(median < "$scratch/ours")
bare=$(median < "$scratch/bare")
echo "cold --opkernel --ops=relu: $ours CPU s; six bare clang++ -c: $bare CPU s; limit 1.5 x bare + 2 s = $(awk -v b="$bare" 'BEGIN { printf "%.3f", 1.5 * b + 2 }') (median of $rounds)"

run relu,add
: > "$scratch/again"
for ((i = 0; i < rounds; i++)); do
    { time run relu,add; } 2>&1 | awk '{ print $3 }' >> "$scratch/again"
done
echo "second run, nothing changed: $(median < "$scratch/again") s; compiles: $(grep -c '\] opc ' "$scratch/log" || true)"
touch "$src/activation/relu/op_kernel/relu.h"
run relu,add
echo "touched relu.h: opc ran for $(grep -o '\] opc [A-Za-z0-9]*_' "$scratch/log" | sort | uniq -c | awk '{ printf "%s%s x %s", sep, $4, $1; sep = ", " }' | tr -d '_')"

#!/usr/bin/env bash
# What operators' host sides cost. For each repository of operators given: all definitions, cold and with nothing
# changed; then a sample of host sources through the plan of the host library (Ninja, dependency files, precompiled
# header) against bare g++ over the same files with the same flags and the same precompiled header, in CPU seconds.
# Usage: host.sh <folder of programs> <scratch folder> <sample> <jobs> <opbase or ""> <repository>...
set -eu
bin=$(realpath "$1") scratch=$2 sample=$3 jobs=$4 opbase=$5
shift 5
[ $# -gt 0 ] || { echo 'bench-host: name operator repositories: make bench-host REPOS="DIR DIR" OPBASE=DIR'; exit 1; }
export CCACHE_DISABLE=1 LC_ALL=C
mkdir -p "$scratch"
scratch=$(realpath "$scratch")
TIMEFORMAT='%R %U %S'
# within LIMIT VALUE: says whether it is
within() { awk -v l="$1" -v v="$2" 'BEGIN { print (v <= l ? "limit " : "ABOVE the limit of ") l }'; }
wall() { awk '{ print $1 }'; }
cpu() { awk '{ printf "%.2f\n", $2 + $3 }'; }
add() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f\n", a + b }'; }

cold=0 cold_cpu=0 again=0 definitions=0
for repo in "$@"; do
    name=$(basename "$(realpath "$repo")")
    # makes the list of definitions and the plan of the host library
    "$bin/opconform" "$repo" ${opbase:+--opbase="$opbase"} --state="$scratch/state" --stages=def --sample=1 --quiet > "$scratch/log" 2>&1 ||
        { cat "$scratch/log"; exit 1; }
    list=$scratch/state/$name/build/tmp/opbuild.args
    out=$scratch/definitions/$name
    rm -rf "$out"
    opbuild() { "$bin/opbuild" --soc=ascend950 --out="$out" -j"$jobs" "@$list" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }
    { time opbuild; } 2> "$scratch/times"
    cold=$(add "$cold" "$(wall < "$scratch/times")")
    cold_cpu=$(add "$cold_cpu" "$(cpu < "$scratch/times")")
    again=$(add "$again" "$({ time opbuild; } 2>&1 | wall)")
    definitions=$((definitions + $(find "$out/tbe/config/ascend950" -name '*.ini' | wc -l)))
done
echo "definitions: $definitions, $jobs jobs: cold $cold s ($(within 120 "$cold")), $cold_cpu CPU s; nothing changed $again s ($(within 0.5 "$again"))"

ours=0 bare=0 files=0
for repo in "$@"; do
    name=$(basename "$(realpath "$repo")")
    plan=$scratch/state/$name/build/tmp/ophost/build.ninja
    share=$(((sample + $# - 1) / $#))
    # every n-th of the objects, so that all categories are among them
    grep -o '^build [^ ]*/obj/[^ ]*\.o: cxx' "$plan" | sed 's/^build //; s/: cxx//' |
        awk -v n="$share" '{ line[NR] = $0 } END { for (i = 0; i < n && i < NR; i++) print line[int(i * NR / n) + 1] }' > "$scratch/objects"
    ninja -f "$plan" "$(dirname "$plan")/prefix.h.gch" > /dev/null
    : > "$scratch/bare.sh"
    while read -r object; do
        rm -f "$object"
        mkdir -p "$(dirname "$object")"
        # the command as the plan has it, without ccache and dependency files, to an object of its own
        ninja -f "$plan" -t commands "$object" | tail -n 1 |
            sed -E "s#^.* g\+\+ #g++ #; s# -MMD -MF [^ ]*##; s# -o [^ ]*\$# -o $scratch/bare.o#" >> "$scratch/bare.sh"
    done < "$scratch/objects"
    files=$((files + $(wc -l < "$scratch/objects")))
    mapfile -t objects < "$scratch/objects"
    bare=$(add "$bare" "$({ time bash -e "$scratch/bare.sh" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }; } 2>&1 | cpu)")
    ours=$(add "$ours" "$({ time ninja -f "$plan" -j1 "${objects[@]}" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }; } 2>&1 | cpu)")
done
ratio=$(awk -v a="$ours" -v b="$bare" 'BEGIN { printf "%.3f", a / b }')
echo "host sources: $files files: ours $ours CPU s, bare g++ $bare CPU s: ratio $ratio ($(within 1.2 "$ratio"))"
[[ $(awk -v r="$ratio" -v c="$cold" -v a="$again" 'BEGIN { print (r <= 1.2 && c <= 120 && a <= 0.5) }') == 1 ]]

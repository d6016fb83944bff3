#!/usr/bin/env bash
# What opc costs on real kernels: CPU seconds of opc against the bare `clang++ -c` of the same wrapper source with the
# same flags and precompiled header, alternating, for the first variant of a sample of the operators of repositories;
# and the precompiled device header. Host libraries that kernels need are made on the way and not counted.
# A compile of more than LIMIT (60) CPU seconds is left out and named: some variants have hundreds of template keys.
# Usage: kernel_compile.sh <opconform> <scratch folder> <operators in the sample> <opbase> REPOSITORY...
set -eu
opconform=$(realpath "$1")
scratch=$2
sample=$3
opbase=$4
shift 4
limit=${LIMIT:-60}
opc=$(dirname "$opconform")/opc
mkdir -p "$scratch"
scratch=$(realpath "$scratch")
TIMEFORMAT='%U %S'
seconds() { awk '{ printf "%.2f\n", $1 + $2 }'; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for i in 1 2 3; do
    rm -f "$scratch/pch"*
    { time "$opc" --make-pch="$scratch/pch" --soc_version=ascend950 2>&1; } 2>&1 | seconds
done | median > "$scratch/header_seconds"
echo "precompiled device header: $(cat "$scratch/header_seconds") CPU s (limit 5)"

# Plans, and which kernels the compiler accepts at all.
"$opconform" "$@" --opbase="$opbase" --state="$scratch/state" --stages=kernel_check --sample="$sample" --max-variants=1 \
    --host-opt=0 --quiet -j1 --tsv="$scratch/check.tsv" > "$scratch/check.log" 2>&1 || [ $? -eq 1 ] || { cat "$scratch/check.log"; exit 1; }
rm -f "$scratch/times"
awk -F'\t' '/^#/ { next } !head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1; next }
    $at["kernel_check"] == "ok" { print $at["repo"], $at["op"] }' "$scratch/check.tsv" > "$scratch/ops"
while read -r repo op; do
    plan=$scratch/state/$repo/ops/$op/binary/ascend950/bin/build.ninja
    command=$(ninja -f "$plan" -t commands 2> "$scratch/ninja.log" | grep -m1 -- ' --bin_filename=\| --output=' || true)
    [ -n "$command" ] || continue
    out=$scratch/out
    rm -rf "$out"
    mkdir -p "$out"
    command=$(sed -e "s# --output=[^ ]*# --output=$out#" -e 's# --depfile=[^ ]*##' -e 's# --ccache=[^ ]*##' <<< "$command")
    (ulimit -t "$limit" && time sh -c "$command --keep_work --verbose" > "$scratch/opc.log" 2>&1) 2> "$scratch/ours" ||
        { echo "left out: $op: $(tail -n1 "$scratch/opc.log")"; continue; }
    grep -- ' -c .*\.cpp' "$scratch/opc.log" > "$scratch/bare.sh" # one compile for each key or one for all
    { time sh -e "$scratch/bare.sh"; } 2> "$scratch/bare"
    echo "$(seconds < "$scratch/ours") $(seconds < "$scratch/bare") $op" | tee -a "$scratch/times"
done < "$scratch/ops"
awk '{ printf "%.3f\n", $1 / $2 }' "$scratch/times" | median > "$scratch/ratio"
echo "$(wc -l < "$scratch/times") variants: opc $(median < "$scratch/times") CPU s, bare clang++ -c $(awk '{ print $2 }' "$scratch/times" | median) CPU s (medians); median of the ratios $(cat "$scratch/ratio") (limit 1.5)"

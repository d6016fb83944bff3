#!/bin/bash
# opc --tiling_key on a kernel of template keys: only those named are compiled. Usage: some_keys.sh BUILD SOC SCRATCH
build=$1 soc=$2 scratch=$3
stem=IndexPutWithSortV2_float32_int32_high_performance
command=$(sed -n "/^  stem = $stem\$/,/^\$/s/^  cmd = //p" "$build/binary/$soc/bin/build.ninja" | head -1)
mkdir -p "$scratch"
read -ra words <<< "$command"
words+=(--output="$scratch" --depfile="$scratch/$stem.d" --ccache=)
"${words[@]}" --tiling_key=1 || exit 1
kernels=$(grep -o "${stem}_[0-9]*\"" "$scratch/$stem.json")
if [ "$kernels" != "${stem}_1\"" ]; then
    echo "--tiling_key=1: the kernel has $kernels"
    exit 1
fi
if "${words[@]}" --tiling_key=7 2> "$scratch/errors" || ! grep -q -- "--tiling_key=7 names none of the kernel's 2 keys" "$scratch/errors"; then
    echo "--tiling_key=7:"
    cat "$scratch/errors"
    exit 1
fi

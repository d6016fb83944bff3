#!/bin/bash
# Kernels are compiled again when the passes of their compiler have changed. Usage: rebuilds.sh BUILD SOC PASSES SCRATCH
build=$1 soc=$2 passes=$3 scratch=$4
[ -e "$passes" ] || exit 0 # not built on this machine
plan=$build/binary/$soc/bin/build.ninja
mkdir -p "$scratch"
touch -r "$passes" "$scratch/time"
before=$(ninja -n -f "$plan" | grep -c ' opc ')
touch "$passes"
after=$(ninja -n -f "$plan" | grep -c ' opc ')
touch -r "$scratch/time" "$passes"
if [ "$before" != 0 ] || [ "$after" = 0 ]; then
    echo "kernels to compile: $before, after the passes changed: $after"
    exit 1
fi

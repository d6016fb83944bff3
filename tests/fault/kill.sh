#!/usr/bin/env bash
# A build killed at any moment and started again ends in the same files as an undisturbed one.
# Usage: kill.sh <opforge> <scratch folder> [kills]
set -u
opforge=$1
scratch=$2
kills=${3:-10}
rm -rf "$scratch"
mkdir -p "$scratch"

build() { setsid "$opforge" --opkernel --ops=relu --soc=ascend950 --build="$1" > "$1.log" 2>&1; }
# Content of every artefact that a reader may open, by path below the build folder.
digest() { (cd "$1" && find binary tbe autogen -type f \( -name '*.o' -o -name '*.json' -o -name '*.ini' -o -name '*.yaml' \) \
    -exec sha256sum {} + | sort -k 2); }

# the same folder each time: kernels carry the paths of their sources for messages
tree=$scratch/tree
begin=$(date +%s%N)
build "$tree" || { cat "$tree.log"; exit 1; }
span=$(( ($(date +%s%N) - begin) / 1000000 ))
digest "$tree" > "$scratch/clean.sum"

failed=0
for ((i = 1; i <= kills; i++)); do
    rm -rf "$tree"
    setsid "$opforge" --opkernel --ops=relu --soc=ascend950 --build="$tree" > "$tree.log" 2>&1 &
    victim=$!
    sleep "$(awk -v ms=$((span * i / (kills + 1))) 'BEGIN { printf "%.3f", ms / 1000 }')"
    pkill -KILL -s "$victim" 2> /dev/null
    kill -KILL "$victim" 2> /dev/null
    wait "$victim" 2> /dev/null
    # nothing half-written may look right: each .o has its .json, each .json parses and names an existing .o
    while IFS= read -r -d '' json; do
        [ -s "${json%.json}.o" ] && tail -c 3 "$json" | grep -q '}' || { echo "after kill $i: $json is not whole"; failed=1; }
    done < <(find "$tree/binary" -path '*/bin/ascend950/*' -name '*.json' -print0 2> /dev/null)
    build "$tree" || { echo "after kill $i the build fails:"; tail -20 "$tree.log"; failed=1; continue; }
    digest "$tree" > "$tree.sum"
    diff "$scratch/clean.sum" "$tree.sum" || { echo "after kill $i the result differs"; failed=1; }
    leftovers=$(find "$tree" -name '.tmp-*' | head -3)
    [ -z "$leftovers" ] || { echo "after kill $i left behind: $leftovers"; failed=1; }
done
echo "kill: $((kills * (1 - failed))) passed, $failed failed"
exit "$failed"

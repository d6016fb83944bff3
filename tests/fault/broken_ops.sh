#!/bin/bash
# A repository with broken operators: each kind of fault leaves its operator out, all the others are built, the exit
# code is 1 and the end names them. Usage: broken_ops.sh OPFORGE REPOSITORY SCRATCH
set -u
opforge=$1 scratch=$3 failed=0 checked=0
rm -rf "$scratch"
mkdir -p "$scratch"
cp -r "$2" "$scratch/repo"
src=$scratch/repo/sample build=$scratch/build
ok() { # WHAT CONDITION...
    local what=$1
    shift
    checked=$((checked + 1))
    "$@" || { failed=$((failed + 1)); echo "FAILED: $what"; tail -n 30 "$scratch/log"; }
}
run() { "$opforge" --soc=ascend950 --src="$scratch/repo" --build="$build" "$@" > "$scratch/log" 2>&1; code=$?; }
says() { grep -qF -- "$1" "$scratch/log"; }
kernel() { compgen -G "$build/binary/ascend950/bin/ascend950/$1/*.o" > /dev/null; }
no_kernel() { ! kernel "$1"; }
registers() { "$(dirname "$opforge")/opconform" --registered="$build/libophost_nn.so" | grep -qx "type $1"; }
not_registers() { ! registers "$1"; }
code_is() { [ "$code" = "$1" ]; }

rm -r "$src/keyed" # a key that never compiles, for another test: here, what is broken is mended later

# One whose list of variants is wrong.
cp -r "$src/sound" "$src/bad_plan"
for file in $(find "$src/bad_plan" -type f); do
    sed -i 's/Sound/BadPlan/g; s/sound/bad_plan/g' "$file"
    mv "$file" "${file//\/sound/\/bad_plan}" 2> /dev/null || true
done
mkdir -p "$src/bad_plan/op_host/config/ascend950"
echo '{"op_type": "BadPlan", "op_list": [{"bin_filename": "BadPlan_0"}]}' > "$src/bad_plan/op_host/config/ascend950/bad_plan_binary.json"

for round in first second; do
    run --opkernel
    ok "$round: exit code 1" code_is 1
    ok "$round: all are named" says 'not built: bad_host (ophost), bad_def (opbuild), bad_plan (gen_bin_scripts), bad_kernel (binary); all the other operators were'
    ok "$round: the sound one has a kernel" kernel sound
    ok "$round: the sound one has host functions" registers Sound
    ok "$round: of the broken one there is no kernel" no_kernel bad_kernel
    ok "$round: of the broken one there are no host functions" not_registers BadHost
done

sed -i 's/NoSuchFunction(context)/context->SetBlockDim(1)/' "$src"/bad_host/op_host/*_tiling.cpp
sed -i '/NoSuchApi/d' "$src"/bad_kernel/op_kernel/*.cpp
cp "$src/sound/op_host/sound_def.cpp" "$src/bad_def/op_host/bad_def_def.cpp"
sed -i 's/Sound/BadDef/g' "$src/bad_def/op_host/bad_def_def.cpp"
rm -r "$src/bad_plan/op_host/config"
run --opkernel
ok 'mended: exit code 0' code_is 0
for op in sound bad_host bad_def bad_plan bad_kernel; do
    ok "mended: kernel of $op" kernel $op
done

# Broken again: what an earlier build made of it must not be found.
sed -i '0,/DT_FLOAT, ge::DT_INT32/s//DT_FLOAT/' "$src/bad_def/op_host/bad_def_def.cpp" # one type, two formats
run --opkernel
ok 'broken again: exit code 1' code_is 1
ok 'broken again: named' says 'not built: bad_def (opbuild)'
ok 'broken again: its kernel is gone' no_kernel bad_def
ok 'broken again: the others are there' kernel bad_kernel

echo 'int broken = "";' >> "$src/bad_host/op_host/bad_host_tiling.cpp"
run --opkernel --ops=bad_host
ok 'alone: the failure itself' code_is 1
ok 'alone: not as one among others' says 'ophost: ninja ended with exit code 1'
run --opkernel --ops=bad_host,sound
ok 'two: exit code 1' code_is 1
ok 'two: named' says 'not built: bad_host (ophost)'
run --opkernel --ops=sound
ok 'the sound one: exit code 0' code_is 0
echo "broken operators: $((checked - failed)) passed, $failed failed"
exit $((failed > 0))

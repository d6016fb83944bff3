#!/usr/bin/env bash
# Damaged, empty, wrong-typed and hostile files: every program answers with a sentence that names the file, exit code 1
# and nothing half-written; none crashes, hangs or eats the memory.
# A reader is one line below: a name, the kind of file, the file, and the command that reads it. Every reader gets every
# damage of its kind.
# Usage: bad_input.sh <bin folder> <build tree with relu for ascend950, its aclnn library and example> <scratch folder>
set -u
bin=$(realpath "$1")
build=$(realpath "$2")
sdk=${OPF_SDK:-$PWD/sdk}
cases=$PWD/tests/golden/data
rm -rf "$3"
mkdir -p "$3"
scratch=$(realpath "$3")
passed=0 failed=0
only=${ONLY:-}

# ---- damages: damage NAME FILE writes a damaged FILE in place ---------------------------------------------------------

# What nobody can take for the right file, by kind; then what may happen to pass, but must not crash.
HOPELESS_json='empty binary cut50 null number list text deep huge_line'
HOPELESS_yaml='empty binary null number list text deep'
HOPELESS_ini='empty binary'
HOPELESS_object='empty binary cut10 cut50 cut90'
HOPELESS_library='empty binary cut10'
HOPELESS_source='empty binary cut50'
HOPELESS_state=''
HOPELESS_npy='empty binary cut10 cut90'
SOFT_json='cut10 cut90 big_numbers negative no_strings no_numbers twice flip1 flip2 flip3 flip4 flip5 flip6'
SOFT_yaml='cut10 cut30 cut50 cut90 big_numbers negative no_numbers twice alias_bomb flip1 flip2 flip3 flip4 flip5 flip6'
SOFT_ini='cut10 cut50 cut90 big_numbers negative twice huge_line flip1 flip2 flip3 flip4'
SOFT_object="cut1 cut99 twice $(seq -s ' ' -f 'flip%g' 1 "${FLIPS:-24}")"
SOFT_library='twice'
SOFT_source=''
SOFT_state='empty binary cut50 flip1 flip2'
SOFT_npy='big_numbers negative twice flip1 flip2 flip3'

repeat() { head -c "$2" < /dev/zero | tr '\0' "$1"; }
# Three bytes changed at places that follow from the number.
flip() {
    local file=$1 number=$2 size i at
    size=$(stat -c %s "$file")
    for i in 1 2 3; do
        at=$(((number * 7919 + i * 104729 + number * number * 31) % (number % 3 == 1 && size > 512 ? 512 : size)))
        printf '%b' "\\x$(printf %02x $(((number * 37 + i * 101) % 256)))" |
            dd of="$file" bs=1 seek="$at" conv=notrunc status=none
    done
}
damage() {
    local name=$1 file=$2 kept=$scratch/kept
    cp "$file" "$kept"
    case $name in
    empty) : > "$file" ;;
    binary) printf '\177ELF\2\1\1\0\377\376\0\0\1\2\3\4%s' "$(repeat x 200)" > "$file" ;;
    cut*) head -c $(($(stat -c %s "$kept") * ${name#cut} / 100)) "$kept" > "$file" ;;
    null) echo null > "$file" ;;
    number) echo 42 > "$file" ;;
    list) echo '[1, "two", {}]' > "$file" ;;
    text) echo '"text"' > "$file" ;;
    deep) repeat '[' 300000 > "$file" ;;
    huge_line) { repeat A 1000000; echo; } > "$file" ;;
    big_numbers) sed -E 's/[0-9]+/99999999999999999999/g' "$kept" > "$file" ;;
    negative) sed -E 's/([:=,] *)([0-9]+)/\1-\2/g' "$kept" > "$file" ;;
    no_strings) sed -E 's/: *"[^"]*"/: 7/g' "$kept" > "$file" ;;
    no_numbers) sed -E 's/([:=] *)-?[0-9]+/\1{}/g' "$kept" > "$file" ;;
    twice) cat "$kept" "$kept" > "$file" ;;
    alias_bomb)
        { echo 'a: &a [x,x,x,x,x,x,x,x,x]'
          for i in b c d e f g h i j; do
              prev=$(tr 'b-j' 'a-i' <<< "$i")
              echo "$i: &$i [*$prev,*$prev,*$prev,*$prev,*$prev,*$prev,*$prev,*$prev,*$prev]"
          done
          cat "$kept"; } > "$file" ;;
    flip*) flip "$file" "${name#flip}" ;;
    esac
}

# ---- one run -------------------------------------------------------------------------------------------------------------

fail() { # REASON OUTPUT
    printf 'FAILED %s, %s: %s\n' "$reader" "$how" "$1"
    head -c 2000 "$2"
    failed=$((failed + 1))
}
run_one() { # HOW FILE MUST COMMAND...
    how=$1
    local file=$2 must=$3 log=$scratch/log code name
    shift 3
    rm -rf "$scratch/out"
    mkdir -p "$scratch/out"
    (ulimit -v "${MEMORY_KIB:-8388608}"; cd "$scratch" && timeout 60 "$@") > "$log" 2>&1
    code=$?
    name=$(basename "$file")
    if [ $code -gt 1 ]; then
        fail "exit $code" "$log"
    elif grep -q 'AddressSanitizer\|runtime error:\|LeakSanitizer' "$log"; then
        fail 'a sanitizer reports' "$log"
    elif [ $code = 0 ] && [ "$must" = must ]; then
        fail 'it is taken for good' "$log"
    elif [ $code = 1 ] && [ ! -s "$log" ]; then
        fail 'it fails without a word' "$log"
    elif [ $code = 1 ] && [ "$must" = must ] && ! grep -qF "$name" "$log"; then
        fail "the message does not name $name" "$log"
    elif [ $code = 1 ] && [ -n "$(find "$scratch/out" -name '*.o' -o -name '*.json' -o -name '*.yaml' -o -name '.tmp-*')" ]; then
        fail "it leaves $(ls -A "$scratch/out")" "$log"
    else
        passed=$((passed + 1))
    fi
}
# reader NAME KIND FILE COMMAND...: FILE is below the tree.
reader() {
    reader=$1
    local kind=$2 file=$tree/$3 hopeless=HOPELESS_$2 soft=SOFT_$2
    shift 3
    [ -z "$only" ] || [[ $reader == *$only* ]] || return
    cp "$file" "$scratch/original"
    run_one undamaged "$file" may "$@"
    grep -q . "$scratch/log" 2> /dev/null
    for d in ${!hopeless} ${!soft}; do
        damage "$d" "$file"
        local must=may
        [[ " ${!hopeless} " == *" $d "* ]] && must=must
        run_one "$d" "$file" $must "$@"
        cp "$scratch/original" "$file"
    done
    how=missing
    mv "$file" "$file.away"
    run_one missing "$file" may "$@" # another copy or the definition may do
    mv "$file.away" "$file"
}

# ---- the tree: plain files, so that damaging one does not reach the build ---------------------------------------------------

tree=$scratch/tree
mkdir "$tree"
cp -rL "$build/tbe" "$build/opp" "$tree/"
mkdir -p "$tree/binary/ascend950"
cp -rL "$build/binary/ascend950/bin" "$build/binary/ascend950/gen" "$tree/binary/ascend950/"
cp -r "$sdk/soc" "$tree/soc"
cp "$cases/relu.json" "$cases/relu.bin" "$tree/"
"$bin/oprun" Relu --opp="$tree/opp" --in float32:8 --save="$tree" > /dev/null || exit 1

kernels=opp/built-in/op_impl/ai_core/tbe/kernel
stem=Relu_float32_high_performance
config=tbe/config/ascend950
facts=$(cd "$tree" && find opp -name '*ops-info*.json' | head -1)
host=opp/built-in/op_impl/ai_core/tbe/op_host/lib/linux/$(uname -m)/libophost_nn.so
run_relu=("$bin/oprun" Relu --opp="$tree/opp" --in float32:8)
opc=("$bin/opc" "$tree/tbe/dynamic/ascend950/relu.yaml" --main_func=relu
     --input_param="$tree/$config/relu/relu_binary_high_performance.json_2" --soc_version=Ascend950PR_9599
     --output="$scratch/out" --sdk="$sdk" --source="$tree/tbe/ascendc" --pch="$build/binary/ascend950/pch/opf_prefix.pch")
index=("$bin/opindex" --kernels="$tree/binary/ascend950/bin/ascend950/relu" --out="$scratch/out/relu.json"
       "$tree/$config/relu/relu_binary_high_performance.json_2")

reader 'ascendc_gen: definitions' ini $config/relu.ini \
    "$bin/ascendc_gen" --ini="$tree/$config/relu.ini" --src="$tree/tbe/ascendc" --soc=ascend950 --out="$scratch/out" --sdk="$sdk"
reader 'opc: description' yaml tbe/dynamic/ascend950/relu.yaml "${opc[@]}"
reader 'opc: parameters' json $config/relu/relu_binary_high_performance.json_2 "${opc[@]}"
reader 'opindex: parameters' json $config/relu/relu_binary_high_performance.json_2 "${index[@]}"
reader 'opindex: kernel description' json binary/ascend950/bin/ascend950/relu/$stem.json "${index[@]}"
reader 'opindex: chip' json binary/ascend950/bin/ascend950/relu/$stem.json \
    "$bin/opindex" --bin="$tree/binary/ascend950/bin" --soc=ascend950 --out="$scratch/out/binary_info_config.json"
reader 'opdump: object' object $kernels/ascend950/relu/$stem.o "$bin/opdump" "$tree/$kernels/ascend950/relu/$stem.o"
reader 'opdump: description' json $kernels/ascend950/relu/$stem.json "$bin/opdump" "$tree/$kernels/ascend950/relu/$stem.json"
reader 'opdump: index' json $kernels/config/ascend950/relu.json "$bin/opdump" "$tree/$kernels/config/ascend950/relu.json"
reader 'opdump: chip index' json $kernels/config/ascend950/binary_info_config.json \
    "$bin/opdump" "$tree/$kernels/config/ascend950/binary_info_config.json"
reader 'oprun: object' object $kernels/ascend950/relu/$stem.o "${run_relu[@]}"
reader 'oprun: description' json $kernels/ascend950/relu/$stem.json "${run_relu[@]}"
reader 'oprun: index' json $kernels/config/ascend950/relu.json "${run_relu[@]}"
reader 'oprun: definition' json "$facts" "${run_relu[@]}"
reader 'oprun: host library' library "$host" "${run_relu[@]}"
reader 'oprun: chip' yaml soc/ascend950.yaml env OPF_SOC_PATH="$tree/soc" "${run_relu[@]}"
reader 'oprun: cases' json relu.json "$bin/oprun" --opp="$tree/opp" --cases="$tree/relu.json"
reader 'oprun: values' npy y.npy "$bin/oprun" Relu --opp="$tree/opp" --in "$tree/y.npy"
reader 'optiling: library' library "$host" "$bin/optiling" Relu --lib="$tree/$host" --in x:float32:8
reader 'optiling: chip' yaml soc/ascend950.yaml env OPF_SOC_PATH="$tree/soc" "$bin/optiling" Relu --lib="$tree/$host" --in x:float32:8
reader 'optiling: description' yaml tbe/dynamic/ascend950/relu.yaml \
    "$bin/optiling" Relu --lib="$tree/$host" --in x:float32:8 --desc="$tree/tbe/dynamic/ascend950/relu.yaml"
reader 'optiling_structs: library' library "$host" \
    "$bin/optiling_structs" --lib="$tree/$host" --out="$scratch/out" --op=Relu

# an application: the same package through aclnn, whose errors our example shows
if [ -x "$build/test_aclnn_relu" ]; then
    application=(env ASCEND_OPP_PATH="$tree/opp" OPF_SOC=ascend950 "$build/test_aclnn_relu")
    SOFT_object='twice cut1 cut99 flip1 flip2 flip3'
    reader 'aclnn: object' object $kernels/ascend950/relu/$stem.o "${application[@]}"
    reader 'aclnn: description' json $kernels/ascend950/relu/$stem.json "${application[@]}"
    reader 'aclnn: index' json $kernels/config/ascend950/relu.json "${application[@]}"
    reader 'aclnn: chip' yaml soc/ascend950.yaml env OPF_SOC_PATH="$tree/soc" "${application[@]}"
fi

# definitions: sources are compiled; what a former run kept may be lost or wrong at any time
cp "$(dirname "$0")/../../kernels_src/activation/relu/op_host/relu_def.cpp" "$tree/"
definitions=("$bin/opbuild" --soc=ascend950 --sdk="$sdk" --host-lib="$bin/../lib/libopforge_host.so")
reader 'opbuild: definition' source relu_def.cpp "${definitions[@]}" --out="$tree/fresh" "$tree/relu_def.cpp"
"${definitions[@]}" --out="$tree/defined" "$tree/relu_def.cpp" > /dev/null
reader 'opbuild: kept state' state defined/.opbuild/state "${definitions[@]}" --out="$tree/defined" "$tree/relu_def.cpp"

# last: a plan removes kernels that it does not plan
reader 'binscripts: definitions' ini tbe/config/aic-ascend950-ops-info.ini \
    "$bin/binscripts" --build="$tree" --ini="$tree/tbe/config/aic-ascend950-ops-info.ini" --soc=ascend950 --op=Relu --sdk="$sdk"
for file in $config/relu/relu_binary.json:json tbe/dynamic/ascend950/relu.yaml:yaml; do
    reader "binscripts: ${file%:*}" "${file#*:}" "${file%:*}" \
        "$bin/binscripts" --build="$tree" --ini="$tree/tbe/config/aic-ascend950-ops-info.ini" --soc=ascend950 --op=Relu --sdk="$sdk"
done

echo "bad input: $passed passed, $failed failed"
exit $((failed > 0))

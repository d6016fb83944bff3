#!/usr/bin/env bash
# What build.sh's program says and returns: one line of the table is a command line, its exit code and a text of the
# output. Then several chips and operators at once, and the two ways of cleaning.
# Usage: command_line.sh <opforge> <scratch folder>
set -u
opforge=$1
scratch=$2
build=$scratch/build
passed=0 failed=0
rm -rf "$scratch"
mkdir -p "$scratch"

# expect EXIT TEXT ARGS...
expect() {
    local want=$1 text=$2 output code
    shift 2
    output=$("$opforge" "$@" 2>&1)
    code=$?
    if [ "$code" = "$want" ] && grep -qF -- "$text" <<< "$output" &&
        ! grep -qvE '^\[[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}\] ' <<< "$output"; then
        passed=$((passed + 1))
    else
        printf 'FAILED opforge %s: exit %s (%s expected), `%s` expected in:\n%s\n' "$*" "$code" "$want" "$text" "$output"
        failed=$((failed + 1))
    fi
}

while IFS='|' read -r line code text; do
    # shellcheck disable=SC2086 # the words of the line are arguments
    expect "$code" "$text" $line
done << 'TABLE'
|0|Usage: bash build.sh
-h|0|--make_clean
--opkernel --help|0|Usage: bash build.sh --opkernel
--opkernel --run_example --help|0|Usage: bash build.sh --run_example
--genop --help|0|Usage: bash build.sh --genop
-u -h|0|Usage: bash build.sh -u
--help --pkg -u|1|--pkg cannot be used with test(-u, --ophost, etc.)
--bogus|1|Invalid long option: --bogus
-z|1|Invalid short option: -z
--opkernle|1|did you mean --opkernel?
--soc|1|it needs a value: --soc=VALUE
--ops=relu --ophost|1|--ops cannot be used with --ophost, --opapi
--opkernel --jit|1|--opkernel cannot be used with --jit
--pkg-type=rpm|1|--pkg-type can only be used with --pkg
--opkernel --build-type=Fast|1|--build-type only support Release/Debug Mode
--opkernel --ccache=maybe|1|--ccache only supports
--opkernel --kernel_template_input=A=1|1|--kernel_template_input must be used with --ops= and can only specify a single operator
--opkernel --ops=relu --soc=ascend999|1|The soc [ascend999] is not support.
--opkernel --ops=relu --soc=ascend950,foo|1|The soc [foo] is not support.
--opkernel --ops=relu --soc=|1|The soc [] is not support.
--opkernel --ops=relu --soc=mc62|1|the emulator has no description of mc62
--opkernel --ops=nope --soc=ascend950|1|nope is not exists, please check.
--opkernel --ops=relu,nope --soc=ascend950|1|nope is not exists, please check.
--opkernel --ops=relu --src=/nonexistent|1|/nonexistent is not there
--run_example relu|1|--run_example needs an operator and a mode
--run_example nope eager --soc=ascend950|1|nope is not exists, please check.
--run_example relu graph --soc=ascend950|0|ERROR: relu doesn't have graph examples.
--opkernel_aicpu|1|opforge does not support AI-CPU kernels
--genop=relu|1|CLASS/NAME was expected
--genop=activation/relu|1|is there already
-u --ut_mode=slow|1|--ut_mode only support debug/fast
-u --ut_timeout=-1|1|--ut_timeout must be a positive integer
-j0 --opkernel|1|-j must be a positive integer
TABLE

# several operators and chips; letters of any size; the compiler cache on and off; every command shown
expect 0 'COMPUTE_UNIT: ascend950;ascend910b' --opkernel --ops=relu,add --soc=Ascend950,ASCEND910B,ascend950 \
    --build="$build" --ccache=off -v
for soc in ascend950 ascend910b; do
    for op in relu add; do
        index=$build/binary/$soc/bin/config/$soc/$op.json
        if [ -s "$index" ]; then passed=$((passed + 1)); else echo "FAILED: $index is missing"; failed=$((failed + 1)); fi
    done
done
expect 0 'no work to do' --opkernel --ops=relu,add --soc=ascend910b,ascend950 --build="$build" --ccache=off

# cleaning: only what a build has made
expect 0 'Cleaned' --make_clean --build="$build"
[ -z "$(ls -A "$build")" ] || { echo "FAILED: left in $build: $(ls -A "$build")"; failed=$((failed + 1)); }
expect 0 'Removed' --make_clean_all --build="$build"
mkdir -p "$scratch/own"
touch "$scratch/own/file"
expect 1 'was not made by a build' --make_clean_all --build="$scratch/own"
expect 1 'was not made by a build' --make_clean --build="$scratch/own"
[ -e "$scratch/own/file" ] || { echo "FAILED: cleaning removed a file of the user"; failed=$((failed + 1)); }

echo "command line: $passed passed, $failed failed"
exit $((failed > 0))

#!/usr/bin/env bash
# Two operator repositories in one process: made from the skeleton operator, beta calling a launcher of alpha, built one by
# one as a user builds them, then used together in every way that names several places.
# Usage: two_repos.sh <opforge> <folder>      leaves <folder>/{alpha,beta}/build
set -u
opforge=$(realpath "$1")
mkdir -p "$2" && folder=$(realpath "$2")
cases=$(realpath tests/cases/two_repos)
passed=0 failed=0

make_repo() { # NAME OP: an operator and a package of its own name
    local repo=$folder/ops-$1
    rm -rf "$repo" && mkdir -p "$repo"
    "$opforge" --genop=math/"$2" --src="$repo" --soc=ascend950 > "$folder/$1.log" 2>&1 || { cat "$folder/$1.log"; exit 1; }
    # one variant is enough
    python3 - "$repo/math/$2/op_host/config/ascend950/$2_binary.json" << 'EOF'
import json, sys
with open(sys.argv[1]) as file:
    table = json.load(file)
table["op_list"] = [entry for entry in table["op_list"] if "float32" in json.dumps(entry["inputs"])]
with open(sys.argv[1], "w") as file:
    json.dump(table, file)
EOF
}
build_repo() { # NAME OP
    "$opforge" --src="$folder/ops-$1" --soc=ascend950 --build="$folder/$1/build" --pkg --ops="$2" > "$folder/$1.log" 2>&1 ||
        { cat "$folder/$1.log"; echo 'two repositories: 0 passed, 1 failed'; exit 1; }
}
make_repo alpha plus
cp "$cases/contiguous.cpp" "$folder/ops-alpha/math/plus/op_api/"
make_repo beta also
mkdir -p "$folder/ops-beta/common/stub/op_api"
cp "$cases/plus.h" "$folder/ops-beta/common/stub/op_api/"
cp "$cases"/aclnn_sum_three.* "$folder/ops-beta/math/also/op_api/"
cp "$cases/test_aclnn_sum_three.cpp" "$folder/ops-beta/math/also/examples/"
build_repo alpha plus
build_repo beta also

wanted='alpha: 10 12 14 16 18
beta: 100 102 104 106 108
both: 110 113 116 119 122
Contiguous of alpha, called by beta: 3'
check() { # NAME COMMAND...: its output contains what is wanted
    local name=$1 text
    shift
    text=$(env -u ASCEND_OPP_PATH -u ASCEND_CUSTOM_OPP_PATH -u OPF_KERNEL_PATH -u OPF_HOST_PATH OPF_SOC=ascend950 \
        OPF_SOC_PATH="$PWD/sdk/soc" "$@" 2>&1 | sed 's/^\[[-0-9: ]*\] //') # without times
    if [[ $text == *"$wanted"* ]]; then
        passed=$((passed + 1))
    else
        printf 'FAILED two repositories, %s:\n%s\n' "$name" "$text"
        failed=$((failed + 1))
    fi
}
example() { # ENTRIES: the driver builds and runs beta's example with these custom packages
    check "example with $1" ASCEND_CUSTOM_OPP_PATH="$1" "$opforge" --run_example also eager cust --soc=ascend950 \
        --example_name=test_aclnn_sum_three --src="$folder/ops-beta" --build="$folder/examples"
}
a=$folder/alpha b=$folder/beta
example "$b/build:$a/build"
example "$a/build_out/packages/vendors/custom_alpha:$b/build_out/packages/vendors/custom_beta"

# A program linked by hand, and every way to name the places.
program=$folder/sum_three
g++ -std=c++17 -Isdk/include -I"$a/build/include" -I"$b/build/include" "$cases/test_aclnn_sum_three.cpp" -o "$program" \
    -L"$a/build" -L"$b/build" -L"${opforge%/bin/*}/lib" -lopapi_beta -lopapi_alpha -lnnopbase -lascendcl \
    -Wl,-rpath,"$a/build:$b/build:${opforge%/bin/*}/lib" \
    -Wl,--unresolved-symbols=ignore-in-shared-libs || failed=$((failed + 1))
bin=binary/ascend950/bin
check "OPF_KERNEL_PATH" OPF_KERNEL_PATH="$a/build/$bin:$b/build/$bin" "$program"
check "one build folder each way" ASCEND_CUSTOM_OPP_PATH="$a/build" OPF_KERNEL_PATH="$b/build/$bin" "$program"
check "ASCEND_OPP_PATH and a custom entry" ASCEND_OPP_PATH="$a/build/opp" ASCEND_CUSTOM_OPP_PATH="$b/build" "$program"
rm -rf "$folder/opp" && mkdir -p "$folder/opp/vendors"
ln -s "$a/build_out/packages/vendors/custom_alpha" "$b/build_out/packages/vendors/custom_beta" "$folder/opp/vendors/"
echo 'load_priority=custom_beta,custom_alpha' > "$folder/opp/vendors/config.ini"
check "vendors" ASCEND_OPP_PATH="$folder/opp" "$program"

# Only one of them: the operator that is missing is named.
wanted='Plus'
check "alpha left out" ASCEND_CUSTOM_OPP_PATH="$b/build" "$program"
echo "two repositories: $passed passed, $failed failed"
exit $((failed > 0))

#!/usr/bin/env bash
# Builds operators and runs them (bash build.sh --help). This script only makes sure that opforge itself is built;
# everything else is done by out/bin/opforge.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

PACKAGES="clang-19 llvm-19 llvm-19-dev lld-19 libclang-19-dev libclang-rt-19-dev ninja-build pkg-config libcjson-dev libyaml-dev
          nettle-dev nlohmann-json3-dev check gcc g++ make"
STAMP=out/.tools_built

# Programs and headers the build needs; quick, so that it can be asked every time.
is_complete() {
    local program
    for program in clang-19 clang++-19 ld.lld-19 ninja pkg-config gcc g++ make; do
        command -v "$program" > /dev/null || return 1
    done
    [ -e /usr/include/cjson/cJSON.h ] && [ -e /usr/include/yaml.h ] && [ -e /usr/include/nettle/sha2.h ] &&
        [ -e /usr/lib/llvm-19/include/clang-c/Index.h ] &&
        [ -e /usr/lib/llvm-19/include/llvm/Passes/PassPlugin.h ] && [ -e /usr/include/check.h ]
}

install_packages() {
    local missing="" package
    for package in $PACKAGES; do
        dpkg-query -W -f='${Status}' "$package" 2> /dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        echo "[ERROR] a program or header is missing although its package is installed; see PACKAGES in build.sh"
        exit 1
    fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
        echo "[ERROR] these Debian packages are missing:$missing"
        echo "        install them as root: apt-get install$missing"
        exit 1
    fi
    echo "Installing missing Debian packages:$missing"
    apt-get -qq update
    for package in $missing; do
        if ! apt-cache show "$package" > /dev/null 2>&1; then
            echo "[ERROR] this system's package sources do not offer $package (Debian 12 and 13 do)"
            exit 1
        fi
    done
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing
}

is_stale() {
    [ -x out/bin/opforge ] && [ -e "$STAMP" ] || return 0
    [ -n "$(find Makefile base opbuild ascendc_gen binscripts driver cmd runner runtime_min sdk/host sdk/include \
        sdk/aclnn -newer "$STAMP" -print -quit 2> /dev/null)" ]
}

build_tools() {
    is_complete || install_packages
    echo "Building opforge's tools (make)"
    mkdir -p out
    touch "$STAMP.new"
    make -s -j"$(nproc)" all
    mv "$STAMP.new" "$STAMP" # its time is from before the build: what changed meanwhile is built next time
}

stamp() { while IFS= read -r line; do printf '[%(%Y-%m-%d %H:%M:%S)T] %s\n' -1 "$line"; done; }

if is_stale; then
    build_tools 2>&1 | stamp
fi
exec out/bin/opforge "$@"

#!/usr/bin/env bash
# install.sh [wheel DIR]: builds torch_opforge for $PYTHON (default python3) and installs it there with pip, or leaves a
# wheel in DIR. From build.sh --torch_extension, which sets OPFORGE_ROOT, OPFORGE_OUT and OPFORGE_BUILD.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=${PYTHON:-python3}
export TORCH_DEVICE_BACKEND_AUTOLOAD=0 # an older torch_opforge must not be loaded while this one is made
need() {
    "$python" -c "import $1" 2> /dev/null || {
        echo "[ERROR] $(command -v "$python" || echo "$python") has no module $1: $2, or name another Python with PYTHON=..."
        exit 1
    }
}
need torch "install PyTorch (pip install torch, or apt-get install python3-torch)"
need pip "install pip (apt-get install python3-pip)"
need setuptools "install setuptools (pip install setuptools, or apt-get install python3-setuptools)"
"$python" -c 'import setuptools.command.bdist_wheel' 2> /dev/null || need wheel "install wheel (pip install wheel, or apt-get install python3-wheel)"
if ! "$python" -c 'import sysconfig; open(sysconfig.get_paths()["include"] + "/Python.h")' 2> /dev/null; then
    echo "[ERROR] $python has no Python.h: install its development files (apt-get install python3-dev)"
    exit 1
fi

# pip copies nothing but the package: the rest is found from here.
export OPFORGE_ROOT=${OPFORGE_ROOT:-$(dirname "$here")}
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
cp "$here/setup.py" "$wheels/"
mkdir -p "$wheels/torch_opforge"
cp "$here"/torch_opforge/*.py "$wheels/torch_opforge/"
"$python" -m pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w "$wheels" "$wheels"
if [ "${1:-}" = wheel ]; then
    mkdir -p "$2"
    cp "$wheels"/*.whl "$2/"
    echo "made $(basename "$wheels"/*.whl) in $2"
    exit 0
fi
managed=$("$python" -c 'import sysconfig, os
print(os.path.exists(sysconfig.get_paths()["stdlib"] + "/EXTERNALLY-MANAGED"))')
flags=()
[ "$managed" = False ] || flags=(--break-system-packages)
"$python" -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-deps --force-reinstall "${flags[@]}" \
    "$wheels"/*.whl
cd /
unset TORCH_DEVICE_BACKEND_AUTOLOAD
"$python" -c 'import torch, torch_opforge
print("torch_opforge for torch", torch.__version__, "is installed in", torch_opforge.__path__[0])'

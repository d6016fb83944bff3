#!/usr/bin/env bash
# run.sh PYTHON...: builds the extension for each Python that has torch, one Python a version of torch, and runs the
# tests (or $SCRIPT) with it.
set -u
script=${SCRIPT:-tests/torch/run.py}
failed=0
seen=
for python in "$@"; do
    version=$("$python" -c 'import torch; print(torch.__version__)' 2> /dev/null) || {
        echo "torch: $python cannot import torch: skipped"
        continue
    }
    case " $seen " in *" $version "*) continue ;; esac
    seen="$seen $version"
    folder=$OUT/torch/$version
    mkdir -p "$folder"
    if ! make --no-print-directory -C torch PYTHON="$python" ROOT_OUT="$OUT" OUT="$folder" BUILD="$BUILD" \
        > "$folder/build.log" 2>&1; then
        cat "$folder/build.log"
        echo "torch: the extension for torch $version does not build"
        failed=1
        continue
    fi
    PYTHONPATH="$folder" "$python" "$script" || failed=1
done
[ -n "$seen" ] || echo "torch: 0 passed, 0 failed"
exit $failed

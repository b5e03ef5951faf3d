#!/bin/sh
# Installs the packages, builds Talos and compiles gemm, all on a bare Debian 12.
# Usage: tools/quickstart.sh   (TALOS_BUILD names the build directory, build/)
set -eu
TALOS_ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$TALOS_ROOT/tools/packages.sh"
build=${TALOS_BUILD:-$TALOS_ROOT/build}

# shellcheck disable=SC2086
install_packages $TALOS_PACKAGES
# shellcheck disable=SC2086
configure "$build" ${TALOS_CMAKE_OPTIONS:-}
cmake --build "$build" --target hlsc

out=${TALOS_OUT:-$TALOS_ROOT/build/gemm}
"$build/bin/hlsc" "$TALOS_ROOT/test/Kernels/medium/gemm.mlir" --top gemm \
  --target u200 --clock-ns 4.0 --csim -o "$out"
echo "== emitted files in $out:"
ls "$out"

#!/bin/sh
# Installs the packages, builds everything with warnings as errors, runs all
# tests, some of them with sanitizers, clang-format and clang-tidy, all on a bare
# Debian 12.
# Usage: tools/run-tests.sh   (TALOS_BUILD names the build directory, build/)
set -eu
TALOS_ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$TALOS_ROOT/tools/packages.sh"
build=${TALOS_BUILD:-$TALOS_ROOT/build}
jobs=$(nproc)

# shellcheck disable=SC2086
install_packages $TALOS_PACKAGES $TALOS_TEST_PACKAGES
export TALOS_CMAKE_OPTIONS="-DTALOS_WERROR=ON"
"$TALOS_ROOT/tools/quickstart.sh"

echo "== clang-format"
"$TALOS_ROOT/tools/run-format.sh"

echo "== build"
cmake --build "$build" -j "$jobs"

echo "== ctest (unit tests, include directions, install, docs)"
ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$jobs" \
  -E '^lit$'

echo "== lit"
/usr/lib/llvm-22/bin/lit -sv -j "$jobs" "$build/test"

echo "== unit tests with sanitizers"
"$TALOS_ROOT/tools/run-sanitized.sh" "$build/sanitize"

echo "== clang-tidy"
"$TALOS_ROOT/tools/run-tidy.sh" "$build"

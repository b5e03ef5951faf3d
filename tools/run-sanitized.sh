#!/bin/sh
# Builds the unit tests of the rooms NLP, Cost, Poly and Target with
# AddressSanitizer and UndefinedBehaviorSanitizer, and runs them.
# Usage: tools/run-sanitized.sh BUILD_DIR
set -eu
TALOS_ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$TALOS_ROOT/tools/packages.sh"
build=$1
tests="talos-nlp-tests talos-cost-tests talos-poly-tests talos-target-tests"

install_packages libclang-rt-22-dev
configure "$build" -DTALOS_SANITIZE=ON -DTALOS_WERROR=ON
# shellcheck disable=SC2086
cmake --build "$build" --target $tests
# LLVM's own libraries, built without ASan, allocate from allocators of ours.
export ASAN_OPTIONS=allow_user_poisoning=0
for test in $tests; do
  "$build/bin/$test" --gtest_brief=1
done

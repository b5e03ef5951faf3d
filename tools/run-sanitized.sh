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
# Every test program in as many parts as there are processors, side by side.
GTEST_TOTAL_SHARDS=$(nproc)
export GTEST_TOTAL_SHARDS
for test in $tests; do
  seq 0 $((GTEST_TOTAL_SHARDS - 1)) |
    xargs -P "$GTEST_TOTAL_SHARDS" -I{} env GTEST_SHARD_INDEX={} \
      "$build/bin/$test" --gtest_brief=1
done
echo "sanitizers: no finding"

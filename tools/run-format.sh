#!/bin/sh
# Checks that clang-format changes no source file of the project.
# Usage: tools/run-format.sh [--fix]   (--fix writes the changes)
set -eu
cd "$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)"
files=$(git ls-files 'include/*.h' 'lib/*.h' 'lib/*.cpp' 'tools/*.h' \
  'tools/*.cpp' 'unittests/*.h' 'unittests/*.cpp' 'unittests/CAPI/*.c' \
  'python/native/*.cpp' ':!lib/Emit/csim')
case ${1:-} in
--fix) mode=-i ;;
'') mode="--dry-run -Werror" ;;
*) sed -n '3s/# //p' "$0" && exit 2 ;;
esac
# shellcheck disable=SC2086
printf '%s\n' "$files" | xargs clang-format-22 $mode
echo "clang-format: $(printf '%s\n' "$files" | wc -l) files"

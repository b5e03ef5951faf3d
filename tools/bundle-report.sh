#!/bin/sh
# Packages the script of interactive reports: python/talos/report/web/bundle.js,
# from main.js and ECharts, whose version package-lock.json pins. Needs node, npm
# and the registry of npm; without the bundle, reports have static pictures alone.
# Usage: tools/bundle-report.sh [FILE]   (FILE: where to write the bundle)
set -eu
TALOS_ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
web=$TALOS_ROOT/python/talos/report/web
out=${1:-$web/bundle.js}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$web/package.json" "$web/package-lock.json" "$web/main.js" "$web/charts.js" "$work"
cd "$work"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
# ECharts' license asks that its notice goes with it.
{
  echo "/* Apache ECharts, Apache License 2.0; zrender, BSD 3-Clause; tslib, 0BSD."
  echo "   Copyright The Apache Software Foundation, Baidu Inc., Microsoft Corp. */"
} > notice.txt
node_modules/.bin/esbuild main.js --bundle --minify --format=iife --target=es2020 \
  --charset=utf8 --legal-comments=none --banner:js="$(cat notice.txt)" \
  --outfile=bundle.js --log-level=warning
mkdir -p "$(dirname "$out")"
cp bundle.js "$out"
echo "wrote $out, $(wc -c < "$out") bytes"

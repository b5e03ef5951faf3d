#!/usr/bin/env python3
#===- polybench-table.py - Cycles of the PolyBench kernels over their roofs ----===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""Prints the cycles of the designs that hlsc finds for the C kernels of
test/Kernels/polybench at MEDIUM, over their roofs (roofs.csv beside the kernels).

usage: polybench-table.py HLSC [kernel]... [option of hlsc]...
"""
import csv
import json
import math
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "..", "test", "Kernels", "polybench")
sys.path.insert(0, os.path.join(HERE, "..", "test", "Driver", "Inputs"))
import run_polybench  # pylint: disable=wrong-import-position


def roofs():
    """Cycles by kernel."""
    with open(os.path.join(KERNELS, "roofs.csv"), encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["kernel"]: int(row["roof_cycles"]) for row in rows}


def design(hlsc, name, options):
    """The report of hlsc, or the reason why there is none."""
    path = os.path.join(KERNELS, name + ".c")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    function = "kernel_" + name.replace("-", "_")
    bind = run_polybench.bindings(text, function, ["-DMEDIUM_DATASET"])
    command = [hlsc, path, "--top", function, "-DMEDIUM_DATASET", "--target", "u200",
               "--clock-ns", "4.0", "--usable", "100%", "--report", "json", *options,
               *(["--bind", bind] if bind else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        return None, (errors or [done.stderr[-200:]])[0]
    return json.loads(done.stdout), ""


def main():
    hlsc, *rest = sys.argv[1:]
    first = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
    names, options = rest[:first], rest[first:]
    roof = roofs()
    logs, failed = [], False
    print(f"{'kernel':<16}{'cycles':>14}{'roof':>8}{'over roof':>12}{'status':>10}"
          f"{'estimate':>14}{'seconds':>9}")
    for name in names or roof:
        start = time.monotonic()
        report, why = design(hlsc, name, options)
        seconds = time.monotonic() - start
        if not report:
            print(f"{name:<16} {why}", flush=True)
            failed = True
            continue
        cycles = report["cycles"]
        ratio = cycles / roof[name]
        logs.append(math.log(ratio))
        estimate = (report["estimate"] or {}).get("cycles", 0)
        print(f"{name:<16}{cycles:>14,}{roof[name]:>8,}{ratio:>12.2f}"
              f"{report['design']['status']:>10}{estimate:>14,}{seconds:>9.1f}", flush=True)
    if logs:
        print(f"geometric mean of {len(logs)} kernels over roof: "
              f"{math.exp(sum(logs) / len(logs)):.2f}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

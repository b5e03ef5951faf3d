#!/usr/bin/env python3
#===- polybench-table.py - Cycles of the PolyBench kernels over their roofs ----===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""Prints the cycles of the designs that hlsc finds for the C kernels of
test/Kernels/polybench at MEDIUM, in the better of the spaces shared and streamed, over
their roofs (roofs.csv beside the kernels) on a U200 at 4.00 ns with all of its resources,
and over the larger of roof and dependence chain (dependence_chain.py), which no schedule
beats; and the most cycles that gates.csv allows, and those of the source program as it is
written, with `!` where there are more.
The exit code is 1 if one has no design, or a source program is faster than its design.
With --prometheus, how many times fewer the cycles are than those that Prometheus published
(prometheus.csv), on a U55C at 4.55 ns with 80 % of it and up to 8 ports an array. Options
of hlsc come last, and take precedence.

usage: polybench-table.py HLSC [kernel]... [--prometheus] [option of hlsc]...
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
import dependence_chain  # pylint: disable=wrong-import-position


# Cycles of launch, first read and last response in Prometheus's figures.
RUN = 1208

AGAINST = {
    "roofs.csv": ("roof_cycles", ["--target", "u200", "--clock-ns", "4.0", "--usable", "100%",
                                  "--space", "auto"]),
    "prometheus.csv": ("rtl_cycles", ["--target", "u55c", "--clock-ns", "4.55", "--usable", "80%",
                                      "--max-ports", "8", "--space", "auto"]),
}


def published(name):
    """Cycles by kernel."""
    with open(os.path.join(KERNELS, name), encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["kernel"]: int(row[AGAINST[name][0]]) for row in rows}


def gates(trees):
    """Most cycles by kernel, of those that have a gate."""
    with open(os.path.join(KERNELS, "gates.csv"), encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["kernel"]: int(row["tree_cycles" if trees else "exact_cycles"])
                for row in rows}


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def design(hlsc, name, options):
    """The report of hlsc, or the reason why there is none."""
    path = os.path.join(KERNELS, name + ".c")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    function = "kernel_" + name.replace("-", "_")
    bind = run_polybench.bindings(text, function, ["-DMEDIUM_DATASET"])
    command = [hlsc, path, "--top", function, "-DMEDIUM_DATASET", "--report", "json", *options,
               *(["--bind", bind] if bind else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        return None, (errors or [done.stderr[-200:]])[0]
    return json.loads(done.stdout), ""


def check(report):
    """What stands beside the cycles: of a network, which is simulated, what the model says
    and its status; of tasks the estimate, and the status of the design."""
    if report.get("network"):
        model = report.get("model") or {}
        return "streamed", model.get("status", "given"), model.get("cycles", 0)
    estimate = report.get("estimate") or {}
    return "shared", report["design"]["status"], estimate.get("cycles", 0)


def limit(cycles, most):
    """The column of `most`, marked where there are more cycles."""
    return f"{most:,}{'!' if cycles > most else ' '}" if most else "- "


def bounds(name, cycles, roof, trees, gate, source):
    """Columns of the chain, of cycles over the larger of roof and chain, of the gate and of
    the source program; and the quotient."""
    chain = dependence_chain.chain(os.path.join(KERNELS, name + ".c"), ["-DMEDIUM_DATASET"],
                                   trees)
    over = cycles / max(roof, chain)
    return (f"{chain:>10,}{over:>11.2f}{limit(cycles, gate):>12}"
            f"{limit(cycles, source):>16}", over)


def main():
    hlsc, *rest = sys.argv[1:]
    first = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
    names, options = rest[:first], rest[first:]
    is_roof = "--prometheus" not in options
    trees = "--tree-reduction" in options
    data = "roofs.csv" if is_roof else "prometheus.csv"
    known = published(data)
    options = AGAINST[data][1] + [option for option in options if option != "--prometheus"]
    most = gates(trees)
    ratios, overs, slower, failed = [], [], [], False
    print(f"{'kernel':<16}{'cycles':>14}{'roof' if is_roof else 'published':>10}"
          f"{'over roof' if is_roof else 'times less':>12}{'space':>10}{'status':>10}"
          f"{'check':>14}{'seconds':>9}"
          + (f"{'chain':>10}{'over both':>11}{'at most ':>12}{'source ':>16}" if is_roof else ""))
    for name in names or known:
        start = time.monotonic()
        report, why = design(hlsc, name, options)
        seconds = time.monotonic() - start
        if not report:
            print(f"{name:<16} {why}", flush=True)
            failed = True
            continue
        cycles = report["cycles"]
        ratios.append(cycles / known[name] if is_roof else (known[name] - RUN) / cycles)
        space, status, other = check(report)
        columns = ""
        if is_roof:
            source = report.get("bounds", {}).get("source program")
            columns, over = bounds(name, cycles, known[name], trees, most.get(name), source)
            overs.append(over)
            if source and cycles > source:
                slower.append(name)
        print(f"{name:<16}{cycles:>14,}{known[name]:>10,}{ratios[-1]:>12.2f}{space:>10}"
              f"{status:>10}{other:>14,}{seconds:>9.1f}{columns}", flush=True)
    if ratios:
        print(f"geometric mean of {len(ratios)} kernels "
              f"{'over roof' if is_roof else 'of times less'}: {geomean(ratios):.2f}")
    if overs:
        print(f"over the larger of roof and dependence chain: {geomean(overs):.2f}")
    if slower:
        print(f"slower than the source program: {', '.join(slower)}")
    return int(failed or bool(slower))


if __name__ == "__main__":
    sys.exit(main())

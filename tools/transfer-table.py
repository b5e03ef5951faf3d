#!/usr/bin/env python3
#===- transfer-table.py - What layouts, blocks and ports of arrays bring -------===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""Prints cycles and solve times of kernels whose transfers weigh: on U200 at 4 ns
as C has the arrays, with rows filled up, and in blocks; on U55C at 4.55 ns with one
port and with up to eight an array.

usage: transfer-table.py HLSC [kernel]...
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "..", "test", "Kernels")
sys.path.insert(0, os.path.join(HERE, "..", "test", "Driver", "Inputs"))
import run_polybench  # pylint: disable=wrong-import-position

MLIR = ["gemm", "2mm", "3mm", "atax", "bicg", "mvt", "gemver", "gesummv", "doitgen"]
C = ["syrk", "syr2k", "symm", "trmm"]
PORTS = ["atax", "bicg", "mvt", "gesummv", "gemver"]
U200 = ["--target", "u200", "--clock-ns", "4.0", "--usable", "100%"]
U55C = ["--target", "u55c", "--clock-ns", "4.55"]


def program(name):
    """Words of hlsc for the kernel at MEDIUM."""
    if name in MLIR:
        path = os.path.join(KERNELS, "medium", name + ".mlir")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return [path, "--top", text.split("func.func @")[1].split("(")[0]]
    path = os.path.join(KERNELS, "polybench", name + ".c")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    bind = run_polybench.bindings(text, "kernel_" + name, ["-DMEDIUM_DATASET"])
    return [path, "--top", "kernel_" + name, "-DMEDIUM_DATASET",
            "-DDATA_TYPE_IS_FLOAT", "--bind", bind]


def solve(hlsc, name, options):
    """Cycles, seconds of the solver, whether the design is proved; None: no design."""
    done = subprocess.run([hlsc, *program(name), *options, "--schedule", "source",
                           "--report", "json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{name} {' '.join(options)}: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return None
    report = json.loads(done.stdout)
    solver = report["solver"]
    seconds = report.get("timing_seconds", {}).get("hls-explore", 0.0)
    return report["cycles"], seconds, solver["status"]


def print_table(hlsc, names, columns):
    print(f"{'kernel':<10}" + "".join(f"{title:>28}" for title, _ in columns))
    for name in names:
        row = [solve(hlsc, name, options) for _, options in columns]
        print(f"{name:<10}" + "".join(
            f"{'-':>28}" if not one else f"{one[0]:>12,}{one[2]:>10}{one[1]:>5.2f}s"
            for one in row), flush=True)


def main():
    hlsc, *names = sys.argv[1:]
    wanted = names or MLIR + C
    print_table(hlsc, [name for name in MLIR + C if name in wanted],
                [("natural", U200 + ["--layout", "natural"]),
                 ("padded", U200 + ["--layout", "padded"]),
                 ("natural, blocks", U200 + ["--layout", "natural", "--blocks", "auto"])])
    print()
    print_table(hlsc, [name for name in PORTS if name in wanted],
                [("one port", U55C + ["--layout", "auto"]),
                 ("up to eight", U55C + ["--layout", "auto", "--max-ports", "8"])])


main()

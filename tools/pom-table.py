#!/usr/bin/env python3
#===- pom-table.py - Designs whose arrays are memories at the ports -----------===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""Prints the cycles of the designs that hlsc finds for the programs of
test/Kernels/pom on XC7Z020 at 10 ns, with 220 DSPs and `--memory ports`, beside
those that are published (published.csv there).

usage: pom-table.py HLSC [--sizes | --dsp | --ablation | --bottleneck] [kernel]...
       [option of hlsc]...

Without a choice: at 4096; exits with 1 where a design is slower than the published
one. --sizes: at 32, 64, ..., 8192; --dsp: at 4096, with
limits of the DSPs in steps; --ablation: at 4096, with parts of the space left out;
--bottleneck: at 32 and 4096, the design of the bottleneck search beside the exact one;
exits with 1 where the exact one is slower.
"""
import csv
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "..", "test", "Kernels", "pom")
SIZE = 4096
SIZES = [32 << step for step in range(9)]
DSPS = [27, 55, 110, 165, 220]
CHOICES = ("--sizes", "--dsp", "--ablation", "--bottleneck")
HEADS = {"": "       published   over it", "--bottleneck": "      bottleneck  over exact"}
PARTS = {
    "whole space": [],
    "order of the source": ["--schedule", "source"],
    "one bank an array": ["--max-partition", "1"],
    "pragmas alone": ["--space", "pragmas", "--schedule", "source"],
    "no unrolling outside": ["--space", "pragmas", "--fine-grained", "--schedule", "source"],
}


def published():
    with open(os.path.join(KERNELS, "published.csv"), encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["kernel"]: row for row in rows}


def design(hlsc, name, size, options):
    """The report of hlsc, or the reason why there is none, and the seconds."""
    path = os.path.join(KERNELS, name + ".c")
    with open(path, encoding="utf-8") as file:
        function = file.read().split("void ")[1].split("(")[0]
    command = [hlsc, path, "--top", function, f"-DN={size}", "--target", "zynq7020",
               "--clock-ns", "10", "--usable", "100%", "--memory", "ports", "--report", "json",
               *options]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        return None, (errors or [done.stderr[-200:]])[0], seconds
    return json.loads(done.stdout), "", seconds


def row(title, found):
    report, why, seconds = found
    if not report:
        print(f"{title:<36}{why}", flush=True)
        return None
    dsps = report["resources"]["DSP"]["used"]
    print(f"{title:<36}{report['cycles']:>16}{dsps:>6}{report['design']['status']:>10}"
          f"{seconds:>9.1f}", end="", flush=True)
    return report["cycles"]


def main():
    hlsc, *rest = sys.argv[1:]
    choice = next((word for word in rest if word in CHOICES), "")
    rest = [word for word in rest if word != choice]
    first = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
    names, options = rest[:first], rest[first:]
    known, failed = published(), False
    print(f"{'program':<36}{'cycles':>16}{'DSP':>6}{'status':>10}{'seconds':>9}"
          f"{HEADS.get(choice, '')}")
    for name in names or known:
        if choice == "--sizes":
            runs = [(f"{name} {size}", size, []) for size in SIZES]
        elif choice == "--dsp":
            runs = [(f"{name}, {dsp} DSP", SIZE, ["--limit", f"DSP={dsp}"]) for dsp in DSPS]
        elif choice == "--bottleneck":
            runs = [(f"{name} {size}", size, ["--dse", "bottleneck"]) for size in (32, SIZE)]
        elif choice == "--ablation":
            runs = [(f"{name}, {part}", SIZE, more) for part, more in PARTS.items()]
        else:
            runs = [(name, SIZE, [])]
        for title, size, more in runs:
            found = design(hlsc, name, size, [*more, *options])
            cycles = row(title, found)
            if cycles and choice == "--bottleneck":
                other = found[0]["solver"]["bottleneck_cycles"]
                failed |= cycles > other
                print(f"{other:>16}{other / cycles:>12.3f}", end="")
            if cycles and not choice:
                other = int(known[name]["cycles"])
                failed |= cycles > other
                print(f"{other:>16}{cycles / other:>10.3f}", end="")
            if cycles:
                print(flush=True)
            failed |= not cycles
    return failed


if __name__ == "__main__":
    sys.exit(main())

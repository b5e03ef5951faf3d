#!/usr/bin/env python3
"""Explores the kernels with arrays in tiles where they do not fit, under several
budgets and a time limit, and prints what is proved or how far off it may be.

usage: tiles_table.py BIN [--sizes LARGE] [--kernels gemm,2mm]
                      [--budgets full,fifth,...] [--seconds 5]

BIN: directory of hls-translate and hls-opt. Times are seconds of the wall, of
hls-opt as a whole on all cores; the limit is of the search. The gap is that of
the stated bound, in percent of the cycles.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time

import solver_table

DESIGN = re.compile(r'status = "(\w+)", cycles = (\d+), bound = (\d+)')


def explore(bin_dir, mlir, top, tree, limits, seconds):
    """(status, cycles, bound) or (first line of the error, None, None); wall."""
    passes = (f"{solver_table.normalize(top, tree, limits, 'shared')},"
              f"hls-explore{{time-limit={seconds} tiles=auto}}")
    start = time.monotonic()
    done = subprocess.run([os.path.join(bin_dir, "hls-opt"), mlir,
                           f"--pass-pipeline=builtin.module({passes})"],
                          capture_output=True, text=True, check=False)
    wall = time.monotonic() - start
    found = DESIGN.search(done.stdout)
    if found:
        return found[1], int(found[2]), int(found[3]), wall
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    return errors[0].split("error: ")[1], None, None, wall


def main():
    words = lambda text: text.split(",")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--sizes", type=words, default=["LARGE"])
    parser.add_argument("--kernels", type=words, default=solver_table.POLYBENCH)
    parser.add_argument("--budgets", type=words,
                        default=list(solver_table.BUDGETS))
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    print("| kernel | size | reduction | budget | status | cycles | gap % | s |\n"
          "|---|---|---|---|---|---|---|---|")
    counts, longest = {}, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, size, mlir, top in solver_table.kernels(
                options.bin, options.kernels, options.sizes, scratch):
            for tree in (False, True):
                for budget in options.budgets:
                    status, cycles, bound, wall = explore(
                        options.bin, mlir, top, tree,
                        solver_table.BUDGETS[budget], options.seconds)
                    gap = "-"
                    if cycles:
                        gap = f"{100 * (cycles - bound) / cycles:.2f}"
                    print(f"| {name} | {size} | {'tree' if tree else 'ordered'} | "
                          f"{budget} | {status} | {cycles or '-'} | {gap} | "
                          f"{wall:.2f} |", flush=True)
                    counts[status] = counts.get(status, 0) + 1
                    longest = max(longest, wall)
    print(f"\nlongest {longest:.2f} s; " + ", ".join(
        f"{status}: {count}" for status, count in sorted(counts.items())))


if __name__ == "__main__":
    main()

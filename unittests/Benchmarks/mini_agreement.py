#!/usr/bin/env python3
"""Do the built-in solver, enumeration and Gecode agree on the kernels at MINI
size?

usage: mini_agreement.py BIN [--kernels gemm,2mm] [--points 10000000]
                         [--subsets 3] [--gecode SECONDS]

BIN: directory of hls-translate, hls-opt and hls-solve. A kernel's whole program
is too large to enumerate: all but some variables are pinned to the values of
the optimum, or (every third subset) to any values, so that at most so many
points are left, which are solved in all ways. Which variables stay free is
random, but the same in every run. Gecode proves the first objective within so
many seconds, or is "not decided"; without --gecode it is not run.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import solver_table


def variables(path):
    """Name, domain and whether it is dependent, of each variable."""
    result, block = [], re.compile(r"  (var|dependent) (\S+) in \{(.*)\}")
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = block.match(line)
            if not match:
                continue
            values = []
            for part in match[3].split(", "):
                first, _, last = part.partition("..")
                values += range(int(first), int(last or first) + 1)
            result.append((match[2], values, match[1] == "dependent"))
    return result


def solve(bin_dir, path, *arguments):
    done = subprocess.run([os.path.join(bin_dir, "hls-solve"), path, "--json",
                           *arguments], capture_output=True, text=True,
                          check=False)
    if not done.stdout:
        sys.exit(f"{path} {arguments}: {done.stderr}")
    return json.loads(done.stdout)


def pins(choice, domains, optimum, points, anywhere):
    """Pins that leave at most so many points."""
    left = 1
    for _, values, dependent in domains:
        if dependent:
            left *= len(values)
    fixed = []
    for name, values, dependent in choice.sample(domains, len(domains)):
        if dependent:
            continue
        if left * len(values) <= points:
            left *= len(values)
        else:
            value = choice.choice(values) if anywhere else optimum[name]
            fixed.append(f"{name}={value}")
    return ",".join(fixed)


def compare(options, path, pinned):
    """Objectives of the built-in solver, points, and what the others say."""
    pin = ["--pin", pinned] if pinned else []
    ours = solve(options.bin, path, *pin)
    truth = solve(options.bin, path, "--solver", "enumeration", *pin)
    same = (ours["status"], ours["objective"]) == (truth["status"],
                                                   truth["objective"])
    verdicts = ["the same" if same else f"DIFFERS: {truth['objective']}"]
    if options.gecode:
        first = path + ".first"
        with open(first, "w", encoding="utf-8") as file:
            subprocess.run([os.path.join(options.bin, "hls-solve"), path,
                            "--print", *pin], stdout=file, check=True)
        solver_table.first_objective_only(first)
        theirs = solver_table.minizinc(options.bin, first, options.gecode)
        if not theirs or theirs["status"] not in ("optimal", "infeasible"):
            verdicts.append("not decided")
        elif (theirs["status"], (theirs["objective"] or [None])[0]) == (
                ours["status"], (ours["objective"] or [None])[0]):
            verdicts.append("the same")
        else:
            verdicts.append(f"DIFFERS: {theirs['objective']}")
    shown = ours["objective"][0] if ours["objective"] else ours["status"]
    return shown, truth["nodes"], verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--kernels", type=lambda text: text.split(","),
                        default=solver_table.POLYBENCH)
    parser.add_argument("--points", type=int, default=10000000)
    parser.add_argument("--subsets", type=int, default=3)
    parser.add_argument("--gecode", type=float)
    options = parser.parse_args()
    differs = 0
    print("| kernel | reduction | free | cycles | points | enumeration | Gecode |"
          "\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for name, _, mlir, top in solver_table.kernels(
                options.bin, options.kernels, ["MINI"], directory):
            for tree in (False, True):
                mode = "tree" if tree else "ordered"
                path = os.path.join(directory, f"{name}_{mode}.nlp")
                solver_table.dump(options.bin, mlir, top, path, tree)
                domains = variables(path)
                optimum = solve(options.bin, path)["values"]
                for subset in range(options.subsets):
                    choice = random.Random(f"{name} {mode} {subset}")
                    pinned = pins(choice, domains, optimum, options.points,
                                  anywhere=subset % 3 == 2)
                    cycles, points, verdicts = compare(options, path, pinned)
                    differs += any("DIFFERS" in v for v in verdicts)
                    free = len(domains) - pinned.count("=")
                    print(f"| {name} | {mode} | {free} | {cycles} | {points} | "
                          + " | ".join(verdicts + ["-"][:2 - len(verdicts)])
                          + " |", flush=True)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()

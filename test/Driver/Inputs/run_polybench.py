#!/usr/bin/env python3
"""Compiles the C kernels of test/Kernels/polybench (or another directory) with
hlsc and compares each in C simulation with the same C compiled by gcc.

usage: run_polybench.py HLSC KERNEL_DIR [--all] [-DNAME]... [option of hlsc]...

Runs the kernels of KERNEL_DIR/accepted.txt, every one of which must pass; with
--all every kernel. The model's cycles must be what the estimator says of the
code. Prints `PASS kernel cycles status counts` or `FAIL kernel code reason`;
exits with 1 if an accepted kernel failed.

The counts are: of the kernel's nests, those that are permutable (more than one
legal order), tiled (a loop in two levels), pipelined, at ii1, unrolled, and of
the parts that are only carried through. A line of accepted.txt may list any of
them: with --counts the last must not be larger, the others not smaller. Where a
line has `inexact=1`, model and estimator may differ by 1 %, as hlsc allows.
"""
import json
import os
import re
import subprocess
import sys

SECONDS = 60  # for one kernel, C simulation included
DATASETS = ["MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE"]


def bindings(text, function, defines):
    """"ni=20,nj=25": the size parameters at the chosen data set."""
    column = 0
    for index, name in enumerate(DATASETS):
        if f"-D{name}_DATASET" in defines:
            column = index
    sizes = dict(re.findall(r"#define (\w+) SIZES\(([^)]*)\)", text))
    parameters = re.search(rf"{function}\(([^)]*)\)\n{{", text).group(1)
    return ",".join(f"{name}={sizes[name.upper()].split(',')[column].strip()}"
                    for name in re.findall(r"\bint (\w+)(?=,|$)", parameters))


def counts(report):
    """How many nests are optimised, and how; one with several results counts as so many."""
    tasks = [task for task in report["design"]["tasks"] for _ in task["statements"]]
    orders = (report["solver"] or {}).get("orders", {})
    factors = [[loop["factors"] for loop in task["loops"]] for task in tasks]
    pipelined = [task for task in tasks if task.get("pipelined")]
    return {
        "permutable": sum(orders.get(task["name"], 1) > 1 for task in tasks),
        "tiled": sum(any(sum(f > 1 for f in loop) > 1 for loop in loops)
                     for loops in factors),
        "pipelined": len(pipelined),
        "ii1": sum(task.get("ii", 1) == 1 for task in pipelined),
        "unrolled": sum(any(loop[2] > 1 for loop in loops) for loops in factors),
        "carried": len(report["carried"]),
    }


def regressions(found, listed):
    """What is worse than the list says."""
    return [f"{key} is {found[key]}, listed {value}"
            for key, value in listed.items()
            if (found[key] > value if key == "carried" else found[key] < value)]


def run(hlsc, path, options, listed):
    """(exit code, line to print) of one kernel."""
    name = os.path.splitext(os.path.basename(path))[0]
    function = "kernel_" + name.replace("-", "_")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if function not in text:
        function = name
    bind = bindings(text, function, options)
    command = [hlsc, path, "--top", function, "--target", "u200", "--csim",
               "--report", "json", *options, *(["--bind", bind] if bind else [])]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 1, f"FAIL {name} - not finished after {SECONDS} s"
    if done.returncode != 0:
        reasons = [line for line in done.stderr.splitlines() if "error:" in line]
        reason = reasons[0] if reasons else done.stderr[-200:]
        return done.returncode, f"FAIL {name} {done.returncode} {reason}"
    report = json.loads(done.stdout)
    runs = report["csim"]
    if not runs or any(entry["status"] != "passed" for entry in runs):
        return 1, f"FAIL {name} 0 C simulation: {runs}"
    design = report["design"]
    model, estimate = report["cycles"], report["estimate"]["cycles"]
    inexact = listed.pop("inexact", 0)
    if model != estimate and not inexact:
        return 1, f"FAIL {name} 0 model {model}, estimate {estimate} cycles"
    found = counts(report)
    worse = regressions(found, listed)
    if worse:
        return 1, f"FAIL {name} 0 {', '.join(worse)}"
    shown = " ".join(f"{key}={value}" for key, value in found.items())
    return 0, f"PASS {name} {design['cycles']} {design['status']} {shown}"


def main():
    hlsc, directory, *rest = sys.argv[1:]
    everything = "--all" in rest
    check = "--counts" in rest
    options = [option for option in rest if option not in ("--all", "--counts")]
    with open(os.path.join(directory, "accepted.txt"), encoding="utf-8") as file:
        lines = [line.split() for line in file
                 if line.strip() and not line.startswith("#")]
    accepted = {line[0]: {key: int(value) for key, value in
                          (entry.split("=") for entry in line[1:])}
                for line in lines}
    names = sorted(entry[:-2] for entry in os.listdir(directory)
                   if entry.endswith(".c"))
    missing = set(accepted) - set(names)
    if not accepted or missing:
        sys.exit(f"accepted.txt names no kernel, or unknown ones: {missing}")
    failed = 0
    for name in names:
        if name not in accepted and not everything:
            continue
        code, line = run(hlsc, os.path.join(directory, name + ".c"), options,
                         accepted.get(name, {}) if check else
                         {"inexact": accepted.get(name, {}).get("inexact", 0)})
        failed |= code != 0 and name in accepted
        print(line, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

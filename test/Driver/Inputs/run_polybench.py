#!/usr/bin/env python3
"""Compiles the C kernels of test/Kernels/polybench with hlsc and compares each
in C simulation with the same C compiled by gcc.

usage: run_polybench.py HLSC KERNEL_DIR [--all] [-DNAME]... [option of hlsc]...

Runs the kernels of KERNEL_DIR/accepted.txt, every one of which must pass; with
--all every kernel. Prints `PASS kernel cycles status` or `FAIL kernel code
reason`; exits with 1 if an accepted kernel failed.
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


def run(hlsc, path, options):
    """(exit code, line to print) of one kernel."""
    name = os.path.splitext(os.path.basename(path))[0]
    function = "kernel_" + name.replace("-", "_")
    with open(path, encoding="utf-8") as file:
        bind = bindings(file.read(), function, options)
    command = [hlsc, path, "--top", function, "--bind", bind, "--target", "u200",
               "--csim", "--report", "json", *options]
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
    return 0, f"PASS {name} {design['cycles']} {design['status']}"


def main():
    hlsc, directory, *rest = sys.argv[1:]
    everything = "--all" in rest
    options = [option for option in rest if option != "--all"]
    with open(os.path.join(directory, "accepted.txt"), encoding="utf-8") as file:
        accepted = [line.split()[0] for line in file
                    if line.strip() and not line.startswith("#")]
    names = sorted(entry[:-2] for entry in os.listdir(directory)
                   if entry.endswith(".c"))
    missing = set(accepted) - set(names)
    if not accepted or missing:
        sys.exit(f"accepted.txt names no kernel, or unknown ones: {missing}")
    failed = 0
    for name in names:
        if name not in accepted and not everything:
            continue
        code, line = run(hlsc, os.path.join(directory, name + ".c"), options)
        failed |= code != 0 and name in accepted
        print(line, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

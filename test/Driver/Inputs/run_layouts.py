"""Layouts of memory and ports: every design is simulated bit for bit, and its model
and estimate agree.

usage: run_layouts.py HLSC DIR_OF_KERNELS OUTPUT_DIR [--prime] [KERNEL...]

Without kernels: all of the directory. --prime: each size of MINI is the next prime
number, so that no beat but that of one element divides a row; the loops stay as they
are.
"""
import json
import pathlib
import re
import subprocess
import sys

import run_polybench

# Ports of natural layout have a block of rows each.
LAYOUTS = (("natural", 1), ("natural", 2), ("natural", 8), ("padded", 1), ("padded", 2), ("packed", 1),
           ("packed", 4), ("auto", 8))


def next_prime(number):
    while any(number % divisor == 0 for divisor in range(2, number)):
        number += 1
    return number


def with_prime_sizes(path, out):
    """A copy of the kernel."""
    text = re.sub(r"SIZES\((\d+)", lambda found: f"SIZES({next_prime(int(found[1]))}",
                  path.read_text(encoding="utf-8"))
    copy = pathlib.Path(out) / path.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text, encoding="utf-8")
    return copy


def compile_kernel(hlsc, path, include, layout, ports, out, schedule):
    name = path.stem
    top = "kernel_" + name.replace("-", "_")
    bind = run_polybench.bindings(path.read_text(encoding="utf-8"), top, ["-DMINI_DATASET"])
    command = [hlsc, path, f"-I{include}", "--top", top, "-DMINI_DATASET", "-DDATA_TYPE_IS_FLOAT", "--bind", bind,
               "--target", "u55c", "--layout", layout, "--max-ports", str(ports), "--padding", "300", "--csim",
               "--schedule", schedule, "--report", "json", "-o", out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{name}, {layout}, {ports} ports: {done.stderr}"
    return json.loads(done.stdout)


def check(report, layout, ports, what):
    assert all(run["status"] == "passed" for run in report["csim"]), what
    assert report["cycles"] == report["estimate"]["cycles"], what
    assert all(cycles <= report["cycles"] for name, cycles in report["bounds"].items()
               if "bound" in name), what
    moved = [array for array in report["arrays"] if array["width_bits"]]
    assert all(array["ports"] <= ports for array in moved), what
    if layout == "padded":
        assert all(lanes == 1 for array in moved for lanes in array["lanes"][:-1]), what
    if layout == "natural":
        assert all(not array["lanes"] and array["port_blocks"] == array["ports"] for array in moved), what
    return sum(bool(array["lanes"]) or array["ports"] > 1 for array in moved)


def main():
    hlsc, kernels, out, *names = sys.argv[1:]
    prime = names[:1] == ["--prime"]
    names = names[prime:]
    paths = [pathlib.Path(kernels) / f"{name}.c" for name in names] or \
        [path for path in sorted(pathlib.Path(kernels).glob("*.c"))]
    laid_out = 0
    for path in paths:
        path = with_prime_sizes(path, out + ".primes") if prime else path
        for layout, ports in LAYOUTS:
            report = compile_kernel(hlsc, path, kernels, layout, ports, out, "source" if prime else "auto")
            laid_out += check(report, layout, ports, f"{path.stem}, {layout}, {ports} ports")
    print(f"{len(paths)} kernels, {laid_out} arrays laid out")


main()

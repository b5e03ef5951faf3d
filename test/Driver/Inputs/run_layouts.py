"""Layouts of memory and ports: every design is simulated bit for bit, and its model
and estimate agree.

usage: run_layouts.py HLSC DIR_OF_KERNELS OUTPUT_DIR [KERNEL...]

Without kernels: all of the directory.
"""
import json
import pathlib
import subprocess
import sys

LAYOUTS = (("padded", 1), ("padded", 2), ("packed", 1), ("packed", 4), ("auto", 8))


def compile_kernel(hlsc, path, layout, ports, out):
    name = path.stem
    command = [hlsc, path, "--top", "kernel_" + name.replace("-", "_"), "-DMINI_DATASET",
               "-DDATA_TYPE_IS_FLOAT", "-DPOLYBENCH_USE_SCALAR_LB", "--bind-from-extents",
               "--target", "u55c", "--layout", layout, "--max-ports", str(ports), "--padding", "300", "--csim",
               "--report", "json", "-o", out]
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
    return sum(bool(array["lanes"]) for array in moved)


def main():
    hlsc, kernels, out, *names = sys.argv[1:]
    paths = [pathlib.Path(kernels) / f"{name}.c" for name in names] or \
        [path for path in sorted(pathlib.Path(kernels).glob("*.c"))]
    laid_out = 0
    for path in paths:
        for layout, ports in LAYOUTS:
            report = compile_kernel(hlsc, path, layout, ports, out)
            laid_out += check(report, layout, ports, f"{path.stem}, {layout}, {ports} ports")
    print(f"{len(paths)} kernels, {laid_out} arrays laid out")


main()

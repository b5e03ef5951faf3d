"""Distributes every kernel of a directory and runs it against its reference.

Usage: run_kernels.py TALOS_BIN LLVM_BIN KERNEL_DIR
"""
import pathlib
import subprocess
import sys
import tempfile

talos_bin, llvm_bin, kernels = map(pathlib.Path, sys.argv[1:4])
compare = pathlib.Path(__file__).with_name("run_against_reference.py")
count = 0
with tempfile.TemporaryDirectory() as directory:
    for kernel in sorted(kernels.glob("*.mlir")):
        top = kernel.stem if kernel.stem.isidentifier() else "kernel_" + kernel.stem
        out = pathlib.Path(directory) / kernel.name
        passes = f"hls-prepare{{top={top}}},func.func(hls-normalize,hls-distribute)"
        subprocess.run([talos_bin / "hls-opt", kernel, "-o", out,
                        f"--pass-pipeline=builtin.module({passes})"], check=True)
        text = out.read_text()
        mine = text[:text.index(f"@{top}_reference(")]
        # One statement a nest: as many stores as nests of the outermost level.
        nests = sum(line.startswith("    affine.for") for line in mine.splitlines())
        assert nests == mine.count("affine.store"), f"{top} is not distributed"
        subprocess.run([sys.executable, compare, llvm_bin, out, top], check=True)
        count += 1
print(count, "kernels equal their references")

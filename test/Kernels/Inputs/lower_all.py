"""Lowers every kernel below a directory with upstream MLIR alone."""
import pathlib
import subprocess
import sys

mlir_opt, root = sys.argv[1], pathlib.Path(sys.argv[2])
kernels = sorted(root.glob("*/*.mlir"))
assert len(kernels) == 26, f"expected 13 kernels in two sizes, got {len(kernels)}"
for kernel in kernels:
    subprocess.run(
        [mlir_opt, kernel, "--convert-linalg-to-affine-loops",
         "--lower-affine", "--convert-scf-to-cf", "--expand-strided-metadata",
         "--finalize-memref-to-llvm", "--convert-to-llvm",
         "--reconcile-unrealized-casts", "-o", "/dev/null"],
        check=True)

#!/usr/bin/env python3
"""Makes the .deb packages of a build, unpacks them into an empty tree, and uses
compiler, plugin and Python package there.

usage: run_packages.py BUILD_DIR CPACK
"""
import glob
import os
import subprocess
import sys
import tempfile

KERNEL = """
func.func @scale(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = arith.mulf %0, %x : f32
    affine.store %1, %A[%i] : memref<8xf32>
  }
  return
}
"""
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
PYTHON = """
import numpy, talos
design = talos.open("scale.mlir").design(target="u200")
A = numpy.ones(8, dtype="float32")
design.simulate(A, 3.0)
assert (A == 3.0).all(), A
design.build("python", mode="csim")
print(talos.__file__)
"""


def run(command, **options):
    """The standard output; ends the test where the command fails."""
    result = subprocess.run(command, capture_output=True, text=True, check=False,
                            **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} returned {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")
    return result.stdout


def field(package, name):
    """A field of the control file."""
    return run(["dpkg-deb", "-f", package, name]).strip()


def main():
    build, cpack = os.path.abspath(sys.argv[1]), sys.argv[2]
    for name in ("TALOS_DATA_DIR", "TALOS_BIN_DIR", "PYTHONPATH"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as work:
        made, root = os.path.join(work, "packages"), os.path.join(work, "root")
        run([cpack, "-G", "DEB", "--config", os.path.join(build, "CPackConfig.cmake"),
             "-B", made], cwd=work)
        packages = {field(path, "Package"): path
                    for path in glob.glob(os.path.join(made, "*.deb"))}
        wanted = {"talos", "talos-mlir-plugin", "python3-talos", "talos-dev"}
        assert set(packages) == wanted, sorted(packages)
        assert "libmlir-22" in field(packages["talos"], "Depends")
        assert "talos (=" in field(packages["python3-talos"], "Depends")
        for path in packages.values():
            run(["dpkg-deb", "-x", path, root])
        usr, elsewhere = os.path.join(root, "usr"), os.path.join(work, "elsewhere")
        os.mkdir(elsewhere)
        with open(os.path.join(elsewhere, "scale.mlir"), "w", encoding="utf-8") as file:
            file.write(KERNEL)
        run([os.path.join(usr, "bin", "hlsc"), "scale.mlir", "--top", "scale", "--target",
             "u200", "--csim", "-o", "out"], cwd=elsewhere)
        plugin = os.path.join(usr, "lib", "TalosPlugin.so")
        text = run([MLIR_OPT, f"--load-dialect-plugin={plugin}",
                    f"--load-pass-plugin={plugin}",
                    "--pass-pipeline=builtin.module(hls-pipeline{top=scale target=u200})",
                    "scale.mlir"], cwd=elsewhere)
        assert "hls.task" in text, text
        headers = os.path.join(usr, "include", "talos-c", "Session.h")
        assert os.path.exists(headers), headers
        use_python(build, usr, elsewhere)
    print("compiler, plugin and Python package work from their packages")


def use_python(build, usr, elsewhere):
    """The installed package, with nothing else of the project in sight."""
    packages = os.path.join(usr, "lib", "python3", "dist-packages")
    if not glob.glob(os.path.join(build, "python", "talos", "_talos*.so")):
        print("no Python module was built: only its Python files are packaged")
        assert os.path.exists(os.path.join(packages, "talos", "__init__.py"))
        return
    place = run([sys.executable, "-B", "-c", PYTHON], cwd=elsewhere,
                env={**os.environ, "PYTHONPATH": packages}).strip()
    assert place.startswith(usr), place
    for name in os.listdir(os.path.join(elsewhere, "out")):
        with open(os.path.join(elsewhere, "out", name), "rb") as first, \
                open(os.path.join(elsewhere, "python", name), "rb") as second:
            assert first.read() == second.read(), name


if __name__ == "__main__":
    main()

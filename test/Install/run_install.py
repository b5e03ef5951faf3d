#!/usr/bin/env python3
"""Installs the build, moves the tree, uses it from outside.

usage: run_install.py BUILD_DIR CMAKE CXX_COMPILER
"""
import os
import shutil
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


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False,
                            **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} returned {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")
    return result.stdout


def build_consumer(cmake, compiler, prefix, work):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "consumer")
    build = os.path.join(work, "consumer")
    run([cmake, "-G", "Ninja", "-S", source, "-B", build,
         f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}"])
    run([cmake, "--build", build])
    text = run([os.path.join(build, "consumer")])
    assert "#hls.pipeline<ii = 3>" in text, text


def use_tools(prefix, elsewhere):
    """Runs installed tools from a directory that is neither build nor source."""
    kernel = os.path.join(elsewhere, "scale.mlir")
    with open(kernel, "w", encoding="utf-8") as file:
        file.write(KERNEL)
    tool = lambda name: os.path.join(prefix, "bin", name)
    run([tool("hls-opt"), kernel], cwd=elsewhere)
    # A device that only the installed tree has: data come from there.
    devices = os.path.join(prefix, "share", "talos", "targets", "devices")
    with open(os.path.join(devices, "u200.json"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(devices, "u200b.json"), "w", encoding="utf-8") as file:
        file.write(text.replace('"u200"', '"u200b"'))
    run([tool("hlsc"), "doctor"], cwd=elsewhere)
    for name in ("man/man1/hlsc.1", "bash-completion/completions/hlsc",
                 "zsh/site-functions/_hlsc"):
        path = os.path.join(prefix, "share", name)
        with open(path, encoding="utf-8") as file:
            assert "pareto" in file.read(), path
    for name in ("man/man1/hls-sim.1", "bash-completion/completions/hls-sim",
                 "zsh/site-functions/_hls-sim"):
        path = os.path.join(prefix, "share", name)
        with open(path, encoding="utf-8") as file:
            assert "depth" in file.read(), path
    listed = run([tool("hlsc"), "--list-targets"], cwd=elsewhere)
    assert "u200b" in listed, listed
    run([tool("hlsc"), kernel, "--top", "scale", "--target", "u200b", "--csim",
         "-o", "out", "--report-html", "scale.html"], cwd=elsewhere)
    assert os.path.exists(os.path.join(elsewhere, "out", "scale.cpp"))
    with open(os.path.join(elsewhere, "scale.html"), encoding="utf-8") as file:
        assert "<svg" in file.read()


def main():
    build, cmake, compiler = sys.argv[1:4]
    os.environ.pop("TALOS_DATA_DIR", None)
    with tempfile.TemporaryDirectory() as work:
        first, prefix = os.path.join(work, "first"), os.path.join(work, "moved")
        run([cmake, "--install", build, "--prefix", first])
        shutil.move(first, prefix)
        elsewhere = os.path.join(work, "elsewhere")
        os.mkdir(elsewhere)
        build_consumer(cmake, compiler, prefix, work)
        use_tools(prefix, elsewhere)
    print("installed tools, data and package work")


if __name__ == "__main__":
    main()

"""Limits of a run, and progress on a terminal: run_limits.py HLSC DIRECTORY
POLYBENCH."""

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

COLUMNS = 100


def sums(count):
    arrays = ", ".join(f"float A{k}[64]" for k in range(count + 1))
    loops = "".join(f"  for (int i = 0; i < 64; i++)\n    A{k + 1}[i] = A{k}[i] + "
                    f"A{7 * k % (k + 1)}[i];\n" for k in range(count))
    return f"void f({arrays}) {{\n{loops}}}\n"


def nest(depth):
    """Slow to distribute: most loops move no subscript."""
    loops = "".join(f"affine.for %i{k} = 0 to 2 {{\n" for k in range(depth))
    return f"""func.func @f(%A: memref<2xf32>) {{
{loops}%v = affine.load %A[%i0] : memref<2xf32>
affine.store %v, %A[%i0] : memref<2xf32>
{"}" * depth}
return
}}
"""


def run(hlsc, source, *options):
    start = time.monotonic()
    done = subprocess.run([hlsc, source, "--top", "f", "--target", "u200", "--report", "none",
                           *options], capture_output=True, text=True, check=False)
    return done, time.monotonic() - start


def on_terminal(hlsc, source):
    """What is written to a terminal."""
    main, terminal = pty.openpty()
    child = subprocess.Popen([hlsc, source, "--top", "f", "--target", "u200", "--report", "none",
                              "--node-limit", "20000"], stderr=terminal)
    os.close(terminal)
    text = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:
            break
        if not piece:
            break
        text += piece
    assert child.wait() == 0
    return text.decode()


def main():
    hlsc, directory = sys.argv[1], Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    medium = directory / "medium.c"
    some, many = directory / "some.c", directory / "many.c"
    deep = directory / "deep.mlir"
    many.write_text(sums(90))
    medium.write_text(sums(60))
    some.write_text(sums(30))
    deep.write_text(nest(12))

    done, seconds = run(hlsc, some, "--time-limit", "1")
    assert done.returncode == 0 and seconds < 9, (done, seconds)
    print("time in the search: answered within the limit")

    done, seconds = run(hlsc, deep, "--time-limit", "1")
    assert done.returncode == 3 and seconds < 3, (done, seconds)
    print("time before the search:", done.stderr)

    done, seconds = run(hlsc, many, "--memory-limit", "60")
    assert done.returncode == 3 and seconds < 6, (done, seconds)
    print("memory:", done.stderr)

    # Less than the search of this program takes, and more than a design.
    done, _ = run(hlsc, Path(sys.argv[3]) / "2mm.c", "--top", "kernel_2mm", "-DLARGE_DATASET",
                  "-I" + sys.argv[3], "--bind-from-extents", "--usable", "100%", "--memory-limit",
                  "400", "--report", "json")
    assert done.returncode == 0, done
    design = json.loads(done.stdout)["design"]
    assert 0 < design["bound"] <= design["cycles"], design
    print("memory in the search:", design["status"])

    done, _ = run(hlsc, some, "--time-limit", "2")
    assert done.returncode == 0 and done.stderr == "", done
    print("no terminal: nothing is shown")

    lines = [line for line in re.split("\r\x1b\\[K", on_terminal(hlsc, medium)) if line]
    assert lines and all(len(line) <= COLUMNS for line in lines), lines
    print("terminal:", lines[-1])


main()

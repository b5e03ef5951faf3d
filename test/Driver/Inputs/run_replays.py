#!/usr/bin/env python3
"""Compiles C kernels with hlsc, prints each design as a script, and compiles
with that script again: the emitted kernel must have the same bytes.

usage: run_replays.py HLSC HLS_OPT KERNEL_DIR DIRECTORY NAME... [option of hlsc]...

NAME is a kernel of KERNEL_DIR without `.c`, or `all`. Files go to DIRECTORY.
Prints `PASS kernel: steps` or `FAIL kernel: reason`; exits with 1 on a failure.
"""
import os
import re
import subprocess
import sys

from run_polybench import bindings


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def replay(hlsc, hls_opt, source, directory, options):
    """The steps of the script, or why there is none that replays."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    function = re.search(r"\b(kernel_\w+)\(", text).group(1)
    bind = bindings(text, function, options)
    command = [hlsc, source, "--top", function, "--target", "u200", "--report", "none",
               *options, *(["--bind", bind] if bind else [])]
    one, two = os.path.join(directory, "one"), os.path.join(directory, "two")
    first = run([*command, "-o", one])
    if first.returncode != 0:
        return False, f"hlsc: {first.stderr}"
    printed = run([hls_opt, "--hls-print-schedule", f"{one}/{function}.hls.mlir", "-o",
                   "/dev/null"])
    if printed.returncode != 0:
        return False, f"hls-opt: {printed.stderr}"
    script = os.path.join(directory, "schedule.mlir")
    with open(script, "w", encoding="utf-8") as file:
        file.write(printed.stdout)
    second = run([*command, "--schedule", script, "-o", two])
    if second.returncode != 0:
        return False, f"hlsc --schedule: {second.stderr}"
    with open(f"{one}/{function}.cpp", "rb") as a, open(f"{two}/{function}.cpp", "rb") as b:
        if a.read() != b.read():
            return False, f"{one} and {two} differ"
    steps = re.findall(r"transform\.hls\.(\w+)", printed.stdout)
    return True, " ".join(step for step in steps if step != "pin")


def main(arguments):
    hlsc, hls_opt, kernels, directory, *rest = arguments
    options = [word for word in rest if word.startswith("-")]
    names = [word for word in rest if not word.startswith("-")]
    if names == ["all"]:
        names = sorted(name[:-2] for name in os.listdir(kernels) if name.endswith(".c"))
    failed = False
    for name in names:
        own = os.path.join(directory, name)
        os.makedirs(own, exist_ok=True)
        good, what = replay(hlsc, hls_opt, os.path.join(kernels, f"{name}.c"), own, options)
        print(f"{'PASS' if good else 'FAIL'} {name}: {what}", flush=True)
        failed |= not good
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

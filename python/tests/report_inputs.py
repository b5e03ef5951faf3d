# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports and records for the tests of talos.report, made once by hlsc."""

import atexit
import functools
import json
import pathlib
import shutil
import subprocess
import tempfile

from talos import tools
from talos.report import cli, reading

SOURCE = pathlib.Path(__file__).resolve().parents[2]
KERNELS = {
    "gemm": ("test/Kernels/mini/gemm.mlir", "--top", "gemm"),
    "atax": ("test/Kernels/mini/atax.mlir", "--top", "atax"),
    "lu": ("test/Kernels/polybench/lu.c", "--top", "kernel_lu", "--bind", "n=40",
           "--schedule", "source"),
}


@functools.cache
def directory():
    made = tempfile.mkdtemp(prefix="talos-report-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return pathlib.Path(made)


def hlsc(*arguments, check=True):
    """Runs hlsc in the source tree."""
    command = [tools.find_tool("hlsc"), *map(str, arguments)]
    done = subprocess.run(command, cwd=SOURCE, capture_output=True, text=True,
                          check=False)
    if check:
        assert done.returncode == 0, done.stderr
    return done


@functools.cache
def report_file(kernel, *options):
    name = "-".join([kernel, *options]).replace("--", "") + ".json"
    path = directory() / name
    hlsc(*KERNELS[kernel], "--target", "u200", "--explain", "--report", "none",
         "--report-file", path, *options)
    return path


@functools.cache
def record_file():
    path = directory() / "gemm.jsonl"
    hlsc(*KERNELS["gemm"], "--target", "u200", "--report", "none", "--dse",
         "--dse-partitions", "256,16", "--dse-record", path)
    return path


def load(kernel):
    path = report_file(kernel)
    return reading.read_report(reading.parse(path.read_text(), str(path)), str(path))


def page(name, *inputs, options=()):
    """Runs the command; the path of what it wrote."""
    out = directory() / name
    parser = cli.argparse.ArgumentParser()
    cli.add_arguments(parser)
    arguments = parser.parse_args([*map(str, inputs), "-o", str(out), *options])
    assert cli.run(arguments) == 0
    return out


def changed(kernel, change):
    """The JSON of a report after `change`, as text."""
    report = json.loads(report_file(kernel).read_text())
    change(report)
    return json.dumps(report)

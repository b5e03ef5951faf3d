#!/usr/bin/env python3
#===- run_in_plugin.py - Scripts in a tool that knows nothing of Talos ------===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""Runs the legal scripts of tests in mlir-opt with the plugin as well, by
transform-interpreter alone, and compares what hls-opt makes of them, byte by byte.
Every op of ScheduleOps.td must be in one of them.

usage: run_in_plugin.py hls-opt mlir-opt TalosPlugin.so ScheduleOps.td test...
"""
import os
import re
import subprocess
import sys
import tempfile

from check_script_ops import operations, parts

INTERPRETER = (r"transform-preload-library{transform-library-paths=\1},"
               "transform-interpreter,func.func(hls-generate-schedule)")


def runs(path, folder):
    """Program, pipeline and scripts of each RUN line of `path` that is to succeed; what
    split-file makes stands in `folder` then."""
    with open(path, encoding="utf-8") as file:
        head, files = parts(file.read())
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    head = re.sub(r"\\\n// RUN:", "", head)
    for name, value in re.findall(r"^// DEFINE: (%\{\w+\}) = (.*)$", head, flags=re.M):
        head = head.replace(name, value)
    for line in re.findall(r"^// RUN: hls-opt (.*)$", head, flags=re.M):
        found = re.match(r'%t/([\w-]+\.mlir) .*--pass-pipeline="([^"]*script[^"]*)"', line)
        # A script that another RUN line prints is not of this file.
        scripts = re.findall(r"%t/([\w-]+\.mlir)", found[2]) if found else []
        if scripts and all(name in files for name in [found[1], *scripts]):
            yield os.path.join(folder, found[1]), found[2].replace("%t", folder), \
                [files[name] for name in scripts]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def main():
    hls_opt, mlir_opt, plugin, definitions, *tests = sys.argv[1:]
    load = [f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}"]
    seen, count = set(), 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            for program, pipeline, scripts in runs(test, folder):
                plain = re.sub(r"hls-run-schedule{script=([^}]*)}", INTERPRETER, pipeline)
                one = run([hls_opt, program, f"--pass-pipeline={pipeline}"])
                other = run([mlir_opt, *load, program, f"--pass-pipeline={plain}"])
                assert one == other, (program, plain, one, other)
                count += 1
                for script in scripts:
                    seen.update(re.findall(r"transform\.hls\.(\w+)", script))
    missing = operations(definitions) - seen
    assert not missing, missing
    print(f"{len(seen)} ops in {count} scripts, the same in mlir-opt")


if __name__ == "__main__":
    main()

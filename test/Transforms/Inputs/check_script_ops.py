#!/usr/bin/env python3
#===- check_script_ops.py - Every op of scripts has its examples ------------===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------------===#
"""Holds the ops of ScheduleOps.td against the tests of scripts: each is in a script
that some test runs, and in one that some test expects to be refused.

usage: check_script_ops.py ScheduleOps.td test...
"""
import re
import sys


def parts(text):
    """The files that split-file makes, by name."""
    pieces = re.split(r"^//--- (.+)$", text, flags=re.M)
    return pieces[0], dict(zip(pieces[1::2], pieces[2::2]))


def examples(path):
    """Ops of the scripts in each RUN line, and whether it is to fail."""
    with open(path, encoding="utf-8") as file:
        head, files = parts(file.read())
    joined = re.sub(r"\\\n// RUN:", "", head)
    for line in re.findall(r"^// RUN: (.*)$", joined, flags=re.M):
        for name in re.findall(r"%t/([\w-]+\.mlir)", line):
            ops = re.findall(r"transform\.hls\.(\w+)", files.get(name, ""))
            yield line.startswith("not "), set(ops)


def operations(path):
    """Names of the ops that ScheduleOps.td defines."""
    with open(path, encoding="utf-8") as file:
        ops = re.findall(r'HLS_(?:Schedule|Step)Op<"(\w+)"', file.read())
    assert len(ops) > 20, ops
    return set(ops)


def main():
    definitions, *tests = sys.argv[1:]
    ops = operations(definitions)
    legal, illegal = set(), set()
    for test in tests:
        for fails, used in examples(test):
            # What stands before the refused op of a script is no example.
            (illegal if fails else legal).update(used)
    missing = [
        f"transform.hls.{op} has no {kind} example"
        for op in sorted(ops)
        for kind, found in (("legal", legal), ("illegal", illegal))
        if op not in found
    ]
    if missing:
        print("\n".join(missing))
        return 1
    print(f"{len(ops)} ops, each with a legal and an illegal example")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixing what you know, and having the rest solved around it."""

import pathlib
import sys

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

import talos

source = pathlib.Path(__file__).absolute().parents[2] / "test" / "Kernels"
program = talos.open(source / "mini" / "gemm.mlir", top="gemm")
best = program.design(target="u200")
print("best:", best)

# The k loop of S1 unrolled by three, all else as good as it can then be.
pinned = best.pin("S1.k.t2", 3)
print("k unrolled by 3:", pinned)
assert pinned.cycles >= best.cycles

# At most two banks of A: pins are bounds as well.
narrow = best.pin("A.partition1", at_most=2)
print("two banks of A at most:", narrow)

# Pins that cannot hold together are named.
try:
    pinned.pin("S1.k.t2", at_most=2)
except talos.Error as error:
    print("refused:", error)
else:
    raise SystemExit("the pins contradict each other")

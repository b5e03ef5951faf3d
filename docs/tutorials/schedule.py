#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A schedule by hand: a stencil along wavefronts, and the machine's own."""

import pathlib
import sys

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

import talos
from talos import f32


@talos.kernel
def mean(A: f32[66]):
    for t in range(40):
        for i in range(1, 65):
            A[i] = (A[i - 1] + A[i] + A[i + 1]) * 0.25


# As it is written, every element waits for the one before it.
source = talos.customize(mean).design(target="zynq7020", clock_ns=10, memory="ports", schedule="source")
print("as written:", source)

# Along wavefronts 2 t + i, the steps t are free. S0 is the statement, S0.i its loop.
program = talos.customize(mean).skew("S0.i", 2, "S0.t").interchange("S0.t", "S0.i")
front = program.design(target="zynq7020", clock_ns=10, memory="ports")
print("wavefronts:", front)
assert front.cycles * 5 < source.cycles
print(program.script)

# What is not legal says why, at its line here.
try:
    talos.customize(mean).interchange("S0.t", "S0.i").design(target="zynq7020", clock_ns=10)
except talos.InputError as error:
    print("refused:", error)
else:
    raise SystemExit("the interchange breaks a dependence")

# The machine finds wavefronts by itself.
found = talos.customize(mean).design(target="zynq7020", clock_ns=10, memory="ports")
print("without a script:", found)
assert found.cycles <= front.cycles

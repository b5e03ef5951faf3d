#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Talos inside an MLIR flow of one's own: programs come and go as text."""

import pathlib
import sys

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

import talos

# What another compiler made: a matrix product of linalg.
PROGRAM = """
func.func @product(%A: memref<16x24xf32>, %B: memref<24x8xf32>, %C: memref<16x8xf32>) {
  linalg.matmul ins(%A, %B : memref<16x24xf32>, memref<24x8xf32>)
                outs(%C : memref<16x8xf32>)
  return
}
"""

# Passes of MLIR and of Talos run over it by their names.
loops = talos.run_passes(PROGRAM, "builtin.module(func.func(convert-linalg-to-affine-loops))")
assert "affine.for" in loops
prepared = talos.run_passes(
    loops, "builtin.module(hls-prepare{top=product},"
    "hls-attach-target{target=u200 clock-ns=4.0},func.func(hls-normalize))")
print(prepared)

# The whole way, with the result as text again: for a simulator, a scheduler, ...
design = talos.from_mlir(loops, top="product").design(target="u200")
print(design)
assert "hls.task" in design.mlir
print(sorted(design.files))

#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the cycles of a design go: the report, its bounds, and what limits it."""

import pathlib
import sys

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

import talos

source = pathlib.Path(__file__).absolute().parents[2] / "test" / "Kernels"
design = talos.open(source / "polybench" / "atax.c", top="kernel_atax",
                    bind={"m": 38, "n": 42}).design(target="u200", explain=True)

# The whole report, as hlsc prints it; and as data.
print(design.table())
report = design.report

# No design has fewer cycles than the first two of these bounds.
for name, cycles in sorted(report["bounds"].items(), key=lambda item: item[1]):
    print(f"{cycles:>12,}  {name}")

# The model decides; the estimator schedules the final program by itself. They
# agree, or the compiler says that it cannot be trusted.
compared = report["comparison"]["cycles"]
print(f"predicted {compared['predicted']:,}, estimated {compared['estimated']:,}")
assert abs(compared["predicted"] - compared["estimated"]) <= compared["predicted"] / 100

# What limits each nest, and what more of it would buy.
print(design.explain())

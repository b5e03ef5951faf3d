# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rebuilds reported designs as code that the compiler reads.

nests     a statement with its strip-mined loops
program   a design's arrays, statements and scalars
text      lines of IR, and expressions
applied   tasks, buffers and transfers, as the apply passes leave them
source    the program before any decision, and the design point
carry     that point carried out by the apply passes
"""

from .applied import Applied
from .carry import carry_out
from .program import Program, kernel_data
from .source import NotAPoint, Source

__all__ = ["Applied", "NotAPoint", "Program", "Source", "carry_out",
           "kernel_data"]

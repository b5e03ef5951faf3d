# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits the constants of the tool rules and the operator libraries to reports.

    python3 -m talos.fit DIRECTORY [--write] [--check] [--data DIR]

loops       latency of loops, tasks and levels, initiation intervals
depth       iteration latency of statements, delays of addresses
transfers   load and store functions
memories    banks and AXI adapters
operators   latency, DSP, LUT, FF by device and clock
resources   the linear LUT and FF rules, cross-validated

Each module has the forms of its rules and takes nothing but the tables: values
stored before are not an input. A constant for which a directory has no row is
listed as kept.
"""

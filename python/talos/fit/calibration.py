# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of a calibration directory that one rules file is fitted to."""

import dataclasses
import pathlib
import re

from .. import rebuild, reports

FRAMEWORK = "sisyphus"  # designs whose statements and arrays are given
OPTIONAL = {
    "loops.csv": ["framework", "trip_count", "lat_max", "iteration_latency",
                  "II_achieved", "pipelined"],
    "memories.csv": ["vitis_version", "ram_type", "words", "bits", "BRAM_18K",
                     "URAM", "FF", "LUT"],
    "operators.csv": ["operator", "impl", "num_stage", "DSP", "FF", "LUT",
                      "part", "clock_ns", "vitis_version", "instances_seen"],
}


@dataclasses.dataclass
class LoopFigures:
    """A loop as `vitis_loops` of statements.csv writes it."""
    trips: int
    depth: int
    interval: int
    pipelined: bool
    latency: int


LOOP = re.compile(r"\[tc=(\d+),IL=(\d+),II=([\d-]+)/[\d-]+,pip=(yes|no),"
                  r"lat=(\d+)\]")


def loop_figures(row):
    """The loops of a statement's report, the pipelined one first."""
    found = [LoopFigures(int(trips), int(depth),
                         int(interval) if interval.isdigit() else 1,
                         pipelined == "yes", int(latency))
             for trips, depth, interval, pipelined, latency in
             LOOP.findall(row.get("vitis_loops") or "")]
    return found


class Calibration:
    """All tables, restricted to a tool version."""

    def __init__(self, directory, version):
        self.directory = pathlib.Path(directory)
        self.version = version
        designs, _ = reports.read_designs(directory, FRAMEWORK)
        self.designs = [d for d in designs
                        if d.row["vitis_version"] == version]
        if not self.designs:
            raise reports.ReportError(
                f"{directory}: no design of framework '{FRAMEWORK}' with Vitis "
                f"{version}")
        row = self.designs[0].row
        self.where = (f"Vitis HLS {version}, {row['part']}, "
                      f"{float(row['clock_target_ns']):.2f} ns")
        kernels = rebuild.kernel_data()
        self.rebuilt = []
        self.refused = []
        for design in self.designs:
            try:
                self.rebuilt.append((design, rebuild.Program(design, kernels)))
            except Exception as error:  # any row may be malformed
                self.refused.append((design.name, str(error)))

    def table(self, name):
        """The rows of a table that a directory may lack."""
        path = self.directory / name
        if not path.is_file():
            return []
        return reports.read_table(self.directory, name, OPTIONAL[name])

    def statements(self):
        """(design, program, nest, loops of the report) of every statement."""
        for design, program in self.rebuilt:
            for nest in program.nests:
                yield design, program, nest, loop_figures(nest.row)

    def arrays(self):
        """(design, array) of every buffer."""
        for design, program in self.rebuilt:
            for array in program.arrays:
                yield design, array

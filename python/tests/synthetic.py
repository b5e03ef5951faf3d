# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Directories of reports that never were, for tests.

Their figures are worked out here by the rules that docs/CostModel.md states,
without the code under test.
"""

import csv
import math
import pathlib


class Design:
    """Rows of one design; `tree` as in the reports."""

    def __init__(self, kernel, tree=0, **cells):
        self.name = f"sisyphus|tr{tree}|{kernel}"
        self.tree = tree
        self.row = {
            "design_id": self.name, "framework": "sisyphus",
            "tree_reduction": tree, "kernel": kernel,
            "part": "xcu200-fsgd2104-2-e", "clock_target_ns": "4.00",
            "vitis_version": "2023.2", "lat_worst": 1, "BRAM_18K": 1, "DSP": 1,
            "FF": 1, "LUT": 1, "URAM": 0, "over_utilized": 0, **cells}
        self.arrays, self.statements = [], []

    def array(self, name, shape, factors, beat, transfers="ls", **cells):
        """A buffer; `transfers` holds l for loaded, s for stored."""
        text = "x".join(map(str, shape))
        entries = [f"dim{d + 1}:cyclic:{f}" for d, f in enumerate(factors)
                   if f > 1]
        row = {"design_id": self.name, "array": name, "offchip_array": name,
               "full_shape": text, "buffer_shape": text, "elem_bits": 32,
               "partition": ";".join(entries), "vec_len": beat,
               "cached_at": "top"}
        for letter, kind in (("l", "load"), ("s", "store")):
            given = letter in transfers
            row[f"{kind}_fn"] = f"{kind}_{name}" if given else ""
            row[f"{kind}_vitis_latency"] = ""
            row[f"{kind}_vitis_II"] = 1 if given else ""
        row.update(cells)
        self.arrays.append(row)
        return self

    def statement(self, text, order, **cells):
        """The next statement; figures that are not given are left empty."""
        self.statements.append({
            "design_id": self.name, "stmt": len(self.statements), "text": text,
            "guarded": int("compute_operation" in text), "loop_order": order,
            "vitis_task_latency": "", "vitis_II": "", "vitis_depth": "",
            **cells})
        return self


def write(directory, designs, leave_out=()):
    """The three tables, without the columns of `leave_out`."""
    tables = {"designs.csv": [d.row for d in designs],
              "statements.csv": [s for d in designs for s in d.statements],
              "arrays.csv": [a for d in designs for a in d.arrays]}
    for name, rows in tables.items():
        columns = [c for c in rows[0] if c not in leave_out]
        with open(pathlib.Path(directory, name), "w", newline="",
                  encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)


def task(trips, interval, depth):
    """A flattened task."""
    return (trips - 1) * interval + max(depth, 2) - 1 + 2


def flattened(depth, trips):
    """The interval of a parallel loop under a reduction."""
    return max(1, math.ceil((depth - 6) / trips))


def tree(leaves):
    """Additions behind each other in a balanced tree."""
    return math.ceil(math.log2(leaves))

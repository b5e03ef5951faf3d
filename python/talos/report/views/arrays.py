# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where arrays are: memory, banks, ports."""

from __future__ import annotations

from ..model import Array, Report
from ..parts import View, paragraph, table


def place(array: Array, storage: dict[str, str]) -> str:
    """On chip everything is a buffer; its array may lie off chip as well."""
    chosen = array.storage if array.storage != "auto" else \
        storage.get(array.name, "auto")
    outside = "from off chip" if array.loaded else "to off chip" \
        if array.stored else "on chip alone"
    if array.loaded and array.stored:
        outside = "from and to off chip"
    return f"{chosen}, {outside}"


def view(report: Report, prefix: str) -> View:
    storage = {buffer.name: buffer.storage for buffer in
               (report.estimate.buffers if report.estimate else ())}
    rows = [(array.name, array.task or "all tasks", f"{array.shape} {array.element}",
             place(array, storage), array.partition, array.banks,
             f"{array.width_bits} bit" if array.width_bits else "-",
             f"{array.beat}" if array.width_bits else "-")
            for array in report.arrays]
    memory = report.target.memory
    ports = sum(array.width_bits > 0 for array in report.arrays)
    beside = f" The card has {memory.banks} banks of {memory.kind}, " \
        f"{memory.width_bits} bit wide." if memory.banks else ""
    return View(prefix + "arrays", "Arrays", (paragraph(
        f"{ports} buffers are filled or emptied over ports of their own.{beside}"), table(
        "Buffers of the design", (
            "array", "held for", "shape", "place", "partition", "banks", "port",
            "elements a beat"), rows)))

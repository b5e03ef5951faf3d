# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where arrays are: memory, banks, ports."""

from __future__ import annotations

from ..model import Array, Memory, Report
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


def channel(array: Array, memory: Memory) -> str:
    """Where the ports are linked to: "HBM2 3 to 6"."""
    if not array.width_bits or not memory.banks:
        return "-"
    last = array.memory_bank + array.ports - 1
    if last == array.memory_bank or last >= memory.banks:
        return f"{memory.kind} {array.memory_bank}"
    return f"{memory.kind} {array.memory_bank} to {last}"


def view(report: Report, prefix: str) -> View:
    storage = {buffer.name: buffer.storage for buffer in
               (report.estimate.buffers if report.estimate else ())}
    memory = report.target.memory
    rows = [(array.name, array.task or "all tasks", f"{array.shape} {array.element}",
             place(array, storage), array.partition, array.banks,
             array.port, f"{array.beat}" if array.width_bits else "-",
             array.layout if array.width_bits else "-", channel(array, memory),
             f"{array.peak(report.target.clock_ps):.1f}" if array.width_bits
             else "-")
            for array in report.arrays]
    ports = sum(array.ports for array in report.arrays if array.width_bits)
    beside = f" The card has {memory.banks} banks of {memory.kind}, " \
        f"{memory.width_bits} bit wide." if memory.banks else ""
    return View(prefix + "arrays", "Arrays", (paragraph(
        f"Buffers are filled and emptied over {ports} ports.{beside}"), table(
        "Buffers of the design", (
            "array", "held for", "shape", "place", "partition", "banks", "port",
            "elements a beat", "in memory", "channel", "peak GB/s"), rows)))

# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and memories of a report directory against the tool rules.

loops.csv and memories.csv hold loops and RAMs of all designs of a directory,
those included that are not rebuilt because their code is not given (other
frameworks). Their trip counts, intervals and depths are the report's own; what
is checked is the formula that turns them into latency, and the rule that turns
words into blocks. The numbers are those of the rules file.
"""

import json
import pathlib

from . import reports, tools

LOOP_COLUMNS = ["framework", "trip_count", "lat_max", "iteration_latency",
                "II_achieved", "pipelined", "loop", "design_id"]
MEMORY_COLUMNS = ["vitis_version", "ram_type", "words", "bits", "BRAM_18K",
                  "URAM", "count"]


def rules_of(version):
    path = tools.data_directory() / "rules" / f"vitis-{version}.json"
    if not path.is_file():
        return None
    return json.loads(path.read_text())


def loop_latency(row, rules):
    """Cycles of one loop of a report."""
    trips = reports.number(row, "trip_count")
    depth = reports.number(row, "iteration_latency")
    if row["pipelined"].strip() != "yes":
        return trips * depth
    least = rules["loops"]["min_iteration_latency"]["value"]
    interval = reports.number(row, "II_achieved")
    return (trips - 1) * interval + max(depth, least) - 1


def bank_blocks(words, bits, rules, is_bram):
    """(BRAM_18K, URAM) of one bank; `is_bram`: it may be nothing else."""
    memories = rules["memories"]
    slices = -(-bits // memories["word_bits"]["value"])
    steps = memories["steps"]
    lutram = max(s["words"] for s in steps if not s["bram_18k"] + s["uram"])
    if words * slices <= lutram and not is_bram:
        return 0, 0
    words = max(words, lutram + 1)
    for step in steps:
        if words <= step["words"] and is_bram:
            as_bram = memories["uram_as_bram"]["value"] * step["uram"]
            return (step["bram_18k"] + as_bram) * slices, 0
        if words <= step["words"]:
            return step["bram_18k"] * slices, step["uram"] * slices
    block = memories["bram_words"]["value"]
    return (words + block // 2) // block * slices, 0


def read_optional(directory, name, columns):
    if not pathlib.Path(directory, name).is_file():
        return []
    return reports.read_table(directory, name, columns)


def check_loops(directory, version, make):
    """Comparisons of loop latency by framework, and rows left out."""
    rules, figures, skipped = rules_of(version), {}, 0
    for row in read_optional(directory, "loops.csv", LOOP_COLUMNS):
        try:
            measured = reports.number(row, "lat_max")
            estimated = loop_latency(row, rules)
        except reports.ReportError:
            skipped += 1  # a loop of unknown trip count has no latency
            continue
        figure = figures.setdefault(row["framework"], make())
        figure.add(f"{row['design_id']} {row['loop']}", estimated, measured)
    return figures, skipped


def check_memories(directory, version, make):
    """Comparisons of BRAM_18K and URAM over the RAM kinds of a version."""
    rules = rules_of(version)
    figures = {"BRAM_18K": make(), "URAM": make()}
    for row in read_optional(directory, "memories.csv", MEMORY_COLUMNS):
        if row["vitis_version"] != version:
            continue
        words, bits = reports.number(row, "words"), reports.number(row, "bits")
        where = f"{row['ram_type']} {words} x {bits}"
        # True dual port, both ports write: neither LUTRAM nor URAM does that.
        blocks = bank_blocks(words, bits, rules, "T2P" in row["ram_type"])
        for name, value in zip(figures, blocks):
            figures[name].add(where, value, reports.number(row, name))
    return figures

# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A directory of synthesis reports: designs.csv, statements.csv, arrays.csv."""

import csv
import dataclasses
import math
import pathlib
import re


class ReportError(Exception):
    """The directory or one of its rows is not as expected."""


# Columns without which no row can be rebuilt; others may be missing.
DESIGN_COLUMNS = ["design_id", "framework", "kernel", "part",
                  "clock_target_ns", "vitis_version", "lat_worst"]
STATEMENT_COLUMNS = ["design_id", "stmt", "text", "loop_order"]
ARRAY_COLUMNS = ["design_id", "array", "buffer_shape", "elem_bits",
                 "partition"]


def read_table(directory, name, columns):
    path = pathlib.Path(directory, name)
    if not path.is_file():
        raise ReportError(f"{path}: no such file")
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        missing = [c for c in columns if c not in (reader.fieldnames or [])]
        if missing:
            raise ReportError(f"{path}: column '{missing[0]}' is missing")
        rows = []
        for row in reader:
            row["#"] = f"{path.name}:{reader.line_num}"
            rows.append(row)
        return rows


def number(row, column, default=None):
    """An integer cell; empty cells give `default`, or an error without one."""
    text = (row.get(column) or "").strip()
    if not text:
        if default is None:
            raise ReportError(f"{row['#']}: '{column}' is empty")
        return default
    try:
        return int(float(text))
    except ValueError:
        raise ReportError(f"{row['#']}: '{column}' is '{text}', not a number"
                          ) from None


def figure(row, column):
    """A figure of the report, None where it has none."""
    if not text_of(row, column):
        return None
    return number(row, column)


def text_of(row, column, default=""):
    """A cell; `default` for an empty one and for a column that is missing."""
    return (row.get(column) or "").strip() or default


@dataclasses.dataclass
class Loop:
    """One loop of a strip-mined nest, as the report orders it."""
    name: str
    level: int
    trips: int
    is_pipelined: bool

    @property
    def label(self):
        return f"{self.name}{self.level}"


def loops_of(row):
    """`j0:1 > i0:3 > j1:19*PIPE > j2:10`, outermost first."""
    loops = []
    for entry in row["loop_order"].split(">"):
        match = re.fullmatch(r"\s*([A-Za-z_]\w*?)([012]):(\d+)(\*PIPE)?\s*",
                             entry)
        if not match:
            raise ReportError(f"{row['#']}: loop '{entry.strip()}' of loop_order"
                              " is not understood")
        name, level, trips, pipe = match.groups()
        loops.append(Loop(name, int(level), int(trips), bool(pipe)))
    if sum(loop.is_pipelined for loop in loops) > 1:
        raise ReportError(f"{row['#']}: several pipelined loops")
    return loops


def shape_of(row, column):
    try:
        return [int(extent) for extent in row[column].split("x")]
    except ValueError:
        raise ReportError(f"{row['#']}: {column} '{row[column]}'") from None


@dataclasses.dataclass
class Array:
    """A buffer and its transfers."""
    row: dict
    name: str          # of the buffer: A, or A_S1 for a tile
    source: str        # the off-chip array
    full: list
    extents: list
    bits: int
    factors: list
    kinds: list
    beat: int
    task: int          # the task that holds a tile; -1 for the top
    under: str         # the level-0 loop that a tile is loaded in
    loaded: bool
    stored: bool


def array_of(row):
    extents = shape_of(row, "buffer_shape")
    factors, kinds = [1] * len(extents), ["none"] * len(extents)
    for entry in filter(None, row["partition"].split(";")):
        parts = entry.split(":")
        match = re.fullmatch(r"dim(\d+)", parts[0])
        if not match or not 1 <= int(match[1]) <= len(extents):
            raise ReportError(f"{row['#']}: partition '{entry}'")
        place = int(match[1]) - 1
        if len(parts) < 2 or parts[1] not in ("cyclic", "block", "complete") or \
                (len(parts) > 2 and not parts[2].isdigit()):
            raise ReportError(f"{row['#']}: partition '{entry}'")
        kinds[place] = parts[1]
        factors[place] = int(parts[2]) if len(parts) > 2 else extents[place]
    # "task1 under i0:64"; of several loops the innermost counts.
    cached = text_of(row, "cached_at", "top")
    under = re.fullmatch(r"task(\d+) under (?:.*[>,; ])?(\w+?)0(?::\d+)?", cached)
    if not under and cached != "top":
        raise ReportError(f"{row['#']}: cached_at '{cached}'")
    name = row["array"].strip()
    full = shape_of(row, "full_shape") if text_of(row, "full_shape") else extents
    if len(full) != len(extents):
        raise ReportError(f"{row['#']}: full_shape and buffer_shape differ in "
                          "rank")
    bits = number(row, "elem_bits")
    return Array(row, name, text_of(row, "offchip_array", name), full, extents,
                 bits, factors, kinds, beat_of(row, extents, bits),
                 int(under[1]) if under else -1, under[2] if under else "",
                 is_transferred(row, "load"), is_transferred(row, "store"))


def is_transferred(row, kind):
    """The function's name says so, or where it is not given its latency."""
    if f"{kind}_fn" in row:
        return bool(text_of(row, f"{kind}_fn"))
    return bool(text_of(row, f"{kind}_vitis_latency"))


def beat_of(row, extents, bits):
    """Elements of a beat: as given, or all that the last dimension allows."""
    given = number(row, "vec_len", 0)
    if given:
        return max(1, given)
    width = number(row, "burst_bits", 0)
    if width:
        return max(1, width // bits)
    beat = 1
    while 2 * beat * bits <= 512 and extents[-1] % (2 * beat) == 0:
        beat *= 2
    return beat


@dataclasses.dataclass
class Design:
    row: dict
    statements: list
    arrays: list  # rows

    @property
    def name(self):
        return self.row["design_id"]

    @property
    def tree(self):
        given = text_of(self.row, "tree_reduction")
        if given not in ("", "0", "1"):
            raise ReportError(f"{self.row['#']}: tree_reduction '{given}'")
        return given == "1" or (not given and "|tr1|" in self.name)

    @property
    def is_over(self):
        """It needs more than the device has."""
        return text_of(self.row, "over_utilized") == "1"


def statement_number(text):
    """For the order alone; a cell that is no number is reported later."""
    return int(text) if text.strip().isdigit() else 0


def read_designs(directory, framework):
    """The designs of a framework and the designs of others, by name."""
    designs = read_table(directory, "designs.csv", DESIGN_COLUMNS)
    statements = read_table(directory, "statements.csv", STATEMENT_COLUMNS)
    arrays = read_table(directory, "arrays.csv", ARRAY_COLUMNS)
    chosen, others = [], []
    for row in designs:
        if row["framework"] != framework:
            others.append(row["design_id"])
            continue
        mine = [s for s in statements if s["design_id"] == row["design_id"]]
        mine.sort(key=lambda s: statement_number(s["stmt"]))
        chosen.append(Design(
            row, mine,
            [a for a in arrays if a["design_id"] == row["design_id"]]))
    return chosen, others


def geomean(ratios):
    ratios = [r for r in ratios if r > 0]
    if not ratios:
        return float("nan")
    return math.exp(sum(map(math.log, ratios)) / len(ratios))

# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records of explorations: JSON lines of hlsc --dse-record, and of Pareto fronts.

A line is an object with `cycles`, `resources` and `status`; what `design` says
(a digest, or the design point itself) and every other key is kept to be shown.
A first line with none of these is the header.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Sequence

from .reading import RESOURCES, Value, integers, parse_line


AMOUNTS = (*RESOURCES, "ports")  # of a point


@dataclasses.dataclass(frozen=True)
class Point:
    """A design that was looked at."""
    number: int  # in the record, from 1
    cycles: int  # 0: not known
    predicted: int  # by the model; 0: not known
    resources: dict[str, int]  # and ports; empty: not known
    status: str  # valid, too large, failed, timed out, skipped, ...
    message: str
    details: dict[str, Any]  # the line, as it is

    @property
    def counts(self) -> bool:
        """Whether it is a design that fits, with figures."""
        return self.cycles > 0 and bool(self.resources) and \
            self.status in ("valid", "optimal", "feasible")


@dataclasses.dataclass(frozen=True)
class Record:
    path: str
    header: dict[str, Any]
    points: tuple[Point, ...]

    @property
    def objectives(self) -> list[str]:
        """Amounts that the front is of: those that the header names, else the
        first resource, in the order of reports, that the valid points differ in, or
        that they use."""
        named = self.header.get("objectives")
        if isinstance(named, list):
            found = [name for name in named if name in AMOUNTS]
            if found:
                return found
        amounts = {name: {point.resources[name] for point in self.points
                          if point.counts and name in point.resources}
                   for name in RESOURCES}
        differing = [name for name in RESOURCES if len(amounts[name]) > 1]
        used = [name for name in RESOURCES if any(amounts[name])]
        return (differing + used)[:1]

    @property
    def title(self) -> str:
        top, target = self.header.get("top"), self.header.get("target")
        return f"{top} on {target}" if top and target else self.path


def read_point(number: int, line: Value) -> Point:
    row = line.of(dict, "an object")
    skipped = line.optional("skipped", Value.text, "")
    return Point(
        number, line.optional("cycles", Value.integer, 0),
        line.optional("predicted", Value.integer, 0),
        {name: amount for name, amount in
         line.optional("resources", integers, {}).items() if name in AMOUNTS},
        "skipped" if skipped else line["status"].text(),
        skipped or line.optional("message", Value.text, ""), row)


def is_header(row: Any) -> bool:
    return isinstance(row, dict) and \
        not {"status", "skipped", "cycles"} & set(row)


def read_record(text: str, path: str) -> Record:
    """All whole lines of the record; a run that died may have left half a one."""
    lines = text.split("\n")[:-1]
    values = [parse_line(line, path, number) for number, line in
              enumerate(lines, 1) if line.strip()]
    header: dict[str, Any] = {}
    if values and is_header(values[0].value):
        header = values.pop(0).value
    return Record(path, header, tuple(read_point(number, value) for number, value
                                      in enumerate(values, 1)))


def beats(one: Point, other: Point, resources: Sequence[str]) -> bool:
    """No worse in anything and better in something; of equals the earlier one."""
    ours = [one.cycles] + [one.resources[name] for name in resources]
    theirs = [other.cycles] + [other.resources[name] for name in resources]
    return all(a <= b for a, b in zip(ours, theirs)) and \
        (ours != theirs or one.number < other.number)


def front(points: Sequence[Point], resources: Sequence[str]) -> list[Point]:
    """The points that no other one beats in cycles and `resources`, by cycles."""
    known = [point for point in points if point.counts and
             all(name in point.resources for name in resources)]
    best = [point for point in known
            if not any(beats(other, point, resources) for other in known)]
    return sorted(best, key=lambda point: (point.cycles, point.number))


def of_front(root: Value, path: str) -> Record:
    """The JSON that hlsc --pareto prints."""
    return Record(path, {}, tuple(read_point(number, value) for number, value in
                                  enumerate(root["points"].items(), 1)))


def as_text(details: dict[str, Any]) -> str:
    return json.dumps(details, indent=2, sort_keys=True)

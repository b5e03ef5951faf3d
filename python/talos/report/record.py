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


@dataclasses.dataclass(frozen=True)
class Point:
    """A design that was looked at."""
    number: int  # in the record, from 1
    cycles: int  # 0: not known
    predicted: int  # by the model; 0: not known
    resources: dict[str, int]  # empty: not known
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
         line.optional("resources", integers, {}).items() if name in RESOURCES},
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


def front(points: Sequence[Point], resource: str) -> list[Point]:
    """The points that no other one beats in cycles and `resource`, by cycles."""
    best: list[Point] = []
    known = [p for p in points if p.counts and resource in p.resources]
    for point in sorted(known, key=lambda p: (p.cycles, p.resources[resource],
                                              p.number)):
        if not best or point.resources[resource] < best[-1].resources[resource]:
            best.append(point)
    return best


def as_text(details: dict[str, Any]) -> str:
    return json.dumps(details, indent=2, sort_keys=True)

# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a JSON report says, as typed values. Cycles are cycles of the clock."""

from __future__ import annotations

import dataclasses
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Call:
    """A load, task or store of the top function, or a loop around some, in the
    time of one run: start and end in cycles, iterations added up."""
    kind: str  # load, task, store, loop
    name: str
    start: int
    end: int
    cycles: int  # of one run; of a loop, one iteration's calls
    executions: int
    place: str
    loop: Optional[int]  # the innermost loop around, in the list of calls
    phase: int
    entries: int
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    carried: bool = False  # not affine: its cycles are not known

    @property
    def title(self) -> str:
        """As it is named in pictures: "load A", "S1", "loop t"."""
        return self.name if self.kind == "task" else f"{self.kind} {self.name}"

    @property
    def total(self) -> int:
        """Cycles of all its runs."""
        return self.end - self.start


@dataclasses.dataclass(frozen=True)
class Loop:
    """A pipelined loop with those flattened into it, or a nest without one."""
    name: str
    pipelined: bool
    trips: int
    outer: int
    ii: int
    target_ii: int
    depth: int
    cycles: int  # once; `outer` times in a run of the task
    reason: str


@dataclasses.dataclass(frozen=True)
class Transfer:
    """A copy between a buffer and memory off chip."""
    array: str
    kind: str  # load, store
    beats: int
    cycles: int


@dataclasses.dataclass(frozen=True)
class Use:
    """Operations in one iteration, and the units that do them."""
    operations: int
    units: int


@dataclasses.dataclass(frozen=True)
class Task:
    name: str
    cycles: int  # of one run
    executions: int
    carried: bool  # not affine: nothing is known
    loops: tuple[Loop, ...]
    transfers: tuple[Transfer, ...]
    operators: dict[str, Use]


@dataclasses.dataclass(frozen=True)
class Gain:
    """What `amount` of a limit in all saves."""
    amount: int
    saves: int
    proved: bool


@dataclasses.dataclass(frozen=True)
class Reason:
    """Something that limits a nest."""
    kind: str
    name: str
    text: str
    cycles: int
    limit: Optional[int]
    least: Optional[Gain]
    most: Optional[Gain]


@dataclasses.dataclass(frozen=True)
class Binding:
    task: str
    place: str
    cycles: int
    share: int  # cycles that the design would lose without the nest
    reasons: tuple[Reason, ...]


@dataclasses.dataclass(frozen=True)
class Array:
    name: str
    task: str  # empty: one buffer for all tasks
    shape: str
    element: str
    partition: str
    banks: int
    storage: str
    beat: int
    width_bits: int  # of the port; 0: none
    loaded: bool
    stored: bool
    words: int
    element_bits: int
    ports: int = 1
    lanes: tuple[int, ...] = ()  # box in memory; empty: as in C
    memory_bank: int = 0  # of the first port
    port_blocks: int = 1  # of rows, each behind a port of its own
    in_tiles: bool = False  # memory holds the tiles that tasks move

    @property
    def port(self) -> str:
        """What moves the array: "4 x 512 bit"."""
        if not self.width_bits:
            return "-"
        each = f"{self.width_bits} bit"
        return each if self.ports == 1 else f"{self.ports} x {each}"

    @property
    def layout(self) -> str:
        """How memory holds the array."""
        if self.port_blocks > 1:
            return f"{self.port_blocks} blocks of rows, " + dataclasses.replace(
                self, port_blocks=1).layout
        if self.in_tiles:
            return "tile by tile"
        if not self.lanes:
            return "as in C"
        if all(lanes == 1 for lanes in self.lanes[:-1]):
            return "rows padded"
        return "boxes of " + " x ".join(map(str, self.lanes))

    def peak(self, clock_ps: int) -> float:
        """GB/s while every port moves a beat a cycle."""
        return self.ports * self.width_bits / 8 / (clock_ps / 1000)

    @property
    def bytes(self) -> int:
        return self.words * self.element_bits // 8


@dataclasses.dataclass(frozen=True)
class Buffer:
    """Memory blocks of an array."""
    name: str
    storage: str
    banks: int
    bram: int
    uram: int


@dataclasses.dataclass(frozen=True)
class Resource:
    name: str
    used: int
    usable: int
    device: int
    per_slr: int  # 0: not known


@dataclasses.dataclass(frozen=True)
class Operator:
    """One unit of an operator."""
    latency: int
    dsp: int
    lut: int
    ff: int
    provenance: str


@dataclasses.dataclass(frozen=True)
class Memory:
    """Memory of the card: banks, and bits of one of them in a cycle."""
    kind: str
    banks: int
    width_bits: int


@dataclasses.dataclass(frozen=True)
class Target:
    device: str
    part: str
    clock_ps: int
    tool: str
    usable: str
    tree_reduction: bool
    slrs: int
    memory: Memory


@dataclasses.dataclass(frozen=True)
class Search:
    status: str
    scope: str
    bound: int
    nodes: int
    time_limited: bool


@dataclasses.dataclass(frozen=True)
class Estimate:
    """The final code, scheduled by itself."""
    cycles: int
    tasks: tuple[Task, ...]
    transfers: tuple[Transfer, ...]
    buffers: tuple[Buffer, ...]
    operators: dict[str, Use]


@dataclasses.dataclass(frozen=True)
class LoopPoint:
    name: str
    trip: int
    factors: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class TaskPoint:
    """What was decided about a task."""
    name: str
    loops: tuple[LoopPoint, ...]
    order: tuple[str, ...]
    pipelined: str
    ii: int
    cycles: int


@dataclasses.dataclass(frozen=True)
class Report:
    path: str  # of the JSON file, for messages and links
    source: str
    top: str
    target: Target
    cycles: int
    bounds: dict[str, int]
    resources: tuple[Resource, ...]
    arrays: tuple[Array, ...]
    places: dict[str, str]
    lines: tuple[tuple[int, str], ...]  # of the source
    operations: dict[str, int]  # of the program; empty: not known
    library: dict[str, Operator]
    timeline: tuple[Call, ...]
    points: tuple[TaskPoint, ...]
    estimate: Optional[Estimate]
    search: Optional[Search]
    binding: Optional[tuple[Binding, ...]]
    notes: tuple[str, ...]

    @property
    def microseconds(self) -> float:
        return self.cycles * self.target.clock_ps / 1e6

    @property
    def title(self) -> str:
        return f"{self.top} on {self.target.device}"

# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What hands what to what: edges between calls, through arrays.

Calls are taken in program order. Who reads an array awaits the call that wrote
it last ("flow"); who overwrites it without reading awaits all that touched it
since ("order"). In a loop, what an iteration reads before it writes comes from
the iteration before ("back").
"""

from __future__ import annotations

import dataclasses
from typing import Optional, Sequence

from .model import Call


@dataclasses.dataclass(frozen=True)
class Edge:
    """Positions of calls in the timeline, and the arrays between them."""
    source: int
    target: int
    kind: str  # flow, order, back
    arrays: tuple[str, ...]


def innermost_common(a: int, b: int, calls: Sequence[Call]) -> Optional[int]:
    """The innermost loop around both calls."""
    around = set()
    loop = calls[a].loop
    while loop is not None:
        around.add(loop)
        loop = calls[loop].loop
    loop = calls[b].loop
    while loop is not None and loop not in around:
        loop = calls[loop].loop
    return loop


def connect(calls: Sequence[Call]) -> list[Edge]:
    """Edges by source and target, each pair and kind once."""
    found: dict[tuple[int, int, str], list[str]] = {}

    def add(source: int, target: int, kind: str, array: str) -> None:
        listed = found.setdefault((source, target, kind), [])
        if array not in listed:
            listed.append(array)

    order = [i for i, call in enumerate(calls) if call.kind != "loop"]
    names = dict.fromkeys(name for i in order
                          for name in calls[i].reads + calls[i].writes)
    for array in names:
        touching = [i for i in order if array in calls[i].reads + calls[i].writes]
        writers = [i for i in touching if array in calls[i].writes]
        last: Optional[int] = None  # the last writer
        since: list[int] = []       # readers since
        for i in touching:
            reads, writes = array in calls[i].reads, array in calls[i].writes
            if reads and last is not None:
                add(last, i, "flow", array)
            if writes:
                for before in since if since else [last]:
                    if before is not None and not (reads and before == last):
                        add(before, i, "order", array)
                last, since = i, []
            elif reads:
                since.append(i)
        for i in touching:
            if array not in calls[i].reads or calls[i].loop is None:
                continue
            # The last writer of the loop that does not come before the reader.
            later = [w for w in writers
                     if w >= i and innermost_common(i, w, calls) is not None]
            if later and later[-1] != i:
                add(later[-1], i, "back", array)
    return [Edge(source, target, kind, tuple(arrays)) for
            (source, target, kind), arrays in sorted(found.items())]

# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When what runs: loads, tasks and stores over the cycles of one run."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from ..model import Call, Report
from ..parts import View, absent, figure, folded, paragraph, table
from ..scales import Linear, grouped, percent, short
from ..svg import SMALL, Picture, clipped, rect

WIDTH, LEFT, RIGHT, ROW, TOP = 1120, 170, 150, 30, 36


def depth(call: Call, calls: Sequence[Call]) -> int:
    """Loops around it."""
    count = 0
    while call.loop is not None:
        call, count = calls[call.loop], count + 1
    return count


def says(call: Call) -> str:
    """A call in one sentence."""
    if call.carried:
        return f"{call.title}: not affine, carried through; its cycles are not known"
    when = f"{call.title}: cycle {grouped(call.start)} to {grouped(call.end)}"
    if call.kind == "loop":
        return (f"{when}, {grouped(call.executions)} iterations of "
                f"{grouped(call.cycles)} cycles of its own calls")
    if call.executions == 1:
        return f"{when}, {grouped(call.cycles)} cycles"
    return (f"{when}, {grouped(call.executions)} runs of {grouped(call.cycles)} "
            "cycles, added up")


def beside(call: Call) -> str:
    """What stands behind a bar."""
    if call.carried:
        return "unknown"
    if call.executions == 1 or call.kind == "loop":
        return grouped(call.total)
    return f"{grouped(call.executions)} \N{MULTIPLICATION SIGN} {grouped(call.cycles)}"


def draw(name: str, what: str, calls: Sequence[Call], most: int,
         width: float = WIDTH) -> Picture:
    """A row a call, on a scale of 0 to `most` cycles."""
    picture = Picture(name, what, width, TOP + ROW * len(calls) + 40)
    bottom = TOP + ROW * len(calls)
    scale = Linear(max(most, 1), LEFT, width - RIGHT)
    for tick in scale.ticks(8 if width > 800 else 4):
        picture.line(scale.at(tick), TOP - 4, scale.at(tick), bottom)
        picture.text(scale.at(tick), TOP - 12, short(tick), "small", "middle")
    picture.text(LEFT - 12, TOP - 12, "cycle", "small", "end")
    for index, call in enumerate(calls):
        y = TOP + ROW * index
        indent = 14 * depth(call, calls)
        picture.text(4 + indent, y + 20, clipped(call.title, LEFT - 20 - indent))
        x, end = scale.at(call.start), scale.at(call.end)
        high = 6 if call.kind == "loop" else ROW - 10
        picture.mark(says(call), rect(x, y + (ROW - high) / 2, max(end - x, 2), high,
                                      call.kind, 2))
        label = beside(call)
        if end + 8 + len(label) * SMALL > width and not call.carried:
            label = grouped(call.total)
        picture.text(max(end, x + 2) + 8, y + 19, label, "small")
    picture.line(LEFT, TOP - 4, LEFT, bottom, "axis")
    kinds = [kind for kind in ("load", "task", "store", "loop")
             if any(call.kind == kind for call in calls)]
    picture.legend([(kind, {"loop": "loop around tasks"}.get(kind, kind))
                    for kind in kinds], LEFT, bottom + 28)
    return picture


def chart(calls: Sequence[Call], most: int) -> dict[str, Any]:
    return {"type": "gantt", "most": most, "height": 110 + 30 * len(calls),
            "rows": [call.title for call in calls],
            "items": [{"row": index, "kind": call.kind, "start": call.start,
                       "end": call.end, "says": says(call)}
                      for index, call in enumerate(calls)]}


def rows_of(report: Report) -> list[list]:
    calls = report.timeline
    return [["\N{NO-BREAK SPACE}" * 2 * depth(call, calls) + call.title,
             str(call.phase) if call.phase >= 0 else "-", call.start, call.end,
             call.executions, call.cycles, call.total,
             percent(call.total, report.cycles)] for call in calls]


def missing(report: Report) -> Optional[str]:
    """Why there is no timeline; None where there is one."""
    if report.timeline:
        return None
    if report.estimate is None:
        return "the final code could not be scheduled; a note above says why"
    return "the report has none; write it anew with this version of hlsc"


def picture(report: Report, prefix: str = "") -> Picture:
    calls = report.timeline
    return draw(prefix + "gantt",
                f"Timeline of loads, tasks and stores of {report.title}", calls,
                max([call.end for call in calls] + [1]))


def view(report: Report, prefix: str) -> View:
    title = "When what runs"
    why = missing(report)
    if why:
        return View(prefix + "gantt", title, (absent("No timeline", why),))
    calls = report.timeline
    most = max(call.end for call in calls)
    # The overhead of the last phase lies behind the last call.
    cycles = report.estimate.cycles if report.estimate else most
    what = f"Timeline of loads, tasks and stores of {report.title}"
    return View(prefix + "gantt", title, (
        paragraph("Calls of one phase run together; phases follow each other. Calls "
                  "inside of a loop around tasks have a stretch as long as all "
                  "their runs together: iterations are added up, not shown one by "
                  "one. Processes with stalls are not shown: designs have none "
                  "yet."),
        figure(picture(report, prefix),
               f"One run of {report.top}: {grouped(cycles)} cycles, as the estimator "
               "schedules the final code.", chart(calls, most)),
        folded("The timeline as a table", table(
            what, ("call", "phase", "start", "end", "runs", "cycles of one",
                   "cycles in all", "of the design"), rows_of(report)))))

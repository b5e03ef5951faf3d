# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Latency of loops, tasks and levels; initiation intervals.

A pipelined loop takes PL = (TC - 1) II + max(IL, m) - 1 cycles, a task PL + o.
Around a loop that carries its reduction each outer iteration takes PL + c + the
delay of the outer indices, the nest one exit. II, IL and PL are the report's.
"""

from .. import reports
from . import addresses, calibration
from .constants import Constant, Residual, constant_offset, least

KEY = "loops"


def fit(data, library, depth):
    """Constants of the section "loops" and the level overhead.

    `library` gives the adder's latency, `depth` the delays of addresses.
    """
    slack = carried_slack(data, library)
    found = [min_iteration_latency(data), task_overhead(data),
             outer_overhead(data, depth), outer_exit(data), slack,
             flatten_slack(data, library, slack)]
    found += add_loop(data)
    found.append(level_overhead(data))
    return [constant for constant in found if constant]


def min_iteration_latency(data):
    rows = [(l.trips, l.interval, l.depth, l.latency)
            for _, _, _, loops in data.statements() for l in loops
            if l.pipelined]
    for row in data.table("loops.csv"):
        if row["pipelined"].strip() != "yes" or \
                row["framework"] == calibration.FRAMEWORK:
            continue  # the framework's own loops are with its statements
        try:
            rows.append(tuple(reports.number(row, column) for column in
                              ("trip_count", "II_achieved",
                               "iteration_latency", "lat_max")))
        except reports.ReportError:
            continue  # a trip count that the report does not know
    if not rows:
        return None

    def errors(value):
        return [(trips - 1) * interval + max(depth, value) - 1 - latency
                for trips, interval, depth, latency in rows]
    value, left = least(range(1, 9), errors)
    return Constant((KEY, "min_iteration_latency"), value,
                    "a pipelined loop takes (TC - 1) II + max(IL, this) - 1",
                    "statements.csv, loops.csv, pipelined loops of all "
                    "frameworks and clocks",
                    Residual("cycles", left))


def task_overhead(data):
    values = []
    for _, _, nest, loops in data.statements():
        if len(loops) == 1 and loops[0].pipelined:
            values.append(reports.number(nest.row, "vitis_task_latency") -
                          loops[0].latency)
    return constant_offset((KEY, "task_overhead"),
                           "a task takes its pipelined loop + this",
                           "statements.csv, tasks of one flattened loop",
                           values)


def nested(data):
    """Statements whose loops stay around a pipelined loop that carries."""
    for design, program, nest, loops in data.statements():
        piped = [l for l in loops if l.pipelined]
        outer = [l for l in loops if not l.pipelined]
        if len(piped) == 1 and outer and is_carried(nest):
            yield program, nest, piped[0], outer


def is_carried(nest):
    """The pipelined loop carries the reduction."""
    return (nest.statement.accumulator == "direct" and
            any(l.is_pipelined and l.name in nest.reductions
                for l in nest.loops))


def outer_delay(program, nest, depth):
    """The longest delay of an index that only the outer loops move."""
    latest = 0
    pipelined = {l.name for l in nest.loops if l.is_pipelined}
    for reference, array in depth.references(program, nest):
        late = addresses.lateness(
            reference, array, nest,
            lambda loop: loop.level == 0 and loop.name not in pipelined)
        latest = max(latest, late.cycles(depth.constants))
    return latest


def outer_overhead(data, depth):
    values = []
    for program, nest, piped, outer in nested(data):
        if (nest.row.get("transfers_inside") or "").strip() and len(outer) < 2:
            continue
        inner = min(outer, key=lambda l: l.depth)
        values.append(inner.depth - piped.latency -
                      outer_delay(program, nest, depth))
    return constant_offset(
        (KEY, "outer_overhead"),
        "an outer iteration around a carried loop takes PL + this + the delay "
        "of the outer indices",
        "statements.csv, loops around a carried one", values)


def outer_exit(data):
    values = [reports.number(nest.row, "vitis_task_latency") -
              max(l.latency for l in outer)
              for _, nest, _, outer in nested(data)]
    return constant_offset((KEY, "outer_exit"),
                           "leaving the outer nest takes this once",
                           "statements.csv, loops around a carried one", values)


def unrolled(nest):
    """Terms that one iteration adds."""
    terms = 1
    for loop in nest.loops:
        if loop.level == 2 and loop.name in nest.reductions:
            terms *= loop.trips
    return terms


def carried_slack(data, library):
    values = []
    for design, _, nest, _ in data.statements():
        if is_carried(nest) and not nest.statement.is_guarded and \
                (design.tree or unrolled(nest) == 1):
            values.append(library["fadd"]["latency"] -
                          reports.number(nest.row, "vitis_II"))
    return constant_offset(
        (KEY, "carried_slack"),
        "one carried addition gives II = its latency - this",
        "statements.csv, reductions carried by the pipelined loop with a tree "
        "or one addition", values)


def flatten_slack(data, library, slack):
    rows = []
    for _, _, nest, loops in data.statements():
        outer = [l.trips for l in nest.loops
                 if l.level == 0 and l.name in nest.reductions]
        if (nest.statement.accumulator != "direct" or is_carried(nest) or
                max(outer, default=1) < 2 or not loops):
            continue
        trips = next(l.trips for l in nest.loops if l.is_pipelined)
        rows.append((loops[0].depth, trips, loops[0].interval))
    if not rows or slack is None:
        return None

    def errors(value):
        return [max(1, -((value - depth) // trips)) - interval
                for depth, trips, interval in rows]
    near = library["fadd"]["latency"] - slack.value
    value, left = least(range(0, 100), errors, near)
    fits = [c for c in range(0, 100)
            if sum(map(abs, errors(c))) == sum(map(abs, left))]
    return Constant(
        (KEY, "flatten_slack"), value,
        "a parallel loop flattened under a reduction has II = ceil((IL - this) "
        f"/ TC1); {fits[0]} to {fits[-1]} fit alike, taken is the II of a "
        "carried addition",
        "statements.csv, parallel loops under a reduction",
        Residual("cycles", left))


def add_loop(data):
    depths, overheads = [], []
    for _, _, nest, loops in data.statements():
        if nest.statement.accumulator == "local_add" and len(loops) == 2:
            depths.append(loops[1].depth)
            overheads.append(reports.number(nest.row, "vitis_task_latency") -
                             sum(l.latency for l in loops))
    table = "statements.csv, tasks with a separate add loop"
    return [constant_offset((KEY, "add_loop_depth"),
                            "iteration latency of the separate add loop",
                            table, depths),
            constant_offset((KEY, "add_loop_overhead"),
                            "a task with a separate add loop takes both loops "
                            "+ this", table, overheads)]


# Levels: calls of the top function.
def calls_of(program):
    """(latency, {array: written}, arrays in registers) in program order."""
    calls = []
    whole = [a for a in program.arrays if a.task < 0]
    for array in whole:
        if array.loaded:
            calls.append((reports.number(array.row, "load_vitis_latency"),
                          {array.name: True}))
    for nest in program.nests:
        uses = {}
        for reference in program.references(nest):
            array = program.array_for(reference.array, nest)
            if array.task < 0:
                uses.setdefault(array.name, False)
        target = program.array_for(nest.statement.target.array, nest)
        uses[target.name] = True
        calls.append((reports.number(nest.row, "vitis_task_latency"), uses))
    for array in whole:
        if array.stored:
            calls.append((reports.number(array.row, "store_vitis_latency"),
                          {array.name: False}))
    return calls, {a.name for a in whole if addresses.in_registers(a)}


def levels_of(calls, registers):
    """The longest call of each level; a call waits for those it conflicts with:
    a shared array in RAM, or one in registers that one of both writes."""
    placed, longest = [], []
    for latency, uses in calls:
        level = 0
        for other, at in placed:
            shared = [a for a in uses if a in other]
            if any(a not in registers or uses[a] or other[a] for a in shared):
                level = max(level, at + 1)
        placed.append((uses, level))
        longest += [0] * (level + 1 - len(longest))
        longest[level] = max(longest[level], latency)
    return longest


def level_overhead(data):
    rows = []
    for design, program in data.rebuilt:
        longest = levels_of(*calls_of(program))
        rows.append((sum(longest), len(longest),
                     reports.number(design.row, "lat_worst")))

    def errors(value):
        return [total + levels * value - measured
                for total, levels, measured in rows]
    value, left = least(range(0, 9), errors)
    return Constant(("level_overhead",), value,
                    "a design takes the longest call of each level + this a "
                    "level", "designs.csv, with the reports' own latencies of "
                    "tasks and transfers", Residual("cycles", left))
